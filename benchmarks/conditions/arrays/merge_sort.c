// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Halves are sorted by recursion and merged through a second array.
#include <stdlib.h>

static void merge(int* a, int* room, int low, int middle, int high) {
  int left = low;
  int right = middle + 1;
  int to = low;
  while (left <= middle && right <= high) {
    if (a[left] <= a[right]) {
      room[to] = a[left];
      left++;
    } else {
      room[to] = a[right];
      right++;
    }
    to++;
  }
  for (; left <= middle; left++) {
    room[to] = a[left];
    to++;
  }
  for (; right <= high; right++) {
    room[to] = a[right];
    to++;
  }
  for (int i = low; i <= high; i++) a[i] = room[i];
}

static void sort(int* a, int* room, int low, int high) {
  if (low >= high) return;
  int middle = (low + high) / 2;
  sort(a, room, low, middle);
  sort(a, room, middle + 1, high);
  merge(a, room, low, middle, high);
}

int run(int n) {
  if (n < 1 || n > 100000) return -1;
  int* a = malloc(n * sizeof(int));
  int* room = malloc(n * sizeof(int));
  if (a == NULL || room == NULL) {
    free(a);
    free(room);
    return -1;
  }
  for (int i = 0; i < n; i++) a[i] = n - i;
  sort(a, room, 0, n - 1);
  int least = a[0];
  free(a);
  free(room);
  return least;
}
