// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is looked for stands behind the last element, so that the search needs no bound: that it ends is known only to
// who follows the contents of the array.
#include <stdlib.h>

static int find(int* a, int n, int key) {
  a[n] = key;
  int i = 0;
  while (a[i] != key) i++;
  return i;
}

int run(int n, int key) {
  if (n < 1 || n > 100000) return -1;
  int* a = malloc((n + 1) * sizeof(int));
  if (a == NULL) return -1;
  for (int i = 0; i < n; i++) a[i] = i;
  int found = find(a, n, key);
  free(a);
  return found;
}
