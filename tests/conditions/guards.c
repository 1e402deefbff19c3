// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Necessary and sufficient conditions of the third chapter of Dillig's thesis: where an assertion fails stands for what
// is asked about, so that its `must` is the sufficient condition and `must` or `may` the necessary one.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

char getUserInput(void);

void f(int* p, int flag) {
  if (!p || !flag) return;
  char* buf = malloc(sizeof(char));
  if (!buf) return;
  *buf = getUserInput();
  if (*buf == 'i') assert(0);  // p is dereferenced
}

#define MAX 100

void bar(int* p, int flag, int x) {
  if (x > MAX) {
    assert(0);  // p is dereferenced
  } else {
    f(p, flag);
  }
}

bool query_user(bool feature_enabled) {
  if (!feature_enabled) return false;
  char input = getUserInput();
  if (input == 'y') return true;
  if (input == 'n') return false;
  return query_user(true);
}

void asks(bool feature_enabled) { assert(!query_user(feature_enabled)); }

/// One input, asked about twice: what was opened is closed.
void matched(void) {
  char input = getUserInput();
  int open = 0;
  if (input == 'y') open++;
  if (input == 'y') open--;
  assert(open == 0);
}
