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

struct element {
  struct node *attributes;
  int count;
};
// Only the C library asks whether what it enlarges is null.
int add(struct element *it, int v) {
  for (int i = 0; i < it->count; i++) {
    if (it->attributes[i].value == v) return i;
  }
  struct node *more = realloc(it->attributes, (it->count + 1UL) * sizeof(struct node));
  if (more == NULL) return -1;
  it->attributes = more;
  more[it->count].value = v;
  return it->count++;
}
int drop_attributes(struct element *it, int v) {
  if (it->attributes == NULL) it->count = 0;
  return it->attributes->value ^ v;  // report: inconsistent null-deref
}

static int compare(const char *name, const char *value, struct node *it) {
  if (name && it->value == *name) return 0;
  return value ? it->other->value ^ *value : 0;
}
// The null that is passed is looked at; what may be null is another matter of the caller's.
int by_value(struct node *it, const char *value) { return compare(NULL, value, it); }
int by_name(struct node *it, const char *name) {
  int is_named = name != NULL;
  return compare(name, "x", it) ^ is_named;
}
static int length(struct node *it, const char *name) { return it->value ^ *name; }
int length_of_none(struct node *it, int x) {
  return length(it, x > 3 ? "x" : NULL);  // report: source-sink null-deref
}

// The pointer is null where no round was made.
struct node *cutBehind(struct node *l, int v) {
  struct node *before = NULL;
  struct node *c = l;
  while (c != NULL && c->value < v) {
    before = c;
    c = c->next;
  }
  before->next = NULL;  // report: source-sink null-deref
  return l;
}
struct node *cutBehindIfAny(struct node *l, int v) {
  struct node *before = NULL;
  struct node *c = l;
  while (c != NULL && c->value < v) {
    before = c;
    c = c->next;
  }
  if (before != NULL) before->next = NULL;
  return l;
}
// Each round leaves another null, which is of the list.
struct node *secondOf(struct node *l, int n) {
  struct node *second = NULL;
  while (n > 0) {
    second = l->next;
    n--;
  }
  return second;
}
// What is looked for in a text is there.
int after_first(const char *path) {
  char *last = strrchr(path, '/');
  if (path[0] != '/') return 0;
  return *last;
}
