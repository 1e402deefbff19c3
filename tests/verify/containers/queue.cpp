// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::deque and std::list by their models, and elements of class type.
#include <deque>
#include <list>
#include <vector>

struct Job {
  int id;
  int priority;
};

class Line {
 public:
  void join(int x) { waiting.push_back(x); }
  int serve() {
    const int first = waiting.front();
    waiting.pop_front();
    return first;
  }
  int serveBad() {
    const int first = waiting.back();
    waiting.pop_front();
    return first;
  }
  void jump(int x) { waiting.push_front(x); }

 private:
  std::deque<int> waiting;
};

class Jobs {
 public:
  void add(Job* job) { jobs.push_front(job); }
  void cancel(Job* job) { jobs.remove(job); }
  void cancelBad(Job* job) {
    if (!jobs.empty() && jobs.front() == job) jobs.pop_front();
  }
  void turn() { jobs.reverse(); }
  Job* firstByIteratorBad() const { return *jobs.begin(); }

 private:
  std::list<Job*> jobs;
};

class Table {
 public:
  void add(int id, int priority) {
    Job made;
    made.id = id;
    made.priority = priority;
    rows.push_back(made);
  }
  void raise(unsigned long i) { rows[i].priority = 1; }
  int first() const { return rows.front().id; }
  int firstByIterator() const { return rows.begin() != rows.end() ? rows.begin()->id : 0; }
  int firstByIteratorBad() const { return rows.begin()->id; }

 private:
  std::vector<Job> rows;
};

int use(Line& line, Jobs& jobs, Table& table) {
  jobs.turn();
  return line.serve() + table.first();
}
