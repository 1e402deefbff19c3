// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the checks of a suite in parallel, one process a property, and stores each result as it comes.
//
// What ends a process (its limits, a crash, a failure of weir's own) is an `unknown` with that reason and touches
// nothing else. What was stored under the same key before is used again. A run that was interrupted is continued with
// `resume`: it ends with the results it would have had.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/run/listing.h"
#include "tools/run/shard.h"
#include "tools/run/store.h"
#include "tools/run/suite.h"

namespace weir::run {

struct RunOptions {
  int jobs = 1;
  bool force = false;   // use no earlier result
  bool resume = false;  // continue the last run that did not end
  std::optional<Shard> shard = {};
  std::vector<std::string> only = {};    // names of checks; empty: all
  std::vector<StoredResult> costs = {};  // an earlier run, for the balance of shards and the estimate
};

struct Progress {
  size_t done = 0;
  size_t total = 0;
  size_t running = 0;
  double left_ms = 0;       // an estimate, by earlier times; 0: none
  std::string latest = {};  // "redis/adlist listJoin.tail: violated", or a phase
};

struct RunOutcome {
  std::int64_t run = 0;
  bool interrupted = false;
  size_t reused = 0;
};

using ProgressSink = std::function<void(const Progress&)>;

/// Once `stop` is true everything is killed, and what has ended stays stored.
RunOutcome runSuite(const Suite& suite, const Checker& checker, Store& store, const RunOptions& options,
                    const ProgressSink& progress, const std::function<bool()>& stop);

}  // namespace weir::run
