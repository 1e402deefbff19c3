// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every element is written, by recursion from the last one.
#include <stdlib.h>

static void fill(int* a, int i, int value) {
  if (i < 0) return;
  a[i] = value;
  fill(a, i - 1, value);
}

int run(int n) {
  if (n < 1 || n > 100000) return -1;
  int* a = malloc(n * sizeof(int));
  if (a == NULL) return -1;
  fill(a, n - 1, 7);
  int first = a[0];
  free(a);
  return first;
}
