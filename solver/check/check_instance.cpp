// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/check/check_instance.h"

#include <algorithm>
#include <map>

#include "ir/logic/evaluator.h"

namespace weir::solver {

namespace {

using logic::BoundCell;

bool covers(const BoundCell& bound, const logic::Cell& cell) {
  switch (bound.kind) {
    case BoundCell::Kind::Atom: return !cell.is_integer && cell.atom == bound.atom;
    case BoundCell::Kind::Integer: return cell.is_integer && cell.integer == bound.integer;
    case BoundCell::Kind::Free: break;
  }
  if (!cell.is_integer) return false;
  const logic::Integer half = static_cast<logic::Integer>(1) << (bound.width - 1);
  return bound.is_signed ? -half <= cell.integer && cell.integer < half : 0 <= cell.integer && cell.integer / 2 < half;
}

bool covers(const logic::BoundTuple& bound, const logic::Tuple& tuple) {
  return std::equal(bound.cells.begin(), bound.cells.end(), tuple.begin(), tuple.end(),
                    [](const BoundCell& b, const logic::Cell& c) { return covers(b, c); });
}

std::string checkBound(const Problem::Bounded& bounded, const logic::TupleSet& value) {
  const auto& [relation, bound] = bounded;
  for (const logic::Tuple& tuple : value)
    if (std::none_of(bound.tuples.begin(), bound.tuples.end(), [&](const auto& b) { return covers(b, tuple); }))
      return relation->name + " has a tuple outside its upper bound";
  for (const logic::BoundTuple& tuple : bound.tuples)
    if (tuple.required && std::none_of(value.begin(), value.end(), [&](const auto& t) { return covers(tuple, t); }))
      return relation->name + " lacks a tuple of its lower bound";
  if (bound.multiplicity == logic::Multiplicity::Any) return "";
  std::map<logic::Tuple, int> values;
  for (const logic::Tuple& tuple : value) ++values[{tuple.begin(), tuple.end() - 1}];
  for (const auto& [key, count] : values)
    if (count > 1) return relation->name + " has two values where its multiplicity allows one";
  if (bound.multiplicity == logic::Multiplicity::One)
    for (const logic::BoundTuple& tuple : bound.tuples) {
      logic::BoundTuple key = tuple;
      key.cells.pop_back();
      if (std::none_of(values.begin(), values.end(), [&](const auto& entry) { return covers(key, entry.first); }))
        return relation->name + " has no value where its multiplicity demands one";
    }
  return "";
}

}  // namespace

std::string checkInstance(const Problem& problem, std::span<const int> labels, const logic::Instance& instance) {
  for (const Problem::Bounded& bounded : problem.bounded) {
    const std::string wrong = checkBound(bounded, instance.valueOf(bounded.relation));
    if (!wrong.empty()) return wrong;
  }
  logic::Evaluator evaluator(instance);
  for (const auto& [relation, expr] : problem.defined) {
    try {
      if (evaluator.evaluate(expr) != instance.valueOf(relation))
        return relation->name + " is not the value of its definition " + logic::toString(expr);
    } catch (const logic::EvaluationError&) {
    }
  }
  for (const auto& [formula, label] : problem.asserted) {
    if (label && std::find(labels.begin(), labels.end(), *label) == labels.end()) continue;
    try {
      if (!evaluator.evaluate(formula)) return "the instance makes a formula false: " + logic::toString(formula);
    } catch (const logic::EvaluationError&) {
    }
  }
  return "";
}

}  // namespace weir::solver
