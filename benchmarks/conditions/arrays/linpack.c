// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Systems of linear equations by elimination, on columns of a matrix: largest element, scaling, sums of multiples.
#define N 100

static double a[N][N + 1];  // by columns
static double b[N];
static double x[N];
static int pivots[N];

static double absolute(double value) { return value < 0 ? -value : value; }

static double matrix(int n) {
  int seed = 1325;
  double largest = 0.0;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) {
      seed = 3125 * seed % 65536;
      a[j][i] = (seed - 32768.0) / 16384.0;
      if (a[j][i] > largest) largest = a[j][i];
    }
  }
  for (int i = 0; i < n; i++) b[i] = 0.0;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) b[i] = b[i] + a[j][i];
  }
  return largest;
}

static int largestOf(int n, const double* values, int from) {
  if (n < 1) return -1;
  if (n == 1) return 0;
  int found = 0;
  double largest = absolute(values[from]);
  for (int i = 1; i < n; i++) {
    double size = absolute(values[from + i]);
    if (size > largest) {
      found = i;
      largest = size;
    }
  }
  return found;
}

static void scale(int n, double factor, double* values, int from) {
  int rest = n % 5;
  for (int i = 0; i < rest; i++) values[from + i] = factor * values[from + i];
  for (int i = rest; i + 4 < n; i += 5) {
    values[from + i] = factor * values[from + i];
    values[from + i + 1] = factor * values[from + i + 1];
    values[from + i + 2] = factor * values[from + i + 2];
    values[from + i + 3] = factor * values[from + i + 3];
    values[from + i + 4] = factor * values[from + i + 4];
  }
}

static void addMultiple(int n, double factor, const double* values, int from, double* to, int at) {
  if (n <= 0 || factor == 0.0) return;
  int rest = n % 4;
  for (int i = 0; i < rest; i++) to[at + i] = to[at + i] + factor * values[from + i];
  for (int i = rest; i + 3 < n; i += 4) {
    to[at + i] = to[at + i] + factor * values[from + i];
    to[at + i + 1] = to[at + i + 1] + factor * values[from + i + 1];
    to[at + i + 2] = to[at + i + 2] + factor * values[from + i + 2];
    to[at + i + 3] = to[at + i + 3] + factor * values[from + i + 3];
  }
}

static double product(int n, const double* one, int from, const double* other, int at) {
  double sum = 0.0;
  int rest = n % 5;
  for (int i = 0; i < rest; i++) sum = sum + one[from + i] * other[at + i];
  for (int i = rest; i + 4 < n; i += 5) {
    sum = sum + one[from + i] * other[at + i] + one[from + i + 1] * other[at + i + 1] +
          one[from + i + 2] * other[at + i + 2] + one[from + i + 3] * other[at + i + 3] +
          one[from + i + 4] * other[at + i + 4];
  }
  return sum;
}

static int eliminate(int n) {
  int info = 0;
  for (int k = 0; k < n - 1; k++) {
    double* column = a[k];
    int l = largestOf(n - k, column, k) + k;
    pivots[k] = l;
    if (column[l] == 0) {
      info = k;
      continue;
    }
    if (l != k) {
      double kept = column[l];
      column[l] = column[k];
      column[k] = kept;
    }
    scale(n - k - 1, -1.0 / column[k], column, k + 1);
    for (int j = k + 1; j < n; j++) {
      double* other = a[j];
      double factor = other[l];
      if (l != k) {
        other[l] = other[k];
        other[k] = factor;
      }
      addMultiple(n - k - 1, factor, column, k + 1, other, k + 1);
    }
  }
  pivots[n - 1] = n - 1;
  if (a[n - 1][n - 1] == 0) info = n - 1;
  return info;
}

static void solve(int n, int is_transposed) {
  if (!is_transposed) {
    for (int k = 0; k < n - 1; k++) {
      int l = pivots[k];
      if (l < k || l >= n) return;
      double factor = b[l];
      if (l != k) {
        b[l] = b[k];
        b[k] = factor;
      }
      addMultiple(n - k - 1, factor, a[k], k + 1, b, k + 1);
    }
    for (int k = n - 1; k >= 0; k--) {
      b[k] = b[k] / a[k][k];
      addMultiple(k, -b[k], a[k], 0, b, 0);
    }
    return;
  }
  for (int k = 0; k < n; k++) b[k] = (b[k] - product(k, a[k], 0, b, 0)) / a[k][k];
  for (int k = n - 2; k >= 0; k--) {
    b[k] = b[k] + product(n - k - 1, a[k], k + 1, b, k + 1);
    int l = pivots[k];
    if (l < k || l >= n) return;
    if (l != k) {
      double kept = b[l];
      b[l] = b[k];
      b[k] = kept;
    }
  }
}

static void residual(int n) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) b[i] = b[i] + x[j] * a[j][i];
  }
}

int run(int n, int is_transposed) {
  if (n < 1 || n > N) return -1;
  matrix(n);
  eliminate(n);
  solve(n, is_transposed);
  for (int i = 0; i < n; i++) x[i] = b[i];
  matrix(n);
  for (int i = 0; i < n; i++) b[i] = -b[i];
  residual(n);
  double largest = 0.0;
  for (int i = 0; i < n; i++) {
    if (absolute(b[i]) > largest) largest = absolute(b[i]);
  }
  return largest < 1e-8;
}
