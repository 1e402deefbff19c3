// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::forward_list by its model.
#include <forward_list>

class Undo {
 public:
  void push(int x) { steps.push_front(x); }
  int pop() {
    if (steps.empty()) return -1;
    const int last = steps.front();
    steps.pop_front();
    return last;
  }
  int popBad() {
    const int last = steps.front();
    steps.pop_front();
    return last;
  }
  void second(int x) {
    if (!steps.empty()) steps.insert_after(steps.begin(), x);
  }
  void dropSecondBad() { steps.erase_after(steps.begin()); }
  bool has(int x) const {
    for (int step : steps)
      if (step == x) return true;
    return false;
  }

 private:
  std::forward_list<int> steps;
};

bool use(Undo& undo) { return undo.has(1); }
