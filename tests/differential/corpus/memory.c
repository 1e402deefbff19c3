/* Allocation where the type is evident, arrays on the heap, and what goes wrong with them. */
#include <stdlib.h>
#include <string.h>

struct Vector {
  int* data;
  size_t size;
  size_t capacity;
};
struct Item {
  int id;
  struct Item* next;
  short tags[2];
};

struct Vector* vector_new(unsigned n) {
  struct Vector* v = malloc(sizeof(struct Vector));
  v->capacity = n % 4 + 1;
  v->data = malloc(v->capacity * sizeof(int));
  v->size = 0;
  return v;
}
void vector_fill(unsigned n, int value, struct Vector* v) {
  n = n % 4 + 1;
  v->data = malloc(n * sizeof *v->data);
  for (unsigned i = 0; i < n; ++i) v->data[i] = value + (int)i;
  v->size = v->capacity = n;
}
int vector_use(int value) {
  struct Vector v;
  vector_fill(3, value, &v);
  int sum = 0;
  for (size_t i = 0; i < v.size; i++) sum += v.data[i];
  free(v.data);
  return sum;
}
int* zeros(unsigned n) { return calloc(n % 3 + 1, sizeof(int)); }
struct Item* items(unsigned n) {
  struct Item* a = calloc(n % 3 + 1, sizeof(struct Item));
  a[0].id = 7;
  a[n % 3].next = a;
  a[n % 3].tags[1] = 3;
  return a;
}
int* gap_realloc(int v) {
  int* a = malloc(2 * sizeof(int));
  a[0] = v;
  a[1] = v + 1;
  a = realloc(a, 4 * sizeof(int));
  a[2] = a[0] + a[1];
  a[3] = 0;
  return a;
}
struct Item* fresh_item(int id) {
  struct Item* i = (struct Item*)malloc(sizeof(struct Item));
  if (i == NULL) return NULL;
  memset(i, 0, sizeof *i);
  i->id = id;
  return i;
}
struct Item* chain(unsigned n) {
  struct Item* head = NULL;
  for (unsigned i = 0; i < n % 4; ++i) {
    struct Item* item = fresh_item((int)i);
    item->next = head;
    head = item;
  }
  return head;
}
void drop(struct Item* i) { free(i); }
void drop_twice(struct Item* i) {
  free(i);
  if (i && i->next == NULL) free(i);
}
void drop_both(struct Item* a, struct Item* b) {
  free(a);
  free(b);
}
int use_after(struct Item* i, int when) {
  if (when > 0) free(i);
  return i->id;
}
int past_the_end(unsigned n, int i) {
  n = n % 3 + 1;
  int* a = calloc(n, sizeof(int));
  a[0] = 4;
  int v = a[i];
  free(a);
  return v;
}
int read_array(int* a, int i) { return a[i]; }
void write_array(int* a, unsigned i, int v) { a[i % 4] = v; }
void copy_items(struct Item* to, const struct Item* from) { memcpy(to, from, sizeof *to); }
