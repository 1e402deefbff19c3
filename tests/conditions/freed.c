/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A pointer of the caller's may lead into what is freed, not only to its beginning. */
#include <stdlib.h>

struct part {
  int size;
};
struct node {
  struct node *next;
  int value;
  struct part part;
};

int number(struct node *n, int *p) {
  if (!n || !p) return 0;
  free(n);
  return *p;
}

int member(struct node *n, struct part *p) {
  if (!n || !p) return 0;
  free(n);
  return p->size;
}

/* A node lies in no node. */
int apart(struct node *n, struct node *p) {
  if (!n || !p) return 0;
  free(n);
  return p->value;
}

static int valueAt(int *p) { return *p; }

int in_callee(struct node *n, int *p) {
  if (!n || !p) return 0;
  free(n);
  return valueAt(p);
}
