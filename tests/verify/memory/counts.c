// Numbers of bytes that are only known when the program runs, and memory of no type.
#include <stdlib.h>
#include <string.h>

// The rest of a row is moved up by one.
int removeFirst(size_t length) {
  int cells[2] = {0, 1};
  if (length == 0 || length > 2) return 1;
  size_t bytes = (length - 1) * sizeof cells[0];
  memmove(cells, cells + 1, bytes);
  return length == 1 ? cells[0] == 0 : cells[0] == 1;
}
int removeFirstBad(size_t length) {
  int cells[2] = {0, 1};
  if (length == 0 || length > 2) return 1;
  size_t bytes = (length + 1) * sizeof cells[0];
  memmove(cells, cells + 1, bytes);
  return length == 1 ? cells[0] == 0 : cells[0] == 1;
}
int copied(void) {
  short from[3] = {1, 2, 3}, to[3] = {0, 0, 0};
  size_t bytes = sizeof from;
  bytes -= sizeof from[0];
  memcpy(to, from, bytes);
  return to[1] == 2 && to[2] == 0;
}
int cleared(size_t bytes) {
  int numbers[2] = {5, 5};
  if (bytes / sizeof(int) <= 2) memset(numbers, 0, bytes & ~(size_t)3);
  return numbers[1];
}
// Three bytes of a number.
int half(void) {
  int from = 7, to = 0;
  size_t bytes = sizeof from;
  bytes--;
  memcpy(&to, &from, bytes);
  return to;
}
int *made(size_t length) {
  if (length > 3) return NULL;
  size_t bytes = length * sizeof(int);
  int *numbers = malloc(bytes);
  if (length > 1) numbers[1] = 4;
  return numbers;
}
int *madeBad(size_t length) {
  if (length > 3) return NULL;
  size_t bytes = length * sizeof(int);
  int *numbers = malloc(bytes);
  if (length > 0) numbers[1] = 4;
  return numbers;
}

// Nobody says what these are for.
void *block(size_t bytes) { return malloc(bytes); }
void *clear(size_t count, size_t bytes) { return calloc(count, bytes); }
void *larger(void *old, size_t bytes) { return realloc(old, bytes); }
void handedOn(void **where) { *where = malloc(3); }
int usedAsOther(void) {
  void *block = malloc(8);
  void *same = block;
  int result = *(int *)same == 3;
  free(block);
  return result;
}
