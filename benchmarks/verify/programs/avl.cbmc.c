#include "avl.c"

#define NODE struct node
#define FIRST left
#define SECOND right
#include "any_heap.h"

static _Bool is_balanced_at(struct node *node) {
  long left = height(node->left), right = height(node->right);
  return node->height == 1 + (left > right ? left : right) && left - right <= 1 && right - left <= 1;
}

static _Bool is_balanced(struct node *root) {
  set nodes = reach(root);
  for (int i = 0; i < K; ++i)
    if (in(i, nodes) && !is_balanced_at(node[i])) return 0;
  return 1;
}

void insert_balanced(void) {
  make_nodes();
  struct node *root = any_tree();
  any_ordered_keys();
  for (int i = 0; i < K; ++i) node[i]->height = any_number();
  for (int i = K; i-- > 0;)
    if (i < size) ASSUME(is_balanced_at(node[i]));
  struct node *one = any_other_node();
  for (int i = 0; i < K; ++i) ASSUME(i >= size || node[i]->key != one->key);
  struct node *result = insert(root, one);
  look();
  __CPROVER_assert(is_balanced(result), "balanced");
}
