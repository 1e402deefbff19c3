// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A callee writes a member for the first time, through a reference: it knows nothing of the class, its caller does.
struct Pair {
  int values[2];
  int sum;
};

void put(int& place, int x) { place = x; }

int element(bool fill) {
  if (!fill) return 1;
  Pair made;
  put(made.values[0], 5);
  return made.values[0];
}
int member(bool fill) {
  if (!fill) return 1;
  Pair made;
  put(made.sum, 5);
  return made.sum;
}
int neverWritten(bool fill) {
  if (!fill) return 1;
  Pair made;
  put(made.values[1], 5);
  return made.values[0];
}
