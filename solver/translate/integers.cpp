// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer expressions: where a number is needed, a set stands for the sum of its elements.
#include <algorithm>
#include <array>

#include "solver/translate/bindings.h"
#include "solver/translate/translator.h"
#include "support/invariant.h"

namespace weir::solver {

using logic::Expr;
using logic::ExprKind;

namespace {

// A quantifier over a range is expanded: where there may be more elements than this, only those in a window are listed.
constexpr int kLargestRange = 4096;

/// What a specification counts to: positions of arrays and of cells in a list, sizes of heaps within a scope.
constexpr Interval kWindow{-8, 40};

std::optional<Interval> knownEnds(const Number& from, const Number& to) {
  constexpr std::size_t kWide = 100;
  if (from.width() >= kWide || to.width() >= kWide) return std::nullopt;
  return Interval{intervalOf(from).low, intervalOf(to).high};
}

}  // namespace

Matrix Translator::number(Number value) {
  Matrix result;
  result.cells = {numbers_.intern(std::move(value))};
  result.guards = {kTrue};
  return result;
}

std::vector<Gate> Translator::distinct(const Matrix& set) {
  std::vector<Gate> result;
  for (std::size_t i = 0; i < set.rows(); ++i) {
    std::vector<Gate> parts{set.guards[i]};
    for (std::size_t j = 0; j < i; ++j) {
      const Gate equal = same(set.row(i), set.row(j));
      if (equal != kFalse) parts.push_back(!circuit_.conjunction(set.guards[j], equal));
    }
    result.push_back(circuit_.conjunction(parts));
  }
  return result;
}

Number Translator::integer(Expr expr) {
  const MatrixRef set = matrix(expr);
  std::vector<Number> terms;
  const std::vector<Gate> guards = expr->functional ? set->guards : distinct(*set);
  for (std::size_t i = 0; i < set->rows(); ++i)
    terms.push_back(arithmetic_.masked(guards[i], numbers_.at(set->row(i)[0])));
  return arithmetic_.sum(std::move(terms));
}

Number Translator::arithmetic(Expr expr) {
  const auto operand = [&](std::size_t i) { return integer(expr->operands[i]); };
  switch (expr->kind) {
    case ExprKind::Constant: return Arithmetic::constant(expr->integer);
    case ExprKind::Plus: return arithmetic_.add(operand(0), operand(1));
    case ExprKind::Minus: return arithmetic_.subtract(operand(0), operand(1));
    case ExprKind::Times: return arithmetic_.multiply(operand(0), operand(1));
    case ExprKind::Divide: return arithmetic_.divide(operand(0), operand(1));
    case ExprKind::Remainder: return arithmetic_.remainder(operand(0), operand(1));
    case ExprKind::BitAnd: return arithmetic_.bitAnd(operand(0), operand(1));
    case ExprKind::BitOr: return arithmetic_.bitOr(operand(0), operand(1));
    case ExprKind::BitXor: return arithmetic_.bitXor(operand(0), operand(1));
    case ExprKind::ShiftLeft: return arithmetic_.shiftLeft(operand(0), operand(1));
    case ExprKind::ShiftRight: return arithmetic_.shiftRight(operand(0), operand(1));
    case ExprKind::Wrap: return arithmetic_.wrap(operand(0), expr->width, expr->is_signed);
    case ExprKind::Sum: return sum(expr);
    case ExprKind::Count: {
      const MatrixRef set = matrix(expr->operands[0]);
      return arithmetic_.count(expr->operands[0]->int_columns == 0 ? set->guards : distinct(*set));
    }
    default: UNREACHABLE("an integer expression should have one of the integer kinds");
  }
}

Number Translator::sum(Expr expr) {
  std::vector<Number> terms;
  forEachBinding(expr->decls, true,
                 [&](Gate guard) { terms.push_back(arithmetic_.masked(guard, integer(expr->operands[0]))); });
  return arithmetic_.sum(std::move(terms));
}

bool Translator::isListable(Expr range) {
  const auto ends = knownEnds(integer(range->operands[0]), integer(range->operands[1]));
  return ends && ends->high - ends->low <= kLargestRange;
}

Gate Translator::reachesBeyondWindow(const Number& from, const Number& to) {
  const Gate is_empty = arithmetic_.lessEqual(to, from);
  const Gate is_inside = circuit_.conjunction(arithmetic_.lessEqual(Arithmetic::constant(kWindow.low), from),
                                              arithmetic_.lessEqual(to, Arithmetic::constant(kWindow.high)));
  const Gate beyond = !circuit_.disjunction(is_empty, is_inside);
  if (beyond != kFalse) beyond_windows_.push_back(beyond);
  return beyond;
}

Matrix Translator::range(Expr expr) {
  const Number from = integer(expr->operands[0]);
  const Number to = integer(expr->operands[1]);
  const bool is_listable = isListable(expr);
  Interval listed = knownEnds(from, to).value_or(kWindow);
  if (!is_listable) {
    listed = {std::max(listed.low, kWindow.low), std::min(listed.high, kWindow.high)};
    if (const Gate beyond = reachesBeyondWindow(from, to); beyond != kFalse) left_out_.emplace_back(expr, beyond);
  }
  MatrixBuilder builder(circuit_, 1);
  for (__int128 i = listed.low; i < listed.high; ++i) {
    const Number value = Arithmetic::constant(i);
    builder.add(std::array{numbers_.intern(value)},
                circuit_.conjunction(arithmetic_.lessEqual(from, value), arithmetic_.less(value, to)));
  }
  return builder.build();
}

Gate Translator::leftOutIn(const logic::Occurrences& mentioned) {
  std::vector<Gate> gates;
  for (const auto& [range, beyond] : left_out_)
    if (mentioned.has(range)) gates.push_back(beyond);
  return circuit_.disjunction(gates);
}

Gate Translator::leftOut(logic::Formula formula, bool is_skolemised) {
  if (left_out_.empty()) return kFalse;
  logic::Occurrences listed;
  if (is_skolemised)
    addListed(formula, false, listed);
  else
    listed.add(formula);
  return leftOutIn(listed);
}

Gate Translator::leftOut(Expr expr) {
  if (left_out_.empty()) return kFalse;
  logic::Occurrences mentioned;
  mentioned.add(expr);
  return leftOutIn(mentioned);
}

}  // namespace weir::solver
