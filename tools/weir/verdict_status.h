// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exit status that a run's verdicts ask for.
#pragma once

#include "results/result.h"
#include "tools/weir/exit_status.h"

namespace weir::tools {

inline ExitStatus statusOf(const results::RunResult& run) {
  ExitStatus status = ExitStatus::Holds;
  for (const results::CheckResult& r : run.results) {
    if (r.verdict == results::Verdict::Violated) return ExitStatus::Violated;
    if (r.verdict == results::Verdict::Unknown || r.verdict == results::Verdict::Vacuous) status = ExitStatus::Unknown;
  }
  return status;
}

}  // namespace weir::tools
