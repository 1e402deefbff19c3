// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where queens stand on a board so that none threatens another, row by row.
#include <stdlib.h>

static int isSafe(const unsigned* columns, int row) {
  for (int above = 0; above < row; above++) {
    unsigned apart = columns[row] > columns[above] ? columns[row] - columns[above] : columns[above] - columns[row];
    if (apart == 0 || apart == (unsigned)(row - above)) return 0;
  }
  return 1;
}

static int place(unsigned* columns, int row, int n) {
  if (row >= n) return 1;
  for (int column = 0; column < n; column++) {
    columns[row] = column;
    if (isSafe(columns, row) && place(columns, row + 1, n)) return 1;
  }
  return 0;
}

int run(int n) {
  if (n < 1 || n > 1000) return -1;
  unsigned* columns = malloc(n * sizeof(unsigned));
  if (columns == NULL) return -1;
  for (int i = 0; i < n; i++) columns[i] = 0;
  int found = place(columns, 0, n);
  free(columns);
  return found;
}
