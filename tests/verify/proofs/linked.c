// Methods without loops, over doubly linked lists with a head and a tail, and over rings.
#include <stdlib.h>

struct node {
  struct node *prev, *next;
  void *value;
};
struct list {
  struct node *head, *tail;
  unsigned long length;
};

struct list *addHead(struct list *list, void *value) {
  struct node *n = malloc(sizeof *n);
  if (!n) return NULL;
  n->value = value;
  if (!list->head) {
    list->head = list->tail = n;
    n->prev = n->next = NULL;
  } else {
    n->prev = NULL;
    n->next = list->head;
    list->head->prev = n;
    list->head = n;
  }
  list->length++;
  return list;
}

// The new node's `prev` is whatever was in its memory.
struct list *addHeadBad(struct list *list) {
  struct node *n = malloc(sizeof *n);
  if (!n) return NULL;
  n->next = list->head;
  if (list->head) list->head->prev = n;
  if (!list->tail) list->tail = n;
  list->head = n;
  return list;
}

void removeNode(struct list *list, struct node *n) {
  if (n->prev)
    n->prev->next = n->next;
  else
    list->head = n->next;
  if (n->next)
    n->next->prev = n->prev;
  else
    list->tail = n->prev;
  free(n);
  list->length--;
}

void removeNodeBad(struct list *list, struct node *n) {
  if (n->prev)
    n->prev->next = n->next;
  else
    list->head = n->next;
  free(n);
  if (n->next) n->next->prev = n->prev;
}

static void link(struct node *a, struct node *b) {
  a->next = b;
  b->prev = a;
}

void insertAfter(struct list *list, struct node *old, struct node *n) {
  struct node *after = old->next;
  link(old, n);
  if (after) {
    link(n, after);
  } else {
    n->next = NULL;
    list->tail = n;
  }
}

void rotate(struct list *list) {
  struct node *last = list->tail;
  if (list->head == list->tail) return;
  list->tail = last->prev;
  list->tail->next = NULL;
  list->head->prev = last;
  last->prev = NULL;
  last->next = list->head;
  list->head = last;
}

// Right for lists of up to five nodes, which is all that a scope of 3 or 4 sees.
void rotateFewBad(struct list *list) {
  struct node *h = list->head;
  if (h && h->next && h->next->next && h->next->next->next && h->next->next->next->next &&
      h->next->next->next->next->next)
    h->next->next->next->next->next->prev = NULL;
  rotate(list);
}

struct ring {
  struct ring *prev, *next;
};

void ringInsert(struct ring *ring, struct ring *element) {
  element->prev = ring;
  element->next = ring->next;
  ring->next = element;
  element->next->prev = element;
}

void ringRemove(struct ring *element) {
  element->prev->next = element->next;
  element->next->prev = element->prev;
  element->next = NULL;
  element->prev = NULL;
}

int ringIsEmpty(const struct ring *ring) { return ring->next == ring; }

// Cuts a ring of six or more.
void ringTouchBad(struct ring *ring) {
  struct ring *far = ring->next->next->next->next->next;
  if (far != ring && far->next != ring && far->next->next != ring && ring->prev != far && ring->next != ring &&
      ring->next->next != ring && ring->next->next->next != ring && ring->next->next->next->next != ring)
    far->next = far;
}

// The place of the list's first node, whoever has it.
void pushAt(struct node **first, struct node *n) {
  n->next = *first;
  *first = n;
}

void pushAtBad(struct node **first, struct node *n) {
  n->next = *first;
  *first = n->next;
}
