// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formulas to gates.
#include <algorithm>

#include "solver/translate/bindings.h"
#include "solver/translate/translator.h"
#include "support/invariant.h"

namespace weir::solver {

using logic::Expr;
using logic::Formula;
using logic::FormulaKind;

Gate Translator::translate(Formula node) {
  switch (node->kind) {
    case FormulaKind::True: return kTrue;
    case FormulaKind::False: return kFalse;
    case FormulaKind::Subset: return subset(node->exprs[0], node->exprs[1]);
    case FormulaKind::Equal:
      if (const auto gate = counted(node)) return *gate;
      return equal(node->exprs[0], node->exprs[1]);
    case FormulaKind::Less:
      if (const auto gate = counted(node)) return *gate;
      return arithmetic_.less(integer(node->exprs[0]), integer(node->exprs[1]));
    case FormulaKind::LessEqual:
      if (const auto gate = counted(node)) return *gate;
      return arithmetic_.lessEqual(integer(node->exprs[0]), integer(node->exprs[1]));
    case FormulaKind::Some: return circuit_.disjunction(matrix(node->exprs[0])->guards);
    case FormulaKind::No: return !circuit_.disjunction(matrix(node->exprs[0])->guards);
    case FormulaKind::Lone: return lone(*matrix(node->exprs[0]));
    case FormulaKind::One: {
      const MatrixRef set = matrix(node->exprs[0]);
      return circuit_.conjunction(circuit_.disjunction(set->guards), lone(*set));
    }
    case FormulaKind::Not: return !formula(node->operands[0]);
    case FormulaKind::And:
    case FormulaKind::Or: {
      const Gate absorbing = constantGate(node->kind == FormulaKind::Or);
      std::vector<Gate> parts;
      for (const Formula part : node->operands) {
        parts.push_back(formula(part));
        if (parts.back() == absorbing) return absorbing;
      }
      return node->kind == FormulaKind::And ? circuit_.conjunction(parts) : circuit_.disjunction(parts);
    }
    case FormulaKind::Implies: {
      const Gate premise = formula(node->operands[0]);
      return premise == kFalse ? kTrue : circuit_.implication(premise, formula(node->operands[1]));
    }
    case FormulaKind::Iff: return circuit_.equivalence(formula(node->operands[0]), formula(node->operands[1]));
    case FormulaKind::ForAll: return quantified(node, true);
    case FormulaKind::Exists: return quantified(node, false);
  }
  UNREACHABLE("a formula should have one of the kinds");
}

std::optional<Gate> Translator::atLeast(Expr set, __int128 least) {
  // Beyond this, adders are smaller and the constant is a size no scope has.
  constexpr std::size_t kLargestCounter = 4096;
  const MatrixRef rows = matrix(set);
  const std::size_t size = rows->rows();
  if (least <= 0) return kTrue;
  if (least > static_cast<__int128>(size)) return kFalse;
  const auto count = static_cast<std::size_t>(least);
  if (size * std::min(count, size - count + 1) > kLargestCounter) return std::nullopt;
  return circuit_.atLeast(count, set->int_columns == 0 ? rows->guards : distinct(*rows));
}

std::optional<Gate> Translator::counted(Formula node) {
  const bool set_first = node->exprs[0]->kind == logic::ExprKind::Count;
  const Expr count = node->exprs[set_first ? 0 : 1];
  const Expr bound = node->exprs[set_first ? 1 : 0];
  if (count->kind != logic::ExprKind::Count || bound->kind != logic::ExprKind::Constant) return std::nullopt;
  const Expr set = count->operands[0];
  const __int128 value = bound->integer;
  const auto negated = [](std::optional<Gate> gate) { return gate ? std::optional(!*gate) : gate; };
  switch (node->kind) {
    case FormulaKind::Less: return set_first ? negated(atLeast(set, value)) : atLeast(set, value + 1);
    case FormulaKind::LessEqual: return set_first ? negated(atLeast(set, value + 1)) : atLeast(set, value);
    default: break;
  }
  const auto enough = atLeast(set, value);
  const auto too_many = atLeast(set, value + 1);
  if (!enough || !too_many) return std::nullopt;
  return circuit_.conjunction(*enough, !*too_many);
}

Gate Translator::subset(Expr a, Expr b) {
  const MatrixRef rows = matrix(a);
  std::vector<Gate> parts;
  for (std::size_t i = 0; i < rows->rows(); ++i) {
    parts.push_back(circuit_.implication(rows->guards[i], member(b, rows->row(i))));
    if (parts.back() == kFalse) return kFalse;
  }
  return circuit_.conjunction(parts);
}

Gate Translator::equal(Expr a, Expr b) {
  if (a == b) return kTrue;
  const std::uint32_t columns = a->int_columns | b->int_columns;
  const std::uint32_t last = 1U << (a->arity - 1);
  const bool numeric = columns == last && a->functional && b->functional;
  if (columns != 0 && !numeric) return circuit_.conjunction(subset(a, b), subset(b, a));
  const MatrixRef left = matrix(a);
  const MatrixRef right = matrix(b);
  const auto key = static_cast<std::size_t>(a->arity - (numeric ? 1 : 0));
  // Both are sorted and have at most one row for each key.
  std::vector<Gate> parts;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < left->rows() || j < right->rows()) {
    const auto before = [&](const Matrix& x, std::size_t m, const Matrix& y, std::size_t n) {
      if (m == x.rows()) return false;
      if (n == y.rows()) return true;
      return std::ranges::lexicographical_compare(x.row(m).first(key), y.row(n).first(key));
    };
    if (before(*left, i, *right, j)) {
      parts.push_back(!left->guards[i++]);
    } else if (before(*right, j, *left, i)) {
      parts.push_back(!right->guards[j++]);
    } else {
      parts.push_back(circuit_.equivalence(left->guards[i], right->guards[j]));
      if (numeric)
        parts.push_back(circuit_.implication(left->guards[i], same(left->row(i).back(), right->row(j).back())));
      ++i;
      ++j;
    }
    if (parts.back() == kFalse) return kFalse;
  }
  return circuit_.conjunction(parts);
}

Gate Translator::lone(const Matrix& set) {
  const bool has_numbers = std::any_of(set.cells.begin(), set.cells.end(), isNumber);
  if (!has_numbers) return circuit_.atMostOne(set.guards);
  std::vector<Gate> parts;
  for (std::size_t i = 0; i < set.rows(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      parts.push_back(circuit_.disjunction({!set.guards[i], !set.guards[j], same(set.row(i), set.row(j))}));
  return circuit_.conjunction(parts);
}

Gate Translator::quantified(Formula node, bool universal) {
  std::vector<Gate> parts;
  bool decided = false;
  forEachBinding(node->decls, false, [&](Gate guard) {
    if (decided) return;
    const Gate body = formula(node->operands[0]);
    parts.push_back(universal ? circuit_.implication(guard, body) : circuit_.conjunction(guard, body));
    decided = parts.back() == constantGate(!universal);
  });
  return universal ? circuit_.conjunction(parts) : circuit_.disjunction(parts);
}

}  // namespace weir::solver
