#include "bst.c"

#define NODE struct tree
#define FIRST left
#define SECOND right
#include "any_heap.h"

static struct tree *any_ordered_tree(void) {
  make_nodes();
  struct tree *root = any_tree();
  any_ordered_keys();
  for (int i = 0; i < K; ++i) node[i]->parent = i == 0 ? NULL : node[parent[i]];
  return root;
}

void insert_ordered(void) {
  struct tree *root = any_ordered_tree(), *one = any_other_node();
  struct tree *result = insert(root, one);
  look();
  __CPROVER_assert(is_ordered(result), "ordered");
}

void erase_ordered(void) {
  struct tree *root = any_ordered_tree();
  unsigned i = any_index();
  ASSUME(i < size);
  struct tree *one = node[i];
  struct tree *result = erase(root, one);
  look();
  __CPROVER_assert(is_ordered(result), "ordered");
}
