// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A void* that the code converts to T* points to a T before a call; one that it only hands on may point to anything.
#include <stdlib.h>

struct point {
  int x, y;
};
struct shape {
  void* data;
  int count;
};

int first(struct shape* s) {
  struct point* points = s->data;
  return points->x;
}
int first_bad(struct shape* s) {
  struct point* points = s->data;
  return points[1].x;
}
int width(void* given, struct shape* s) {
  struct point* p = given;
  return s->count + p->x;
}

struct node {
  struct node* next;
  void* value;
};
void drop(struct node* n) {
  if (n->value != n) free(n->value);
  free(n);
}
void drop_bad(struct node* n) {
  free(n->value);
  free(n);
}

// Mixing them up is the code's own doing, and not followed.
int mixed(struct shape* s, struct node* n) {
  s->data = n;
  struct point* p = s->data;
  return p->x;
}
void mixed_free(struct shape* s, struct node* n) {
  s->data = n;
  struct point* p = s->data;
  free(p);
}

struct first {
  int a;
  unsigned b;
};

// The address of the first member is the object's, whatever it was on the way.
int same_by_first_member(void) {
  struct first s = {7, 8};
  void *untyped = &s.a;
  struct first *back = untyped;
  return back == &s;
}

int same_as_first_member(struct first *s) {
  void *untyped = s;
  int *member = untyped;
  return member == &s->a;
}
