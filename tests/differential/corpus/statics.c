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
