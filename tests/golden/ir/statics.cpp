// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Globals, static members and locals, string literals, constants.
struct Node {
  static int made;
  int id = ++made;
};
int Node::made = 10;
const int kLimit = 4;
static int table[3] = {1, 2};
Node root;

int next() {
  static int counter = kLimit;
  static Node last;
  return counter++ + last.id + table[1];
}
const char* name(bool b) { return b ? "yes" : "no"; }
