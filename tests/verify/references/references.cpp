// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References and pointers to fields: what they name is read before and after.
struct Node {
  Node* next;
  int value;
};

void unlink(Node*& link) {
  if (link != nullptr) link = link->next;
}

void unlinkBad(Node*& link) {
  if (link == nullptr) link = link->next;
}

void store(Node* node, int value) {
  int* place = &node->value;
  *place = value;
}

void storeBad(Node* node, int value) {
  int* place = &node->value;
  *place = value + 1;
}
