// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One place shows that a value may be null, another one follows it.
#include "list.h"

int checked_before(struct node *it) {
  int n = 0;
  if (it != NULL) n = 1;
  return n + it->value;  // report: inconsistent null-deref
}
int checked_and_left(struct node *it) {
  if (it == NULL) return 0;
  return it->value;
}

// Dillig, Example 10
void example_10(int *p, int *q, bool flag) {
  flag = (p != NULL);
  q = p;
  if (flag) *p = 8;
  *q = 4;  // report: inconsistent null-deref
}
void example_10_mended(int *p, int *q, bool flag) {
  flag = (p != NULL);
  q = p;
  if (flag) *p = 8;
  if (flag) *q = 4;
}

// The shape of e_chil.c in OpenSSL: two branches that exclude each other.
struct number { int top; };
struct key { struct number *n; struct node *data; };
int branches(struct key *rsa) {
  if (rsa->data != NULL) {
    if (!rsa->n) return -1;
    return rsa->n->top;
  } else {
    return rsa->n->top;  // report: inconsistent null-deref
  }
}
int branches_mended(struct key *rsa) {
  if (rsa->data != NULL) {
    if (!rsa->n) return -1;
    return rsa->n->top;
  } else {
    return rsa->n ? rsa->n->top : -1;
  }
}

int alias(struct node *list) {
  struct node *next = list->next;
  int n = next ? 1 : 0;
  return n + list->next->value;  // report: inconsistent null-deref
}
int alias_of_another(struct node *list) {
  struct node *next = list->other;
  int n = next ? 1 : 0;
  return n ^ list->next->value;
}
int alias_that_moved(struct node *list, struct node *some) {
  struct node *next = list->next;
  int n = next ? 1 : 0;
  list->next = some;
  return n ^ list->next->value;
}

int untyped(struct node *list) {
  void *bytes = list->other;
  if (bytes == NULL) list->value = 1;
  struct node *typed = (struct node *)bytes;
  return typed->value;  // report: inconsistent null-deref
}

int by_callee(struct node *list) {
  int n = list->next != NULL;
  return n ^ show(list->next);  // report: inconsistent null-deref
}
int by_careful_callee(struct node *list) {
  int n = list->next != NULL;
  return n ^ show_if(list->next);
}
static int inner(struct node *list) { return show(list->next); }
int by_callee_of_callee(struct node *list) {
  if (list->next == NULL) list->value = 3;
  return inner(list);  // report: inconsistent null-deref
}
int through_pass(struct node *it) {
  int n = it != NULL;
  return n ^ pass(it)->value;  // report: inconsistent null-deref
}
int through_pass_checked(struct node *it) {
  int n = it != NULL;
  return n ? pass(it)->value : 0;
}

int flag_twice(struct node *it, int mode) {
  bool there = it != NULL && mode > 2;
  if (there) return it->value;
  if (mode <= 2) return 0;
  return it->value;  // report: must null-deref
}
int flag_that_carries(struct node *it, int mode) {
  bool there = it != NULL && mode > 2;
  int n = mode & 1;
  if (!there) return n;
  return it->value;
}
int correlated(struct node *it, int mode) {
  if (mode == 1 && it == NULL) return 0;
  return mode == 1 ? it->value : mode;
}
int correlated_wrongly(struct node *it, int mode) {
  if (mode == 1 && it == NULL) return 0;
  return mode == 2 ? it->value : mode;  // report: inconsistent null-deref
}

int loop_of_the_rest(struct node *list) {
  int n = list->value;
  for (struct node *at = list->next; at != NULL; at = at->next) n ^= at->value;
  return n;
}

// Only preconditions.
int head(struct node *list) { return list->value; }
int second(struct node *list) { return list->next->value; }
int either(struct node *a, struct node *b, bool first) { return first ? a->value : b->value; }
// A check that comes too late.
int used_then_checked(struct node *it) {
  int n = it->value;  // report: inconsistent null-deref
  if (it == NULL) return 0;
  return n;
}
// What is checked later is another value.
int used_then_moved(struct node *it) {
  int n = it->value;
  it = it->next;
  if (it == NULL) return 0;
  return n;
}
// What is checked is stored anew.
int filled(struct node *list) {
  static struct node rest;
  if (list->next == NULL) list->next = &rest;
  return list->next->value;
}
