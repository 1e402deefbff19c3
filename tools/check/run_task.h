// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the properties of one task: a verdict each, and for a violation its trace and its replay.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "refine/method_check.h"
#include "results/result.h"
#include "tools/check/input.h"
#include "tools/check/plan.h"
#include "tools/check/request.h"
#include "tools/check/stage.h"
#include "tools/process/interruption.h"

namespace weir::tools {

struct TaskResult {
  std::vector<results::CheckResult> results;  // one a label of the task, in order
  /// Where weir itself was wrong: a broken invariant, a replay that disagrees. The run then ends with status 70.
  std::vector<std::string> failures;
};

struct TaskEvents {
  std::function<void(const std::string& property)> started = [](const std::string&) {};  // "Stack::pop.popped"
  /// Of a property, or of a method where it is about all of its counterexamples.
  std::function<void(const std::string& of, const Stage&)> stage = [](const std::string&, const Stage&) {};
  /// With its verdict, before a violation is replayed.
  std::function<void(const results::CheckResult&)> finished = [](const results::CheckResult&) {};
  /// All of a task is final, and that of all tasks before it: in the order of the plan, whatever the jobs.
  std::function<void(std::size_t task, TaskResult& result)> completed = [](std::size_t, TaskResult&) {};
  std::function<void(const std::string& method)> ended = [](const std::string&) {};  // with its replays
  std::function<void()> tick = [] {};  // now and then while nothing else happens
  std::function<void(const std::string& line)> note = [](const std::string&) {};  // --trace-refinement
};

/// After an interruption the remaining properties are unknown, with that reason.
TaskResult runTask(const Input& input, const Task& task, const CheckRequest& request,
                   process::Interruption& interruption, const TaskEvents& events);

/// For tests only: WEIR_TEST_FAILURE="Stack::pop.popped=segv" makes the check of that property fail as named, so that
/// there is a failure to be contained; "reading=segv" the reading of the source.
void failOnDemand(const std::string& what);

/// A result without a verdict, for a property that was not checked.
results::CheckResult uncheckedResult(const Task& task, const std::string& label, const CheckRequest& request,
                                     const results::Reason& reason);

}  // namespace weir::tools
