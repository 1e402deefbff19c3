// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Captures by reference, by value and of this; templates as instantiated.
template <class F>
int twice(F f, int x) {
  return f(f(x));
}

struct Counter {
  int step;
  int run(int k) {
    int calls = 0;
    const int r = twice([this, k, &calls](int x) { ++calls; return x * k + step; }, 3);
    return r + calls;
  }
};
