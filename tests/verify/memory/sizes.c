// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A size that wraps around asks for less memory than the program goes on to use.
#include <stdlib.h>

struct triple {
  int a, b, c;
};

int* narrow(unsigned count) {
  if (count > 1000) return 0;
  int* row = malloc(count * 4u);
  if (count > 1) row[1] = 3;
  return row;
}
int* narrow_bad(unsigned count) {
  int* row = malloc(count * 4u);
  if (count > 1) row[1] = 3;
  return row;
}

int* wide(size_t count) {
  if (count > ((size_t)-1) / 2 / sizeof(int)) return 0;
  int* row = malloc(count * sizeof(int));
  if (count > 1) row[1] = 3;
  return row;
}
int* wide_bad(size_t count) {
  if (count > ((size_t)-1) / 2) return 0;
  int* row = malloc(count * sizeof(int));
  if (count > 1) row[1] = 3;
  return row;
}

struct triple* triples(size_t count) {
  if (count > 1000) return 0;
  struct triple* row = malloc(count * sizeof(struct triple));
  if (count > 1) row[1].b = 3;
  return row;
}
struct triple* triples_bad(size_t count) {
  struct triple* row = malloc(count * sizeof(struct triple));
  if (count > 1) row[1].b = 3;
  return row;
}

struct row {
  int* cells;
};
void resize(struct row* row, size_t count) { row->cells = realloc(row->cells, count * sizeof(int)); }

// What keeps a product from wrapping lets sizes pass that no memory has: they are not had.
long* guarded(size_t count) {
  if (count > (size_t)-1 / sizeof(long)) return 0;
  return malloc(count * sizeof(long));
}
struct triple* guarded_triples(size_t count) {
  if (count > (size_t)-1 / sizeof(struct triple)) return 0;
  return malloc(count * sizeof(struct triple));
}
long* guarded_zeros(size_t count) { return calloc(count, sizeof(long)); }
long* guarded_resize(long* cells, size_t count) {
  if (count > (size_t)-1 / sizeof(long)) return 0;
  return realloc(cells, count * sizeof(long));
}
long* negative(long count) { return malloc(count * sizeof(long)); }

int* signed_count(int count) {
  if (count < 0 || count > 1000) return 0;
  return malloc(count * 4);
}
int* signed_count_bad(int count) {
  if (count < 0) return 0;
  return malloc(count * 4);
}
