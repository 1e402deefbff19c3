// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whatever they are given, or whatever their own checks let through.
#include "list.h"

int broken(int x) {
  struct node *p = NULL;
  if (x > 3) x = 3;
  return p->value ^ x;  // report: must null-deref
}
int not_broken(int x) {
  struct node *p = NULL;
  return p ? p->value : x;
}
int wrong_way_round(struct node *it) {
  if (it) return 0;
  return it->value;  // report: must null-deref
}
int right_way_round(struct node *it) {
  if (!it) return 0;
  return it->value;
}
int wrong_operator(struct node *it) {
  if (it == NULL && it->value > 3) return 1;  // report: must null-deref
  return 0;
}
int right_operator(struct node *it) { return it != NULL && it->value > 3; }
int wrong_default(int x) {
  int divisor = 0;
  switch (x) {
    case 1: divisor = 2; break;
    case 2: divisor = 3; break;
    default: return 7 / divisor;  // report: must div-zero
  }
  return 7 / divisor;
}
int one_too_far(void) {
  int table[3] = {0};
  int n = 3;
  return table[n];  // report: must bounds
}
int not_too_far(void) {
  int table[3] = {0};
  int n = 2;
  return table[n];
}
int after_free(struct node *it) {
  drop(it);
  return it->value;  // report: must use-after-free
}
int before_free(struct node *it) {
  int n = it->value;
  drop(it);
  return n;
}
void twice(struct node *it) {
  drop(it);
  drop(it);  // report: source-sink double-free
}
void two(struct node *it) {
  struct node *next = it->next;
  drop(it);
  drop(next);
}
int null_to_callee(void) {
  return show(NULL);  // report: must null-deref
}
int null_to_careful_callee(void) { return show_if(NULL); }
