// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and clearings of as many elements as the code fixes: all of them, and none that takes for ever.
#include <stdlib.h>
#include <string.h>

struct Row {
  int cells[40];
  int used;
};
struct Table {
  int cells[100];
};

int copied(void) {
  struct Row a = {{1, 2}}, b;
  b = a;
  return b.cells[1] + b.cells[39];
}
int copiedBad(void) {
  struct Row a = {{1, 3}}, b;
  b = a;
  return b.cells[1] + b.cells[39];
}
int given(struct Table *to, struct Table *from) {
  *to = *from;
  return to->cells[99] == from->cells[99];
}
int cleared(struct Table *table) {
  memset(table, 0, sizeof *table);
  return table->cells[99];
}
int grown(void) {
  int *p = malloc(4 * sizeof *p);
  p[0] = 1;
  p[3] = 4;
  p = realloc(p, 9 * sizeof *p);
  p[8] = 5;
  int sum = p[0] + p[3] + p[8];
  free(p);
  return sum;
}
int grownBad(void) {
  int *p = malloc(4 * sizeof *p);
  p[0] = 1;
  p[3] = 4;
  p = realloc(p, 8 * sizeof *p);
  p[8] = 5;
  int sum = p[0] + p[3] + p[8];
  free(p);
  return sum;
}
int padded(void) {
  char text[4];
  strncpy(text, "ab", sizeof text);
  return text[1] == 'b' && text[3] == 0;
}
int appended(void) {
  char text[4] = "a";
  strncat(text, "bcd", 2);
  return text[2] == 'c' && text[3] == 0 && strlen(text) == 3;
}
int appendedBad(void) {
  char text[4] = "a";
  strncat(text, "bcd", 3);
  return 1;
}
