// Errors that must happen, may happen and never happen, and loops that do not end: each error is an assertion.
#include <cassert>

static bool complexTest(int x, int y) { return x * x * x + y * y * y >= 0; }

// Must: whenever 10 < x <= y.
int mustBad(int x, int y) {
  if (x <= y) {
    assert(x <= 10);
    return 1;
  }
  return 2;
}

// May: it depends on a test that linear reasoning cannot follow.
int mayBad(int x, int y) {
  if (x <= y) return 1;
  assert(!complexTest(x, y));
  return 2;
}

// Never: x > y and x < y.
int never(int x, int y) {
  if (x <= y) return 1;
  if (complexTest(x, y)) return 3;
  assert(x >= y);
  return 2;
}

int neverBad(int x, int y) {
  if (x <= y) return 1;
  if (complexTest(x, y)) return 3;
  assert(x < y);
  return 2;
}

struct Table {
  int at[4];
};

// Sets the elements from i down to 1.
void zeroDown(Table* a, int& i) {
  if (i <= 0) return;
  a->at[i] = 0;
  i = i - 1;
  zeroDown(a, i);
}

void zeroDownFromAnywhereBad(Table* a, int& i) { zeroDown(a, i); }

void zeroDownAliasedBad(Table* a, int& i) { zeroDown(a, i); }

int countUp(int i) {
  if (i == 10) return 1;
  return 2 + countUp(i + 1);
}

int countUpBad(int i) {
  if (i == 10) return 1;
  return 1 + countUpBad(i + 1);
}

// Starts behind the end and does not come back within any scope.
int countUpForever(int i) { return countUp(i); }

// The loop never ends, so that nothing behind it is reached.
void neverLeft() {
  int x = 0;
  int y = 0;
  while (y >= 0) y = y + x;
  assert(false);
}

void leftBad() {
  int x = -1;
  int y = 0;
  while (y >= 0) y = y + x;
  assert(false);
}
