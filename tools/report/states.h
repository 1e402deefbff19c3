// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The states of an execution, from its pre-state and what each step changed.
//
//   step 3:  top_ = f->below   Stack0.top_: Frame0 -> null
//
// The heap after step 3 is the heap after step 2 with that one field replaced. A report draws it; a test compares the
// last one with the recorded post-state, so that a trace that leaves out an update is noticed.
#pragma once

#include <string>
#include <vector>

#include "results/result.h"

namespace weir::report {

/// One call that is running: which function, and its variables so far.
struct Frame {
  int id = 0;  // counts the calls of this execution, in order
  std::string function;
  int depth = 0;
  std::vector<results::NamedValue> locals;
};

struct ExecutionState {
  results::HeapState heap;
  std::vector<Frame> frames;  // outermost first
};

/// The states before the first step and after each one: steps.size() + 1 of them.
std::vector<ExecutionState> statesOf(const results::Counterexample& counterexample);

/// Where the state after the last step differs from the recorded post-state: "Node0.next is Node1, not null". Empty
/// where the trace is complete.
std::vector<std::string> traceGaps(const results::Counterexample& counterexample);

/// Splits "a[2]" into the field and the index; the index is -1 where there is none.
std::pair<std::string, int> splitElement(const std::string& name);

}  // namespace weir::report
