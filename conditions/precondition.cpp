// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/precondition.h"

#include <algorithm>

namespace weir::conditions {
namespace {

/// Nobody reads a longer one.
constexpr long kMostLeaves = 6;
constexpr size_t kMostShorter = 6;
constexpr size_t kMostWays = 64;

/// `some p`: what a maintainer would require first.
bool isSomething(Formula literal) {
  const auto& summands = literal->term->summands;
  if (summands.size() != 1 || summands[0].atom->kind == AtomKind::Quotient) return false;
  return literal->kind == FormulaKind::NotEqual
             ? literal->term->constant == 0
             : literal->kind == FormulaKind::LessEqual && summands[0].factor < 0 && literal->term->constant == 1;
}

long otherLiterals(Formula formula) {
  if (formula->isLiteral()) return isSomething(formula) ? 0 : 1;
  long count = 0;
  for (Formula each : formula->operands) count += otherLiterals(each);
  return count;
}

/// Each implies the formula and has no `or`.
std::vector<Formula> conjunctionsIn(Terms& terms, Formula formula) {
  if (formula->kind == FormulaKind::Or) {
    std::vector<Formula> made;
    for (Formula each : formula->operands) {
      for (Formula way : conjunctionsIn(terms, each)) made.push_back(way);
      if (made.size() >= kMostWays) break;
    }
    return made;
  }
  if (formula->kind != FormulaKind::And) return {formula};
  std::vector<Formula> made{terms.yes()};
  for (Formula each : formula->operands) {
    std::vector<Formula> longer;
    for (Formula way : conjunctionsIn(terms, each)) {
      for (Formula before : made) longer.push_back(terms.conjoin(before, way));
      if (longer.size() >= kMostWays) break;
    }
    made = std::move(longer);
  }
  return made;
}

}  // namespace

Formula weakestPrecondition(Analysis& analysis, const Summary& summary, const Counts& counts) {
  Terms& terms = analysis.terms();
  std::vector<Formula> fails;
  for (const ErrorCondition& each : summary.errors) {
    if (counts(each.kind)) fails.push_back(each.condition);
  }
  return analysis.simplified(terms.negate(analysis.simplified(terms.disjoin(std::move(fails)))));
}

std::vector<Formula> preconditionsAgainst(Analysis& analysis, const Summary& summary, program::ErrorKind kind) {
  Terms& terms = analysis.terms();
  const auto against = [&](const Counts& counts) { return weakestPrecondition(analysis, summary, counts); };
  const Formula weakest = against([&](const auto& each) { return !each || *each == kind; });
  std::vector<Formula> shorter;
  for (Formula each : conjunctionsIn(terms, weakest)) {
    const Formula made = analysis.simplified(each);
    if (made->leaves < weakest->leaves) shorter.push_back(made);
  }
  std::stable_sort(shorter.begin(), shorter.end(), [](Formula a, Formula b) {
    return std::pair(a->leaves, otherLiterals(a)) < std::pair(b->leaves, otherLiterals(b));
  });
  std::vector<Formula> made;
  const auto add = [&](Formula formula) {
    if (formula == terms.yes() || formula == terms.no() || formula->leaves > kMostLeaves) return;
    if (std::find(made.begin(), made.end(), formula) == made.end()) made.push_back(formula);
  };
  add(weakest);
  add(against([&](const auto& each) { return each == kind; }));
  add(against([](const auto&) { return true; }));
  add(against([](const auto& each) { return each.has_value(); }));
  const size_t most = made.size() + kMostShorter;
  for (Formula each : shorter) {
    if (made.size() < most) add(each);
  }
  return made;
}

}  // namespace weir::conditions
