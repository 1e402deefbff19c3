// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What uninitialised memory held in a solver's instance, so that a property can be read off an execution.
//
//   Node* make(int v) { Node* n = new Node; n->value = v; return n; }      ensures no return.next'
//
// The interpreter leaves `next` without a value: it may be anything, and the property has to hold for all of it. The
// solver chose a value that breaks the property; here it is put into the heap that the execution left.
//
// A value is any that memory can hold, so that whatever is chosen is legitimate, if only copies of one piece of
// garbage are equal: the interpreter knows where each was copied from. A pointer to an object that never came to be is
// a pointer to no object: it is not null, and leads to nothing live.
#pragma once

#include <map>

#include "refine/atom_objects.h"
#include "refine/query.h"

namespace weir::refine {

class ChosenGarbage {
 public:
  /// Requires a satisfiable answer of the query, to a question about the formula. `objects` are the objects of the
  /// entry state, by atom.
  ChosenGarbage(Query& query, logic::Formula formula, std::map<int, program::ObjectId> objects);

  /// Gives the cells of live objects that were never written, and that the formula reads, their values, at the end
  /// and where the execution copied them. False where what was chosen is not one memory.
  bool fill(program::Heap& after, program::Execution& execution, const std::vector<program::Value>& arguments);
  /// Was anything given a value that the solver chose?
  bool isUsed() const { return is_used_; }

 private:
  void nameObjects(const program::Heap& heap, const std::vector<program::Value>& arguments);
  AtomObjects objectsIn(program::Heap& heap);
  std::optional<program::ObjectId> makeNowhere(int atom, program::Heap& heap);

  Query& query_;
  logic::Formula formula_;
  std::map<int, program::ObjectId> objects_;
  bool is_used_ = false;
  int count_ = 0;  // of pointers that lead nowhere
};

}  // namespace weir::refine
