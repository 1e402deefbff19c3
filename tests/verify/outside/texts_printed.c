// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is printed is read: texts up to their ends, and the file has to be there. %n stores a number.
#include <stdio.h>
#include <stdlib.h>

void shownThenFreed(char *text) {
  puts(text);
  free(text);
}
void shownThenFreedBad(char *text) {
  free(text);
  puts(text);
}
void formatted(const char *name) { printf("<%s>\n", name); }
void formattedBad(const char *name) {
  free((void *)name);
  printf("<%s>\n", name);
}
void closed(void) {
  char text[2] = {'a', '\0'};
  fputs(text, stdout);
}
void closedBad(void) {
  char text[2] = {'a', 'b'};
  fputs(text, stdout);
}
// As much as the precision allows, which is not looked at.
void limited(const char *name) { printf("%.*s %d", 3, name, 4); }
void toFile(FILE *file) { if (file) fprintf(file, "%d", 1); }
void toFileBad(FILE *file) { fprintf(file, "%d", 1); }
int counted(void) {
  int n = 1;
  printf("ab%d", n);
  return n;
}
int countedBad(void) {
  int n = 1;
  printf("ab%n", &n);
  return n;
}
int anyFormat(const char *format) {
  int n = 1;
  printf(format, &n);
  return n;
}
