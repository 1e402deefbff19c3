/* Integers at their true width: promotions, conversions, shifts, bits, division. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int add_narrow(signed char a, unsigned char b, short c, unsigned short d) { return a + b - c * d; }

unsigned wrap_unsigned(unsigned a, unsigned b) { return a * b + (a - b); }

int signed_wraps(int a, int b) { return a * 31 + b; }

long widen(int a, unsigned b, signed char c) {
  long sum = a;
  sum += b;
  sum -= c;
  return sum;
}

signed char narrow_char(int v) { return (signed char)v; }
unsigned char narrow_uchar(int v) { return (unsigned char)v; }
short narrow_short(long v) { return (short)v; }
unsigned narrow_unsigned(long long v) { return (unsigned)v; }
bool to_bool(int v) { return v; }

int mixed_comparison(int a, unsigned b) { return a < b ? 1 : a == b ? 0 : -1; }
int char_comparison(char a, unsigned char b) { return (a > b) + 2 * (a == b) + 4 * (a != b); }

int divide(int a, int b) { return a / b; }
int remainder_of(int a, int b) { return a % b; }
unsigned divide_unsigned(unsigned a, unsigned b) { return a / b + a % b; }
long long divide_wide(long long a, long long b) { return b == 0 ? 0 : b == -1 ? -a : a / b * 3 + a % b; }

int shift_left(int v, int by) { return v << (by & 31); }
int shift_right(int v, int by) { return v >> (by & 31); }
unsigned shift_unsigned(unsigned v, unsigned by) { return (v >> (by & 31)) ^ (v << (by & 15)); }
long shift_too_far(long v, int by) { return v << by; }
uint64_t rotate(uint64_t v, unsigned by) {
  by &= 63;
  return by ? (v << by) | (v >> (64 - by)) : v;
}

unsigned bits(unsigned a, unsigned b) { return (a & b) | (~a ^ (b | 0xf0u)); }
int bits_signed(int a, short b) { return (a & b) + (a | b) + (a ^ b) + ~a; }

int count_bits(unsigned v) {
  int n = 0;
  while (v) {
    v &= v - 1;
    ++n;
  }
  return n;
}

int compound(int a, int b) {
  a += b;
  a -= 3;
  a *= 2;
  a ^= b;
  a |= 1;
  a &= 0xffff;
  a <<= 2;
  a >>= 1;
  if (b) a %= b;
  return a;
}

unsigned char compound_narrow(unsigned char a, int b) {
  a += b;
  a *= 3;
  a <<= 1;
  a ^= 0x5a;
  return a;
}

int increments(int a) {
  int b = a++;
  int c = ++a;
  int d = a--;
  int e = --a;
  return b + 10 * c + 100 * d + 1000 * e + a;
}

int bool_steps(int a) {
  _Bool b = a, c = a;
  int before = b--;
  c++;
  int after = --c;
  return before + 10 * b + 100 * after + 1000 * c;
}

int negate(int a) { return -a + !a + +a; }
int logic(int a, int b, int c) { return (a && b) || (!c && a) || (b & c); }

int side_effects_in_order(int a) {
  int trace = 0;
  (trace = trace * 10 + 1, a > 0) && (trace = trace * 10 + 2);
  (a < 0) || (trace = trace * 10 + 3, 1);
  return a == 1 ? (trace = trace * 10 + 4, trace) : trace;
}

int conditional(int a, long b) { return (int)(a ? b : a); }
int conditional_omitted(int a, int b) { return a ? a : b; }
int comma(int a, int b) {
  int i, j;
  for (i = 0, j = b & 7; i < j; ++i, --j) a += i, a -= j;
  return a;
}

unsigned long sizes(void) {
  struct Mixed {
    char c;
    long l;
    short s[3];
  };
  return sizeof(int) + sizeof(struct Mixed) * 10 + sizeof(char[7]) * 1000 + sizeof(void*) + offsetof(struct Mixed, s);
}

int character_class(char c) {
  if (c >= 'a' && c <= 'z') return 1;
  if (c >= 'A' && c <= 'Z') return 2;
  return c == '\n' || c == ' ' ? 3 : '\x41' == 65 ? 4 : 5;
}

int64_t int64_mix(int64_t a, int32_t b) { return (a ^ ((int64_t)b << 32)) - (uint32_t)b; }
uint16_t crc_step(uint16_t crc, uint8_t data) {
  crc ^= (uint16_t)(data << 8);
  for (int i = 0; i < 8; i++) crc = (crc & 0x8000) ? (uint16_t)((crc << 1) ^ 0x1021) : (uint16_t)(crc << 1);
  return crc;
}
int literals(void) { return 0x7f + 017 + 'b' + (int)10u + (int)3L + (int)(0xffffffffffffffffULL >> 60) + 0b101; }
int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
