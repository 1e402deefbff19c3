// An AVL tree: insertion by recursion, heights in the nodes.
#include <stddef.h>

struct node {
  struct node *left, *right;
  int key, height;
};

static int height(const struct node *node) { return node == NULL ? 0 : node->height; }

static void measure(struct node *node) {
  int left = height(node->left), right = height(node->right);
  node->height = 1 + (left > right ? left : right);
}

static struct node *rotate_right(struct node *node) {
  struct node *top = node->left;
  node->left = top->right;
  top->right = node;
  measure(node);
  measure(top);
  return top;
}

static struct node *rotate_left(struct node *node) {
  struct node *top = node->right;
  node->right = top->left;
  top->left = node;
  measure(node);
  measure(top);
  return top;
}

struct node *insert(struct node *root, struct node *node) {
  if (root == NULL) {
    node->left = node->right = NULL;
    node->height = 1;
    return node;
  }
  if (node->key < root->key)
    root->left = insert(root->left, node);
  else
    root->right = insert(root->right, node);
  measure(root);
  int lean = height(root->left) - height(root->right);
  if (lean > 1) {
    if (height(root->left->left) < height(root->left->right)) root->left = rotate_left(root->left);
    return rotate_right(root);
  }
  if (lean < -1) {
    if (height(root->right->right) < height(root->right->left)) root->right = rotate_right(root->right);
    return rotate_left(root);
  }
  return root;
}
