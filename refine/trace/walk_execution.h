// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Goes through a recorded execution as it happened: calls are entered and left, locals have their values.
//
//   void f() { int* p = g(); *p = 1; }        enter f, step (call), enter g, …, leave g, step (*p = 1), leave f
//
// The record has the change of a call's target at the step of the call, before the callee's steps; here it comes when
// the callee is left, which is when it happens.
#pragma once

#include <vector>

#include "ir/program/interpreter.h"

namespace weir::refine {

/// One running procedure.
struct Activation {
  const program::Procedure* procedure = nullptr;
  const program::CallRecord* call = nullptr;  // null: the procedure under analysis
  const Activation* caller = nullptr;
  std::vector<program::Value> locals;  // by Local::index
  bool has_steps = true;               // false: nothing was executed, a specification stood in for it
};

class ExecutionVisitor {
 public:
  virtual ~ExecutionVisitor() = default;
  virtual void enter(const Activation& activation) { static_cast<void>(activation); }
  /// Before the step's changes of locals are applied. `changes` leaves out what happens later: a call's target.
  virtual void step(const Activation& activation, const program::Step& step,
                    const std::vector<program::Change>& changes) = 0;
  /// `result` is the change of the call's target in the caller; null where there is none.
  virtual void leave(const Activation& activation, const program::Change* result) {
    static_cast<void>(activation);
    static_cast<void>(result);
  }
};

/// Activations that were under way when the execution ended are left too, innermost first.
void walkExecution(const program::Procedure& procedure, const std::vector<program::Value>& arguments,
                   const program::Execution& execution, ExecutionVisitor& visitor);

}  // namespace weir::refine
