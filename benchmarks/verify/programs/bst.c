// A binary search tree: insertion with a pointer to a pointer, removal in a tree whose nodes know their parents.
#include <stddef.h>

struct tree {
  struct tree *left, *right, *parent;
  int key;
};

// Without parents. A key that is there already is left alone.
struct tree *insert(struct tree *root, struct tree *node) {
  struct tree *at = root, *before = NULL;
  while (at != NULL) {
    if (node->key == at->key) return root;
    before = at;
    at = node->key < at->key ? at->left : at->right;
  }
  node->left = node->right = NULL;
  if (before == NULL) return node;
  if (node->key < before->key)
    before->left = node;
  else
    before->right = node;
  return root;
}

static struct tree *replace(struct tree *root, struct tree *old, struct tree *by) {
  if (by != NULL) by->parent = old->parent;
  if (old->parent == NULL) return by;
  if (old->parent->left == old)
    old->parent->left = by;
  else
    old->parent->right = by;
  return root;
}

// Of a node of the tree, as in CLRS, chapter 12.3.
struct tree *erase(struct tree *root, struct tree *node) {
  if (node->left == NULL) return replace(root, node, node->right);
  if (node->right == NULL) return replace(root, node, node->left);
  struct tree *next = node->right;
  while (next->left != NULL) next = next->left;
  if (next->parent != node) {
    root = replace(root, next, next->right);
    next->right = node->right;
    next->right->parent = next;
  }
  root = replace(root, node, next);
  next->left = node->left;
  next->left->parent = next;
  return root;
}
