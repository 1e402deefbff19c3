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
int* realloc_grows(int v) {
  int* a = malloc(2 * sizeof(int));
  a[0] = v;
  a[1] = v + 1;
  a = realloc(a, 4 * sizeof(int));
  a[2] = a[0] + 1;
  a[3] = 0;
  return a;
}
int* realloc_shrinks(int* a, unsigned n) { return realloc(a, (n % 3) * sizeof(int)); }
int realloc_of_null(unsigned n) {
  int* a = realloc(NULL, (n % 3 + 1) * sizeof *a);
  a[n % 3] = 5;
  int last = a[n % 3];
  free(a);
  return last;
}
/* The old block is gone, and what grew has no values. */
int realloc_old_block(int* a) {
  int* b = realloc(a, 8 * sizeof(int));
  return a != NULL ? a[0] : b[0];
}
int realloc_rest(int v, unsigned i) {
  int* a = malloc(sizeof(int));
  a[0] = v;
  a = realloc(a, 3 * sizeof(int));
  int read = i % 3 == 0 ? a[i % 3] : 1;
  a[2] = v;
  read += a[2];
  free(a);
  return read;
}
int realloc_past_the_end(int* a, unsigned n, unsigned i) {
  n = n % 4 + 1;
  a = realloc(a, n * sizeof(int));
  a[i % 8] = 1;
  return a[i % 8];
}
/* Size 0 frees; the pointer that comes back is null. */
int realloc_to_nothing(int* a, int again) {
  int* b = realloc(a, 0);
  if (a != NULL && again > 2) free(a);
  return b == NULL;
}
void realloc_twice(int* a) {
  realloc(a, 2 * sizeof(int));
  realloc(a, 3 * sizeof(int));
}
int vector_push(struct Vector* v, int value) {
  if (v->size > 3) return -1;
  void* larger = realloc(v->data, (v->size + 1) * sizeof(int));
  if (larger == NULL) return -1;
  v->data = larger;
  v->data[v->size++] = value;
  return 0;
}
static void* helper_xrealloc(void* p, size_t n) {
  void* q = realloc(p, n);
  if (q == NULL && n != 0) abort();
  return q;
}
struct Item* realloc_items(struct Item* a, unsigned n) {
  a = helper_xrealloc(a, (n % 3 + 1) * sizeof(struct Item));
  a[n % 3].id = 1;
  return a;
}
int element_of(struct Vector* v, unsigned i) { return v->data[i % 4]; }
void set_element(struct Vector* v, int i, int value) {
  if (i >= 0 && (size_t)i < v->size) v->data[i] = value;
}
int sum_vector(const struct Vector* v) {
  int sum = 0;
  for (const int* p = v->data; p != v->data + v->size % 4; ++p) sum ^= *p;
  return sum;
}
int item_at(struct Item* a, unsigned i) { return a[i % 3].id; }
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

struct Begin {
  int v;
  int w;
};
void free_first_member(int v) {
  struct Begin *p = malloc(sizeof(struct Begin));
  int *first = &p->v;
  if (v > 0) free(&p->w);
  free(first);
}
void free_variable(int v) {
  int x = v;
  int *p = &x;
  if (v > 0) free(p);
}
void free_array_variable(int v) {
  int a[3] = {1, 2, 3};
  if (v > 0) free(a);
}
int copies_apart(int v) {
  int a[6] = {1, 2, 3, 4, 5, 6};
  int *to = a + (v & 3);
  memcpy(to, a + 3, 3 * sizeof(int));
  return a[0];
}
static const int helper_table[2] = {1, 2};
int write_to_table(int v) {
  int *p = (int *)helper_table;
  if (v > 0) p[0] = v;
  return helper_table[0];
}
int write_to_literal(int v) {
  char *p = "abc";
  if (v > 0) p[0] = 'x';
  return p[0];
}
int word_of_bytes(int v) {
  unsigned char bytes[4] = {1, (unsigned char)v, 3, (unsigned char)(v >> 9)};
  int word;
  memcpy(&word, bytes, sizeof word);
  return word;
}
int word_behind_cast(int v, unsigned which) {
  _Alignas(8) char bytes[8] = {1, (char)v, 3, (char)(v >> 9), (char)which, 7, 8, 9};
  if (which == 0) return *(const short*)bytes;
  if (which == 1) return (int)*(unsigned*)(bytes + 4);
  return (int)(*(long*)bytes >> 28);
}
int word_stored_behind_cast(int v, unsigned i) {
  _Alignas(4) unsigned char bytes[8] = {0};
  int stored = *(int*)bytes = v;
  *(unsigned short*)(bytes + 4) = (unsigned short)(v >> 3);
  return i < 8 ? bytes[i] + stored : stored;
}
int bytes_of_word(int v, unsigned i) {
  signed char bytes[4];
  memcpy(bytes, &v, sizeof v);
  return bytes[i % 5];
}
int bytes_of_other_sign(int v) {
  unsigned char from[2] = {7, (unsigned char)v};
  char to[2];
  memcpy(to, from, 2);
  return to[1];
}
int from_untyped(struct Item* to, const struct Item* from) {
  const void* untyped = from;
  memcpy(to, untyped, sizeof *to);
  return to->id;
}

/* Sizes that are only known when the program runs. */
int rest_moved(int v, unsigned n) {
  int a[4] = {v, v + 1, v + 2, v + 3};
  size_t bytes = (n % 4) * sizeof *a;
  memmove(a, a + 1, bytes > 3 * sizeof *a ? 0 : bytes);
  return a[0] + 2 * a[1] + 3 * a[2] + 5 * a[3];
}
int part_copied(int v, unsigned n) {
  short from[4] = {(short)v, 2, 3, 4}, to[4] = {0, 0, 0, 0};
  size_t bytes = sizeof from;
  bytes -= (n % 3) * sizeof *from;
  memcpy(to, from, bytes);
  return to[0] + to[1] + 2 * to[2] + 4 * to[3];
}
int part_cleared(int v, unsigned n) {
  struct Item a[2] = {{.id = v}, {.id = v}};
  size_t bytes = sizeof a;
  bytes -= (n % 2) * sizeof *a;
  memset(a, 0, bytes);
  return a[0].id + a[1].id;
}
int* as_many(unsigned n, int v) {
  size_t bytes = sizeof(int);
  bytes *= n % 3 + 1;
  int* a = malloc(bytes);
  for (size_t i = 0; i < bytes / sizeof(int); i++) a[i] = v;
  return a;
}
int filled(int v, unsigned n) {
  char a[4] = {1, 2, 3, 4};
  memset(a + 1, v, n % 4);
  return a[0] + 2 * a[1] + 3 * a[2] + 5 * a[3];
}
