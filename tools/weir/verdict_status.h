// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exit status that a run's verdicts ask for.
#pragma once

#include "refine/result.h"
#include "tools/weir/exit_status.h"

namespace weir::tools {

inline ExitStatus statusOf(const refine::RunResult& run) {
  ExitStatus status = ExitStatus::Holds;
  for (const refine::CheckResult& r : run.results) {
    if (r.verdict == refine::Verdict::Violated) return ExitStatus::Violated;
    if (r.verdict == refine::Verdict::Unknown || r.verdict == refine::Verdict::Vacuous) status = ExitStatus::Unknown;
  }
  return status;
}

}  // namespace weir::tools
