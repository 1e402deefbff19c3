// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heap before and after an execution as a reader sees it: variables the caller can name, objects with the fields
// that matter.
#pragma once

#include <set>

#include "refine/method_check.h"
#include "refine/trace/naming.h"
#include "refine/trace/shown.h"
#include "refine/trace/touched.h"

namespace weir::refine {

struct StateInput {
  const program::Procedure& method;
  const Violation& violation;
  const Naming& naming;
  const Touched& touched;
};

/// Local objects of the method that something shown points to at the end.
std::set<program::ObjectId> danglingLocals(const StateInput& input);

HeapState stateBefore(const StateInput& input);
/// Objects that were freed are shown as such; local objects of the method only where something shown points to them.
HeapState stateAfter(const StateInput& input);

}  // namespace weir::refine
