// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::vector by its model (`use <std>`): its operations, loops over it, and pointers into it that outlive a change.
#include <vector>

struct Node {
  int value;
};

class Stack {
 public:
  void push(int x) { items.push_back(x); }
  int pop() {
    const int last = items.back();
    items.pop_back();
    return last;
  }
  int popBad() {
    const int last = items.front();
    items.pop_back();
    return last;
  }
  bool isEmpty() const { return items.empty(); }
  unsigned long depth() const { return items.size(); }
  void reset() { items.clear(); }
  void replaceTop(int x) { items[items.size() - 1] = x; }
  void replaceTopBad(int x) { items[0] = x; }
  int& top() { return items.back(); }
  int first() const { return items.empty() ? 0 : *items.begin(); }
  int firstBad() const { return *items.begin(); }
  void countFirstBad() { ++*items.begin(); }
  void removeFirst() { items.erase(items.begin()); }
  int sum() {
    int total = 0;
    for (int item : items) total += item;
    return total;
  }
  bool contains(int x) const {
    for (auto item = items.begin(); item != items.end(); ++item)
      if (*item == x) return true;
    return false;
  }
  bool containsBad(int x) const {
    for (unsigned long i = 1; i < items.size(); ++i)
      if (items[i] == x) return true;
    return false;
  }
  void drain(Stack& other) {
    while (!other.isEmpty()) push(other.pop());
  }
  int twoLocals() {
    std::vector<int> first;
    first.push_back(4);
    first.push_back(5);
    std::vector<int> second = first;
    second.pop_back();
    return first[1] + second[0];
  }
  void copyFrom(const Stack& other) { items = other.items; }
  void insertFirst(int x) { items.insert(items.begin(), x); }
  void insertTwice(int x) { items.insert(items.begin(), 2, x); }

 private:
  std::vector<int> items;
};

class Graph {
 public:
  Node* nth(unsigned long i) { return nodes[i]; }
  int valueOf(unsigned long i) { return nodes[i]->value; }
  void add(int value) {
    Node* made = new Node;
    made->value = value;
    nodes.push_back(made);
  }
  void addBad(int value) {
    add(value);
    nodes.pop_back();
  }
  void removeLast() {
    delete nodes.back();
    nodes.pop_back();
  }
  void removeLastBad() { delete nodes.back(); }
  Node* first() { return *nodes.begin(); }

 private:
  std::vector<Node*> nodes;
};

// What points into a vector is not to be used after the vector has changed; what points into another one may be.
class Moves {
 public:
  int kept() {
    int& first = left[0];
    right.push_back(1);
    return first;
  }
  int keptBad() {
    int& first = left[0];
    left.push_back(1);
    return first;
  }
  int copyAll() {
    int total = 0;
    for (int item : left) {
      right.push_back(item);
      total += item;
    }
    return total;
  }
  void growBad() {
    for (int item : left) left.push_back(item);
  }
  void appendOwnFirst() { left.push_back(left[0]); }
  int throughCallBad() {
    int& first = left.front();
    grow();
    return first;
  }
  int argumentBad(const int& x) {
    left.push_back(1);
    return x;
  }

 private:
  void grow() { left.push_back(3); }
  std::vector<int> left;
  std::vector<int> right;
};

int use(Stack& stack, Graph& graph, Moves& moves) { return stack.sum() + graph.valueOf(0) + moves.copyAll(); }
