// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The examples of Popeea and Chin, "Dual Analysis for Proving Safety and Finding Bugs", and, below them, those of the
// SYNERGY paper that it looked at, as far as they are described.
#include <assert.h>

int complexTest(int x, int y);

int foo(int x, int y) {
  if (x <= y) {
    if (x > 10) assert(0);  // must
    return 1;
  }
  if (complexTest(x, y)) assert(0);  // may
  if (x >= y) return 2;
  assert(0);  // never
  return 3;
}

void g(int* a, int i) {
  if (i <= 0) return;
  a[i] = 0;
  g(a, i - 1);
}

int foo5(int i) {
  if (i == 10) return 1;
  return 2 + foo5(i + 1);
}

void ex_fig9(void) {
  int x = 0;
  int y = 0;
  while (y >= 0) y = y + x;
  assert(0);
}

/// A test of 1000 rounds before an error that every input of a kind meets.
void countsFirst(int a) {
  int c = 0;
  for (int i = 0; i < 1000; i++) c = c + i;
  if (a <= 0) assert(0);
}

/// The lock is held whenever the loop is left.
void lock(int y) {
  int x;
  int held;
  do {
    held = 1;
    x = y;
    if (complexTest(x, y)) {
      held = 0;
      if (y == 2147483647) return;
      y++;
    }
  } while (x != y);
  assert(held == 1);
}

/// What section 4.2 found in the Samba case of the Verisec suite: one element too far.
static void copyOffByOne(char* to, const char* from, int n) {
  char last = to[n];
  for (int i = 0; i < n; i++) {
    to[i] = from[i];
    if (from[i] == 0) break;
  }
  to[n - 1] = last;
}

void getbyname(const char* name) {
  char request[2];
  copyOffByOne(request, name, 2);
}

/// Numbers are compared by their bits: no arithmetic that could overflow.
int isPositive(double value, int n) { return value > 0.5 && n > 0; }

#define BASE_SZ 2
#define BUFSZ BASE_SZ + 2

void message_write(char* msg, int len) {
  char buffer[BUFSZ];
  int limit = BUFSZ - 4;
  int i;
  int j;
  for (i = 0; i < len;) {
    for (j = 0; i < len && j < limit;) {
      if (i + 1 < len && msg[i] == '\n' && msg[i + 1] == '.') {
        buffer[j] = msg[i];
        j++;
        i++;
        buffer[j] = '.';
        j++;
      } else {
        buffer[j] = msg[i];
        j++;
        i++;
      }
    }
  }
}
