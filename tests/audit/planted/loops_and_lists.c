// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes of real libraries: lists that are emptied, counters of allocations, pointers that walk through text.
#include <string.h>

#include "list.h"

struct list {
  struct node *head;
  unsigned long size;
  void (*drop)(void *);
};
static unsigned long used;

static void empty(struct list *list) {
  struct node *at = list->head;
  unsigned long left = list->size;
  while (left--) {
    struct node *next = at->next;
    if (list->drop) list->drop(at->other);
    free(at);
    at = next;
  }
  list->head = NULL;
  list->size = 0;
}
void release(struct list *list) {
  empty(list);
  free(list);
}
unsigned long release_and_look(struct list *list) {
  empty(list);
  free(list);
  return list->size;  // report: must use-after-free
}

void *grow(void *block, unsigned long size) {
  void *made = realloc(block, size);
  if (made == NULL) return NULL;
  used += size;
  return made;
}
void shrink(struct node *it, unsigned long size) {
  free(it);
  used -= size;
}
void shrink_late(struct node *it, unsigned long size) {
  if (size > 4) free(it);
  used -= size;
  it->value = 0;  // report: source-sink use-after-free
}

int behind_spaces(const char *text, int count) {
  if (text == NULL) return 0;
  const char *at = text;
  while (at && count-- > 0) {
    at = strchr(at, ' ');
    if (at)
      at++;
    else
      return 0;
  }
  return *at;
}
int behind_space(const char *text, int count) {
  if (text == NULL) return 0;
  const char *at = text;
  while (at && count-- > 0) {
    at = strchr(at, ' ');
  }
  return *at;  // report: inconsistent null-deref
}
