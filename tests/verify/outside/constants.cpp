// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is const is never written, also where another source gives it its value.
struct Node {
  int key;
  Node* next;
};
extern const int limit;
extern int level;
extern const Node fixed;
extern Node loose;
extern const int sizes[2];

bool sameThroughPointer(int* p) {
  const int before = limit;
  *p = before + 1;
  return limit == before;
}
bool sameThroughPointerBad(int* p) {
  const int before = level;
  *p = before + 1;
  return level == before;
}
bool sameMember(Node* n) {
  const int before = fixed.key;
  n->key = before + 1;
  return fixed.key == before;
}
bool sameMemberBad(Node* n) {
  const int before = loose.key;
  n->key = before + 1;
  return loose.key == before;
}
bool sameAfterCall(void (*hook)()) {
  const int before = limit + sizes[1] - fixed.key;
  hook();
  return limit + sizes[1] - fixed.key == before;
}
bool sameAfterCallBad(void (*hook)()) {
  const int before = limit + level;
  hook();
  return limit + level == before;
}
int readThrough(const int* p) { return *p == limit; }
void writeThrough(const int* p) { *const_cast<int*>(p) = 1; }
