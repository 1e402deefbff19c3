// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What of the heap an execution and a property touch: the part of a counterexample that is worth showing.
//
//   bool empty(List* l) { return l->head == nullptr; }    touches l and the field head, but no cell's value
//
// A field is shown if the execution reads or writes it somewhere or the property or a requirement mentions it. An
// object is shown if the execution touches it, or a variable or a shown field leads to it, or the property ranges over
// its class.
#pragma once

#include <set>
#include <vector>

#include "ir/program/heap.h"
#include "ir/program/vocabulary.h"
#include "refine/method_check.h"
#include "refine/trace/walk_execution.h"

namespace weir::refine {

struct Touched {
  std::set<const program::Field*> fields;
  std::vector<program::ObjectId> objects;  // in the order to be shown; parts too, the globals object and variables not

  bool shows(const program::Field* field) const { return fields.contains(field) || field->holdsParts(); }
};

/// `formulas` are those of the property, `assumed` the requirements, which only make fields worth showing.
Touched touchedBy(const program::Procedure& method, const Violation& violation, program::Vocabulary& vocabulary,
                  const std::vector<logic::Formula>& formulas, const std::vector<logic::Formula>& assumed);

}  // namespace weir::refine
