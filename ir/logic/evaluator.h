// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The value of expressions and formulas in a concrete instance. The oracle for everything that translates formulas:
// it shares no code with the solver.
#pragma once

#include <map>
#include <stdexcept>

#include "ir/logic/universe.h"

namespace weir::logic {

/// An integer left the range the evaluator computes in (127 bits), or `Integers` was used where it must be finite.
class EvaluationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// It has a value, but one that is too large to be computed: that is not knowing, no mistake.
class EvaluationLimit : public EvaluationError {
 public:
  using EvaluationError::EvaluationError;
};

class Evaluator {
 public:
  explicit Evaluator(const Instance& instance) : instance_(&instance) {}

  /// Free variables take their values from bind.
  TupleSet evaluate(Expr expr);
  bool evaluate(Formula formula);
  Integer evaluateInteger(Expr expr);  // the sum of the set

  void bind(Variable variable, Cell value) { environment_[variable] = value; }
  void unbind(Variable variable) { environment_.erase(variable); }

 private:
  const Instance* instance_;
  std::map<Variable, Cell> environment_;
};

}  // namespace weir::logic
