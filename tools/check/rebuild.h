// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the pre-state of a counterexample, as the JSON has it, back to a heap that can be executed.
//
//   "roots": { "this": "List0", "v": 3 }, "objects": [ { "id": "List0", "class": "List", "fields": { "head": null } } ]
//
// What the JSON leaves out is zero or null: neither the execution nor the property looks at it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/program/heap.h"
#include "results/result.h"

namespace weir::tools {

struct Rebuilt {
  program::Heap heap;
  std::vector<program::Value> arguments;
};

/// Nothing, and the reason, where the program has changed so that the state is none of its: a class or field is gone.
std::optional<Rebuilt> rebuild(const program::Program& program, const program::Procedure& procedure,
                               const results::HeapState& state, std::string& error);

}  // namespace weir::tools
