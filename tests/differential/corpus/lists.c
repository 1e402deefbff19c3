/* Linked structures: what weir is for. */
#include <stdlib.h>

/* Another value in the compiled program alone is how the test is tested. */
#ifndef PUSHED
#define PUSHED 1
#endif

struct Cell {
  int value;
  struct Cell* next;
};
struct List {
  struct Cell* head;
  int size;
};

int length(const struct List* l) {
  int n = 0;
  for (const struct Cell* c = l->head; c; c = c->next) ++n;
  return n;
}
int length_recursive(const struct Cell* c) { return c ? 1 + length_recursive(c->next) : 0; }

void push(struct List* l, int v) {
  struct Cell* c = malloc(sizeof *c);
  c->value = v;
  c->next = l->head;
  l->head = c;
  l->size += PUSHED;
}

int pop(struct List* l) {
  struct Cell* c = l->head;
  if (!c) return -1;
  int v = c->value;
  l->head = c->next;
  l->size--;
  free(c);
  return v;
}
int pop_unchecked(struct List* l) {
  struct Cell* c = l->head;
  l->head = c->next;
  free(c);
  return l->size;
}
int pop_late(struct List* l) {
  struct Cell* c = l->head;
  if (!c) return 0;
  free(c);
  l->head = c->next;
  return 1;
}

struct Cell* reverse(struct Cell* c) {
  struct Cell* done = NULL;
  while (c != NULL) {
    struct Cell* next = c->next;
    c->next = done;
    done = c;
    c = next;
  }
  return done;
}

struct Cell* append(struct Cell* a, struct Cell* b) {
  if (!a) return b;
  struct Cell* last = a;
  while (last->next) last = last->next;
  last->next = b;
  return a;
}

struct Cell* merge(struct Cell* a, struct Cell* b) {
  struct Cell dummy;
  struct Cell* tail = &dummy;
  dummy.next = NULL;
  while (a && b) {
    if (a->value <= b->value) {
      tail->next = a;
      a = a->next;
    } else {
      tail->next = b;
      b = b->next;
    }
    tail = tail->next;
  }
  tail->next = a ? a : b;
  return dummy.next;
}

int remove_value(struct List* l, int v) {
  for (struct Cell** link = &l->head; *link; link = &(*link)->next)
    if ((*link)->value == v) {
      struct Cell* gone = *link;
      *link = gone->next;
      free(gone);
      return 1;
    }
  return 0;
}

void insert_sorted(struct Cell** head, struct Cell* fresh) {
  while (*head && (*head)->value < fresh->value) head = &(*head)->next;
  fresh->next = *head;
  *head = fresh;
}

struct Cell* sort(struct Cell* c) {
  struct Cell* sorted = NULL;
  while (c) {
    struct Cell* rest = c->next;
    insert_sorted(&sorted, c);
    c = rest;
  }
  return sorted;
}

struct Cell* copy(const struct Cell* c) {
  if (!c) return NULL;
  struct Cell* made = malloc(sizeof(struct Cell));
  made->value = c->value;
  made->next = copy(c->next);
  return made;
}

void free_all(struct List* l) {
  while (l->head) {
    struct Cell* c = l->head;
    l->head = c->next;
    free(c);
  }
  l->size = 0;
}

int has_cycle(const struct Cell* c) {
  const struct Cell* fast = c;
  while (fast && fast->next) {
    c = c->next;
    fast = fast->next->next;
    if (c == fast) return 1;
  }
  return 0;
}

struct Cell* nth(struct Cell* c, unsigned n) {
  n %= 4;
  while (n--) c = c->next;
  return c;
}
int is_even(const struct Cell* c);
int is_odd(const struct Cell* c) { return c ? is_even(c->next) : 0; }
int is_even(const struct Cell* c) { return c ? is_odd(c->next) : 1; }

struct Tree {
  int key;
  struct Tree *left, *right;
};
struct Tree* tree_insert(struct Tree* t, int key) {
  if (!t) {
    t = calloc(1, sizeof *t);
    t->key = key;
  } else if (key < t->key) {
    t->left = tree_insert(t->left, key);
  } else if (key > t->key) {
    t->right = tree_insert(t->right, key);
  }
  return t;
}
int tree_height(const struct Tree* t) {
  if (!t) return 0;
  int l = tree_height(t->left), r = tree_height(t->right);
  return 1 + (l > r ? l : r);
}
struct Tree* tree_rotate(struct Tree* t) {
  struct Tree* r = t->right;
  t->right = r->left;
  r->left = t;
  return r;
}
struct Tree** tree_find(struct Tree** t, int key) {
  while (*t && (*t)->key != key) t = key < (*t)->key ? &(*t)->left : &(*t)->right;
  return t;
}
