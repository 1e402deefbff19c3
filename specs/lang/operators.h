// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operators of the specification language: how they are written and how tightly they bind.
//
// One table serves the parser and the printer, so that what one puts parentheses around the other reads back.
#pragma once

#include <optional>
#include <string_view>

namespace weir::specs {

/// Lowest first. A level is also the least level an operand may have without parentheses.
enum class Level {
  Quantifier,
  Iff,
  Implies,
  Or,
  And,
  Not,
  Compare,
  Multiplicity,
  Additive,
  Size,
  Override,
  Intersect,
  Product,
  Restrict,
  Join,
  Closure,
  Primary,
};

enum class Op {
  None,
  // Constants
  Empty,
  Univ,
  Iden,
  Ints,
  Null,
  True,
  False,
  This,
  Return,
  // Binders, and with an operand alone the tests of a set's size
  All,
  Some,
  No,
  One,
  Lone,
  Sum,
  // Prefix
  Not,
  Size,
  Negate,
  Transpose,
  Closure,
  ReflexiveClosure,
  // Postfix
  Prime,
  // Infix
  Iff,
  Implies,
  Or,
  And,
  In,
  NotIn,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Union,
  Difference,
  Override,
  Intersect,
  Product,
  DomainRestrict,
  RangeRestrict,
  Join,
};

/// The canonical spelling: `and` rather than `&&`.
std::string_view spelling(Op op);

/// Of a unary (prefix) or binary operator.
Level levelOf(Op op);

struct InfixOperator {
  Op op;
  Level level;
};

/// The operator a word or sign stands for between two operands, box and prime excluded.
std::optional<InfixOperator> infixOperator(std::string_view word);

constexpr Level tighter(Level level) { return static_cast<Level>(static_cast<int>(level) + 1); }

}  // namespace weir::specs
