// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formulas without redundant leaves (Dillig, chapter 5).
//
//   x = 1 or (x != 1 and y <= 0)        x = 1 or y <= 0
//
// A leaf is redundant where its *critical constraint*, what its siblings and those of its ancestors leave open
// (siblings under `and` as they are, under `or` negated), implies it (it becomes true) or its negation (false).
// Siblings are simplified until none changes. The result is equivalent where `context` holds, never larger, and
// satisfiable together with the context if and only if it is not `false`.
#pragma once

#include "conditions/decide/decider.h"
#include "conditions/logic/terms.h"

namespace weir::conditions {

struct SimplifyStatistics {
  long formulas = 0;
  long leaves_before = 0;
  long leaves_after = 0;
  long queries = 0;
};

class Simplifier {
 public:
  Simplifier(Terms& terms, Decider& decider) : terms_(terms), decider_(decider) {}

  /// What is larger than this many leaves is returned as it is.
  static constexpr long kMostLeaves = 400;

  Formula simplify(Formula formula) { return simplify(formula, terms_.yes()); }
  Formula simplify(Formula formula, Formula context);
  /// For measurements: from here on formulas stay as they are, but for those that cannot be met.
  void onlyDecide() { only_decides_ = true; }
  const SimplifyStatistics& statistics() const { return statistics_; }

 private:
  Formula simplified(Formula formula);

  Terms& terms_;
  Decider& decider_;
  bool only_decides_ = false;
  SimplifyStatistics statistics_;
};

}  // namespace weir::conditions
