#include "leftist.c"

#define NODE struct heap
#define FIRST left
#define SECOND right
#include "any_heap.h"

static _Bool is_leftist(struct heap *root) {
  set nodes = reach(root);
  for (int i = 0; i < K; ++i)
    if (in(i, nodes)) {
      struct heap *left = node[i]->left, *right = node[i]->right;
      if (left != NULL && left->key < node[i]->key) return 0;
      if (right != NULL && (right->key < node[i]->key || left == NULL || left->rank < right->rank)) return 0;
      if (right != NULL ? (long)node[i]->rank != (long)right->rank + 1 : node[i]->rank != 1) return 0;
    }
  return 1;
}

void merge_leftist(void) {
  make_nodes();
  // Two trees are what is to the left and to the right of a root that is in neither.
  struct heap top = {NULL, NULL, 0, 0};
  for (int i = 0; i < K; ++i) {
    node[i]->left = node[i]->right = NULL;
    node[i]->key = any_number();
    node[i]->rank = any_number();
    parent[i] = any_number();
    is_left[i] = any_index() & 1;
    ASSUME(parent[i] >= -1 && parent[i] < i);
  }
  for (int i = 0; i < K; ++i)
    for (int j = -1; j < i; ++j)
      if (i < size && parent[i] == j) {
        struct heap *above = j < 0 ? &top : node[j];
        struct heap **place = is_left[i] ? &above->left : &above->right;
        ASSUME(*place == NULL);
        *place = node[i];
      }
  struct heap *a = top.left, *b = top.right;
  for (int i = 0; i < K; ++i)
    if (i < size) {
      struct heap *left = node[i]->left, *right = node[i]->right;
      ASSUME(left == NULL || left->key >= node[i]->key);
      ASSUME(right == NULL || (right->key >= node[i]->key && left != NULL && left->rank >= right->rank));
      ASSUME(right != NULL ? (long)node[i]->rank == (long)right->rank + 1 : node[i]->rank == 1);
    }
  struct heap *result = merge(a, b);
  look();
  __CPROVER_assert(is_leftist(result), "leftist");
}
