/* Functions that other sources bring: as arguments, in fields, arrays and variables. */
#include <stdlib.h>

struct node {
  int key;
  struct node* next;
};
struct item {
  int (*react)(struct item*);
  int count;
};
struct table {
  struct item items[2];
};
struct listener {
  void* data;
  void (*notify)(void*);
};
struct pair {
  int x, y;
};

/* What the callback does to its argument is not known, and whether there is one. */
void mark(struct node* n, int (*pred)(struct node*)) {
  if (n->next && pred(n)) n->key = 1;
}
int has(struct item* i) {
  if (i->react) return 1;
  return 0;
}
int hasBad(struct item* i) {
  if (!i->react) return 1;
  return 0;
}
int reactAt(struct table* t, int i) {
  if (i < 0 || i > 1 || !t->items[i].react) return -1;
  return t->items[i].react(&t->items[i]);
}

extern struct {
  struct node* first;
  int length;
} registry;
int registered(void) { return registry.first ? registry.first->key : registry.length; }

/* It reaches what it is handed, and nothing that only this function has. */
int handsOut(int (*fill)(int*)) {
  int given = 1;
  int kept = 2;
  fill(&given);
  return kept;
}
int handsOutBad(int (*fill)(int*)) {
  int given = 1;
  int kept = 2;
  fill(&given);
  return given;
}
struct node* linkedLater(struct node** list, void (*event)(void)) {
  struct node* n = malloc(sizeof *n);
  n->key = 1;
  event();
  n->next = *list;
  *list = n;
  return n;
}
struct node* handedOut(struct node** list, void (*event)(struct node*)) {
  struct node* n = malloc(sizeof *n);
  n->key = 1;
  event(n);
  n->next = *list;
  *list = n;
  return n;
}
int byValue(int (*look)(struct pair)) {
  struct pair p = {1, 2};
  look(p);
  return p.x;
}
int returned(struct pair (*make)(void)) {
  struct pair p = make();
  return p.x;
}

/* The comparison with a function of this source tells the others apart. */
static int one(int x) { return x > 0; }
int (*hook)(int) = one;
int asked(int x) {
  if (hook == one) return hook(x);
  return 0;
}
int askedBad(int x) {
  if (hook != one) return hook(x);
  return 0;
}
int differ(int (*f)(int), int (*g)(int)) { return f && g && f != g; }

/* Nobody ever sets this one: it stays null. */
static int (*never)(int);
int calm(int x) { return never ? never(x) : 0; }
/* And this one always is one of these. */
static int zero(int x) { return 0 * x; }
static int (*const steps[2])(int) = {one, zero};
static int (*moves[2])(int) = {one, zero};
int step(int i) { return steps[i & 1](i) + moves[i & 1](i); }

int row(int i) {
  static int values[3] = {4, 5, 6};
  return values[i & 1];
}
int rowBad(int i) {
  static int values[3] = {4, 5, 6};
  values[2] = i;
  return values[2];
}

/* A variable that only this source can change: what others do to it, by calling functions of this source, is not known. */
static int depth;
int nested(void (*event)(void)) {
  depth = 1;
  event();
  return depth;
}

/* Results lead to what is there: to objects of the list, or of others. */
struct node* found(struct node* n, struct node* (*find)(struct node*)) {
  struct node* f = find(n);
  if (f) f->key = 7;
  return f;
}
int walk(struct node* n, void (*visit)(int)) {
  int steps_taken = 0;
  for (; n; n = n->next) {
    visit(n->key);
    ++steps_taken;
  }
  return steps_taken;
}
void* choose(struct listener* l, void* data) {
  if (l->notify) l->notify(l->data);
  return data;
}
void* chooseBad(struct listener* l, void* data) {
  if (l->notify) l->notify(l->data);
  return l->data;
}
