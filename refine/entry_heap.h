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

/// The heap that a call begins to run on: the memory a constructor is given has no values, whatever the instance says.
program::Heap heapAtStart(program::Heap entry, const program::Procedure& procedure,
                          const std::vector<program::Value>& arguments);

/// Objects are named as in the instance. What the query does not mention is zero or null.
EntryState entryStateOf(const logic::Instance& instance, const HeapModel& model, const program::Procedure& procedure);

}  // namespace weir::refine
