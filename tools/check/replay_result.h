// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executes the counterexample of an earlier result again, on the source as it is now: by the interpreter and natively.
//
//   weir check list.weir --json r.json        violated
//   … fix list.cpp …
//   weir replay r.json                        "List::insert.sorted is no longer broken by this execution"
#pragma once

#include <string>
#include <vector>

#include "results/result.h"
#include "support/diagnostics.h"

namespace weir::tools {

struct ReplayRequest {
  std::vector<std::string> flags;  // of the compiler, after those of the specification
  std::string build_dir;
  std::string keep_repro;
};

struct ReplayOutcome {
  enum class Kind { StillViolated, NoLongerViolated, NotReplayed };
  Kind kind = Kind::NotReplayed;
  std::string name;        // "List::insert.sorted"
  std::string reason;      // NotReplayed: why
  results::Replay replay;  // StillViolated
  bool disagrees = false;
};

/// One for each result that has a counterexample, in order. What is wrong with the files goes to `diagnostics`.
std::vector<ReplayOutcome> replayResults(const results::RunResult& run, const ReplayRequest& request,
                                         Diagnostics& diagnostics);

}  // namespace weir::tools
