// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/check.h"

#include <utility>

#include "tools/check/assumed.h"
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

class InputReporter : public StageReporter {
 public:
  explicit InputReporter(const CheckEvents& events)
      : StageReporter([&](const Stage& stage) { events.stage("", stage); }), events_(events) {}
  void reading(const std::string& file) override {
    events_.reading(file);
    StageReporter::reading(file);
  }

 private:
  const CheckEvents& events_;
};

void append(CheckRun& run, TaskResult task) {
  for (results::CheckResult& result : task.results) run.result.results.push_back(std::move(result));
  for (std::string& failure : task.failures) run.failures.push_back(std::move(failure));
}

}  // namespace

CheckRun runCheck(const CheckRequest& request, Diagnostics& diagnostics, const CheckEvents& events) {
  CheckRun run;
  InputReporter reporter(events);
  auto input = readInput(
      {request.file, request.flags, request.build_dir, &reporter, request.assumptions, request.others}, diagnostics);
  events.ended("");
  if (!input) return run;
  Plan plan = makePlan(*input, request, diagnostics);
  if (diagnostics.hasErrors()) return run;
  plan.tasks = parted(std::move(plan.tasks), request.jobs);
  std::size_t properties = 0;
  for (const Task& task : plan.tasks) properties += task.labels.size();
  events.planned(properties);

  for (TaskResult& task : runParallel(*input, plan.tasks, request, events, run.interrupted))
    append(run, std::move(task));
  stateAssumptions(*input, plan.tasks, run.result);
  return run;
}

}  // namespace weir::tools
