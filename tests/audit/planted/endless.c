// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops and recursion without an end.
#include "list.h"

int stays(int x) {
  while (x > 3) x = x + 0;  // report: endless
  return x;
}
int comes_down(int x) {
  while (x > 3) x = x - 1;
  return x;
}
unsigned never_advances(struct node *list, unsigned n) {
  while (list->other != NULL) n ^= 1;  // report: endless
  return n;
}
unsigned advances(struct node *list, unsigned n) {
  while (list != NULL) {
    n ^= 1;
    list = list->next;
  }
  return n;
}
// The index is never negative.
unsigned down_to_zero(unsigned n) {
  unsigned sum = 0;
  for (unsigned i = n; i >= 0; i--) sum ^= i;  // report: endless
  return sum;
}
unsigned down_to_one(unsigned n) {
  unsigned sum = 0;
  for (unsigned i = n; i >= 1; i--) sum ^= i;
  return sum;
}
// The step of nothing.
int in_steps(int n, int step) {
  int at = 0;
  if (step < 0 || n > 1000 || step > 1000) return 0;
  while (at < n) at += step;  // report: endless
  return at;
}
int in_real_steps(int n, int step) {
  int at = 0;
  if (step <= 0 || n > 1000 || step > 1000) return 0;
  while (at < n) at += step;
  return at;
}
// Meant: a server.
void serve(int x) {
  for (;;) x ^= 1;
}
int wait_for(volatile int *flag) {
  while (!*flag) {
  }
  return 1;
}
int again(int x) {
  return x == 0 ? 0 : again(x);  // report: endless
}
int again_less(int x) { return x <= 0 ? 0 : again_less(x - 1); }
