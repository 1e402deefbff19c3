// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abstraction/state.h"

#include <algorithm>

#include "abstraction/coarse.h"
#include "ir/logic/singleton.h"

namespace weir::abstraction {

using logic::Expr;
using logic::ExprKind;
using logic::Formula;
using logic::FormulaKind;

States::States(logic::Context& context, Symbols& symbols, int max_operators)
    : context_(&context), coarse_(std::make_unique<Coarse>(context, symbols)), max_operators_(max_operators) {}

States::~States() = default;

Guard States::both(const Guard& a, const Guard& b) {
  return {context_->conjoin(a.must, b.must), context_->conjoin(a.may, b.may)};
}

Guard States::either(const Guard& a, const Guard& b) {
  return {context_->disjoin(a.must, b.must), context_->disjoin(a.may, b.may)};
}

Rows States::rows(const State& state, logic::Relation relation) {
  const auto found = state.relations.find(relation);
  if (found != state.relations.end()) return found->second;
  const Expr same = context_->relation(relation);
  return {same, same, context_->none(1)};
}

Rows States::anyRows(logic::Relation relation) {
  const Expr whole = context_->relation(relation);
  const Expr none = context_->none(whole->arity, whole->int_columns);
  return {none, none, context_->univ()};
}

Bounds States::choose(const Guard& guard, const Bounds& a, const Bounds& b) {
  logic::Context& c = *context_;
  if (a.lower == b.lower && a.upper == b.upper) return a;
  if (guard.must->kind == FormulaKind::True) return a;
  if (guard.may->kind == FormulaKind::False) return b;
  const bool known = a.upper != nullptr && b.upper != nullptr;
  if (guard.isExact()) {
    return {c.ifElse(guard.must, a.lower, b.lower), known ? c.ifElse(guard.must, a.upper, b.upper) : nullptr};
  }
  return {c.intersect(a.lower, b.lower), known ? c.unite(a.upper, b.upper) : nullptr};
}

Rows States::choose(const Guard& guard, const Rows& a, const Rows& b) {
  logic::Context& c = *context_;
  if (a == b) return a;
  if (guard.must->kind == FormulaKind::True) return a;
  if (guard.may->kind == FormulaKind::False) return b;
  if (guard.isExact()) {
    const Formula condition = guard.must;
    // A write to an object that is null where the condition fails is no write there:
    // some x => f ++ (x -> v) else f   is   f ++ (x -> v).
    const auto choice = [&](Expr yes, Expr no) {
      const auto isWriteOn = [&](Expr written, Expr base, Formula when) {
        return written->kind == ExprKind::Update && written->operands[0] == base && when->kind == FormulaKind::Some &&
               when->exprs[0] == written->operands[1];
      };
      if (isWriteOn(yes, no, condition)) return yes;
      if (isWriteOn(no, yes, c.negate(condition))) return no;
      return c.ifElse(condition, yes, no);
    };
    return {choice(a.lower, b.lower), choice(a.upper, b.upper), c.ifElse(condition, a.wild, b.wild)};
  }
  const Expr wild = c.unite(a.wild, b.wild);
  Expr lower = c.intersect(a.lower, b.lower);
  if (wild->kind != ExprKind::None && lower->arity > 1 && a.wild != b.wild) {
    lower = c.update(lower, wild, c.none(lower->arity - 1, lower->int_columns >> 1));
  }
  return {lower, c.unite(a.upper, b.upper), wild};
}

State States::mergeStates(const Guard& guard, const State& a, const State& b) {
  State merged;
  for (const auto& [local, bounds] : a.locals) {
    const auto other = b.locals.find(local);
    // A variable that only one way assigned has that value wherever it may be read.
    merged.locals[local] = other == b.locals.end() ? bounds : choose(guard, bounds, other->second);
  }
  for (const auto& [local, bounds] : b.locals) {
    if (!a.locals.contains(local)) merged.locals[local] = bounds;
  }
  for (auto& [local, bounds] : merged.locals) {
    bounds = shortened(bounds, local->type->isInteger() ? 1 : 0);
  }
  for (const auto& [relation, unused] : a.relations) merged.relations[relation] = {};
  for (const auto& [relation, unused] : b.relations) merged.relations[relation] = {};
  for (auto& [relation, merged_rows] : merged.relations) {
    merged_rows = shortened(choose(guard, rows(a, relation), rows(b, relation)));
  }
  if (a.result && b.result) {
    merged.result = shortened(choose(guard, *a.result, *b.result), a.result->lower->int_columns);
  } else {
    merged.result = a.result ? a.result : b.result;
  }
  return merged;
}

Path States::merge(const Path& a, const Path& b) {
  const Guard taken = either(a.taken, b.taken);
  // Any exact condition tells the two ways apart; the shorter one reads better.
  const bool by_a = a.taken.isExact() && (!b.taken.isExact() || lengthOf(a.taken.must) <= lengthOf(b.taken.must));
  if (by_a) return {taken, mergeStates(a.taken, a.state, b.state)};
  if (b.taken.isExact()) return {taken, mergeStates(b.taken, b.state, a.state)};
  return {taken, mergeStates(perhaps(), a.state, b.state)};
}

void States::mergeInto(std::optional<Path>& into, Path path) {
  if (path.taken.may->kind == FormulaKind::False) return;
  into = into ? merge(*into, path) : std::move(path);
}

void States::mergeInto(std::map<std::string, Path>& into, const std::string& label, Path path) {
  if (path.taken.may->kind == FormulaKind::False) return;
  const auto found = into.find(label);
  if (found == into.end()) {
    into.emplace(label, std::move(path));
  } else {
    found->second = merge(found->second, path);
  }
}

Rows States::store(const Rows& rows, const Bounds& owner, const Bounds& key, const Bounds& value) {
  logic::Context& c = *context_;
  const Expr whole = rows.upper;
  const Expr nothing = c.none(whole->arity, whole->int_columns);
  const Expr no_rest = c.none(whole->arity - 1, whole->int_columns >> 1);
  if (owner.upper == nullptr) return {nothing, nothing, c.univ()};
  if (key.upper == nullptr || value.upper == nullptr) {  // the rows of some owner become anything
    return {c.update(rows.lower, owner.upper, no_rest), rows.upper, c.unite(rows.wild, owner.upper)};
  }
  if (!owner.isExact() || !key.isExact()) {  // weak: one row of several
    const Expr no_value = c.none(1, value.upper->int_columns);
    return {c.update(rows.lower, key.upper, no_value), c.unite(rows.upper, c.product(key.upper, value.upper)),
            rows.wild};
  }
  Expr lower = c.update(rows.lower, key.upper, value.lower);
  const Expr upper = c.update(rows.upper, key.upper, value.upper);
  if (whole->arity == 2) return {lower, upper, c.subtract(rows.wild, owner.upper)};
  // One element of an array that is not known as a whole: nothing is promised about it.
  if (rows.wild->kind != ExprKind::None) lower = c.update(lower, rows.wild, no_rest);
  return {lower, upper, rows.wild};
}

int States::lengthOf(Expr expr) {
  if (const auto found = lengths_.find(expr); found != lengths_.end()) return found->second;
  long length = expr->operands.empty() ? 0 : 1;
  for (const Expr operand : expr->operands) length += lengthOf(operand);
  if (expr->formula != nullptr) length += lengthOf(expr->formula);
  for (const logic::Decl& decl : expr->decls) length += lengthOf(decl.domain);
  const int capped = static_cast<int>(std::min<long>(length, 1'000'000));
  lengths_.emplace(expr, capped);
  return capped;
}

int States::lengthOf(Formula formula) {
  if (const auto found = lengths_.find(formula); found != lengths_.end()) return found->second;
  long length = 1;
  for (const Expr expr : formula->exprs) length += lengthOf(expr);
  for (const Formula operand : formula->operands) length += lengthOf(operand);
  for (const logic::Decl& decl : formula->decls) length += lengthOf(decl.domain);
  const int capped = static_cast<int>(std::min<long>(length, 1'000'000));
  lengths_.emplace(formula, capped);
  return capped;
}

Bounds States::shortened(Bounds bounds, std::uint32_t int_columns) {
  if (lengthOf(bounds.lower) > max_operators_) bounds.lower = context_->none(bounds.lower->arity, int_columns);
  if (bounds.upper != nullptr && lengthOf(bounds.upper) > max_operators_) {
    bounds.upper = coarse_->above(bounds.upper);
    if (bounds.upper->kind == ExprKind::Univ || lengthOf(bounds.upper) > max_operators_) bounds.upper = nullptr;
  }
  return bounds;
}

int States::lengthOf(const Rows& rows) {
  return lengthOf(rows.upper) + (rows.isExact() ? 0 : lengthOf(rows.lower) + lengthOf(rows.wild));
}

bool States::isTooLong(const Rows& rows) {
  return std::max({lengthOf(rows.upper), lengthOf(rows.lower), lengthOf(rows.wild)}) > max_operators_;
}

Rows States::loosened(const Rows& rows) { return coarse_->around(rows); }

Rows States::shortened(Rows rows) {
  if (!isTooLong(rows)) return rows;
  Rows loose = loosened(rows);
  if (lengthOf(loose.lower) > max_operators_)
    loose.lower = context_->none(loose.lower->arity, loose.lower->int_columns);
  if (!isTooLong(loose)) return loose;
  const Expr none = context_->none(rows.upper->arity, rows.upper->int_columns);
  return {none, none, context_->univ()};
}

}  // namespace weir::abstraction
