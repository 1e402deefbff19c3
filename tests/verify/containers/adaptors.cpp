// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::stack, std::queue and std::priority_queue: their own code, over the models of what they hold.
#include <functional>
#include <queue>
#include <stack>
#include <utility>
#include <vector>

struct Undo {
  std::stack<int> done;
  void push(int x) { done.push(x); }
  int pop() {
    const int x = done.top();
    done.pop();
    return x;
  }
  int popWell(int otherwise) {
    if (done.empty()) return otherwise;
    return pop();
  }
  void emplace(int x) { done.emplace(x); }
  void replaceTop(int x) { done.top() = x; }
  void swap(Undo& other) { done.swap(other.done); }
  bool same(const Undo& other) const { return done == other.done; }
};

struct Line {
  std::queue<int> waiting;
  void join(int x) { waiting.push(x); }
  int serve() {
    const int x = waiting.front();
    waiting.pop();
    return x;
  }
  int last() const { return waiting.back(); }
  void rotate() {
    if (waiting.size() < 2) return;
    waiting.push(waiting.front());
    waiting.pop();
  }
};

struct Urgent {
  std::priority_queue<int> jobs;
  void add(int x) { jobs.push(x); }
  int take() {
    const int x = jobs.top();
    jobs.pop();
    return x;
  }
};
int greatest(int a, int b, int c) {
  std::priority_queue<int> q;
  q.push(a);
  q.push(b);
  q.push(c);
  return q.top();
}
int least(int a, int b) {
  std::priority_queue<int, std::vector<int>, std::greater<int>> q;
  q.push(a);
  q.push(b);
  const int first = q.top();
  q.pop();
  return first <= q.top() ? first : -1;
}
int vectorStack(int x) {
  std::stack<int, std::vector<int>> s;
  s.push(x);
  return s.top();
}
int use(Undo& u, Line& l, Urgent& g) { return u.pop() + l.serve() + g.take(); }
