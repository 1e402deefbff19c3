// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds for what varies in a loop: for each local the set of its values, for each relation the set of values that are
// written into it. A read of a written relation gives an old value or a written one.
#include <algorithm>

#include "abstraction/loop.h"
#include "ir/logic/occurrences.h"

namespace weir::abstraction {

using logic::Expr;
using logic::Formula;
using LogicKind = logic::ExprKind;

void LoopSolver::add(Terms& into, const Terms& more) {
  into.is_any = into.is_any || more.is_any;
  const auto addNew = [](auto& list, const auto& item) {
    if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
  };
  for (const Expr constant : more.constants) addNew(into.constants, constant);
  for (const auto& term : more.linear) addNew(into.linear, term);
}

/// The largest value of the expression, in terms of the sets the symbols stand for; null: any value.
Expr LoopSolver::upperOf(Expr expr) { return upper_->evaluate(expr).upper; }

/// The values x.relation has for x in `terms`.
LoopSolver::Terms LoopSolver::apply(Terms terms, Expr relation) {
  if (terms.is_any) return terms;
  logic::Occurrences occurrences;
  occurrences.add(relation);
  const bool is_fixed = std::none_of(occurrences.relations().begin(), occurrences.relations().end(),
                                     [&](logic::Relation each) { return isVarying(each); });
  Terms result;
  if (is_fixed) {
    for (const Expr constant : terms.constants) {
      result.constants.push_back(analysis_.symbols_.join(constant, relation));
    }
    for (const auto& [root, steps] : terms.linear) result.linear.emplace_back(root, context_.join(steps, relation));
    return result;
  }
  const auto onBoth = [&](Expr a, Expr b) {
    result = apply(terms, a);
    add(result, apply(terms, b));
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
        if (is_old) return apply(terms, settled->second);
      }
      if (entry.upper == nullptr || entry.wild->kind != LogicKind::None) return {.is_any = true};
      result = apply(terms, entry.upper);
      result.linear.emplace_back(position, context_.iden());
      return result;
    }
    case LogicKind::Union:
    case LogicKind::Override:
    case LogicKind::IfElse: return onBoth(relation->operands[0], relation->operands[1]);
    case LogicKind::Update:
      result = apply(terms, relation->operands[0]);
      add(result, decompose(relation->operands[2]));
      return result;
    case LogicKind::Product:
      if (relation->operands[1]->arity == 1) return decompose(relation->operands[1]);
      break;
    case LogicKind::Join:
      if (relation->operands[0]->arity == 2 && relation->operands[1]->arity == 2) {
        return apply(apply(terms, relation->operands[0]), relation->operands[1]);
      }
      break;
    case LogicKind::Closure:
    case LogicKind::ReflexiveClosure:
      if (const Expr step = withoutFilters(relation->operands[0])) {
        return apply(terms,
                     relation->kind == LogicKind::Closure ? context_.closure(step) : context_.reflexiveClosure(step));
      }
      break;
    case LogicKind::DomainRestrict: return apply(terms, relation->operands[1]);
    case LogicKind::RangeRestrict:
    case LogicKind::Difference:
    case LogicKind::Intersection: return apply(terms, relation->operands[0]);
    default: break;
  }
  return {.is_any = true};
}

/// A larger relation that does not vary; null if there is none. What varies in a restriction may go.
Expr LoopSolver::withoutFilters(Expr relation) {
  logic::Occurrences occurrences;
  occurrences.add(relation);
  const bool is_fixed = std::none_of(occurrences.relations().begin(), occurrences.relations().end(),
                                     [&](logic::Relation each) { return isVarying(each); });
  if (is_fixed) return relation;
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
  logic::Occurrences occurrences;
  occurrences.add(expr);
  const bool is_fixed = std::none_of(occurrences.relations().begin(), occurrences.relations().end(),
                                     [&](logic::Relation each) { return isVarying(each); });
  Terms result;
  if (is_fixed) {
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
  const auto unite = [&](Expr more) { all = all == nullptr ? more : context_.unite(all, more); };
  for (const Expr constant : terms.constants) unite(constant);
  for (const auto& [root, steps] : terms.linear) {
    if (solutions_[root] == nullptr) return nullptr;
    if (solutions_[root]->kind == LogicKind::None) continue;
    unite(analysis_.symbols_.join(solutions_[root], steps));
  }
  return all == nullptr ? context_.none(1) : all;
}

Expr LoopSolver::setOf(Expr expr) {
  const Expr upper = upperOf(expr);
  return upper == nullptr ? nullptr : solved(decompose(upper));
}

bool LoopSolver::sitesOf(Expr expr, const LoopSymbol& symbol, Formula guard, bool exact, std::vector<Site>& sites) {
  if (expr->kind == LogicKind::Relation) return expr->relation == symbol.symbol;
  const auto in = [&](int i, Formula when) { return sitesOf(expr->operands[i], symbol, when, exact, sites); };
  switch (expr->kind) {
    case LogicKind::Update:
      if (!in(0, guard)) return false;
      sites.push_back({guard, expr->operands[1], expr->operands[2]});
      return true;
    case LogicKind::IfElse: {
      // Writes before the ways part are on both: each is listed once.
      const std::size_t before = sites.size();
      if (!in(0, context_.conjoin(guard, expr->formula))) return false;
      const std::size_t between = sites.size();
      if (!in(1, context_.conjoin(guard, context_.negate(expr->formula)))) return false;
      return !exact || before == between || between == sites.size() || between - before == 1;
    }
    case LogicKind::Union:
      if (exact || expr->operands[1]->kind != LogicKind::Product || !in(0, guard)) return false;
      sites.push_back({guard, expr->operands[1]->operands[0], expr->operands[1]->operands[1]});
      return true;
    case LogicKind::Intersection: return !exact && in(0, guard) && in(1, guard);
    default: return false;
  }
}

/// Gaussian elimination, with X = A + X.R solved by X = A.*R.
void LoopSolver::eliminate(std::vector<Terms>& equations) {
  const int count = static_cast<int>(equations.size());
  for (bool changed = true; changed;) {  // what depends on any value is any value
    changed = false;
    for (Terms& terms : equations) {
      const bool is_any = std::any_of(terms.linear.begin(), terms.linear.end(),
                                      [&](const auto& term) { return equations[term.first].is_any; });
      if (is_any && !terms.is_any) terms.is_any = changed = true;
    }
  }
  const auto substitute = [&](Terms& into, int position) {
    Terms result{.constants = into.constants};
    for (const auto& [root, steps] : into.linear) {
      Terms more;
      if (root != position) {
        more.linear.emplace_back(root, steps);
      } else {
        for (const Expr constant : equations[position].constants) {
          more.constants.push_back(analysis_.symbols_.join(constant, steps));
        }
        for (const auto& [inner, before] : equations[position].linear) {
          more.linear.emplace_back(inner, context_.join(before, steps));
        }
      }
      add(result, more);
    }
    into = result;
  };
  for (int i = 0; i < count; ++i) {
    Terms& own = equations[i];
    if (own.is_any) continue;
    std::vector<Expr> loops;
    Terms rest{.constants = own.constants};
    for (const auto& [root, steps] : own.linear) {
      if (root != i) {
        rest.linear.emplace_back(root, steps);
      } else if (steps->kind != LogicKind::Iden) {
        loops.push_back(steps);
      }
    }
    own = rest;
    if (static_cast<int>(loops.size()) > analysis_.parameters_.max_unions) {
      own = {.is_any = true};
    } else if (!loops.empty()) {
      const Expr closure = context_.reflexiveClosure(context_.unite(loops));
      for (Expr& constant : own.constants) constant = analysis_.symbols_.join(constant, closure);
      for (auto& [root, steps] : own.linear) steps = context_.join(steps, closure);
    }
    for (int k = 0; k < count; ++k) {
      if (k == i || equations[k].is_any) continue;
      const bool uses = std::any_of(equations[k].linear.begin(), equations[k].linear.end(),
                                    [&](const auto& term) { return term.first == i; });
      if (!uses) continue;
      if (own.is_any) {
        equations[k] = {.is_any = true};
      } else {
        substitute(equations[k], i);
      }
    }
  }
}

void LoopSolver::solveEquations() {
  const int count = static_cast<int>(run_.symbols.size());
  solutions_.assign(count, nullptr);
  upper_.emplace(context_, &analysis_.symbols_);
  for (const LoopSymbol& symbol : run_.symbols) {
    const Expr set = context_.relation(symbol.symbol);
    if (isVarying(symbol.symbol)) {
      upper_->replace(symbol.symbol, {context_.none(set->arity, set->int_columns), set});
    } else if (symbol.isValue()) {
      upper_->replace(symbol.symbol, symbol.entry);
    } else {
      const Rows& rows = symbol.entry_rows;
      upper_->replace(symbol.symbol, {rows.lower, rows.wild->kind == LogicKind::None ? rows.upper : nullptr});
    }
  }
  for (const auto& [one, set] : run_.allocations) upper_->replace(one, {context_.none(1), context_.relation(set)});

  std::vector<Terms> equations(count);
  for (int i = 0; i < count; ++i) {
    const LoopSymbol& symbol = run_.symbols[i];
    if (!isVarying(symbol.symbol)) continue;
    Terms& terms = equations[i];
    const auto addUpper = [&](Expr expr) {
      const Expr upper = expr == nullptr ? nullptr : upperOf(expr);
      add(terms, upper == nullptr ? Terms{.is_any = true} : decompose(upper));
    };
    if (cursor_ && cursor_->symbol == &symbol) {
      terms.constants.push_back(cursor_->passed);
    } else if (symbol.isValue()) {
      if (symbol.entry.upper == nullptr) {
        terms.is_any = true;
      } else if (symbol.entry.upper->kind != LogicKind::None) {
        terms.constants.push_back(symbol.entry.upper);
      }
      const auto after = valueAfter(symbol);
      addUpper(after ? after->upper : nullptr);
    } else if (symbol.entry_rows.upper->arity > 1) {
      const Rows& after = rowsAfter(symbol);
      std::vector<Site> sites;
      if (after.wild->kind != LogicKind::None || !sitesOf(after.upper, symbol, context_.truth(true), false, sites)) {
        terms.is_any = true;
      }
      for (const Site& site : sites) {
        if (site.value->arity == 1) {
          addUpper(site.value);
        } else {
          terms.is_any = true;
        }
      }
    }
  }
  eliminate(equations);
  for (int i = 0; i < count; ++i) {
    if (equations[i].is_any || !equations[i].linear.empty()) continue;  // stays any
    solutions_[i] = solved({.constants = equations[i].constants});
  }
  // Unknowns that an elimination left in terms of later ones.
  for (int round = 0; round < count; ++round) {
    for (int i = 0; i < count; ++i) {
      if (solutions_[i] != nullptr || equations[i].is_any) continue;
      const bool ready = std::all_of(equations[i].linear.begin(), equations[i].linear.end(),
                                     [&](const auto& term) { return solutions_[term.first] != nullptr; });
      if (ready) solutions_[i] = solved(equations[i]);
    }
  }
}

Rows LoopSolver::boundedLive(const LoopSymbol& symbol) {
  const Rows& after = rowsAfter(symbol);
  const Rows& entry = symbol.entry_rows;
  std::vector<Expr> made;
  bool only_grows = after.isExact();
  const auto visit = [&](const auto& self, Expr expr) -> bool {
    if (expr->kind == LogicKind::Relation && expr->relation == symbol.symbol) return true;
    if (expr->kind == LogicKind::IfElse) return self(self, expr->operands[0]) && self(self, expr->operands[1]);
    if (expr->kind == LogicKind::Difference) {
      only_grows = false;
      return self(self, expr->operands[0]);
    }
    if (expr->kind != LogicKind::Union) return false;
    if (!self(self, expr->operands[0])) return false;
    made.push_back(expr->operands[1]);
    return true;
  };
  const Expr none = context_.none(1);
  if (!visit(visit, after.upper) || after.wild->kind != LogicKind::None) return {none, none, context_.univ()};
  Rows rows{entry.lower, entry.upper, entry.wild};
  for (const Expr each : made) {
    const Expr all = upperOf(each);
    if (all == nullptr || mentionsVarying(all)) return {none, none, context_.univ()};
    rows.upper = context_.unite(rows.upper, all);
    rows.lower = context_.unite(rows.lower, all);
  }
  // What is allocated stays live where nothing is freed: the symbol is all of it.
  if (!only_grows) rows.lower = none;
  return rows;
}

Rows LoopSolver::boundedRows(const LoopSymbol& symbol) {
  const Rows& entry = symbol.entry_rows;
  if (entry.upper->arity == 1) return boundedLive(symbol);
  const Rows any = analysis_.states_.anyRows(symbol.relation);
  const Rows& after = rowsAfter(symbol);
  std::vector<Site> sites, lower_sites;
  if (!sitesOf(after.upper, symbol, context_.truth(true), false, sites)) return any;
  const bool keeps = sitesOf(after.lower, symbol, context_.truth(true), false, lower_sites);
  Rows rows = entry;
  const auto clear = [&](Expr owners) {
    rows.lower = owners == nullptr ? any.lower : analysis_.symbols_.withoutRows(rows.lower, owners);
  };
  const auto ownersOf = [&](const Site& site) -> Expr {
    if (site.key->arity == 1) return setOf(site.key);
    return site.key->kind == LogicKind::Product && site.key->operands[0]->arity == 1 ? setOf(site.key->operands[0])
                                                                                     : nullptr;
  };
  for (const Site& site : sites) {
    const Expr owners = ownersOf(site);
    if (owners == nullptr) return any;
    clear(owners);
    const Expr values = site.key->arity == 1 && site.value->arity == 1 ? setOf(site.value) : nullptr;
    if (values != nullptr) {
      rows.upper = context_.unite(rows.upper, context_.product(owners, values));
    } else if (site.value->kind != LogicKind::None) {
      rows.wild = context_.unite(rows.wild, owners);
    }
  }
  for (const Site& site : lower_sites) clear(ownersOf(site));
  if (!keeps) rows.lower = any.lower;
  if (after.wild->kind != LogicKind::None) {
    const Expr more = setOf(after.wild);
    if (more == nullptr) return any;
    clear(more);
    rows.wild = context_.unite(rows.wild, more);
  }
  return rows;
}

}  // namespace weir::abstraction
