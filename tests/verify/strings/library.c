// Functions of C's library whose results are not computed: what they read and write is.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

long parsed(const char *text) {
  char *end;
  long number = strtol(text, &end, 10);
  return *end == '\0' ? number : -1;
}
int isFive(void) { return atoi("5") == 5; }
long parsedBad(const char *text) {
  char *end;
  long number = strtol(text, &end, 10);
  return end[1] == '\0' ? number : -1;
}
// Without an end nothing is stored.
long withoutEnd(const char *text) { return strtol(text, NULL, 0); }

char lastPart(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? *slash : path[0];
}
char lastPartBad(const char *path) {
  const char *slash = strrchr(path, '/');
  return *slash;
}
size_t skipped(const char *text) { return text[strspn(text, " ")] == '\0'; }
size_t skippedBad(const char *text) { return text[strspn(text, " ") + 1] == '\0'; }
char unfinished(void) {
  char letters[2] = {'a', 'b'};
  return strpbrk(letters, "b") != NULL;
}

int errorKept(const char *text) {
  errno = 0;
  long number = strtol(text, NULL, 10);
  return errno == 0 && number > 0;
}

int firstByte(FILE *file) { return fgetc(file); }
int opened(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file) return 0;
  int byte = fgetc(file);
  fclose(file);
  return byte;
}
int openedBad(const char *name) {
  FILE *file = fopen(name, "r");
  int byte = fgetc(file);
  fclose(file);
  return byte;
}
size_t line(char *buffer, FILE *file) {
  char letters[3];
  (void)buffer;
  return fgets(letters, sizeof letters, file) ? strlen(letters) : 0;
}
size_t lineBad(char *buffer, FILE *file) {
  char letters[3];
  (void)buffer;
  return fgets(letters, sizeof letters + 1, file) ? strlen(letters) : 0;
}
int received(int from) {
  unsigned numbers[2] = {0, 0};
  return read(from, numbers, sizeof numbers) == 8 ? numbers[1] <= 5 : 1;
}
int receivedBad(int from) {
  unsigned numbers[2] = {0, 0};
  return read(from, numbers, sizeof numbers + 4) == 8 ? numbers[1] <= 5 : 1;
}

size_t printed(int number) {
  char text[21];
  sprintf(text, "%d", number);
  return strnlen(text, 3);
}
size_t printedBad(int number) {
  char text[1];
  sprintf(text, "%d", number);
  return strnlen(text, 3);
}
int fits(void) {
  char text[3];
  snprintf(text, sizeof text, "%s!", "ab");
  return strlen(text) < 3;
}
int fitsBad(void) {
  char text[3];
  snprintf(text, sizeof text + 1, "%s!", "ab");
  return strlen(text) < 3;
}
int counted(int number) { return snprintf(NULL, 0, "%d", number); }

// They change nothing else.
struct pair {
  int *left, *right;
};
int untouched(struct pair *p, const char *text) {
  int *left = p->left;
  long number = strtol(text, NULL, 10);
  return p->left == left && number == number;
}
