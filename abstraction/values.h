// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bounds of a program expression in an abstract state, and of a condition.
//
//   p != null    no p is false exactly where p is known; must and may hold otherwise
//   x + 1        int32[x + 1] where x is known; any integer otherwise
#pragma once

#include "abstraction/state.h"
#include "abstraction/symbols.h"

namespace weir::abstraction {

class Values {
 public:
  Values(program::Vocabulary& vocabulary, States& states, Symbols& symbols)
      : vocabulary_(&vocabulary), states_(&states), symbols_(&symbols), context_(&vocabulary.context()) {}

  Bounds value(program::ExprRef expr, const State& state);
  Guard condition(program::ExprRef expr, const State& state);

  /// object.field, or object.field[index] where `index` is given.
  Bounds load(const program::Field* field, const Bounds& object, const Bounds* index, const State& state);
  /// What the rows have for the object.
  Bounds read(const Rows& rows, logic::Expr object);
  Bounds any(program::TypeRef type);
  /// Converted to an integer type (bool: whether it is not zero).
  Bounds converted(const Bounds& value, program::TypeRef type);

 private:
  Bounds binary(program::ExprRef expr, const State& state);
  Bounds address(program::ExprRef expr, const State& state);
  Bounds ofGuard(const Guard& guard);
  Guard isNonZero(const Bounds& value);
  Guard comparison(program::ExprRef expr, const State& state);
  Guard equality(const Bounds& a, const Bounds& b);
  bool isAddress(logic::Expr expr) const;
  bool mayBeAddress(logic::Expr expr) const;
  logic::Formula isNotNull(logic::Expr value);
  logic::Formula mayHold(logic::Expr set, logic::Integer value);

  program::Vocabulary* vocabulary_;
  States* states_;
  Symbols* symbols_;
  logic::Context* context_;
};

}  // namespace weir::abstraction
