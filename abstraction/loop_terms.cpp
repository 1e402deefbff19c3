// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets as unions of constants and of unknowns followed by relations: what the equations of a loop are made of.
#include <algorithm>

#include "abstraction/coarse.h"
#include "abstraction/loop.h"
#include "ir/logic/occurrences.h"

namespace weir::abstraction {

using logic::Expr;
using LogicKind = logic::ExprKind;

namespace {
/// A chain of joins over unions has twice as many terms with each link. A set of so many terms is any set: no caller
/// learns anything from a bound that long.
constexpr std::size_t kMostTerms = 200;
}  // namespace

void LoopSolver::add(Terms& into, const Terms& more) {
  into.is_any = into.is_any || more.is_any;
  if (into.is_any) return;
  const auto addNew = [](auto& list, const auto& item) {
    if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
  };
  for (const Expr constant : more.constants) addNew(into.constants, constant);
  for (const auto& term : more.linear) addNew(into.linear, term);
  if (into.constants.size() + into.linear.size() > kMostTerms) into = {.is_any = true};
}

bool LoopSolver::isFixed(Expr expr) {
  const auto [known, is_new] = fixed_.try_emplace(expr, false);
  if (!is_new) return known->second;
  logic::Occurrences occurrences;
  occurrences.add(expr);
  const bool is_fixed = std::none_of(occurrences.relations().begin(), occurrences.relations().end(),
                                     [&](logic::Relation each) { return isVarying(each); });
  return fixed_[expr] = is_fixed;
}

/// The largest value of the expression, in terms of the sets the symbols stand for; null: any value.
Expr LoopSolver::upperOf(Expr expr) { return upper_->evaluate(expr).upper; }

/// The values x.relation has for x in `terms`.
LoopSolver::Terms LoopSolver::apply(const Terms& terms, Expr relation) {
  Applied done;
  return apply(terms, relation, done);
}

/// Relations are shared: what was written under one condition stands under many. Each is looked at once.
LoopSolver::Terms LoopSolver::apply(const Terms& terms, Expr relation, Applied& done) {
  if (terms.is_any) return terms;
  if (const auto known = done.find(relation); known != done.end()) return known->second;
  return done[relation] = applyAnew(terms, relation, done);
}

LoopSolver::Terms LoopSolver::applyAnew(const Terms& terms, Expr relation, Applied& done) {
  Terms result;
  if (isFixed(relation)) {
    for (const Expr constant : terms.constants) {
      result.constants.push_back(analysis_.symbols_.join(constant, relation));
    }
    for (const auto& [root, steps] : terms.linear) result.linear.emplace_back(root, context_.join(steps, relation));
    return result;
  }
  const auto onBoth = [&](Expr a, Expr b) {
    result = apply(terms, a, done);
    add(result, apply(terms, b, done));
    return result;
  };
  switch (relation->kind) {
    case LogicKind::Relation: {
      const int position = varying_.at(relation->relation);
      const Rows& entry = run_.symbols[position].entry_rows;
      if (const auto settled = settled_.find(relation->relation);
          cursor_ && settled != settled_.end() && terms.linear.empty()) {
        const bool is_old = std::all_of(terms.constants.begin(), terms.constants.end(), [&](Expr constant) {
          return analysis_.symbols_.birthOf(constant) < young_from_;
        });
        if (is_old) return apply(terms, settled->second, done);
      }
      if (entry.upper == nullptr || entry.wild->kind != LogicKind::None) return {.is_any = true};
      result = apply(terms, entry.upper, done);
      result.linear.emplace_back(position, context_.iden());
      return result;
    }
    case LogicKind::Union:
    case LogicKind::Override:
    case LogicKind::IfElse: return onBoth(relation->operands[0], relation->operands[1]);
    case LogicKind::Update:
      result = apply(terms, relation->operands[0], done);
      add(result, decompose(relation->operands[2]));
      return result;
    case LogicKind::Product:
      if (relation->operands[1]->arity == 1) return decompose(relation->operands[1]);
      break;
    case LogicKind::Join:
      if (relation->operands[0]->arity == 2 && relation->operands[1]->arity == 2) {
        return apply(apply(terms, relation->operands[0], done), relation->operands[1]);
      }
      break;
    case LogicKind::Closure:
    case LogicKind::ReflexiveClosure:
      if (const Expr step = withoutFilters(relation->operands[0])) {
        return apply(terms,
                     relation->kind == LogicKind::Closure ? context_.closure(step) : context_.reflexiveClosure(step),
                     done);
      }
      if (const auto step = split(relation)) {
        result = apply(terms, step->fixed, done);
        add(result, step->values);
        return result;
      }
      break;
    case LogicKind::DomainRestrict: return apply(terms, relation->operands[1], done);
    case LogicKind::RangeRestrict:
    case LogicKind::Difference:
    case LogicKind::Intersection: return apply(terms, relation->operands[0], done);
    default: break;
  }
  return {.is_any = true};
}

/// x.relation as x.fixed and values that do not depend on x. A step along a relation that is written in the loop is one
/// along the relation at entry, or it leads to a value that was written: x.*r is in (x + written).*entry.
std::optional<LoopSolver::Step> LoopSolver::split(Expr relation) {
  Splits done;
  return split(relation, done);
}

std::optional<LoopSolver::Step> LoopSolver::split(Expr relation, Splits& done) {
  if (const auto known = done.find(relation); known != done.end()) return known->second;
  return done[relation] = splitAnew(relation, done);
}

std::optional<LoopSolver::Step> LoopSolver::splitAnew(Expr relation, Splits& done) {
  if (isFixed(relation)) return Step{relation, {}};
  const auto in = [&](int i) { return split(relation->operands[i], done); };
  switch (relation->kind) {
    case LogicKind::Relation: {
      const int position = varying_.at(relation->relation);
      const Rows& entry = run_.symbols[position].entry_rows;
      if (entry.upper == nullptr || entry.wild->kind != LogicKind::None) return std::nullopt;
      return Step{entry.upper, Terms{.linear = {{position, context_.iden()}}}};
    }
    case LogicKind::Union:
    case LogicKind::Override:
    case LogicKind::IfElse: {
      auto a = in(0);
      const auto b = in(1);
      if (!a || !b) return std::nullopt;
      add(a->values, b->values);
      return Step{context_.unite(a->fixed, b->fixed), a->values};
    }
    case LogicKind::Update: {
      auto before = in(0);
      if (!before || relation->operands[2]->arity != 1) return std::nullopt;
      add(before->values, decompose(relation->operands[2]));
      return before;
    }
    case LogicKind::Product:
      if (relation->operands[1]->arity != 1) return std::nullopt;
      return Step{context_.none(2, relation->int_columns), decompose(relation->operands[1])};
    case LogicKind::Join: {
      if (relation->operands[0]->arity != 2 || relation->operands[1]->arity != 2) return std::nullopt;
      const auto first = in(0), then = in(1);
      if (!first || !then) return std::nullopt;
      Step both{context_.join(first->fixed, then->fixed), apply(first->values, then->fixed)};
      add(both.values, then->values);
      return both;
    }
    case LogicKind::Closure:
    case LogicKind::ReflexiveClosure: {
      const auto step = in(0);
      if (!step) return std::nullopt;
      const Expr any_number = context_.reflexiveClosure(step->fixed);
      return Step{relation->kind == LogicKind::Closure ? context_.closure(step->fixed) : any_number,
                  apply(step->values, any_number)};
    }
    case LogicKind::DomainRestrict: return in(1);
    case LogicKind::RangeRestrict:
    case LogicKind::Difference:
    case LogicKind::Intersection: return in(0);
    default: return std::nullopt;
  }
}

/// A larger relation that does not vary; null if there is none. What varies in a restriction may go.
Expr LoopSolver::withoutFilters(Expr relation) {
  const auto [known, is_new] = without_filters_.try_emplace(relation, nullptr);
  if (!is_new) return known->second;
  return without_filters_[relation] = withoutFiltersAnew(relation);
}

Expr LoopSolver::withoutFiltersAnew(Expr relation) {
  if (isFixed(relation)) return relation;
  const auto in = [&](int i) { return withoutFilters(relation->operands[i]); };
  switch (relation->kind) {
    case LogicKind::DomainRestrict: return in(1);
    case LogicKind::RangeRestrict:
    case LogicKind::Difference: return in(0);
    case LogicKind::Intersection: return in(0) != nullptr ? in(0) : in(1);
    case LogicKind::Union: return in(0) == nullptr || in(1) == nullptr ? nullptr : context_.unite(in(0), in(1));
    case LogicKind::Join: return in(0) == nullptr || in(1) == nullptr ? nullptr : context_.join(in(0), in(1));
    default: return nullptr;
  }
}

LoopSolver::Terms LoopSolver::decompose(Expr expr) {
  if (const auto known = decomposed_.find(expr); known != decomposed_.end()) return known->second;
  Terms terms = decomposeAnew(expr);
  return decomposed_[expr] = std::move(terms);
}

LoopSolver::Terms LoopSolver::decomposeAnew(Expr expr) {
  Terms result;
  if (isFixed(expr)) {
    if (expr->kind != LogicKind::None) result.constants.push_back(expr);
    return result;
  }
  if (expr->arity != 1) return {.is_any = true};
  switch (expr->kind) {
    case LogicKind::Relation: result.linear.emplace_back(varying_.at(expr->relation), context_.iden()); return result;
    case LogicKind::Union:
    case LogicKind::IfElse:
      result = decompose(expr->operands[0]);
      add(result, decompose(expr->operands[1]));
      return result;
    case LogicKind::Intersection:
      result = decompose(expr->operands[0]);
      return result.is_any ? decompose(expr->operands[1]) : result;
    case LogicKind::Difference: return decompose(expr->operands[0]);
    case LogicKind::Comprehension: return decompose(expr->decls[0].domain);
    case LogicKind::Join:
      if (expr->operands[0]->arity == 1 && expr->operands[1]->arity == 2) {
        return apply(decompose(expr->operands[0]), expr->operands[1]);
      }
      if (expr->operands[0]->arity == 2 && expr->operands[1]->arity == 1) {
        return apply(decompose(expr->operands[1]), context_.transpose(expr->operands[0]));
      }
      break;
    default: break;
  }
  return {.is_any = true};
}

Expr LoopSolver::solved(const Terms& terms) {
  if (terms.is_any) return nullptr;
  Expr all = nullptr;
  const auto unite = [&](Expr more) { all = all == nullptr ? more : analysis_.states_.coarse().united(all, more); };
  for (const Expr constant : terms.constants) unite(constant);
  for (const auto& [root, steps] : terms.linear) {
    if (solutions_[root] == nullptr) return nullptr;
    if (solutions_[root]->kind == LogicKind::None) continue;
    unite(analysis_.symbols_.join(solutions_[root], steps));
  }
  if (all == nullptr) return context_.none(1);
  return all->kind == LogicKind::Univ ? nullptr : all;
}

Expr LoopSolver::setOf(Expr expr) {
  const Expr upper = upperOf(expr);
  return upper == nullptr ? nullptr : solved(decompose(upper));
}

}  // namespace weir::abstraction
