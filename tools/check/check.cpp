// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/check.h"

#include <malloc.h>

#include <algorithm>
#include <utility>

#include "solver/sat/limits.h"
#include "support/invariant.h"
#include "tools/check/parallel.h"

namespace weir::tools {
namespace {

/// As many tasks as there is work for all jobs: a method's properties are parted where methods are too few.
std::vector<Task> parted(std::vector<Task> tasks, int jobs) {
  if (jobs <= 1 || tasks.size() >= static_cast<std::size_t>(jobs)) return tasks;
  std::vector<Task> parts;
  for (const Task& task : tasks) {
    for (const std::string& label : task.labels) {
      parts.push_back(task);
      parts.back().labels = {label};
    }
  }
  return parts;
}

void append(CheckRun& run, TaskResult task) {
  for (refine::CheckResult& result : task.results) run.result.results.push_back(std::move(result));
  for (std::string& failure : task.failures) run.failures.push_back(std::move(failure));
}

/// Runs tasks in this process, one after the other. What a method was translated to stays in the tables of the
/// program's vocabulary, for its next property; the next method has no use for it, and where it is much the input is
/// read anew.
class InTurn {
 public:
  InTurn(std::unique_ptr<Input> input, std::vector<Task> tasks, const CheckRequest& request, const CheckEvents& events)
      : input_(std::move(input)), tasks_(std::move(tasks)), request_(request), events_(events) {}

  void run(CheckRun& run) {
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (solver::residentMegabytes() > megabytes_read_ + mayBeLeftBehind()) readAnew();
      const std::size_t first = run.result.results.size();
      const bool is_alone = std::exchange(is_fresh_, false) && tasks_[i].labels.size() == 1;
      append(run, runTask(*input_, tasks_[i], request_, interruption_, events_));
      // It may have been what others had left behind that took the memory.
      for (std::size_t j = 0; j < tasks_[i].labels.size() && !is_alone; ++j)
        if (run.result.results[first + j].reason.starts_with("out of memory")) runAlone(i, j, run, first + j);
    }
    run.interrupted = interruption_.requested();
  }

 private:
  double mayBeLeftBehind() const {
    constexpr double kMegabytes = 500;
    constexpr double kShare = 4;
    const auto limit = static_cast<double>(request_.memory_megabytes);
    return limit > 0 ? std::min(kMegabytes, limit / kShare) : kMegabytes;
  }

  void readAnew() {
    input_.reset();
    malloc_trim(0);
    Diagnostics said_before;
    input_ = readInput({request_.file, request_.flags, request_.build_dir}, said_before);
    INVARIANT(input_ != nullptr, "what could be read should still be there");
    tasks_ = makePlan(*input_, request_, said_before).tasks;
    megabytes_read_ = solver::residentMegabytes();
    is_fresh_ = true;
  }

  void runAlone(std::size_t task, std::size_t label, CheckRun& run, std::size_t place) {
    if (interruption_.requested()) return;
    readAnew();
    is_fresh_ = false;
    Task alone = tasks_[task];
    alone.labels = {alone.labels[label]};
    TaskEvents quiet;
    quiet.phase = events_.phase;
    TaskResult again = runTask(*input_, alone, request_, interruption_, quiet);
    run.result.results[place] = std::move(again.results.front());
    for (std::string& failure : again.failures) run.failures.push_back(std::move(failure));
  }

  std::unique_ptr<Input> input_;
  std::vector<Task> tasks_;
  const CheckRequest& request_;
  const CheckEvents& events_;
  Interruption interruption_;
  bool is_fresh_ = true;                                 // nothing has been checked since the input was read
  double megabytes_read_ = solver::residentMegabytes();  // when the input had been read
};

}  // namespace

CheckRun runCheck(const CheckRequest& request, Diagnostics& diagnostics, const CheckEvents& events) {
  CheckRun run;
  auto input = readInput({request.file, request.flags, request.build_dir}, diagnostics);
  if (!input) return run;
  Plan plan = makePlan(*input, request, diagnostics);
  if (diagnostics.hasErrors()) return run;
  plan.tasks = parted(std::move(plan.tasks), request.jobs);
  std::size_t properties = 0;
  for (const Task& task : plan.tasks) properties += task.labels.size();
  events.planned(properties);

  if (request.jobs > 1 && plan.tasks.size() > 1) {
    for (TaskResult& task : runParallel(*input, plan.tasks, request, events, run.interrupted))
      append(run, std::move(task));
    return run;
  }
  InTurn(std::move(input), std::move(plan.tasks), request, events).run(run);
  return run;
}

}  // namespace weir::tools
