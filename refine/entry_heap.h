// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The concrete state at entry that a solver's instance describes: what the interpreter and the replay run on.
#pragma once

#include <map>

#include "ir/program/heap.h"
#include "refine/encode/heap_model.h"

namespace weir::refine {

struct EntryState {
  program::Heap heap;
  std::vector<program::Value> arguments;
  std::map<int, program::ObjectId> objects = {};  // by atom
};

/// Objects are named as in the instance. What the query does not mention is zero or null.
EntryState entryStateOf(const logic::Instance& instance, const HeapModel& model, const program::Procedure& procedure);

}  // namespace weir::refine
