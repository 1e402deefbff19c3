/* Variables of static storage duration. */
struct Counter {
  int hits;
  struct Counter* next;
};

int total;
static unsigned char narrow = 250;
const int limit = 5;
int table[4] = {1, 2, 3};
struct Counter first = {7, 0};
struct Counter second = {8, &first};
struct Counter* current = &second;
int* watched = &table[2];
static const char* const names[2] = {"zero", "one"};

int bump_total(int by) {
  total += by;
  return total;
}
int bump_narrow(void) { return ++narrow; }
int bounded(void) { return total < limit ? total++ : limit; }
int table_sum(unsigned i) {
  table[i % 4] *= 2;
  return table[0] + table[1] + table[2] + table[3];
}
int hit_current(void) {
  current->hits++;
  if (current->next) current = current->next;
  return current->hits;
}
void watch(unsigned i) {
  ++*watched;
  watched = &table[i & 3];
}
void point_at(struct Counter* c) {
  c->next = current;
  current = c;
}
int count_calls(void) {
  static int calls = 3;
  return ++calls;
}
int count_twice(void) { return count_calls() * 10 + count_calls(); }
int letter(unsigned i) { return names[i & 1][1]; }
int string_length(unsigned i) {
  const char* p = names[i & 1];
  int n = 0;
  while (*p++) ++n;
  return n;
}
int literal_text(int v) {
  char text[4] = "ab";
  text[2] = (char)v;
  return text[0] + text[1] + text[2] + text[3];
}
struct Counter* the_first(void) { return &first; }

enum Shade { LIGHT, MIDDLE = 5, DARK };
struct Entry {
  int key;
  const char* text;
  enum Shade shade;
  int parts[2];
};
static const struct Entry entries[3] = {{1, "one", DARK, {3, 4}}, {2, "two", LIGHT, {5}}, {7, 0, MIDDLE, {0, 9}}};
static const struct Entry* const favourite = &entries[1];
const enum Shade shades[3] = {DARK, LIGHT, MIDDLE};
enum Shade current_shades[3];
int entry_sum(unsigned i) { return entries[i % 3].key + entries[i % 3].parts[i & 1] + (int)shades[i % 3]; }
int favourite_letter(unsigned i) { return favourite->text[i % 4]; }
int is_favourite(const struct Entry* e) { return e == favourite ? 2 : e != 0 && e->key == favourite->key; }
void set_shade(unsigned i, enum Shade s) { current_shades[i % 3] = s; }
int shade_at(unsigned i) { return current_shades[i % 3] == shades[i % 3]; }
int ticks(int by) {
  static int count;
  static int limits[2] = {3, 30};
  static struct Counter own = {1, 0};
  static int* last = limits;
  count += by;
  own.hits ^= by;
  if (count > *last) last = &limits[1];
  limits[0] = by;
  return count + own.hits;
}
static int helper_nested(int v) {
  static short calls = 10;
  if (v > 0) {
    static short calls = 20;
    return calls++;
  }
  return calls++;
}
int nested_statics(int v) { return helper_nested(v) * 100 + helper_nested(-v); }
