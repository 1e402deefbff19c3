#include <stddef.h>

struct node { int v; struct node *next; };

struct node *find(struct node *l, int v);

int after(struct node *l, int v) {
  return find(l, v)->next->v;
}

int sum_of_two(struct node *l) {
  int sum = l->v;
  if (l->next == NULL) sum = -1;
  return sum ^ l->next->v;
}
