/* Fields that nobody mentions and a pointer can still reach. */
#include <stdlib.h>

struct Pair {
  int v;
  int w;
};

int read(int *p, struct Pair *n) { /* p may be &n->w */
  *p = 1;
  return n->v;
}

int readOther(int *p, struct Pair *n) {
  *p = 1;
  return n->v;
}

struct Node {
  struct Node *next;
  struct Node *other;
  struct Node *more[2];
};

void link(struct Node *a, struct Node *b) { a->next = b; }

struct Outer {
  long tag;
  struct Pair inside;
};

void drop(struct Outer *o, int *p) { /* p may be &o->inside.w */
  free(o);
  if (p != 0) *p = 1;
}

void dropPart(struct Outer *o, struct Pair *p) { /* p may be &o->inside */
  free(o);
  if (p != 0) p->v = 1;
}

void dropFirst(struct Outer *o, struct Pair *p) {
  if (p != 0) p->v = 1;
  free(o);
}
