// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the other files call. Nothing is reported here.
#include "list.h"

struct node *find(struct node *list, int value) {
  while (list != NULL && list->value != value) list = list->next;
  return list;
}

struct node *last(struct node *list) {
  while (list->next != NULL) list = list->next;
  return list;
}

struct node *pass(struct node *it) { return it; }
int show(struct node *it) { return it->value; }
int show_if(struct node *it) { return it ? it->value : 0; }
void drop(struct node *it) { free(it); }
void drop_if(struct node *it, bool really) {
  if (really) free(it);
}
int size_of(int wanted) { return wanted > 0 && wanted < 100 ? wanted : 1; }
int rest_of(int wanted) { return wanted > 4 ? 2 : 4 - (wanted < 4 ? 1 : wanted); }
