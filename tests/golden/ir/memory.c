// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// malloc and its relatives, typed by what the result becomes; whole objects zeroed and copied.
#include <stdlib.h>
#include <string.h>
struct Node {
  int value;
  struct Node* next;
};

static void* checked(size_t size) {
  void* p = malloc(size);
  if (p == NULL) abort();
  return p;
}

struct Node* one(void) {
  struct Node* n = malloc(sizeof *n);
  memset(n, 0, sizeof *n);
  return n;
}
struct Node* wrapped(const struct Node* from) {
  struct Node* n = checked(sizeof(struct Node));
  memcpy(n, from, sizeof(struct Node));
  return n;
}
int* many(int k) { return (int*)calloc(k, sizeof(int)); }
struct Node* several(int k) { return malloc(k * sizeof(struct Node)); }
void gone(struct Node* n) { free(n); }
