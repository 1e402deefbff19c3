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

std::string testsOf(const results::RunResult& run, const program::Program& program, const CheckRequest& request) {
  std::vector<std::string> tests, names;
  for (const results::CheckResult& result : run.results) {
    if (!result.counterexample || result.counterexample->test.empty()) continue;
    tests.push_back(result.counterexample->test);
    names.push_back(replay::testName(result.method + "." + result.property));
  }
  return replay::wholeTestFile(program, tests, names, *request.tests, request.test_file);
}

}  // namespace

CheckRun runCheck(const CheckRequest& request, Diagnostics& diagnostics, const CheckEvents& events) {
  CheckRun run;
  InputReporter reporter(events);
  auto input = readInput({.file = request.file,
                          .flags = request.flags,
                          .build_dir = request.build_dir,
                          .reporter = &reporter,
                          .assumptions = request.assumptions,
                          .others = request.others,
                          .source_text = request.source_text,
                          .spec_text = request.spec_text,
                          .quiet = request.quiet},
                         diagnostics);
  events.ended("");
  if (!input) return run;
  Plan plan = makePlan(*input, request, diagnostics);
  if (diagnostics.hasErrors()) return run;
  plan.tasks = parted(std::move(plan.tasks), request.jobs);
  run.by_default = plan.by_default;
  events.planned(plan);

  TaskEvents of_tasks = events;
  of_tasks.completed = [&](std::size_t task, TaskResult& result) {
    stateAssumptions(*input, plan.tasks[task], result.results);
    events.verdicts(result.results);
  };
  for (TaskResult& task : runParallel(*input, plan.tasks, request, of_tasks, run.interrupted))
    append(run, std::move(task));
  if (request.tests) run.tests = testsOf(run.result, *input->program, request);
  return run;
}

}  // namespace weir::tools
