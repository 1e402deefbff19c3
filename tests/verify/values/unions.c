// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A union of which one member is in use: the others have no value of their own, before a call as little as after.
#include <stdio.h>

struct pair {
  int a;
  union {
    int b;
    unsigned c;
    struct {
      char d[4];
    } e;
  };
};

int sum(struct pair* p) {
  if (p->a > 1000 || p->b > 1000 || p->a < -1000 || p->b < -1000) return 0;
  return p->a + p->b;
}
int sum_bad(struct pair* p) { return p->a + p->b; }
void put(struct pair* p, int b) { p->b = b; }
void put_bad(struct pair* p, int b) { p->b = b + 1; }

// What is printed is of no consequence, how much was printed is not known.
void shown(int n) { printf("%d\n", n); }
int printed(int n) { return printf("%d\n", n); }
