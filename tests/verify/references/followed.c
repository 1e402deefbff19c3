// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers that the code only follows are to something that is there: one at the end of an array is the caller's mistake.
#include <stddef.h>

void swap(int* a, int* b) {
  int kept = *a;
  *a = *b;
  *b = kept;
}

struct cell {
  int* value;
};
int put(struct cell* c, int value) {
  if (c == NULL || c->value == NULL) return 0;
  *c->value = value;
  return 1;
}

// Where pointers are compared or moved, the end of an array is a place like others.
int first(const int* from, const int* to) { return from == to ? 0 : *from; }
int second(const int* p) { return p[1]; }
