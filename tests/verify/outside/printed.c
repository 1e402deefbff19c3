// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is only printed or logged is read all the same, and reading it can be wrong.
#include <stdio.h>

struct Node {
  int value;
  double weight;
};
int report(const char* format, ...);

int printed(struct Node* node) {
  if (node) printf("%d %f", node->value, 0.5);
  return 0;
}
int printedBad(struct Node* node) {
  printf("%d %f", node->value, 0.5);
  return 0;
}
int logged(struct Node* node) {
  if (node) report("%d %f", node->value, 0.5);
  return 0;
}
int loggedBad(struct Node* node) {
  report("%d", node->value);
  return 0;
}
int weighed(struct Node* node) {
  report("%f", node->weight);
  return 0;
}
int warned(int n) {
  fprintf(stderr, "%d\n", n);
  fputs("done", stdout);
  return n;
}
