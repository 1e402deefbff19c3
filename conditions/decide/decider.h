// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Is a formula satisfiable, does one imply another? By Z3: linear integer arithmetic with uninterpreted functions.
//
//   Decider decider(terms);
//   decider.satisfiable(terms.less(x, x))        Answer::No
//
// Every atom lies in its range; parts of objects (injective functions) are not 0 and differ where their objects do. The
// budget of a query counts the solver's resources, not seconds: the same query always has the same answer.
#pragma once

#include <memory>

#include "conditions/logic/terms.h"

namespace weir::conditions {

enum class Answer { No, Yes, Unknown };

class Decider {
 public:
  explicit Decider(Terms& terms);
  ~Decider();
  Decider(const Decider&) = delete;
  Decider& operator=(const Decider&) = delete;

  Answer satisfiable(Formula formula);
  /// Certainly: `a` and not `b` has no solution.
  bool implies(Formula a, Formula b);

  /// Facts that hold until they are popped, for many questions about one context: what is asserted once is not asserted
  /// again.
  void push();
  void assume(Formula fact);
  void pop();

  long queries() const;

 private:
  struct Z3;
  Terms& terms_;
  std::unique_ptr<Z3> z3_;
};

}  // namespace weir::conditions
