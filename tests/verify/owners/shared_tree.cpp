// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tree whose nodes own their children; a child knows its parent without owning it, or (UpNode) by owning it as well.
#include <memory>
#include <utility>

struct Node {
  int key = 0;
  std::shared_ptr<Node> left, right;
  std::weak_ptr<Node> parent;
};

class Tree {
 public:
  void plant(int key) {
    root = std::make_shared<Node>();
    root->key = key;
  }
  void addLeft(int key) {
    auto child = std::make_shared<Node>();
    child->key = key;
    child->parent = root;
    root->left = child;
  }
  void dropLeft() { root->left.reset(); }
  void fell() { root = nullptr; }
  bool has(int key) const { return contains(root, key); }
  static bool contains(const std::shared_ptr<Node>& node, int key) {
    return node && (node->key == key || contains(node->left, key) || contains(node->right, key));
  }

 private:
  std::shared_ptr<Node> root;
};

int parentKey(const std::shared_ptr<Node>& node, int otherwise) {
  if (const std::shared_ptr<Node> parent = node->parent.lock()) return parent->key;
  return otherwise;
}
int parentKeyBad(const std::shared_ptr<Node>& node) { return node->parent.lock()->key; }
bool isOrphan(const Node& node) { return node.parent.expired(); }
int afterwards(int key) {
  std::weak_ptr<Node> watcher;
  {
    const auto node = std::make_shared<Node>();
    node->key = key;
    watcher = node;
    if (watcher.expired() || watcher.use_count() != 1) return -1;
  }
  return watcher.expired() ? key : -1;
}
int thrown(const std::weak_ptr<Node>& watcher) { return std::shared_ptr<Node>(watcher)->key; }
void copies(std::weak_ptr<Node>& a, const std::weak_ptr<Node>& b) {
  std::weak_ptr<Node> c(b);
  a = c;
  c.reset();
  a.swap(c);
  a = std::move(c);
}

struct UpNode {
  std::shared_ptr<UpNode> child, parent;
};
void growAndForget() {
  auto root = std::make_shared<UpNode>();
  root->child = std::make_shared<UpNode>();
  root->child->parent = root;
}
void growAndCut() {
  auto root = std::make_shared<UpNode>();
  root->child = std::make_shared<UpNode>();
  root->child->parent = root;
  root->child->parent.reset();
}

struct Widget : std::enable_shared_from_this<Widget> {
  int id = 0;
  std::shared_ptr<Widget> self() { return shared_from_this(); }
};
int widget(int id) {
  auto made = std::make_shared<Widget>();
  made->id = id;
  return made->id;
}

bool use(Tree& tree) { return tree.has(0); }
