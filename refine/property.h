// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A property of a method: to which ends of an execution it applies, which executions break it for the solver, and
// whether a given one does.
//
//   ensures sorted: …      applies to returns               a formula over the states before and after
//   throws E when …        to exits by an exception E       the same
//   invariant …            to every exit                    the same
//   leak, cycle            to every exit                    the same, built in (heap_properties.h)
//   null-deref, …          to the error that it forbids     no formula: the places where it can happen
#pragma once

#include <optional>
#include <string>

#include "ir/program/builtin_properties.h"
#include "ir/program/heap_instance.h"
#include "ir/program/interpreter.h"
#include "specs/lang/specification.h"

namespace weir::refine {

class HeapModel;
class Query;
struct Violation;

class Property {
 public:
  explicit Property(const specs::Property& specified) : specified_(&specified) {}
  explicit Property(const program::BuiltinProperty& builtin) : builtin_(&builtin) {}

  const std::string& label() const;  // "permutation", "null-deref"
  const char* kind() const;          // "ensures", "modifies", "invariant", "throws", "check"
  const specs::Property* specified() const { return specified_; }  // null: built in
  std::optional<program::ErrorKind> error() const;
  std::optional<program::HeapProperty> ofHeap() const;
  bool isError() const { return error().has_value(); }

  // The ends of an execution that it applies to.
  bool appliesToReturns() const;
  bool appliesToThrows() const;  // to some exception
  bool appliesToThrow(program::TypeRef thrown) const;
  bool appliesTo(const program::Execution& execution) const;

  /// Over the vocabulary's states before and after; null for an error. Requires a model of what the property is about.
  logic::Formula formula(const program::Procedure& procedure, const HeapModel& model) const;
  /// The executions that break it. `formula` is that of this property.
  logic::Formula breaking(logic::Formula formula, Query& query) const;
  /// Those that may, where functions without a body throw: no executions, but what may become of some (IfThrown).
  logic::Formula breakingIfThrown(logic::Formula formula, Query& query) const;
  /// Does this execution, in whatever scope, break it?
  bool isBrokenBy(const program::Procedure& procedure, const Violation& violation,
                  program::Vocabulary& vocabulary) const;

 private:
  const specs::Property* specified_ = nullptr;
  const program::BuiltinProperty* builtin_ = nullptr;
};

/// An execution that breaks a property: everything a trace and a replay are made from.
struct Violation {
  std::shared_ptr<program::Heap> before;
  std::vector<program::Value> arguments;
  std::shared_ptr<program::Heap> after;  // the same object ids; memory that was never written holds what was chosen
  std::shared_ptr<program::Heap> left;   // as the execution left it, without what was chosen
  program::Execution execution;
  /// What is not computed (program::Construct) does not matter: from this state the property breaks whatever that
  /// yields, or here it yields what is there.
  bool is_certain = false;
};

/// The states before and after, for an evaluation. They refer to the violation.
program::CallStates statesOf(const program::Procedure& procedure, const Violation& violation);

}  // namespace weir::refine
