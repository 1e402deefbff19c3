// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An audit: every function of every source, no specification.
//
//   const AuditRun run = runAudit({.sources = {{"node.c", {}}, {"find.c", {}}}}, {});
//   run.result.findings          confirmed ones first
//
// Each source is read in a process of its own, so that a crash costs one source and memory does not grow with the
// program. What is found is asked of the bounded engine under its condition, and executed natively (confirm.h).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/program/program.h"
#include "tools/audit/finding.h"

namespace weir::tools {

struct AuditRequest {
  std::vector<program::OtherSource> sources;
  int jobs = 1;
  std::string store;    // a file that remembers what was found; empty: none
  std::string version;  // of weir: another one may find something else
  double function_seconds = 20;
  bool confirm = true;
  bool allocations_fail = false;
  bool strong_updates = true;  // these two for measurements
  bool simplify = true;
};

struct AuditEvents {
  std::function<void(size_t done, size_t all, const AuditResult& so_far)> progress = [](size_t, size_t,
                                                                                        const AuditResult&) {};
};

struct AuditRun {
  AuditResult result;
  size_t reused = 0;  // sources of which everything was remembered
  std::string error;  // the store cannot be used; nothing was done
};

AuditRun runAudit(const AuditRequest& request, const AuditEvents& events);

}  // namespace weir::tools
