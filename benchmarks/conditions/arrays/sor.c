// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Successive over-relaxation: every inner point of a grid becomes a mean of itself and its neighbours.
#define ROWS 100
#define COLUMNS 120

static double grid[ROWS][COLUMNS];

static void relax(int rows, int columns, double omega, int times) {
  double part = omega * 0.25;
  double rest = 1.0 - omega;
  for (int p = 0; p < times; p++) {
    for (int i = 1; i < rows - 1; i++) {
      double* row = grid[i];
      double* above = grid[i - 1];
      double* below = grid[i + 1];
      for (int j = 1; j < columns - 1; j++) {
        row[j] = part * (above[j] + below[j] + row[j - 1] + row[j + 1]) + rest * row[j];
      }
    }
  }
}

static void border(int rows, int columns) {
  for (int i = 0; i < rows; i++) {
    grid[i][0] = 1.0;
    grid[i][columns - 1] = grid[i][0];
  }
  for (int j = 0; j < columns; j++) {
    grid[0][j] = 1.0;
    grid[rows - 1][j] = grid[0][j];
  }
}

static double sumOf(int rows, int columns) {
  double sum = 0.0;
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < columns; j++) sum = sum + grid[i][j];
  }
  return sum + grid[0][0] + grid[rows - 1][columns - 1];
}

int run(int rows, int columns, int times) {
  if (rows < 3 || rows > ROWS || columns < 3 || columns > COLUMNS) return -1;
  border(rows, columns);
  relax(rows, columns, 1.25, times);
  return sumOf(rows, columns) > 0;
}
