// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A value that is null, freed, never set or out of range reaches a use.
#include "list.h"

int found_or_not(struct node *list, int v) {
  return find(list, v)->value;  // report: source-sink null-deref
}
int found(struct node *list, int v) {
  struct node *it = find(list, v);
  return it ? it->value : -1;
}
int the_last(struct node *list) { return last(list)->value; }

int only_one_way(struct node *list, int x) {
  struct node *it = NULL;
  if (x > 3) it = list;
  return it->value;  // report: source-sink null-deref
}
int both_ways(struct node *list, int x) {
  struct node *it = NULL;
  if (x > 3) it = list;
  if (x <= 3) it = list->next;
  return it->value;
}
int the_way_it_was_set(struct node *list, int x) {
  struct node *it = NULL;
  if (x > 3) it = list;
  return x > 5 ? it->value : 0;
}

static struct node *pick(struct node *list, int x) { return x > 0 ? list : NULL; }
int picked(struct node *list, int x) {
  return pick(list, x)->value;  // report: source-sink null-deref
}
int picked_right(struct node *list, int x) { return x > 2 ? pick(list, x)->value : 0; }

int passed_null(struct node *list, int x) {
  return show(x ? list : NULL);  // report: source-sink null-deref
}
int passed_null_to_careful(struct node *list, int x) { return show_if(x ? list : NULL); }

static int set(struct node **to, struct node *list, int x) {
  *to = NULL;
  if (x < 0) return -1;
  *to = list;
  return 0;
}
int result_ignored(struct node *list, int x) {
  struct node *it;
  set(&it, list, x);
  return it->value;  // report: source-sink null-deref
}
int result_looked_at(struct node *list, int x) {
  struct node *it;
  if (set(&it, list, x) != 0) return -1;
  return it->value;
}

void cleared(struct node *list) {
  list->next = NULL;
  if (list->value > 2) list->next = list->other;
  list->next->value = 1;  // report: source-sink null-deref
}
void cleared_last(struct node *list) {
  list->next->value = 1;
  list->next = NULL;
}

int freed_one_way(struct node *it, int x) {
  if (x == 7) free(it);
  return it->value;  // report: source-sink use-after-free
}
int freed_and_left(struct node *it, int x) {
  if (x == 7) {
    free(it);
    return 0;
  }
  return it->value;
}
int freed_by_callee(struct node *it, int x) {
  drop_if(it, x > 3);
  return it->value;  // report: source-sink use-after-free
}
int not_freed_by_callee(struct node *it) {
  drop_if(it, false);
  return it->value;
}
void freed_twice(struct node *it, int x) {
  drop_if(it, x > 3);
  drop(it);  // report: source-sink double-free
}
void freed_once(struct node *it, int x) {
  drop_if(it, x > 3);
  if (x <= 3) drop(it);
}
int freed_alias(struct node *list) {
  struct node *next = list->next;
  free(list->next);
  return next->value;  // report: must use-after-free
}
int freed_other(struct node *list) {
  struct node *next = list->next;
  free(list);
  return next->value;
}
// Two arguments that may be one are the caller's affair.
int freed_first(struct node *a, struct node *b) {
  free(a);
  return b->value;
}

int behind_the_end(int x) {
  int table[4] = {1, 2, 3, 4};
  for (int i = 0; i <= 4; i++) x ^= table[i];  // report: must bounds
  return x;
}
int behind_the_end_or_not(int x, struct node *list) {
  int table[4] = {1, 2, 3, 4};
  int n = list->value > 3 ? 4 : 3;
  for (int i = 0; i <= n; i++) x ^= table[i];
  return x;
}
int inside(int x) {
  int table[4] = {1, 2, 3, 4};
  for (int i = 0; i < 4; i++) x ^= table[i];
  return x;
}
// What the caller asks for is the caller's affair.
int as_asked(int x) {
  int table[4] = {1, 2, 3, 4};
  return table[x];
}
int by_zero(int x) {
  int n = x > 3 ? 1 : 0;
  n = n > 0 ? 0 : n + rest_of(4);
  return 100 / n;  // report: must div-zero
}
int never_by_zero(int x) { return 100 / size_of(x); }

int never_set(int x) {
  int y;
  if (x > 3) y = 1;
  return y;  // report: source-sink uninitialized
}
int set_where_it_is_used(int x) {
  int y;
  if (x > 3) y = 1;
  return x > 4 ? y : 0;
}
int set_where_both(int x) {
  int y;
  if (x > 3) y = 1;
  return x > 4 && y > 0;
}
