// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An object changes where an element of an array of its parts does.
struct Node {
  int value;
};
struct Grid {
  Node nodes[2];
  int most;
  void put(Grid* other, int i, int v) {
    if (v <= other->most) other->nodes[i].value = v;
  }
  void putBad(Grid* other, int i, int v) {
    if (v <= most) other->nodes[i].value = v;
  }
};
struct Range {
  int low, high;
  Range(int l, int h) : low(l), high(h) {}
  // What a result is put in is no object where an exception leaves.
  Range made(bool fails) {
    Range r(low, low - 1);
    if (fails) throw 1;
    r.high = r.low;
    return r;
  }
  Range madeBad(bool fails) {
    Range r(low, low - 1);
    if (fails) throw 1;
    return r;
  }
};
// Objects that only share what a method changes are not changed themselves: nobody could keep their invariants.
struct Limit {
  Node* node;
  int most;
  void raise(int v) {
    node->value = v;
    most = v;
  }
};
