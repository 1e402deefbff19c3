// Sizes that the code fixes are no matter of the scope: nor is how often the compiler goes around to fill or to copy.
#include <stdlib.h>
#include <string.h>

struct Row {
  int cells[12];
};

int filled(void) {
  int a[20] = {1};
  a[19] += 3;
  return a[0] + a[19] + a[18];
}

int filledBad(void) {
  int a[20] = {1};
  a[19] += 3;
  return a[0] + a[19] + a[0];
}

int cleared(void) {
  int* a = malloc(10 * sizeof *a);
  memset(a, 0, 10 * sizeof *a);
  int last = a[9];
  free(a);
  return last;
}

int copied(void) {
  int a[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  int b[9];
  memcpy(b, a, sizeof b);
  return b[8] - a[7];
}

int assigned(const struct Row* r) {
  struct Row copy = *r;
  return copy.cells[11] == r->cells[11];
}
