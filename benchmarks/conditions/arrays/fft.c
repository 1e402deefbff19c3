// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fast Fourier transform of N complex numbers, in place: their bits are reversed, then butterflies of growing width.
// The loops over the blocks of a width end where no whole block is left; that none is cut off follows from N being a
// power of two.
#define N 1024

static double data[2 * N];
static double copy[2 * N];

static void reverseBits(int n) {
  int j = 0;
  for (int i = 0; i < n - 1; i++) {
    if (i < j && j < n) {
      double real = data[2 * i];
      double imaginary = data[2 * i + 1];
      data[2 * i] = data[2 * j];
      data[2 * i + 1] = data[2 * j + 1];
      data[2 * j] = real;
      data[2 * j + 1] = imaginary;
    }
    int half = n / 2;
    while (half <= j && half > 0) {
      j = j - half;
      half = half / 2;
    }
    j = j + half;
  }
}

static void butterfly(int from, int to, double wr, double wi) {
  double real = data[2 * to];
  double imaginary = data[2 * to + 1];
  double xr = wr * real - wi * imaginary;
  double xi = wr * imaginary + wi * real;
  data[2 * to] = data[2 * from] - xr;
  data[2 * to + 1] = data[2 * from + 1] - xi;
  data[2 * from] = data[2 * from] + xr;
  data[2 * from + 1] = data[2 * from + 1] + xi;
}

static void transform(int n, double direction) {
  reverseBits(n);
  for (int dual = 1; 2 * dual <= n; dual = 2 * dual) {
    double wr = 1.0;
    double wi = 0.0;
    double s = direction / dual;
    double t = s / 2;
    for (int b = 0; b + 2 * dual <= n; b += 2 * dual) {
      double real = data[2 * (b + dual)];
      double imaginary = data[2 * (b + dual) + 1];
      data[2 * (b + dual)] = data[2 * b] - real;
      data[2 * (b + dual) + 1] = data[2 * b + 1] - imaginary;
      data[2 * b] = data[2 * b] + real;
      data[2 * b + 1] = data[2 * b + 1] + imaginary;
    }
    for (int a = 1; a < dual; a++) {
      double before = wr;
      wr = wr - s * wi - t * wr;
      wi = wi + s * before - t * wi;
      for (int b = 0; b + 2 * dual <= n; b += 2 * dual) butterfly(b + a, b + a + dual, wr, wi);
    }
  }
}

static void inverse(int n) {
  transform(n, 1.0);
  for (int i = 0; i < 2 * n; i++) data[i] = data[i] / n;
}

static double difference(int n) {
  double sum = 0.0;
  for (int i = 0; i < 2 * n; i++) {
    double apart = data[i] - copy[i];
    sum = sum + apart * apart;
  }
  return sum / n;
}

int run(int n) {
  if (n < 1 || n > N) return -1;
  for (int i = 0; i < n; i++) {
    data[2 * i] = i;
    data[2 * i + 1] = 0.0;
    copy[2 * i] = data[2 * i];
    copy[2 * i + 1] = data[2 * i + 1];
  }
  transform(n, -1.0);
  inverse(n);
  return difference(n) < 1e-10;
}
