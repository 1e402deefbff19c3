// Copies between pointers to bytes, to void and to numbers.
#include <stdint.h>
#include <string.h>

// void pointers: what the other side is.
void fillFrom(char *to, const void *from, unsigned n) {
  if (n == 2) memcpy(to, from, n);
}
void copyAny(void *to, const void *from) { memcpy(to, from, 2); }

struct Pair {
  int a, b;
};
int pairFrom(struct Pair *to, const void *from) {
  memcpy(to, from, sizeof *to);
  const struct Pair *pair = from;
  return to->a == pair->a && to->b == pair->b;
}

// Bytes of either sign.
int sameByte(const unsigned char *from) {
  char to[2];
  memcpy(to, from, 2);
  return (unsigned char)to[1] == from[1];
}
int sameByteBad(const unsigned char *from) {
  char to[2];
  memcpy(to, from, 2);
  return to[1] == from[1];
}

// A number from its bytes, the lowest first, and back.
unsigned wordOf(const unsigned char *p) {
  uint32_t word;
  memcpy(&word, p, sizeof word);
  return word;
}
int wordIs(const unsigned char *p) { return wordOf(p) == (p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24); }
int wordIsBad(const unsigned char *p) { return wordOf(p) == (p[3] | p[2] << 8 | p[1] << 16 | (uint32_t)p[0] << 24); }
int16_t thereAndBack(int16_t v) {
  signed char bytes[2];
  memcpy(bytes, &v, 2);
  int16_t again;
  memcpy(&again, bytes, 2);
  return again;
}
int highByte(uint16_t v) {
  unsigned char bytes[2];
  memcpy(bytes, &v, 2);
  return bytes[1];
}
unsigned wordPast(void) {
  unsigned char bytes[3] = {1, 2, 3};
  return wordOf(bytes);
}
int afterText(unsigned char *to) {
  strcpy((char *)to, "ab");
  return to[1];
}

/* A copy of bytes is no use of them: what has no value is copied as it is. */
int copied_some(void) {
  int a[3], b[3];
  a[2] = 1;
  memcpy(b, a, sizeof a);
  return b[2];
}
int copied_some_bad(void) {
  int a[3], b[3];
  a[2] = 1;
  memcpy(b, a, sizeof a);
  return b[1];
}
int moved_some(void) {
  int a[3];
  a[1] = 1;
  memmove(a + 1, a, 2 * sizeof *a);
  return a[2];
}
