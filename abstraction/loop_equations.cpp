// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds for what varies in a loop: for each local the set of its values, for each relation the set of values that are
// written into it. A read of a written relation gives an old value or a written one.
#include <algorithm>

#include "abstraction/coarse.h"
#include "abstraction/loop.h"

namespace weir::abstraction {

using logic::Expr;
using logic::Formula;
using LogicKind = logic::ExprKind;

namespace {
/// Each of n conditional writes in a row doubles the ways on which the ones before it are met.
constexpr std::size_t kMostSites = 200;
}  // namespace

bool LoopSolver::sitesOf(Expr expr, const LoopSymbol& symbol, Formula guard, bool exact, std::vector<Site>& sites) {
  if (expr->kind == LogicKind::Relation) return expr->relation == symbol.symbol;
  if (sites.size() > kMostSites) return false;
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

bool LoopSolver::mostSitesOf(Expr expr, const LoopSymbol& symbol, std::vector<Site>& sites) {
  std::unordered_set<Expr> seen;
  return mostSitesOf(expr, symbol, sites, seen);
}

bool LoopSolver::mostSitesOf(Expr expr, const LoopSymbol& symbol, std::vector<Site>& sites,
                             std::unordered_set<Expr>& seen) {
  if (!seen.insert(expr).second) return true;  // where it had an unknown write, the first visit has returned false
  const auto in = [&](int i) { return mostSitesOf(expr->operands[i], symbol, sites, seen); };
  const auto add = [&](Expr key, Expr value) {
    for (const Site& site : sites)
      if (site.key == key && site.value == value) return;
    sites.push_back({context_.truth(true), key, value});
  };
  switch (expr->kind) {
    case LogicKind::None: return true;
    case LogicKind::Relation: return expr->relation == symbol.symbol;
    case LogicKind::Update:
      if (!in(0)) return false;
      add(expr->operands[1], expr->operands[2]);
      return true;
    case LogicKind::Product: add(expr->operands[0], expr->operands[1]); return true;
    case LogicKind::Union:
    case LogicKind::Override:
    case LogicKind::IfElse: return in(0) && in(1);
    case LogicKind::Intersection:
    case LogicKind::Difference:
    case LogicKind::RangeRestrict: return in(0);
    case LogicKind::DomainRestrict: return in(1);
    default: return false;
  }
}

/// The steps of *r.r and its like, any number of times, are any number of steps of r.
static Expr repeatedIn(Expr steps) {
  Expr step = nullptr;
  bool has_closure = false;
  const auto visit = [&](const auto& self, Expr factor) -> bool {
    if (factor->kind == LogicKind::Join) return self(self, factor->operands[0]) && self(self, factor->operands[1]);
    const bool is_closure = factor->kind == LogicKind::Closure || factor->kind == LogicKind::ReflexiveClosure;
    has_closure = has_closure || is_closure;
    const Expr own = is_closure ? factor->operands[0] : factor;
    if (step == nullptr) step = own;
    return step == own;
  };
  return visit(visit, steps) && has_closure ? step : steps;
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
        const Expr step = repeatedIn(steps);
        if (std::find(loops.begin(), loops.end(), step) == loops.end()) loops.push_back(step);
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
  decomposed_.clear();  // a cursor may have been found since
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
      if (after.wild->kind != LogicKind::None || !mostSitesOf(after.upper, symbol, sites)) {
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
  const auto visit = [&](const auto& self, Expr expr) -> void {
    switch (expr->kind) {
      case LogicKind::Relation:
        if (expr->relation == symbol.symbol) return;
        break;
      case LogicKind::Difference:
      case LogicKind::Intersection: only_grows = false; return self(self, expr->operands[0]);
      case LogicKind::IfElse:
      case LogicKind::Union:
        self(self, expr->operands[0]);
        self(self, expr->operands[1]);
        return;
      default: break;
    }
    made.push_back(expr);
  };
  const Expr none = context_.none(1);
  if (after.wild->kind != LogicKind::None) return {none, none, context_.univ()};
  visit(visit, after.upper);
  Rows rows{entry.lower, entry.upper, entry.wild};
  Expr gone = none;
  const bool keeps = keepsLive(after.lower, symbol, gone);
  for (Expr& each : made) {
    const Expr all = upperOf(each);
    const bool is_known = all != nullptr && !mentionsVarying(all);
    only_grows = only_grows && is_known;
    each = is_known ? all : setOf(each);
    if (each == nullptr) return {none, none, context_.univ()};
    rows.upper = context_.unite(rows.upper, each);
  }
  rows.lower = keeps ? analysis_.symbols_.without(rows.lower, gone) : none;
  // What is allocated stays live where nothing is freed: the symbol is all of it.
  if (keeps && only_grows)
    for (const Expr each : made) rows.lower = context_.unite(rows.lower, each);
  return rows;
}

bool LoopSolver::keepsLive(Expr expr, const LoopSymbol& symbol, Expr& gone) {
  switch (expr->kind) {
    case LogicKind::Relation: return expr->relation == symbol.symbol;
    case LogicKind::Union:
      return keepsLive(expr->operands[0], symbol, gone) || keepsLive(expr->operands[1], symbol, gone);
    case LogicKind::IfElse:
    case LogicKind::Intersection:
      return keepsLive(expr->operands[0], symbol, gone) && keepsLive(expr->operands[1], symbol, gone);
    case LogicKind::Difference: {
      const Expr freed = setOf(expr->operands[1]);
      if (freed == nullptr || !keepsLive(expr->operands[0], symbol, gone)) return false;
      gone = analysis_.states_.coarse().united(gone, freed);
      return gone->kind != LogicKind::Univ;
    }
    default: return false;
  }
}

Rows LoopSolver::boundedRows(const LoopSymbol& symbol) {
  const Rows& entry = symbol.entry_rows;
  if (entry.upper->arity == 1) return boundedLive(symbol);
  const Rows any = analysis_.states_.anyRows(symbol.relation);
  const Rows& after = rowsAfter(symbol);
  std::vector<Site> sites, lower_sites;
  if (!mostSitesOf(after.upper, symbol, sites)) return any;
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
