// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The value of an expression in a concrete state, or the error it raises.
//
//   evaluate((p + 1), …)  with p at the last element of an int[2]  = its end position
//   evaluate((p + 2), …)  throws Stop{Error, Bounds}
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/program/interpreter.h"

namespace weir::program {

/// Ends an execution: thrown by whatever cannot go on, caught by `run`.
struct Stop {
  Outcome outcome = Outcome::Error;
  ErrorKind error = ErrorKind::NullDeref;
  std::string reason;
  const Field* outside_of = nullptr;  // the array, or the single slot, that an address leaves
  bool of_local = false;              // what was used is a local that is gone

  static Stop because(ErrorKind kind, std::string reason) { return {Outcome::Error, kind, std::move(reason)}; }
  static Stop unsupported(std::string reason) { return {Outcome::Unsupported, {}, std::move(reason)}; }
};

struct EvaluationState {
  Heap& heap;
  const std::vector<Value>& locals;  // by Local::index
  CheckedErrors checked;
  /// The dynamic class of an object, which during construction and destruction is not that of its allocation.
  const std::function<const ClassDecl*(ObjectId)>& dynamic_class;
  bool in_model_code = false;  // model_class.h
};

/// What an index past the end of an array is; `index` is not negative where the array may be longer than it says.
Stop outside(const Field* field, Integer index, long extent);
/// What using a dead object is: an error of its own where no object ever was.
Stop useOfDead(const Heap& heap, ObjectId object);
/// What is wrong with a pointer that does not point to an object with this field: a wrong cast within a hierarchy, the
/// end of an array, or memory that is read as something else, which is not followed.
Stop withoutField(const Heap& heap, const Value& pointer, const Field* field);
/// The live heap object that freeing `pointer` ends; the start of an array names the array. Throws what is wrong with
/// it.
ObjectId allocationAt(const Heap& heap, const Value& pointer, FreeKind how);

/// Never Uninitialized. Requires a well-formed expression.
Value evaluate(ExprRef expr, const EvaluationState& state);

}  // namespace weir::program
