// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executions of the method that were run must stay possible, whatever an abstract query learns of its calls.
//
// A refinement that excludes what the code does would let every property hold. The loop runs the program for each
// counterexample, so it knows executions that exist: before it says that nothing breaks a property, the query is asked
// for the last ones of them again.
#pragma once

#include <deque>

#include "refine/query.h"

namespace weir::refine {

/// The state at entry that the query's last answer has, and no other.
logic::Formula entryOf(Query& query);

class SeenExecutions {
 public:
  /// The entry state of the query's last answer was executed, within the scope, and the method returned.
  void remember(Query& query);
  /// Does the query still have them all? What a limit leaves open counts as yes.
  bool arePossible(Query& query, const solver::Limits& limits) const;

 private:
  std::deque<logic::Formula> entries_;
};

}  // namespace weir::refine
