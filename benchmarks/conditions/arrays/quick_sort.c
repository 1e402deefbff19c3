// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parted by a pivot, then each part by recursion.
#include <stdlib.h>

static int part(int* a, int low, int high) {
  int pivot = a[high];
  int end = low;
  for (int i = low; i < high; i++) {
    if (a[i] < pivot) {
      int smaller = a[i];
      a[i] = a[end];
      a[end] = smaller;
      end++;
    }
  }
  a[high] = a[end];
  a[end] = pivot;
  return end;
}

static void sort(int* a, int low, int high) {
  if (low >= high) return;
  int middle = part(a, low, high);
  sort(a, low, middle - 1);
  sort(a, middle + 1, high);
}

int run(int n) {
  if (n < 1 || n > 100000) return -1;
  int* a = malloc(n * sizeof(int));
  if (a == NULL) return -1;
  for (int i = 0; i < n; i++) a[i] = n - i;
  sort(a, 0, n - 1);
  int least = a[0];
  free(a);
  return least;
}
