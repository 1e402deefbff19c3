/* Sizes that the code fixes are those of the program, whatever the scope. */
#include <stdlib.h>
#include <string.h>

int four(int x) {
  if (x == 7) {
    int *a = malloc(16);
    a[3] = 1;
    int r = a[3];
    free(a);
    return r;
  }
  return 1;
}

int fourBad(int x) {
  if (x == 7) {
    int *a = malloc(16);
    a[3] = 0;
    int r = a[3];
    free(a);
    return r;
  }
  return 1;
}

int twenty(int x) {
  int *a = calloc(20, 4);
  int r = a[19] + x;
  free(a);
  return r;
}

void past(void) {
  int *a = calloc(20, 4);
  a[20] = 0;
  free(a);
}

static int *make(int n) { return malloc(n * sizeof(int)); }

int byCall(void) {
  int *a = make(9);
  a[8] = 2;
  int r = a[8];
  free(a);
  return r;
}

int byCallBad(void) {
  int *a = make(9);
  a[8] = 3;
  int r = a[8];
  free(a);
  return r;
}

char grow(unsigned long n) { /* the requirement asks for more than three elements */
  char *p = malloc(n);
  p[n / 2 + 4] = 7;
  char r = p[n / 2 + 4];
  free(p);
  return r;
}

char growBad(unsigned long n) {
  char *p = malloc(n);
  p[n / 2 + 4] = 8;
  char r = p[n / 2 + 4];
  free(p);
  return r;
}

int far(int *a) { return a[5]; }

int farBad(int *a) { return a[6]; }
