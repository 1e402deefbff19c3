// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reference is to something that is there. A pointer that is moved may be at the end of an array.
struct Tree {
  int key;
  Tree* left;
  Tree* right;
};

bool insert(Tree*& tree, int key) {
  if (tree == nullptr) {
    tree = new Tree{key, nullptr, nullptr};
    return true;
  }
  if (key == tree->key) return false;
  return insert(key < tree->key ? tree->left : tree->right, key);
}
void insertThrough(Tree** tree, int key) {
  if (*tree == nullptr) *tree = new Tree{key, nullptr, nullptr};
}

struct Point {
  int x;
  int y;
  int width() const { return this[0].x; }
};
int step(Point& point, int by) { return (&point)[by].x; }
int first(Point& point) { return (&point)->x; }
int firstBad(Point* point) { return point[0].x + point[1].x; }

struct Range {
  const int& least;
  const int* greatest;
  int low() const { return least; }
  int highBad() const { return greatest[1]; }
  const int* next() const { return greatest + 1; }
};
