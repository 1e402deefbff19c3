// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Promotions, conversions, shifts, bit-fields, enums, characters.
#include <stdint.h>
enum Color { Red, Green = 5 };
struct Bits {
  unsigned a : 3;
  int b : 5;
  _Bool c : 1;
};

unsigned char narrow(unsigned char c, short s) {
  c += s;
  c <<= 1;
  return c-- ? ~c : -c;
}
int64_t mixed(int a, unsigned b, long long c) { return a * b + c / (a % 7) - (a >> 2 | b << 3); }
int compare(int a, unsigned b) { return (a < b) + (a == 'x') + !a; }
int bits(struct Bits* p) {
  p->a += 9;
  p->b = -7;
  p->c = p->a;
  return p->a + p->b;
}
enum Color next(enum Color c) { return c == Red ? Green : Red; }
unsigned long sizes(void) { return sizeof(struct Bits) + sizeof(int[3]) / sizeof(int); }
