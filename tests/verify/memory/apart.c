// Copies between ranges that overlap, and writes to what is constant.
#include <string.h>

void forward(int *a) { memmove(a + 1, a, 2 * sizeof(int)); }
void forwardBad(int *a) { memcpy(a + 1, a, 2 * sizeof(int)); }
void onto(int *a) { memcpy(a + 2, a, 2 * sizeof(int)); }
void text(char *to, const char *from) {
  if (to != from) strcpy(to, from);
}
void textBad(char *to, const char *from) { strcpy(to, from); }

int literal(void) {
  char p[] = "abc";
  p[0] = 'x';
  return p[0];
}
int literalBad(void) {
  char *p = "abc";
  p[0] = 'x';
  return p[0];
}
static int table[2] = {1, 2};
static const int tableBad[2] = {1, 2};
int entry(void) {
  int *p = (int *)table;
  p[0] = 5;
  return p[1];
}
int entryBad(void) {
  int *p = (int *)tableBad;
  p[0] = 5;
  return p[1];
}
/* A caller does not hand a constant to a function that writes to it. */
int handed(char *p, char *q) {
  const char *text = "abc";
  *p = text[0];
  return *q;
}
