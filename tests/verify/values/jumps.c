// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In C a variable lives from the beginning of its block to its end, whatever jumps pass its declaration.
struct Item {
  int value;
  struct Item *next;
};

// The pointer leads to the same variable in the second round.
int backward(void) {
  int *first = 0;
again:;
  int x = 4;
  if (first) return *first;
  first = &x;
  x = 1;
  goto again;
}
int written(void) {
  int *first = 0;
again:;
  int x;
  if (first) {
    *first = 7;
    return x;
  }
  first = &x;
  goto again;
}
int writtenBad(void) {
  int *first = 0;
again:;
  int x;
  if (first) {
    *first = 8;
    return x;
  }
  first = &x;
  goto again;
}
int forward(int c) {
  if (c) goto second;
  struct Item item;
  item.value = 1;
  return item.value;
second:
  item.value = 2;
  struct Item *p = &item;
  return p->value;
}
int beforeCases(int x) {
  int *p = 0;
  switch (x) {
    int y;
    case 0: y = 3; p = &y; break;
    case 1: y = 4; p = &y; return *p;
  }
  return 9;
}
int acrossCases(int x) {
  int *p = 0;
  switch (x) {
    case 0:;
      int y;
      y = 3;
      p = &y;
    case 1: return p ? *p : 0;
  }
  return 9;
}
int acrossCasesBad(int x) {
  int *p = 0;
  switch (x) {
    case 0: {
      int y;
      y = 3;
      p = &y;
    }
    case 1: return p ? *p : 0;
  }
  return 9;
}
