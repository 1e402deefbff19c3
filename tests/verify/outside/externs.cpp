// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that this source only declares: they may return anything, and change what they can reach.
struct Node {
  int value;
  Node* next;
};

int flag();
int flagBad();
Node* find(int key);
void fill(Node* node, int* count);
void look(const Node* node);
bool isGood(const Node& node) noexcept;
[[noreturn]] void die(const char* why);
void dieBad(const char* why);
int report(const char* format, ...);
int scan(const char* format, ...);
double weight(int n);

int oneOrTwo() { return flag() != 0 ? 1 : 2; }
int always() { return flag() != 0 ? 1 : 2; }
int valueOf(int key) { return find(key)->value; }
int valueIfThere(int key) {
  Node* node = find(key);
  return node != nullptr ? node->value : 0;
}
int counted(Node* node) {
  int count = 0;
  fill(node, &count);
  return count;
}
int ownLocal(Node* node) {
  int count = 3;
  fill(node, nullptr);
  return count;
}
int keptBehindConst(Node* node) {
  const int before = node->value;
  look(node);
  return node->value == before ? 1 : 0;
}
int asked(Node& node) { return isGood(node) ? 1 : 0; }
int notNegative(int x) {
  if (x < 0) die("negative");
  return x;
}
int notNegativeBad(int x) {
  if (x < 0) dieBad("negative");
  return x;
}
int twice() { return flag() == flag() ? 1 : 0; }

// Calls with any number of arguments: the rest of them are evaluated, pointers among them may be followed.
int logged(int n) {
  int local = n;
  report("%d of %f", local, 0.5);
  return local;
}
int loggedBad(int n) {
  int local = n;
  scan("%d", &local);
  return local;
}
int counts(int n) {
  report("%d", n++);
  return n;
}
