// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists and trees whose nodes own what comes after them, by std::unique_ptr.
#include <memory>
#include <utility>
#include <vector>

struct Cell {
  explicit Cell(int v, std::unique_ptr<Cell> n = nullptr) : value(v), next(std::move(n)) {}
  int value;
  std::unique_ptr<Cell> next;
};

class List {
 public:
  void push(int value) { head = std::make_unique<Cell>(value, std::move(head)); }
  void pushLate(int value) {
    auto cell = std::make_unique<Cell>(value);
    cell->next = std::move(head);
    head.swap(cell);
  }
  void pushBad(int value) {
    Cell* old = head.get();
    head = std::make_unique<Cell>(value);
    head->next.reset(old);
  }
  void pop() {
    if (head) head = std::move(head->next);
  }
  std::unique_ptr<Cell> take() {
    auto first = std::move(head);
    head = std::move(first->next);
    return first;
  }
  void append(std::unique_ptr<Cell> cell) {
    std::unique_ptr<Cell>* last = &head;
    while (*last) last = &(*last)->next;
    *last = std::move(cell);
  }
  bool has(int value) const {
    for (const Cell* cell = head.get(); cell != nullptr; cell = cell->next.get())
      if (cell->value == value) return true;
    return false;
  }
  void reverse() {
    std::unique_ptr<Cell> done;
    while (head) {
      std::unique_ptr<Cell> rest = std::move(head->next);
      head->next = std::move(done);
      done = std::move(head);
      head = std::move(rest);
    }
    head = std::move(done);
  }
  void remove(int value) {
    for (std::unique_ptr<Cell>* at = &head; *at; at = &(*at)->next)
      if ((*at)->value == value) {
        *at = std::move((*at)->next);
        return;
      }
  }

 private:
  std::unique_ptr<Cell> head;
};

struct Node {
  int key = 0;
  std::unique_ptr<Node> left, right;
};
class Tree {
 public:
  bool insert(int key) {
    std::unique_ptr<Node>* place = &root;
    while (*place) {
      if ((*place)->key == key) return false;
      place = key < (*place)->key ? &(*place)->left : &(*place)->right;
    }
    *place = std::make_unique<Node>();
    (*place)->key = key;
    return true;
  }
  bool has(int key) const {
    const Node* node = root.get();
    while (node && node->key != key) node = key < node->key ? node->left.get() : node->right.get();
    return node != nullptr;
  }
  void rotate() {
    auto pivot = std::move(root->left);
    root->left = std::move(pivot->right);
    pivot->right = std::move(root);
    root = std::move(pivot);
  }

 private:
  std::unique_ptr<Node> root;
};
struct Forest {
  std::vector<std::unique_ptr<Node>> trees;
  void plant(int key) {
    trees.push_back(std::make_unique<Node>());
    trees.back()->key = key;
  }
  std::unique_ptr<Node> fell() {
    auto last = std::move(trees.back());
    trees.pop_back();
    return last;
  }
};
void leakIt(std::unique_ptr<Cell> cell) { cell.release(); }
int sharedNumber(std::unique_ptr<int> number) { return *number; }
bool use(List& list, Tree& tree) {
  const std::unique_ptr<int> none;
  return list.has(1) && tree.has(1);
}
