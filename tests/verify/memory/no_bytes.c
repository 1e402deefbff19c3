/* Blocks without bytes, whose first byte the sanitizers would let a program read. */
#include <stdlib.h>

char first_of(const char* bytes, unsigned char at) { return bytes[at]; }

char* terminated_bad(unsigned char length) {
  char* bytes = malloc(length);
  bytes[0] = 0;
  return bytes;
}

char* terminated(unsigned char length) {
  char* bytes = malloc(length + 1);
  if (bytes) bytes[length] = 0;
  return bytes;
}

int zeros_bad(void) {
  char* bytes = calloc(0, 4);
  const int first = bytes[0];
  free(bytes);
  return first;
}
