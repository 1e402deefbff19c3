// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A run of a suite for people and for machines: text, JSON, and a page with the history of each property.
//
//   120 properties: 111 hold in scope, 7 are violated, 2 are unknown
//   118 as expected, 2 not; against run 3: 1 worse, 1 better, 2 new, 1 slower
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "results/result.h"
#include "tools/report/text.h"
#include "tools/run/compare.h"
#include "tools/run/store.h"

namespace weir::run {

/// One run of the history, oldest first.
struct PastRun {
  StoredRun run;
  std::vector<StoredResult> results;
};

struct SummaryInput {
  std::string suite = {};
  std::string version = {};
  std::int64_t run = 0;
  std::int64_t baseline = 0;  // 0: none
  std::vector<Compared> compared = {};
  size_t reused = 0;
  double wall_ms = 0;
};

/// What is worse, unexpected, slower, better, new or gone, a line each; then the counts. With `all`, every property.
void writeSummary(std::ostream& out, const SummaryInput& input, const report::TextStyle& style, bool all);

std::string summaryJson(const SummaryInput& input);

/// A table of all properties with their verdicts in each run; a violation links into details.html.
std::string summaryHtml(const SummaryInput& input, const std::vector<PastRun>& history);

/// The results as weir check wrote them, in the order of the suite, so that they can take any form a check's can. A
/// method has the name of its check before it: two versions of one library have the same methods.
results::RunResult asRunResult(const SummaryInput& input);

/// 1 where something got worse or is violated and nobody expects it or, beyond `max_slowdown` (0: never), is slower; 3
/// where something was skipped, or is unknown or vacuous and nobody expects it; else 0.
int exitStatus(const SummaryInput& input, double max_slowdown);

}  // namespace weir::run
