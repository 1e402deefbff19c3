// A leftist heap: the path to the right is the shortest one.
#include <stddef.h>

struct heap {
  struct heap *left, *right;
  int key, rank;
};

struct heap *merge(struct heap *a, struct heap *b) {
  if (a == NULL) return b;
  if (b == NULL) return a;
  if (b->key < a->key) {
    struct heap *other = a;
    a = b;
    b = other;
  }
  a->right = merge(a->right, b);
  if (a->left == NULL || a->left->rank < a->right->rank) {
    struct heap *other = a->left;
    a->left = a->right;
    a->right = other;
  }
  a->rank = a->right == NULL ? 1 : a->right->rank + 1;
  return a;
}
