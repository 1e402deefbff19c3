// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The callers of the fourth chapter of Dillig's thesis: what one summary of f says of each depends on what is the same
// variable there.
#include <cassert>

static void f(int** a, int** b, int* p, int* q) {
  *a = p;
  *b = q;
  **a = 3;
  **b = 4;
}

void g1() {
  int** a = new int*;
  int** b = new int*;
  int p = 0;
  int q = 0;
  f(a, b, &p, &q);
  assert(p == 3);
  assert(q == 4);
}

void g2() {
  int** a = new int*;
  int** b = new int*;
  int p = 0;
  f(a, b, &p, &p);
  assert(p == 4);
}

void g3() {
  int** a = new int*;
  int** b = a;
  int p = 0;
  int q = 0;
  f(a, b, &p, &q);
  assert(p == 0);
  assert(q == 4);
}

/// The other answer of each fails.
void g1_wrong() {
  int** a = new int*;
  int** b = new int*;
  int p = 0;
  int q = 0;
  f(a, b, &p, &q);
  assert(p != 3);
}

void g2_wrong() {
  int** a = new int*;
  int** b = new int*;
  int p = 0;
  f(a, b, &p, &p);
  assert(p == 3);
}

void g3_wrong() {
  int** a = new int*;
  int** b = a;
  int p = 0;
  int q = 0;
  f(a, b, &p, &q);
  assert(p == 3);
}
