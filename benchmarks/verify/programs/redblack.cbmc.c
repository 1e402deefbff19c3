#include "redblack.c"

#define NODE struct node
#define FIRST left
#define SECOND right
#include "any_heap.h"

void insert_ordered(void) {
  make_nodes();
  struct node *root = any_tree();
  any_ordered_keys();
  for (int i = 0; i < K; ++i) {
    node[i]->parent = i == 0 ? NULL : node[parent[i]];
    node[i]->is_red = any_index() & 1;
  }
  // Black nodes above each.
  int blacks[K], expected = any_number();
  for (int i = 0; i < K; ++i) {
    blacks[i] = (i == 0 ? 0 : blacks[parent[i]]) + !node[i]->is_red;
    if (i < size) {
      ASSUME(!node[i]->is_red || (i > 0 && !node[parent[i]]->is_red));
      ASSUME((node[i]->left != NULL && node[i]->right != NULL) || blacks[i] == expected);
    }
  }
  struct node *one = any_other_node();
  for (int i = 0; i < K; ++i) ASSUME(i >= size || node[i]->key != one->key);
  struct node *result = insert(root, one);
  look();
  __CPROVER_assert(is_ordered(result), "ordered");
}
