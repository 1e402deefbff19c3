// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The middle of what is left, until it is found.
#include <stdlib.h>

static int search(const int* a, int n, int key) {
  int low = 0;
  int high = n - 1;
  while (low <= high) {
    int middle = (low + high) / 2;
    if (a[middle] == key) return middle;
    if (a[middle] < key) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return -1;
}

int run(int n, int key) {
  if (n < 1 || n > 100000) return -1;
  int* a = calloc(n, sizeof(int));
  if (a == NULL) return -1;
  int found = search(a, n, key);
  free(a);
  return found;
}
