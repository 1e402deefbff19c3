// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours are exchanged until the largest is last.
#include <stdlib.h>

static void sort(int* a, int n) {
  for (int last = n - 1; last > 0; last--) {
    for (int i = 0; i < last; i++) {
      if (a[i] > a[i + 1]) {
        int larger = a[i];
        a[i] = a[i + 1];
        a[i + 1] = larger;
      }
    }
  }
}

static int isSorted(const int* a, int n) {
  for (int i = 1; i < n; i++) {
    if (a[i - 1] > a[i]) return 0;
  }
  return 1;
}

int run(int n) {
  if (n < 1 || n > 100000) return -1;
  int* a = malloc(n * sizeof(int));
  if (a == NULL) return -1;
  for (int i = 0; i < n; i++) a[i] = n - i;
  sort(a, n);
  int sorted = isSorted(a, n) && a[0] <= a[n - 1];
  free(a);
  return sorted;
}
