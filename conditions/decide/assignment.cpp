// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/decide/assignment.h"

#include <algorithm>

namespace weir::conditions {
namespace {

bool isIn(const Interval& range, Integer value) {
  return (!range.low || *range.low <= value) && (!range.high || value <= *range.high);
}

/// Of the values in a range the one nearest to 0.
Integer nearestToZero(const Interval& range) {
  if (range.low && *range.low > 0) return *range.low;
  if (range.high && *range.high < 0) return *range.high;
  return 0;
}

}  // namespace

std::optional<Assignment::Call> Assignment::call(Atom atom) {
  Call made{atom->function, {}};
  for (Term each : atom->arguments) {
    const std::optional<Integer> value = valueOf(each);
    if (!value) return std::nullopt;
    made.second.push_back(*value);
  }
  return made;
}

bool Assignment::set(Atom atom, Integer value) {
  if (!isIn(atom->range, value)) return false;
  if (atom->kind == AtomKind::Apply) {
    const std::optional<Call> key = call(atom);
    if (!key || !functions_.emplace(*key, value).second) return key && functions_.at(*key) == value;
  }
  atoms_[atom] = value;
  return true;
}

std::optional<Integer> Assignment::computed(Atom atom) {
  switch (atom->kind) {
    case AtomKind::Symbol:
      if (atom->range.isEmpty()) return std::nullopt;
      return nearestToZero(atom->range);
    case AtomKind::Apply: {
      const std::optional<Call> key = call(atom);
      if (!key) return std::nullopt;
      if (const auto found = functions_.find(*key); found != functions_.end()) return found->second;
      if (atom->function->is_injective || atom->range.isEmpty()) return std::nullopt;
      return functions_.emplace(*key, nearestToZero(atom->range)).first->second;
    }
    case AtomKind::Choose: {
      const std::optional<bool> condition = holds(atom->condition);
      if (!condition) return std::nullopt;
      return valueOf(atom->arguments[*condition ? 0 : 1]);
    }
    case AtomKind::Quotient: {
      const std::optional<Integer> value = valueOf(atom->arguments[0]);
      if (!value) return std::nullopt;
      return *value / atom->divisor - (*value % atom->divisor < 0 ? 1 : 0);
    }
  }
  return std::nullopt;
}

std::optional<Integer> Assignment::valueOf(Atom atom) {
  if (const auto found = atoms_.find(atom); found != atoms_.end()) return found->second;
  const std::optional<Integer> value = computed(atom);
  atoms_.emplace(atom, value);
  return value;
}

std::optional<Integer> Assignment::valueOf(Term term) {
  Integer sum = term->constant;
  for (const Summand& each : term->summands) {
    const std::optional<Integer> value = valueOf(each.atom);
    Integer product = 0;
    if (!value || __builtin_mul_overflow(*value, each.factor, &product) || __builtin_add_overflow(sum, product, &sum)) {
      return std::nullopt;
    }
  }
  return sum;
}

std::optional<bool> Assignment::computed(Formula formula) {
  switch (formula->kind) {
    case FormulaKind::True: return true;
    case FormulaKind::False: return false;
    case FormulaKind::And:
    case FormulaKind::Or: {
      const bool dominant = formula->kind == FormulaKind::Or;
      bool is_known = true;
      for (Formula each : formula->operands) {
        const std::optional<bool> value = holds(each);
        if (value && *value == dominant) return dominant;
        is_known = is_known && value.has_value();
      }
      if (!is_known) return std::nullopt;
      return !dominant;
    }
    default: {
      const std::optional<Integer> value = valueOf(formula->term);
      if (!value) return std::nullopt;
      if (formula->kind == FormulaKind::LessEqual) return *value <= 0;
      return (*value == 0) == (formula->kind == FormulaKind::Equal);
    }
  }
}

std::optional<bool> Assignment::holds(Formula formula) {
  if (const auto found = formulas_.find(formula); found != formulas_.end()) return found->second;
  const std::optional<bool> value = computed(formula);
  formulas_.emplace(formula, value);
  return value;
}

}  // namespace weir::conditions
