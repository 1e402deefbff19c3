// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One call on one heap, with what the interpreter says it does: what a replay has to confirm.
#pragma once

#include <vector>

#include "ir/program/heap.h"
#include "ir/program/interpreter.h"

namespace weir::replay {

struct Case {
  const program::Procedure* procedure = nullptr;
  std::vector<program::Value> arguments;  // one a parameter, `this` and %result included
  program::Heap before;
  program::Heap after;  // object ids and names continue those of `before`
  program::Execution expected;
  std::vector<program::ObjectId> lost = {};  // to be confirmed as leaks
};

/// Runs the interpreter on a copy of `before`.
Case makeCase(const program::Procedure& procedure, std::vector<program::Value> arguments, program::Heap before,
              const program::InterpreterOptions& options = {});

}  // namespace weir::replay
