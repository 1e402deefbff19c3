// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A local object with parts does the work: a queue of links of its own, which are made, relinked and deleted in loops
// that no cursor leads through. The caller learns that its own links were left alone and where what it gets came from;
// of the local nothing is left.
struct Task {
  int weight;
};

struct Link {
  Task* task;
  Link* next;
};

class Queue {
 public:
  void insert(Task* t) {
    if (first == nullptr || t->weight < first->task->weight) {
      first = new Link{t, first};
      return;
    }
    Link* place = first;
    while (place->next != nullptr && place->next->task->weight < t->weight) place = place->next;
    place->next = new Link{t, place->next};
  }
  Task* take() {
    Link* link = first;
    Task* t = link->task;
    first = link->next;
    delete link;
    return t;
  }
  Link* first = nullptr;
};

class Sorter {
 public:
  Link* sort(Link* from) {
    for (; from != nullptr; from = from->next) queue_.insert(from->task);
    while (queue_.first != nullptr) sorted_ = new Link{queue_.take(), sorted_};
    return sorted_;
  }

 private:
  Queue queue_;
  Link* sorted_ = nullptr;
};

Link* sorted(Link* tasks) {
  Sorter sorter;
  return sorter.sort(tasks);
}
