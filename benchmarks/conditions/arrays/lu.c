// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix as the product of a lower and an upper triangular one, with pivots; then a system of equations by it.
#define N 100

static double a[N][N];
static double lu[N][N];
static double x[N];
static int pivots[N];

static double absolute(double value) { return value < 0 ? -value : value; }

static void copyMatrix(int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j + 3 < n; j += 4) {
      lu[i][j] = a[i][j];
      lu[i][j + 1] = a[i][j + 1];
      lu[i][j + 2] = a[i][j + 2];
      lu[i][j + 3] = a[i][j + 3];
    }
    for (int j = n - n % 4; j < n; j++) lu[i][j] = a[i][j];
  }
}

static void exchangeRows(int n, int one, int other) {
  for (int j = 0; j < n; j++) {
    double kept = lu[one][j];
    lu[one][j] = lu[other][j];
    lu[other][j] = kept;
  }
}

static int factor(int n) {
  for (int j = 0; j < n; j++) {
    int pivot = j;
    double largest = absolute(lu[j][j]);
    for (int i = j + 1; i < n; i++) {
      if (absolute(lu[i][j]) > largest) {
        pivot = i;
        largest = absolute(lu[i][j]);
      }
    }
    pivots[j] = pivot;
    if (lu[pivot][j] == 0) return 0;
    if (pivot != j) exchangeRows(n, pivot, j);
    if (j < n - 1) {
      double scale = 1.0 / lu[j][j];
      for (int k = j + 1; k < n; k++) lu[k][j] = lu[k][j] * scale;
    }
    for (int i = j + 1; i < n; i++) {
      for (int k = j + 1; k < n; k++) lu[i][k] = lu[i][k] - lu[i][j] * lu[j][k];
    }
  }
  return 1;
}

static void solve(int n) {
  int first = 0;
  for (int i = 0; i < n; i++) {
    int pivot = pivots[i];
    if (pivot < 0 || pivot >= n) return;
    double sum = x[pivot];
    x[pivot] = x[i];
    for (int j = first; j < i; j++) sum = sum - lu[i][j] * x[j];
    x[i] = sum;
  }
  for (int i = n - 1; i >= 0; i--) {
    double sum = x[i];
    for (int j = i + 1; j < n; j++) sum = sum - lu[i][j] * x[j];
    x[i] = sum / lu[i][i];
  }
}

int run(int n) {
  if (n < 1 || n > N) return -1;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) a[i][j] = i == j ? 2.0 : 1.0 / (i + j + 1);
    x[i] = 1.0;
  }
  copyMatrix(n);
  if (!factor(n)) return 0;
  solve(n);
  return x[0] > 0;
}
