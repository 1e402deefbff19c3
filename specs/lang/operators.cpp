// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/operators.h"

#include <array>

#include "support/invariant.h"

namespace weir::specs {
namespace {

struct Row {
  Op op;
  std::string_view spelling;
  Level level;
  std::string_view alternative = {};
};

constexpr std::array kConstants = {
    Row{Op::Empty, "none", Level::Primary},    Row{Op::Univ, "univ", Level::Primary},
    Row{Op::Iden, "iden", Level::Primary},     Row{Op::Ints, "Int", Level::Primary},
    Row{Op::Null, "null", Level::Primary},     Row{Op::True, "true", Level::Primary},
    Row{Op::False, "false", Level::Primary},   Row{Op::This, "this", Level::Primary},
    Row{Op::Return, "return", Level::Primary},
};

// The levels of All to Lone are those of `some e`; as binders they are at Level::Quantifier.
constexpr std::array kPrefix = {
    Row{Op::All, "all", Level::Multiplicity},
    Row{Op::Some, "some", Level::Multiplicity},
    Row{Op::No, "no", Level::Multiplicity},
    Row{Op::One, "one", Level::Multiplicity},
    Row{Op::Lone, "lone", Level::Multiplicity},
    Row{Op::Sum, "sum", Level::Quantifier},
    Row{Op::Not, "not", Level::Not},
    Row{Op::Size, "#", Level::Size},
    Row{Op::Negate, "-", Level::Size},
    Row{Op::Transpose, "~", Level::Closure},
    Row{Op::Closure, "^", Level::Closure},
    Row{Op::ReflexiveClosure, "*", Level::Closure},
    Row{Op::Prime, "'", Level::Primary},
};

constexpr std::array kInfix = {
    Row{Op::Iff, "<=>", Level::Iff, "iff"},
    Row{Op::Implies, "=>", Level::Implies, "implies"},
    Row{Op::Or, "or", Level::Or, "||"},
    Row{Op::And, "and", Level::And, "&&"},
    Row{Op::In, "in", Level::Compare},
    Row{Op::NotIn, "not in", Level::Compare},
    Row{Op::Equal, "=", Level::Compare},
    Row{Op::NotEqual, "!=", Level::Compare},
    Row{Op::Less, "<", Level::Compare},
    Row{Op::LessEqual, "<=", Level::Compare},
    Row{Op::Greater, ">", Level::Compare},
    Row{Op::GreaterEqual, ">=", Level::Compare},
    Row{Op::Union, "+", Level::Additive},
    Row{Op::Difference, "-", Level::Additive},
    Row{Op::Override, "++", Level::Override},
    Row{Op::Intersect, "&", Level::Intersect},
    Row{Op::Product, "->", Level::Product},
    Row{Op::DomainRestrict, "<:", Level::Restrict},
    Row{Op::RangeRestrict, ":>", Level::Restrict},
    Row{Op::Join, ".", Level::Join},
};

const Row& rowOf(Op op) {
  for (const Row& row : kInfix)
    if (row.op == op) return row;
  for (const Row& row : kPrefix)
    if (row.op == op) return row;
  for (const Row& row : kConstants)
    if (row.op == op) return row;
  UNREACHABLE("every operator but None should have a row");
}

}  // namespace

std::string_view spelling(Op op) { return rowOf(op).spelling; }

Level levelOf(Op op) { return rowOf(op).level; }

std::optional<InfixOperator> infixOperator(std::string_view word) {
  for (const Row& row : kInfix)
    if (row.spelling == word || (!row.alternative.empty() && row.alternative == word))
      return InfixOperator{row.op, row.level};
  return std::nullopt;
}

}  // namespace weir::specs
