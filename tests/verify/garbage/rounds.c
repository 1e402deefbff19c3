// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a declaration is reached again, the variable has no value again.
int eachRound(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 0)
      x = 1;
    else
      x = 2;
    sum += x;
  }
  return sum;
}
int eachRoundBad(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 0) x = 1;
    sum += x;
  }
  return sum;
}
int assignedFirst(int n) {
  int sum = 0;
  while (n-- > 0) {
    int x, y;
    x = y = n;
    sum += x + y;
  }
  return sum;
}
int inCondition(int n) {
  int sum = 0;
  do {
    int x;
    if ((x = n) > 3) break;
    sum += x;
  } while (sum < 2);
  return sum;
}
int jumpedBack(void) {
  int i = 0, sum = 0;
again:;
  int x;
  x = 1;
  sum += x;
  if (i++ < 1) goto again;
  return sum;
}
