// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Smart pointers that are passed by value end with the call, and what they own with them.
#include <memory>
#include <utility>

struct Job {
  int id = 0;
};

int finish(std::unique_ptr<Job> job) { return job ? job->id : -1; }
int finishBad(std::unique_ptr<Job> job) {
  delete job.get();
  return 0;
}
int finishShared(std::shared_ptr<Job> job) { return job ? job->id : -1; }
int finishTwice(std::shared_ptr<Job> job) {
  if (job) delete job.get();
  return 0;
}
void forget(std::unique_ptr<Job> job) { job.release(); }

// Without this the source would have no code for the end of such pointers.
void use() {
  const std::unique_ptr<Job> one;
  const std::shared_ptr<Job> other;
}

struct Task {
  int id = 0;
};
int finishElsewhere(std::unique_ptr<Task> task) {
  delete task.get();
  return 0;
}

struct Hidden;
struct Facade {
  std::shared_ptr<Hidden> hidden;
  void drop() { hidden.reset(); }
};
void again(std::shared_ptr<Job>& job) { job.reset(job.get()); }
