#include <stddef.h>

struct node { int v; struct node *next; };

struct node *find(struct node *l, int v) {
  while (l != NULL && l->v != v) l = l->next;
  return l;
}
