// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::set by its model, of numbers and of pointers.
#include <set>

struct Node {
  bool marked;
};

class Ids {
 public:
  bool add(int x) { return ids.insert(x).second; }
  void addBad(int x) {
    if (ids.empty()) ids.insert(x);
  }
  bool drop(int x) { return ids.erase(x) == 1; }
  bool has(int x) const { return ids.find(x) != ids.end(); }
  unsigned long count() const { return ids.size(); }
  int least() const { return ids.empty() ? 0 : *ids.begin(); }
  int leastBad() const { return *ids.begin(); }
  int greatest() const {
    int last = 0;
    for (int id : ids) last = id;
    return last;
  }
  void dropLeast() {
    if (!ids.empty()) ids.erase(ids.begin());
  }
  bool same(const Ids& other) const { return ids == other.ids; }
  void clear() { ids.clear(); }

 private:
  std::set<int> ids;
};

class Marks {
 public:
  void mark() {
    for (Node* node : nodes) node->marked = true;
  }
  void markBad() {
    for (Node* node : nodes)
      if (node != *nodes.begin()) node->marked = true;
  }
  void add(Node* node) { nodes.insert(node); }
  void moveTo(Marks& other, Node* node) {
    if (nodes.erase(node) != 0) other.nodes.insert(node);
  }
  bool has(Node* node) const { return nodes.count(node) > 0; }

 private:
  std::set<Node*> nodes;
};

struct Point {
  int x;
  int y;
};
bool operator<(const Point& a, const Point& b) { return a.x < b.x; }

// The models do not know this order.
class Points {
 public:
  bool has(const Point& p) const { return points.find(p) != points.end(); }

 private:
  std::set<Point> points;
};

int use(Ids& ids, Marks& marks) {
  marks.mark();
  return ids.greatest();
}
