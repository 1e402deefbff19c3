// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Construction, destruction, copies and temporaries.
struct Part {
  int value;
  Part(int v) : value(v) {}
  Part(const Part& other) : value(other.value + 1) {}
  ~Part() { value = 0; }
};

struct Whole {
  Part first;
  int count = 3;
  Part second{4};
  Whole() : first(1) {}
  explicit Whole(int n) : Whole() { count = n; }
};

struct Plain {
  int a;
  Plain* b;
  int c[2];
};

Part make(int k) {
  Part result(k);
  result.value++;
  return result;
}

int take(Part p) { return p.value; }

int scopes(int k) {
  Part a(k);
  if (k > 3) return a.value;
  for (int i = 0; i < k; ++i) {
    Part b(i);
    if (i == 2) continue;
    a.value += b.value;
  }
  return take(a) + make(k).value;
}

Plain copy(const Plain& p) {
  Plain q = p;
  q.b = new Plain{1, nullptr, {2}};
  *q.b = p;
  return q;
}
