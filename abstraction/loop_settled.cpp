// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a loop writes only at young objects is for old ones what it was. A copy is made of new entries while the cursor
// follows the old ones, along the same field:
//
//   for (e = header->next; e != header; e = e->next)      next is written at the copy's header, and at new entries,
//     append(copy, e->element);                           so next of an old entry is what it was before the loop
//
// The cursor starts at an old object, and what an old object has in a settled relation is old: it stays among them.
#include <algorithm>
#include <limits>

#include "abstraction/loop.h"
#include "ir/logic/occurrences.h"
#include "ir/logic/substitute.h"

namespace weir::abstraction {

using logic::Expr;
using logic::Formula;
using LogicKind = logic::ExprKind;

std::vector<int> LoopSolver::agesOfWrites() {
  solveEquations();  // without a cursor: where objects that are written come from
  std::vector<int> ages;
  for (const LoopSymbol& symbol : run_.symbols) {
    if (symbol.isValue() || !isVarying(symbol.symbol) || symbol.entry_rows.upper->arity != 2) continue;
    const Rows& after = rowsAfter(symbol);
    std::vector<Site> sites;
    if (!mostSitesOf(after.upper, symbol, sites)) continue;
    int age = std::numeric_limits<int>::max();
    for (const Site& site : sites) {
      const Expr owners = setOf(site.key);
      age = std::min(age, owners == nullptr ? 0 : analysis_.symbols_.youngerThan(owners));
    }
    if (age > 0 && !sites.empty()) ages.push_back(age);
  }
  std::sort(ages.rbegin(), ages.rend());
  ages.erase(std::unique(ages.begin(), ages.end()), ages.end());
  return ages;
}

Expr LoopSolver::oldRowsOf(const LoopSymbol& symbol, int age) {
  const Rows& after = rowsAfter(symbol);
  if (after.wild->kind != LogicKind::None || !symbol.entry_rows.isExact() || symbol.entry_rows.upper->arity != 2) {
    return nullptr;
  }
  Symbols& symbols = analysis_.symbols_;
  std::vector<Site> sites;
  if (!mostSitesOf(after.upper, symbol, sites)) return nullptr;
  if (!sitesOf(after.lower, symbol, context_.truth(true), false, sites)) return nullptr;
  for (const Site& site : sites) {
    const Expr owners = setOf(site.key);
    if (owners == nullptr || symbols.youngerThan(owners) < age) return nullptr;
  }
  Expr rows = symbol.entry_rows.lower;
  while (rows->kind == LogicKind::Update && rows->operands[1]->arity == 1 &&
         symbols.youngerThan(rows->operands[1]) >= age) {
    rows = rows->operands[0];
  }
  return symbols.birthOf(rows) < age ? rows : nullptr;
}

void LoopSolver::findSettled(int age) {
  settled_.clear();
  young_from_ = age;
  for (const LoopSymbol& symbol : run_.symbols) {
    if (symbol.isValue() || !isVarying(symbol.symbol)) continue;
    if (const Expr rows = oldRowsOf(symbol, age)) settled_.emplace(symbol.symbol, rows);
  }
}

template <typename Node>
bool LoopSolver::mentionsSettled(Node node) {
  if (settled_.empty()) return false;
  logic::Occurrences occurrences;
  occurrences.add(node);
  for (const logic::Relation relation : occurrences.relations()) {
    if (settled_.contains(relation)) return true;
  }
  return false;
}

/// Of an expression without settled relations: all objects in it are old if the cursor is.
bool LoopSolver::isOld(Expr expr, const LoopSymbol& cursor) {
  const Bounds value = invariants_->evaluate(expr);
  if (value.upper == nullptr) return false;
  logic::Substitution start(context_);
  start.replace(cursor.symbol, cursor.entry.lower);
  return analysis_.symbols_.birthOf(start.apply(value.upper)) < young_from_;
}

/// The relation as old objects see it; null if that is not known.
Expr LoopSolver::rowsOfOld(Expr relation) {
  if (!mentionsSettled(relation)) {
    const Bounds value = invariants_->evaluate(relation);
    if (value.upper != nullptr && analysis_.symbols_.birthOf(value.upper) < young_from_) return relation;
  }
  const auto in = [&](int i) { return rowsOfOld(relation->operands[i]); };
  switch (relation->kind) {
    case LogicKind::Relation: {
      const auto found = settled_.find(relation->relation);
      return found == settled_.end() ? nullptr : found->second;
    }
    case LogicKind::Update: {
      const Expr owners = relation->operands[1]->arity == 1 ? setOf(relation->operands[1]) : nullptr;
      return owners != nullptr && analysis_.symbols_.youngerThan(owners) >= young_from_ ? in(0) : nullptr;
    }
    case LogicKind::Join: {
      if (relation->operands[0]->arity != 2) return nullptr;
      const Expr first = in(0), second = in(1);
      return first == nullptr || second == nullptr ? nullptr : context_.join(first, second);
    }
    case LogicKind::Closure:
    case LogicKind::ReflexiveClosure: {
      const Expr step = in(0);
      if (step == nullptr) return nullptr;
      return relation->kind == LogicKind::Closure ? context_.closure(step) : context_.reflexiveClosure(step);
    }
    default: return nullptr;
  }
}

/// The value is old if the cursor is.
bool LoopSolver::staysOld(Expr expr, const LoopSymbol& cursor) {
  if (!mentionsSettled(expr)) return isOld(expr, cursor);
  const auto in = [&](int i) { return staysOld(expr->operands[i], cursor); };
  switch (expr->kind) {
    case LogicKind::Join: return expr->operands[0]->arity == 1 && in(0) && rowsOfOld(expr->operands[1]) != nullptr;
    case LogicKind::IfElse:
    case LogicKind::Union: return in(0) && in(1);
    case LogicKind::Intersection:
    case LogicKind::Difference: return in(0);
    default: return false;
  }
}

Expr LoopSolver::ofOld(Expr expr, const LoopSymbol& cursor) {
  if (!mentionsSettled(expr)) return expr;
  std::vector<Expr> operands;
  if (expr->kind == LogicKind::Join) {
    if (!staysOld(expr, cursor)) return nullptr;
    const Expr object = ofOld(expr->operands[0], cursor);
    return object == nullptr ? nullptr : context_.join(object, rowsOfOld(expr->operands[1]));
  }
  for (const Expr operand : expr->operands) {
    operands.push_back(ofOld(operand, cursor));
    if (operands.back() == nullptr) return nullptr;
  }
  switch (expr->kind) {
    case LogicKind::IfElse: {
      const Formula condition = ofOld(expr->formula, cursor);
      return condition == nullptr ? nullptr : context_.ifElse(condition, operands[0], operands[1]);
    }
    case LogicKind::Union: return context_.unite(operands[0], operands[1]);
    case LogicKind::Intersection: return context_.intersect(operands[0], operands[1]);
    case LogicKind::Difference: return context_.subtract(operands[0], operands[1]);
    case LogicKind::Plus: return context_.plus(operands[0], operands[1]);
    case LogicKind::Minus: return context_.minus(operands[0], operands[1]);
    case LogicKind::Wrap: return context_.wrap(operands[0], expr->width, expr->is_signed);
    default: return nullptr;
  }
}

Formula LoopSolver::ofOld(Formula formula, const LoopSymbol& cursor) {
  if (!mentionsSettled(formula)) return formula;
  std::vector<Expr> exprs;
  for (const Expr expr : formula->exprs) {
    exprs.push_back(ofOld(expr, cursor));
    if (exprs.back() == nullptr) return nullptr;
  }
  std::vector<Formula> operands;
  for (const Formula operand : formula->operands) {
    operands.push_back(ofOld(operand, cursor));
    if (operands.back() == nullptr) return nullptr;
  }
  using logic::FormulaKind;
  switch (formula->kind) {
    case FormulaKind::Not: return context_.negate(operands[0]);
    case FormulaKind::And: return context_.conjoin(operands);
    case FormulaKind::Or: return context_.disjoin(operands);
    case FormulaKind::Equal: return context_.equal(exprs[0], exprs[1]);
    case FormulaKind::Subset: return context_.subset(exprs[0], exprs[1]);
    case FormulaKind::Less: return context_.less(exprs[0], exprs[1]);
    case FormulaKind::LessEqual: return context_.lessEqual(exprs[0], exprs[1]);
    case FormulaKind::Some: return context_.some(exprs[0]);
    case FormulaKind::No: return context_.no(exprs[0]);
    default: return nullptr;
  }
}

}  // namespace weir::abstraction
