// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What has no counterpart says so, at the place where it would execute.
#include <cstdarg>
union Word {
  int number;
  unsigned char bytes[4];
};
struct Device {
  volatile int status;
};

double half(double d) { return d / 2; }
int rounded(int x) { return static_cast<int>(half(x)); }
int wait(Device* d) { return d->status; }
int punned(Word* w) {
  w->number = 1;
  return w->bytes[0];
}
int assembly(int x) {
  asm("" : "+r"(x));
  return x;
}
int variadic(int n, ...) { return n; }
unsigned long address(int* p) { return reinterpret_cast<unsigned long>(p); }
struct S {
  int m;
};
int pointed(S* s, int S::*p) { return s->*p; }
int threeWay(int a) { return a; }
