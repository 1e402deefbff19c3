// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `leak` and `cycle`, seen in two concrete heaps: which objects are to blame.
#pragma once

#include <optional>
#include <vector>

#include "refine/method_check.h"

namespace weir::refine {

/// What the call allocated, did not free and nobody can reach.
std::vector<program::ObjectId> leakedObjects(const Violation& violation);

/// An object that reaches itself over fields that lead from its class to its class, and did not before.
std::optional<program::ObjectId> newCycle(const Violation& violation);

}  // namespace weir::refine
