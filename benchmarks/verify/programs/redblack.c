// A red-black tree, as in CLRS, chapter 13: insertion and removal.
#include <stddef.h>

struct node {
  struct node *left, *right, *parent;
  int key;
  _Bool is_red;
};

static struct node *put_in_place(struct node *root, struct node *old, struct node *by) {
  if (by != NULL) by->parent = old->parent;
  if (old->parent == NULL) return by;
  if (old->parent->left == old)
    old->parent->left = by;
  else
    old->parent->right = by;
  return root;
}

static struct node *rotate_left(struct node *root, struct node *x) {
  struct node *y = x->right;
  x->right = y->left;
  if (y->left != NULL) y->left->parent = x;
  root = put_in_place(root, x, y);
  y->left = x;
  x->parent = y;
  return root;
}

static struct node *rotate_right(struct node *root, struct node *x) {
  struct node *y = x->left;
  x->left = y->right;
  if (y->right != NULL) y->right->parent = x;
  root = put_in_place(root, x, y);
  y->right = x;
  x->parent = y;
  return root;
}

struct node *insert(struct node *root, struct node *node) {
  struct node *parent = NULL;
  for (struct node *at = root; at != NULL; at = node->key < at->key ? at->left : at->right) parent = at;
  node->parent = parent;
  node->left = node->right = NULL;
  node->is_red = 1;
  if (parent == NULL)
    root = node;
  else if (node->key < parent->key)
    parent->left = node;
  else
    parent->right = node;

  while (node->parent != NULL && node->parent->is_red) {
    struct node *above = node->parent->parent;
    if (node->parent == above->left) {
      struct node *uncle = above->right;
      if (uncle != NULL && uncle->is_red) {
        node->parent->is_red = uncle->is_red = 0;
        above->is_red = 1;
        node = above;
      } else {
        if (node == node->parent->right) {
          node = node->parent;
          root = rotate_left(root, node);
        }
        node->parent->is_red = 0;
        node->parent->parent->is_red = 1;
        root = rotate_right(root, node->parent->parent);
      }
    } else {
      struct node *uncle = above->left;
      if (uncle != NULL && uncle->is_red) {
        node->parent->is_red = uncle->is_red = 0;
        above->is_red = 1;
        node = above;
      } else {
        if (node == node->parent->left) {
          node = node->parent;
          root = rotate_right(root, node);
        }
        node->parent->is_red = 0;
        node->parent->parent->is_red = 1;
        root = rotate_left(root, node->parent->parent);
      }
    }
  }
  root->is_red = 0;
  return root;
}
