#include <stdlib.h>
#include <string.h>

struct Node { int value; struct Node *next; int count; _Bool marked; int cells[2]; };
struct Pair { struct Node *first; int left, right; };

struct Node *zeroed(int v) { struct Node *n = calloc(1, sizeof *n); n->value = v; return n; }
struct Node *zeroedBad(int v) { struct Node *n = malloc(sizeof *n); n->value = v; return n; }

void push(struct Node **head, int v) {
  struct Node *n = malloc(sizeof *n);
  n->value = v;
  n->next = *head;
  *head = n;
}
void pushBad(struct Node **head, int v) {
  struct Node *n = malloc(sizeof *n);
  n->value = v;
  if (*head) n->next = *head;
  *head = n;
}

static struct Node *fresh(int v) { struct Node *n = malloc(sizeof *n); n->value = v; return n; }
static struct Node *ended(int v) { struct Node *n = fresh(v); n->next = 0; return n; }
struct Node *viaCallee(int v) { return ended(v); }
struct Node *viaCalleeBad(int v) { return fresh(v); }

/* Whatever is there, it is copied as it is. */
void copyPair(struct Pair **a, struct Pair **b) {
  *a = malloc(sizeof **a);
  *b = malloc(sizeof **b);
  **b = **a;
}
void copyPairBad(struct Pair **a, struct Pair **b) {
  *a = malloc(sizeof **a);
  *b = malloc(sizeof **b);
  (**a).left = (**b).right = 1;
}
