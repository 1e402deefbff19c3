// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops along a path. Let `go` be the condition under which an iteration is completed, R the cursor's step and x0 its
// value at entry; Go is the set of values with which an iteration is completed. Then, in executions that leave the
// loop,
//
//   the cursor's values    x0.*(Go <: R)             each of them once
//   passed                 x0.*(Go <: R) & Go
//   at the exit            x0.*(Go <: R) - Go        empty where the path ends in null
#include <algorithm>

#include "abstraction/loop.h"
#include "ir/logic/occurrences.h"
#include "ir/logic/substitute.h"

namespace weir::abstraction {

using logic::Expr;
using logic::Formula;
using logic::FormulaKind;
using LogicKind = logic::ExprKind;

template <typename Node>
bool LoopSolver::mentionsVarying(Node node, const LoopSymbol* except) {
  logic::Occurrences occurrences;
  occurrences.add(node);
  for (const logic::Relation relation : occurrences.relations()) {
    if (isVarying(relation) && (except == nullptr || relation != except->symbol)) return true;
    for (const auto& [one, set] : run_.allocations) {
      if (relation == one) return true;
    }
  }
  return false;
}

template bool LoopSolver::mentionsVarying(Expr, const LoopSymbol*);
template bool LoopSolver::mentionsVarying(Formula, const LoopSymbol*);

template <typename Node>
Node LoopSolver::at(Node node, Expr cursor) {
  logic::Substitution substitution(context_);
  substitution.replace(cursor_->symbol->symbol, cursor);
  return substitution.apply(node);
}

Expr LoopSolver::onlyOfCursor(const Bounds& bounds, const LoopSymbol& cursor) {
  const Expr old = bounds.isExact() ? ofOld(bounds.lower, cursor) : nullptr;
  if (old == nullptr) return nullptr;
  const Bounds exact = invariants_->evaluate(old);
  if (!exact.isExact() || mentionsVarying(exact.lower, &cursor)) return nullptr;
  return exact.lower;
}

Formula LoopSolver::onlyOfCursor(const Guard& guard, const LoopSymbol& cursor) {
  const Formula old = guard.isExact() ? ofOld(guard.must, cursor) : nullptr;
  if (old == nullptr) return nullptr;
  const Guard exact = invariants_->evaluate(old);
  if (!exact.isExact() || mentionsVarying(exact.must, &cursor)) return nullptr;
  return exact.must;
}

bool LoopSolver::findCursor() {
  if (findCursorAmongOld()) return true;
  for (const int age : agesOfWrites()) {
    findSettled(age);
    if (!settled_.empty() && findCursorAmongOld()) {
      explanation_ = "young objects apart, ";
      return true;
    }
  }
  settled_.clear();
  return false;
}

/// The relation R with expr = cursor.R; null if there is none.
Expr LoopSolver::stepOf(Expr expr, const LoopSymbol& symbol) {
  if (expr->kind == LogicKind::Relation && expr->relation == symbol.symbol) return context_.iden();
  if (expr->kind == LogicKind::None) return context_.none(2);
  if (expr->kind == LogicKind::Join && expr->operands[1]->arity == 2 && !mentionsVarying(expr->operands[1])) {
    const Expr first = stepOf(expr->operands[0], symbol);
    return first == nullptr ? nullptr : context_.join(first, expr->operands[1]);
  }
  if (expr->kind == LogicKind::IfElse) {
    const Expr yes = stepOf(expr->operands[0], symbol);
    const Expr no = stepOf(expr->operands[1], symbol);
    if (yes == nullptr || no == nullptr) return nullptr;
    const logic::Variable variable = context_.addVariable(nameOf(symbol), false);
    logic::Substitution substitution(context_);
    substitution.replace(symbol.symbol, context_.variable(variable));
    const Formula condition = substitution.apply(expr->formula);
    const auto where = [&](Formula formula) { return context_.comprehension({{variable, context_.univ()}}, formula); };
    return context_.unite(context_.domainRestrict(where(condition), yes),
                          context_.domainRestrict(where(context_.negate(condition)), no));
  }
  return nullptr;
}

bool LoopSolver::isObjectPointer(const LoopSymbol& symbol) const {
  if (symbol.local != nullptr) return symbol.local->type->isObjectPointer();
  const auto* meaning = analysis_.vocabulary_.meaningOf(symbol.relation);
  return meaning != nullptr && meaning->field != nullptr && meaning->field->type->isObjectPointer();
}

/// A cursor is named as a reader of the source would: a field's name without its class.
std::string LoopSolver::nameOf(const LoopSymbol& symbol) const {
  if (symbol.local != nullptr) return symbol.local->name;
  const auto* meaning = analysis_.vocabulary_.meaningOf(symbol.relation);
  return meaning != nullptr && meaning->field != nullptr ? meaning->field->name : "cell";
}

bool LoopSolver::findCursorAmongOld() {
  for (const LoopSymbol& symbol : run_.symbols) {
    if (!symbol.isValue() || !isVarying(symbol.symbol)) continue;
    if (!isObjectPointer(symbol) || !symbol.entry.isExact()) continue;
    if (!settled_.empty() && analysis_.symbols_.birthOf(symbol.entry.lower) >= young_from_) continue;
    const auto after = valueAfter(symbol);
    if (!after) continue;
    const Expr next = onlyOfCursor(*after, symbol);
    const Formula go = onlyOfCursor(run_.back->taken, symbol);
    if (next == nullptr || go == nullptr) continue;
    if (!settled_.empty() && !staysOld(after->lower, symbol)) continue;
    bool decides = true;
    for (const Path* exit : run_.exits) decides = decides && onlyOfCursor(exit->taken, symbol) != nullptr;
    const Expr step = decides ? stepOf(next, symbol) : nullptr;
    if (step == nullptr || step->kind == LogicKind::Iden || step->kind == LogicKind::None) continue;
    follow(symbol, step, go);
    return true;
  }
  return false;
}

void LoopSolver::follow(const LoopSymbol& symbol, Expr step, Formula go) {
  Cursor& cursor = cursor_.emplace();
  decomposed_.clear();
  cursor.symbol = &symbol;
  cursor.start = symbol.entry.lower;
  cursor.variable = context_.addVariable(nameOf(symbol), false);
  cursor.step = step;
  cursor.all = context_.join(cursor.start, context_.reflexiveClosure(step));
  const Formula goes = at(go, context_.variable(cursor.variable));
  cursor.stop = context_.negate(goes);
  cursor.going = setWhere(cursor.all, goes);
  if (cursor.going == cursor.all) {  // it goes on to the end
    cursor.passed = cursor.all;
    cursor.exit = context_.none(1);
    return;
  }
  cursor.step = context_.domainRestrict(cursor.going, step);
  const Expr path = context_.join(cursor.start, context_.reflexiveClosure(cursor.step));
  cursor.passed = context_.intersect(path, cursor.going);
  cursor.exit = context_.subtract(path, cursor.going);
}

/// {x: domain | formula}, without the quantifier where a set operator says the same.
Expr LoopSolver::setWhere(Expr domain, Formula formula) {
  const logic::Variable variable = cursor_->variable;
  const Expr self = context_.variable(variable);
  const auto isFree = [&](Expr expr) {
    for (const logic::Variable each : expr->free_variables) {
      if (each == variable) return false;
    }
    return true;
  };
  const auto operandBeside = [&](Formula atomic) -> Expr {  // e of `x = e` and `x in e`
    if (atomic->kind == FormulaKind::Subset) {
      return atomic->exprs[0] == self && isFree(atomic->exprs[1]) ? atomic->exprs[1] : nullptr;
    }
    if (atomic->kind != FormulaKind::Equal) return nullptr;
    for (int i = 0; i < 2; ++i) {
      const Expr other = atomic->exprs[1 - i];
      if (atomic->exprs[i] == self && isFree(other) && other->functional) return other;
    }
    return nullptr;
  };
  if (formula->kind == FormulaKind::And) {
    std::vector<Formula> rest;
    for (const Formula part : formula->operands) {
      const Expr filtered = setWhere(domain, part);
      if (filtered->kind == LogicKind::Comprehension && filtered->decls[0].domain == domain) {
        rest.push_back(part);
      } else {
        domain = filtered;
      }
    }
    return context_.comprehension({{variable, domain}}, context_.conjoin(rest));
  }
  if (const Expr beside = operandBeside(formula)) return context_.intersect(domain, beside);
  if (formula->kind == FormulaKind::Not) {
    if (const Expr beside = operandBeside(formula->operands[0])) return context_.subtract(domain, beside);
  }
  return context_.comprehension({{variable, domain}}, formula);
}

/// The one of these passed values that came last.
Expr LoopSolver::lastOf(Expr among) {
  const Expr before = among == cursor_->passed ? cursor_->step : context_.closure(cursor_->step);
  return context_.subtract(among, context_.join(before, among));
}

Formula LoopSolver::guardAtExit(Formula taken) {
  const Formula of_value = at(taken, context_.variable(cursor_->variable));
  const Formula of_null = at(taken, context_.none(1));
  if (cursor_->exit->kind == LogicKind::None) return of_null;
  // Where the loop can only be left in one way with a value and in another with null, it is the question
  // whether there is such a value at all.
  if (of_value == cursor_->stop && of_null->kind == FormulaKind::False) {
    return context_.some(setWhere(cursor_->all, of_value));
  }
  if (of_value->kind == FormulaKind::False && of_null->kind == FormulaKind::True) {
    return context_.no(setWhere(cursor_->all, cursor_->stop));
  }
  return at(taken, cursor_->exit);
}

/// A variable to which an iteration adds something, always or in some cases: the sum of it all is added at the end.
/// Wrapping once is as good as wrapping each time.
bool LoopSolver::accumulates(const LoopSymbol& symbol, Expr value, Bounds& result) {
  const Expr same = context_.relation(symbol.symbol);
  Expr total = context_.integer(0);
  int width = 0;
  bool is_signed = false;
  const auto visit = [&](const auto& self, Expr expr, Formula guard) -> bool {
    if (expr == same) return true;
    if (expr->kind == LogicKind::IfElse) {
      if (mentionsVarying(expr->formula, cursor_->symbol)) return false;
      return self(self, expr->operands[0], context_.conjoin(guard, expr->formula)) &&
             self(self, expr->operands[1], context_.conjoin(guard, context_.negate(expr->formula)));
    }
    if (expr->kind != LogicKind::Wrap) return false;
    const Expr sum = expr->operands[0];
    if (sum->kind != LogicKind::Plus && sum->kind != LogicKind::Minus) return false;
    const bool is_second = sum->kind == LogicKind::Plus && sum->operands[1] == same;
    const Expr added = sum->operands[is_second ? 0 : 1];
    if (sum->operands[is_second ? 1 : 0] != same || mentionsVarying(added, cursor_->symbol)) return false;
    if (width != 0 && (width != expr->width || is_signed != expr->is_signed)) return false;
    width = expr->width;
    is_signed = expr->is_signed;
    const Expr where = setWhere(cursor_->passed, at(guard, context_.variable(cursor_->variable)));
    const Expr all = mentionsVarying(added)
                         ? context_.sum({{cursor_->variable, where}}, at(added, context_.variable(cursor_->variable)))
                         : context_.times(added, context_.count(where));
    total = sum->kind == LogicKind::Minus ? context_.minus(total, all) : context_.plus(total, all);
    return true;
  };
  if (!symbol.entry.isExact() || !visit(visit, value, context_.truth(true)) || width == 0) return false;
  const Expr end = context_.wrap(context_.plus(symbol.entry.lower, total), width, is_signed);
  result = {end, end};
  return true;
}

/// A variable that an iteration sets from the cursor, always or in some cases: it has what the last of these set.
bool LoopSolver::alongPath(const LoopSymbol& symbol, Bounds& result) {
  const auto after = valueAfter(symbol);
  if (!after || !after->isExact()) return false;
  const Bounds value = invariants_->evaluate(after->lower);
  if (!value.isExact()) return false;
  if (accumulates(symbol, value.lower, result)) return true;
  const Expr same = context_.relation(symbol.symbol);
  Formula sets = context_.truth(false);
  Expr only = nullptr;
  bool is_one_value = true;
  const auto visit = [&](const auto& self, Expr expr, Formula guard) -> bool {
    if (expr == same) return true;
    if (expr->kind == LogicKind::IfElse && mentionsVarying(expr)) {
      if (mentionsVarying(expr->formula, cursor_->symbol)) return false;
      return self(self, expr->operands[0], context_.conjoin(guard, expr->formula)) &&
             self(self, expr->operands[1], context_.conjoin(guard, context_.negate(expr->formula)));
    }
    if (mentionsVarying(expr, cursor_->symbol)) return false;
    sets = context_.disjoin(sets, guard);
    is_one_value = is_one_value && (only == nullptr || only == expr) && !mentionsVarying(expr);
    only = expr;
    return true;
  };
  if (!visit(visit, value.lower, context_.truth(true)) || only == nullptr) return false;
  const Expr where = setWhere(cursor_->passed, at(sets, context_.variable(cursor_->variable)));
  Expr set = only;
  if (!is_one_value) {
    logic::Substitution last(context_);
    last.replace(cursor_->symbol->symbol, lastOf(where));
    if (symbol.entry.isExact()) last.replace(symbol.symbol, symbol.entry.lower);
    set = last.apply(value.lower);
    if (mentionsVarying(set)) return false;
  }
  result = analysis_.states_.choose(analysis_.states_.exactly(context_.some(where)), {set, set}, symbol.entry);
  return true;
}

bool LoopSolver::liveAlongPath(const LoopSymbol& symbol, Rows& result) {
  const Rows& after = rowsAfter(symbol);
  if (!after.isExact()) return false;
  const Bounds value = invariants_->evaluate(after.lower);
  if (!value.isExact() || value.lower->kind != LogicKind::Difference) return false;
  if (value.lower->operands[0] != context_.relation(symbol.symbol)) return false;
  const Expr gone = value.lower->operands[1];
  const Expr step = mentionsVarying(gone, cursor_->symbol) ? nullptr : stepOf(gone, *cursor_->symbol);
  if (step == nullptr) return false;
  const Expr all = context_.join(cursor_->passed, step);
  const Rows& entry = symbol.entry_rows;
  result = {analysis_.symbols_.without(entry.lower, all), analysis_.symbols_.without(entry.upper, all), entry.wild};
  return true;
}

bool LoopSolver::alongPath(const LoopSymbol& symbol, Rows& result) {
  if (symbol.entry_rows.upper->arity == 1) return liveAlongPath(symbol, result);
  if (symbol.entry_rows.upper->arity != 2) return false;
  const Rows& after = rowsAfter(symbol);
  if (after.wild->kind != LogicKind::None) return false;
  std::vector<Site> sites;
  if (!sitesOf(after.upper, symbol, context_.truth(true), true, sites) || sites.empty()) return false;

  struct Write {
    Expr where, keys, key, value;  // value: exact, of the cursor alone, or null
  };
  std::vector<Write> writes;
  bool same_constant = after.isExact();
  for (const Site& site : sites) {
    const Formula guard = onlyOfCursor(Guard{site.guard, site.guard}, *cursor_->symbol);
    const Expr key = onlyOfCursor(Bounds{site.key, site.key}, *cursor_->symbol);
    if (guard == nullptr || key == nullptr) return false;
    Write write;
    write.where = setWhere(cursor_->passed, at(guard, context_.variable(cursor_->variable)));
    write.key = key;
    const bool is_fixed = !mentionsVarying(key);
    const Expr step = is_fixed ? nullptr : stepOf(key, *cursor_->symbol);
    if (!is_fixed && step == nullptr) return false;
    write.keys = is_fixed ? context_.ifElse(context_.some(write.where), key, context_.none(1))
                          : context_.join(write.where, step);
    write.value = after.isExact() ? onlyOfCursor(Bounds{site.value, site.value}, *cursor_->symbol) : nullptr;
    same_constant = same_constant && write.value != nullptr && !mentionsVarying(write.value) &&
                    write.value == (writes.empty() ? write.value : writes[0].value);
    writes.push_back(write);
  }
  const Rows& entry = symbol.entry_rows;
  const auto written = [&](Expr keys, Expr value) {
    return Rows{context_.update(entry.lower, keys, value), context_.update(entry.upper, keys, value),
                context_.subtract(entry.wild, keys)};
  };
  if (same_constant) {
    Expr keys = context_.none(1);
    for (const Write& write : writes) keys = context_.unite(keys, write.keys);
    result = written(keys, writes[0].value);
    return true;
  }
  if (writes.size() != 1) return false;
  const Write& write = writes[0];
  const Expr nothing = context_.none(1, entry.upper->int_columns >> 1);
  if (write.value != nullptr && !mentionsVarying(write.key)) {  // one object, written again and again
    result = written(write.keys, at(write.value, lastOf(write.where)));
    return true;
  }
  const Rows cleared = written(write.keys, nothing);
  if (write.value != nullptr && write.key == context_.relation(cursor_->symbol->symbol)) {
    if (const Expr map = stepOf(write.value, *cursor_->symbol)) {  // each value of the cursor has its own row
      const Expr rows = context_.domainRestrict(write.where, map);
      result = {context_.unite(cleared.lower, rows), context_.unite(cleared.upper, rows), cleared.wild};
      return true;
    }
  }
  const Expr values = sites[0].value == nullptr ? nullptr : setOf(sites[0].value);
  if (values == nullptr) {
    result = {cleared.lower, cleared.upper, context_.unite(cleared.wild, write.keys)};
  } else {
    result = {cleared.lower, context_.unite(cleared.upper, context_.product(write.keys, values)), cleared.wild};
  }
  return true;
}

}  // namespace weir::abstraction
