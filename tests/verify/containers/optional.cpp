// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::optional and std::unique_ptr by their models.
#include <memory>
#include <optional>
#include <utility>

struct Job {
  int id;
};

class Slot {
 public:
  void put(int x) { held = x; }
  void putBad(int x) {
    if (!held) held = x;
  }
  int take() {
    const int x = *held;
    held.reset();
    return x;
  }
  int get(int otherwise) const { return held.value_or(otherwise); }
  int getBad(int otherwise) const { return held ? otherwise : *held; }
  bool isFree() const { return !held.has_value(); }
  void change(int x) {
    if (held) *held = x;
  }
  std::optional<int> find(int x) const {
    if (held == x) return held;
    return std::nullopt;
  }
  void copy(const Slot& other) { held = other.held; }
  int sure() const { return held.value(); }

 private:
  std::optional<int> held;
};

class Worker {
 public:
  void give(Job* next) { job.reset(next); }
  void hire(int id) {
    job = std::make_unique<Job>();
    job->id = id;
  }
  void hireBad(int id) {
    job = std::make_unique<Job>();
    job.release();
    job = std::make_unique<Job>();
    job->id = id;
  }
  Job* quit() { return job.release(); }
  int id() const { return job->id; }
  bool isIdle() const { return job == nullptr; }
  void passTo(Worker& other) { other.job = std::move(job); }
  void passToBad(Worker& other) { other.job.reset(job.get()); }
  int lend() const { return job ? job->id : 0; }

 private:
  std::unique_ptr<Job> job;
};

int use(Slot& slot, Worker& worker) { return slot.get(0) + worker.lend(); }
