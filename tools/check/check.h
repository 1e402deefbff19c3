// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A whole check: from a file to a verdict for each property.
//
//   Diagnostics diagnostics;
//   const CheckRun run = runCheck({.file = "stack.weir"}, diagnostics, {});
//   if (diagnostics.hasErrors()) …            the input is wrong, nothing was checked
//   run.result.results                        in the order of the file
//
// Each method is checked in a process of its own, so that a crash or a limit that is not kept costs one property and
// not the run (parallel.h). The results are the same, and in the same order, whatever the number of jobs.
#pragma once

#include <string>
#include <vector>

#include "results/result.h"
#include "support/diagnostics.h"
#include "tools/check/plan.h"
#include "tools/check/request.h"
#include "tools/check/run_task.h"

namespace weir::tools {

struct CheckRun {
  results::RunResult result;
  std::vector<std::string> failures;  // where weir itself was wrong
  std::string tests;                  // the text of a test of each violation, where asked for
  bool interrupted = false;
  bool by_default = false;  // nothing said what to check (Plan::by_default)
};

struct CheckEvents : TaskEvents {
  std::function<void(const std::string& file)> reading = [](const std::string&) {};
  std::function<void(const Plan& plan)> planned = [](const Plan&) {};
  /// Results that are final, in the order of the file.
  std::function<void(const std::vector<results::CheckResult>&)> verdicts = [](const auto&) {};
};

/// The result's version is left to the caller.
CheckRun runCheck(const CheckRequest& request, Diagnostics& diagnostics, const CheckEvents& events);

}  // namespace weir::tools
