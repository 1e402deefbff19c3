// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The built-in properties that are formulas over the heaps before and after a call: `leak` and `cycle`.
//
// Each is defined once, by the objects that are to blame, over the relations of the vocabulary. The solver is asked for
// an execution where there is one; the evaluator finds those of an execution, for its judgement, the trace and the
// replay.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "ir/program/builtin_properties.h"
#include "ir/program/heap_instance.h"
#include "ir/program/vocabulary.h"

namespace weir::refine {

class HeapModel;
struct Violation;

/// The part of a program's state that there is to look at.
struct HeapView {
  program::Vocabulary& vocabulary;
  std::vector<const program::ClassDecl*> classes;
  std::set<const program::ClassDecl*> allocated;      // of which the call may make objects
  std::vector<const program::Field*> value_fields;    // that hold scalars
  std::vector<const program::Field*> slot_fields;     // whose address a pointer may hold
  std::vector<const program::Field*> part_fields;     // that hold parts
  std::function<long(const program::Field*)> extent;  // of an array: at most so many elements
};
/// Of every state in the scope.
HeapView viewOf(const HeapModel& model);

/// What a heap property means, and how it is explained.
struct HeapPropertyMeaning {
  program::HeapProperty property;
  logic::Formula (*holds)(const program::Procedure& procedure, const HeapView& view);
  logic::Expr (*blamed)(const program::Procedure& procedure, const HeapView& view);  // objects, empty where it holds
  bool needs_links = false;   // of every class, also those that nobody mentions
  bool blames_all = false;    // else one object is enough to understand it
  bool keeps_blocks = false;  // what is to blame is still allocated when the call ends: so the replay shows it
  std::string witness;        // what a trace calls the objects
  std::string of_one;         // about the object that is to blame,
  std::string of_several;     // and of several
};
const HeapPropertyMeaning& meaningOf(program::HeapProperty property);

/// The whole objects that are to blame in an execution, in the order of their ids.
std::vector<program::ObjectId> blamedObjects(program::HeapProperty property, const program::Procedure& procedure,
                                             const Violation& violation, program::Vocabulary& vocabulary);

}  // namespace weir::refine
