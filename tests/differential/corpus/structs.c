/* Structs: every kind of field, nesting, copying, arrays, bit-fields, enums, unions with one member in use. */
#include <stdbool.h>
#include <string.h>

enum Color { Red, Green = 4, Blue };
typedef enum { Off, On } Switch;

struct Point {
  short x, y;
};

typedef struct {
  unsigned low : 3;
  signed mid : 5;
  unsigned long high : 40;
  bool flag : 1;
} Packed;

struct Shape {
  enum Color color;
  Switch power;
  bool visible;
  unsigned char alpha;
  long long id;
  struct Point origin;
  struct Point corners[3];
  int weights[4];
  int grid[2][3];
  struct {
    int width;
    struct Shape* parent;
  } frame;
  struct {
    int hoisted;
    char tag;
  };
  Packed packed;
  struct Shape* next;
};

union Cell {
  int number;
  struct Shape* shape;
};

struct Holder {
  union Cell cell;
  int kind;
};

enum Color next_color(enum Color c) { return c == Red ? Green : c == Green ? Blue : Red; }
int color_value(struct Shape* s) { return s->color * 10 + s->power; }
void toggle(struct Shape* s) {
  s->power = s->power == On ? Off : On;
  s->visible = !s->visible;
  s->alpha += 200;
}

void move(struct Shape* s, int dx, int dy) {
  s->origin.x += dx;
  s->origin.y -= dy;
}

void copy_point(struct Shape* to, struct Shape* from) { to->origin = from->corners[1]; }
void copy_shape(struct Shape* to, const struct Shape* from) { *to = *from; }
struct Point make_point(int x, int y) {
  struct Point p = {.y = (short)y, .x = (short)x};
  return p;
}
struct Point add_points(struct Point a, struct Point b) {
  a.x += b.x;
  a.y += b.y;
  return a;
}
int area_of(struct Point p) { return p.x * p.y; }
int nested_call(struct Shape* s) { return area_of(add_points(s->origin, make_point(1, 2))); }
int member_of_result(struct Shape* s) {
  int n = 0;
  while (add_points(s->origin, make_point(n, 1)).x < 3 && n < 4) ++n;
  return make_point(n, 2).y + add_points(s->origin, s->corners[1]).x;
}

int sum_corners(const struct Shape* s) {
  int sum = 0;
  for (int i = 0; i < 3; ++i) sum += s->corners[i].x + s->corners[i].y;
  return sum;
}

void rotate_corners(struct Shape* s) {
  struct Point first = s->corners[0];
  for (int i = 0; i + 1 < 3; ++i) s->corners[i] = s->corners[i + 1];
  s->corners[2] = first;
}

int weigh(struct Shape* s, unsigned i) { return s->weights[i % 4]; }
int weigh_unchecked(struct Shape* s, int i) { return s->weights[i]; }
void set_grid(struct Shape* s, int row, int column, int v) {
  if (row >= 0 && row < 2 && column >= 0 && column < 3) s->grid[row][column] = v;
}

// Past its row an element may still be one of the six of the grid.
int grid_unchecked(const struct Shape* s, unsigned row, unsigned column) { return s->grid[row & 1][column & 7]; }
int grid_sum(const struct Shape* s) {
  int sum = 0;
  for (int r = 0; r < 2; ++r)
    for (int c = 0; c < 3; ++c) sum = sum * 3 + s->grid[r][c];
  return sum;
}

void frame_up(struct Shape* s) {
  s->frame.width++;
  if (s->frame.parent) s->frame.parent->frame.width--;
}
void use_hoisted(struct Shape* s) {
  s->hoisted += s->tag;
  s->tag = 'x';
}

void bit_fields(struct Shape* s, int v) {
  s->packed.low = v;
  s->packed.mid = v;
  s->packed.high += v;
  s->packed.flag = v;
}
int read_bit_fields(const Packed* p) { return p->low + p->mid * 2 + (p->flag ? 100 : 0) + (int)(p->high >> 36); }
void bump_bit_fields(Packed* p) {
  p->low++;
  p->mid -= 7;
  p->flag = !p->flag;
  p->high <<= 1;
}

int value_of_bumps(Packed* p) {
  const int low = ++p->low;
  const int mid = --p->mid;
  const int before = p->low--;
  return low * 1000 + mid * 10 + before - p->low;
}

void store_number(struct Holder* h, int v) {
  h->cell.number = v;
  h->kind = 1;
}
int load_number(struct Holder* h) { return h->kind == 1 ? h->cell.number : -1; }

int local_struct(int a) {
  struct Pair {
    int first;
    struct Point second;
  } pairs[2] = {{a, {1, 2}}, {.second = {3}}};
  pairs[1].first = pairs[0].second.y;
  return pairs[0].first + pairs[1].first * 10 + pairs[1].second.x * 100 + pairs[1].second.y;
}
int compound_literal(int a) { return area_of((struct Point){(short)a, 3}); }
/* A compound literal lives as long as its block. */
int literal_in_block(int a) {
  struct Point* p = &(struct Point){(short)a, 3};
  int* q = (int[]){a, 4};
  p->y += 2;
  for (int i = 0; i < 2; ++i) {
    int* r = &(int){i};
    *r += 1;
    q[i] ^= *r;
  }
  return p->x + p->y + q[0] + q[1];
}
int literal_in_branch(int a) {
  int none = 7;
  int* p = &none;
  if (a > 0) p = a > 2 ? (int[]){1, 2} : &(int){5};
  return a > 0 ? 0 : *p;
}
void zero_shape(struct Shape* s) { memset(&s->origin, 0, sizeof s->origin); }
int equal_points(const struct Point* a, const struct Point* b) { return a == b ? 2 : a->x == b->x && a->y == b->y; }
int deep(struct Shape* s) { return s->next->next->next->weights[3]; }

enum Side { LEFT = 1, RIGHT = 2, BOTH = 3 };
struct Walls {
  enum Side sides[3];
  float weight;
  double heights[2];
  struct Walls* next;
};
void turn_walls(struct Walls* w, enum Side s) {
  w->sides[1] = w->sides[0];
  w->sides[0] = s;
}
int count_side(const struct Walls* w, enum Side s) {
  int n = 0;
  for (int i = 0; i < 3; ++i) n += w->sides[i] == s;
  return n;
}
/* Members of an unsupported type go along when an object is copied. */
void copy_walls(struct Walls* to, const struct Walls* from) { *to = *from; }
int copied_sides(const struct Walls* from) {
  struct Walls local = *from;
  local.sides[2] = LEFT;
  return local.sides[1] + (int)local.sides[2];
}

struct Text {
  int length;
  char letters[1];
};
int first_letter(const struct Text* t) { return t->length > 0 ? t->letters[0] : 0; }
int gap_further_letter(const struct Text* t) { return t->letters[(unsigned)t->length % 4 + 1]; }

struct Tagged {
  int tag;
  union {
    int number;
    struct Point* point;
    struct {
      short low;
      int high;
    } pair;
  };
};
int tagged_local(int v) {
  struct Tagged t = {.tag = 0, .number = v};
  struct Tagged copy = t;
  t.tag = 2;
  t.pair.low = (short)v;
  t.pair.high = 3;
  copy.number++;
  return copy.number + t.pair.low + t.pair.high;
}
struct Symbol {
  union {
    unsigned short freq;
    unsigned short code;
  };
};
int twin_members(int v) {
  struct Symbol s;
  s.freq = (unsigned short)v;
  s.code++;
  return s.freq + 2 * s.code;
}
int gap_tagged_punning(int v) {
  struct Tagged t;
  t.number = v;
  return t.pair.low;
}
