// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the atoms of a solver's instance to the objects of a heap in which the same execution is run.
//
//   &list.head      the slot of field head in the object that the atom of list is
//   pair.first      the part in that field of the object that the atom of pair is
//
// Parts and slots follow from the object that they are in. Which object a whole one is depends on who asks.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "ir/program/heap.h"
#include "refine/encode/heap_model.h"

namespace weir::refine {

struct AtomObjects {
  const HeapModel& model;
  const program::Heap& heap;
  const std::map<int, program::ObjectId>& known;
  /// A whole object that is not among the known ones.
  std::function<std::optional<program::ObjectId>(int atom)> find;

  /// Nothing where the heap has no such object.
  std::optional<program::ObjectId> objectOf(int atom) const;
  std::optional<program::Value> valueOf(const logic::Cell& cell) const;
};

}  // namespace weir::refine
