// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abstraction/interval.h"

#include "support/invariant.h"

namespace weir::abstraction {

using logic::Decl;
using logic::Expr;
using logic::ExprKind;
using logic::Formula;
using logic::FormulaKind;

Guard Interval::unknown() { return {context_->truth(false), context_->truth(true)}; }

Bounds Interval::evaluate(Expr expr) {
  if (const auto found = exprs_.find(expr); found != exprs_.end()) return found->second;
  const Bounds result = compute(expr);
  exprs_.emplace(expr, result);
  return result;
}

Guard Interval::evaluate(Formula formula) {
  if (const auto found = formulas_.find(formula); found != formulas_.end()) return found->second;
  const Guard result = compute(formula);
  formulas_.emplace(formula, result);
  return result;
}

Expr Interval::rebuilt(Expr expr, const std::vector<Expr>& operands) {
  logic::Context& c = *context_;
  switch (expr->kind) {
    case ExprKind::Union: return c.unite(operands[0], operands[1]);
    case ExprKind::Intersection: return c.intersect(operands[0], operands[1]);
    case ExprKind::Product: return c.product(operands[0], operands[1]);
    case ExprKind::Join:
      return symbols_ == nullptr ? c.join(operands[0], operands[1]) : symbols_->join(operands[0], operands[1]);
    case ExprKind::DomainRestrict: return c.domainRestrict(operands[0], operands[1]);
    case ExprKind::RangeRestrict: return c.rangeRestrict(operands[0], operands[1]);
    case ExprKind::Transpose: return c.transpose(operands[0]);
    case ExprKind::Closure: return c.closure(operands[0]);
    case ExprKind::ReflexiveClosure: return c.reflexiveClosure(operands[0]);
    case ExprKind::Plus: return c.plus(operands[0], operands[1]);
    case ExprKind::Minus: return c.minus(operands[0], operands[1]);
    case ExprKind::Times: return c.times(operands[0], operands[1]);
    case ExprKind::Divide: return c.divide(operands[0], operands[1]);
    case ExprKind::Remainder: return c.remainder(operands[0], operands[1]);
    case ExprKind::Count: return c.count(operands[0]);
    case ExprKind::BitAnd: return c.bitAnd(operands[0], operands[1]);
    case ExprKind::BitOr: return c.bitOr(operands[0], operands[1]);
    case ExprKind::BitXor: return c.bitXor(operands[0], operands[1]);
    case ExprKind::ShiftLeft: return c.shiftLeft(operands[0], operands[1]);
    case ExprKind::ShiftRight: return c.shiftRight(operands[0], operands[1]);
    case ExprKind::Wrap: return c.wrap(operands[0], expr->width, expr->is_signed);
    case ExprKind::Range: return c.range(operands[0], operands[1]);
    default: UNREACHABLE("only operators are rebuilt");
  }
}

Bounds Interval::monotone(Expr expr) {
  std::vector<Expr> lowers, uppers;
  bool known = true;
  for (const Expr operand : expr->operands) {
    const Bounds bounds = evaluate(operand);
    lowers.push_back(bounds.lower);
    uppers.push_back(bounds.upper);
    known = known && bounds.upper != nullptr;
  }
  if (known) return {rebuilt(expr, lowers), rebuilt(expr, uppers)};
  // An intersection lies in each side, a restriction in its relation.
  Expr upper = nullptr;
  if (expr->kind == ExprKind::Intersection) upper = uppers[0] != nullptr ? uppers[0] : uppers[1];
  if (expr->kind == ExprKind::DomainRestrict) upper = uppers[1];
  if (expr->kind == ExprKind::RangeRestrict) upper = uppers[0];
  return {rebuilt(expr, lowers), upper};
}

Bounds Interval::arithmetic(Expr expr) {
  std::vector<Expr> operands;
  for (const Expr operand : expr->operands) {
    const Bounds bounds = evaluate(operand);
    if (!bounds.isExact()) return {context_->none(1, 1), nullptr};
    operands.push_back(bounds.lower);
  }
  const Expr exact = rebuilt(expr, operands);
  return {exact, exact};
}

Bounds Interval::update(Expr expr) {
  const Bounds base = evaluate(expr->operands[0]);
  const Bounds domain = evaluate(expr->operands[1]);
  const Bounds value = evaluate(expr->operands[2]);
  const Expr null = context_->none(expr->operands[2]->arity, expr->operands[2]->int_columns);
  const bool known = base.upper != nullptr && domain.upper != nullptr && value.upper != nullptr;
  if (domain.isExact()) {
    const auto written = [&](Expr rows, Expr row) {
      return symbols_ == nullptr ? context_->update(rows, domain.lower, row) : symbols_->write(rows, domain.lower, row);
    };
    return {written(base.lower, value.lower), known ? written(base.upper, value.upper) : nullptr};
  }
  const Expr kept = domain.upper == nullptr ? context_->none(expr->arity, expr->int_columns)
                                            : context_->update(base.lower, domain.upper, null);
  const Expr lower = context_->unite(kept, context_->product(domain.lower, value.lower));
  if (!known) return {lower, nullptr};
  return {lower, context_->unite(context_->update(base.upper, domain.lower, null),
                                 context_->product(domain.upper, value.upper))};
}

Bounds Interval::choice(Expr expr) {
  logic::Context& c = *context_;
  const Guard guard = evaluate(expr->formula);
  const Bounds a = evaluate(expr->operands[0]);
  const Bounds b = evaluate(expr->operands[1]);
  const Expr either = a.upper == nullptr || b.upper == nullptr ? nullptr : c.unite(a.upper, b.upper);
  const auto upper = [&](Formula yes, Formula no) -> Expr {
    if (yes->kind == FormulaKind::True) return a.upper;
    if (no->kind == FormulaKind::True) return b.upper;
    if (either == nullptr) return nullptr;
    return c.ifElse(yes, a.upper, c.ifElse(no, b.upper, either));
  };
  if (guard.isExact()) {
    const Expr exact =
        either == nullptr ? upper(guard.must, c.negate(guard.must)) : c.ifElse(guard.must, a.upper, b.upper);
    return {c.ifElse(guard.must, a.lower, b.lower), exact};
  }
  const Expr both = c.intersect(a.lower, b.lower);
  return {c.ifElse(guard.must, a.lower, c.ifElse(guard.may, both, b.lower)), upper(guard.must, c.negate(guard.may))};
}

Bounds Interval::comprehension(Expr expr) {
  std::vector<Decl> lower_decls, upper_decls;
  bool known = true;
  for (const Decl& decl : expr->decls) {
    const Bounds domain = evaluate(decl.domain);
    lower_decls.push_back({decl.variable, domain.lower});
    upper_decls.push_back({decl.variable, domain.upper});
    known = known && domain.upper != nullptr;
  }
  const Guard body = evaluate(expr->formula);
  const Expr lower = context_->comprehension(lower_decls, body.must);
  return {lower, known ? context_->comprehension(upper_decls, body.may) : nullptr};
}

Bounds Interval::compute(Expr expr) {
  logic::Context& c = *context_;
  switch (expr->kind) {
    case ExprKind::Relation:
      if (const auto found = relations_.find(expr->relation); found != relations_.end()) return found->second;
      return {expr, expr};
    case ExprKind::Variable:
    case ExprKind::None:
    case ExprKind::Univ:
    case ExprKind::Iden:
    case ExprKind::Integers:
    case ExprKind::Atoms:
    case ExprKind::Atom:
    case ExprKind::Constant: return {expr, expr};
    case ExprKind::Union:
    case ExprKind::Intersection:
    case ExprKind::Product:
    case ExprKind::Join:
    case ExprKind::DomainRestrict:
    case ExprKind::RangeRestrict:
    case ExprKind::Transpose:
    case ExprKind::Closure:
    case ExprKind::ReflexiveClosure: return monotone(expr);
    case ExprKind::Difference: {
      const Bounds a = evaluate(expr->operands[0]);
      const Bounds b = evaluate(expr->operands[1]);
      const auto without = [&](Expr from, Expr gone) {
        const bool is_set = symbols_ != nullptr && expr->arity == 1 && expr->int_columns == 0;
        return is_set ? symbols_->without(from, gone) : c.subtract(from, gone);
      };
      const Expr lower = b.upper == nullptr ? c.none(expr->arity, expr->int_columns) : without(a.lower, b.upper);
      return {lower, a.upper == nullptr ? nullptr : without(a.upper, b.lower)};
    }
    case ExprKind::Override: {
      const Bounds a = evaluate(expr->operands[0]);
      const Bounds b = evaluate(expr->operands[1]);
      const bool known = a.upper != nullptr && b.upper != nullptr;
      if (b.isExact()) return {c.override(a.lower, b.lower), known ? c.override(a.upper, b.upper) : nullptr};
      return {b.lower, known ? c.unite(a.upper, b.upper) : nullptr};
    }
    case ExprKind::Update: return update(expr);
    case ExprKind::IfElse: return choice(expr);
    case ExprKind::Comprehension: return comprehension(expr);
    case ExprKind::Sum: {
      std::vector<Decl> decls;
      const Bounds body = evaluate(expr->operands[0]);
      bool exact = body.isExact();
      for (const Decl& decl : expr->decls) {
        const Bounds domain = evaluate(decl.domain);
        exact = exact && domain.isExact();
        decls.push_back({decl.variable, domain.lower});
      }
      if (!exact) return {c.none(1, 1), nullptr};
      const Expr sum = c.sum(decls, body.lower);
      return {sum, sum};
    }
    case ExprKind::Plus:
    case ExprKind::Minus:
    case ExprKind::Times:
    case ExprKind::Divide:
    case ExprKind::Remainder:
    case ExprKind::Count:
    case ExprKind::BitAnd:
    case ExprKind::BitOr:
    case ExprKind::BitXor:
    case ExprKind::ShiftLeft:
    case ExprKind::ShiftRight:
    case ExprKind::Wrap:
    case ExprKind::Range: return arithmetic(expr);
  }
  UNREACHABLE("every kind of expression has bounds");
}

Guard Interval::atomic(Formula formula) {
  logic::Context& c = *context_;
  std::vector<Bounds> all;
  bool exact = true;
  for (const Expr expr : formula->exprs) {
    all.push_back(evaluate(expr));
    exact = exact && all.back().isExact();
  }
  const auto both = [](Formula f) { return Guard{f, f}; };
  const Bounds& a = all[0];
  const auto smallIn = [&](const Bounds& x, const Bounds& y) {  // what x must have, y may have
    return y.upper == nullptr ? c.truth(true) : c.subset(x.lower, y.upper);
  };
  switch (formula->kind) {
    case FormulaKind::Subset:
      return {a.upper == nullptr ? c.truth(false) : c.subset(a.upper, all[1].lower), smallIn(a, all[1])};
    case FormulaKind::Equal:
      if (exact) return both(c.equal(a.lower, all[1].lower));
      return {c.truth(false), c.conjoin(smallIn(a, all[1]), smallIn(all[1], a))};
    case FormulaKind::Less: return exact ? both(c.less(a.lower, all[1].lower)) : unknown();
    case FormulaKind::LessEqual: return exact ? both(c.lessEqual(a.lower, all[1].lower)) : unknown();
    case FormulaKind::Some: return {c.some(a.lower), a.upper == nullptr ? c.truth(true) : c.some(a.upper)};
    case FormulaKind::No: return {a.upper == nullptr ? c.truth(false) : c.no(a.upper), c.no(a.lower)};
    case FormulaKind::One:
      if (exact) return both(c.one(a.lower));
      return {c.truth(false), a.upper == nullptr ? c.truth(true) : c.some(a.upper)};
    case FormulaKind::Lone: return {a.upper == nullptr ? c.truth(false) : c.lone(a.upper), c.lone(a.lower)};
    default: UNREACHABLE("only atomic formulas are compared here");
  }
}

Guard Interval::quantifier(Formula formula) {
  const bool is_all = formula->kind == FormulaKind::ForAll;
  std::vector<Decl> lower_decls, upper_decls;
  bool known = true;
  for (const Decl& decl : formula->decls) {
    const Bounds domain = evaluate(decl.domain);
    lower_decls.push_back({decl.variable, domain.lower});
    upper_decls.push_back({decl.variable, domain.upper});
    known = known && domain.upper != nullptr;
  }
  const Guard body = evaluate(formula->operands[0]);
  logic::Context& c = *context_;
  if (is_all) {
    return {known ? c.forAll(upper_decls, body.must) : c.truth(false), c.forAll(lower_decls, body.may)};
  }
  return {c.exists(lower_decls, body.must), known ? c.exists(upper_decls, body.may) : c.truth(true)};
}

Guard Interval::compute(Formula formula) {
  logic::Context& c = *context_;
  const auto operand = [&](int i) { return evaluate(formula->operands[i]); };
  switch (formula->kind) {
    case FormulaKind::True:
    case FormulaKind::False: return {formula, formula};
    case FormulaKind::Not: return {c.negate(operand(0).may), c.negate(operand(0).must)};
    case FormulaKind::And:
    case FormulaKind::Or: {
      std::vector<Formula> musts, mays;
      for (const Formula part : formula->operands) {
        const Guard guard = evaluate(part);
        musts.push_back(guard.must);
        mays.push_back(guard.may);
      }
      if (formula->kind == FormulaKind::And) return {c.conjoin(musts), c.conjoin(mays)};
      return {c.disjoin(musts), c.disjoin(mays)};
    }
    case FormulaKind::Implies: {
      const Guard a = operand(0), b = operand(1);
      return {c.implies(a.may, b.must), c.implies(a.must, b.may)};
    }
    case FormulaKind::Iff: {
      const Guard a = operand(0), b = operand(1);
      if (!a.isExact() || !b.isExact()) return unknown();
      return {c.iff(a.must, b.must), c.iff(a.must, b.must)};
    }
    case FormulaKind::ForAll:
    case FormulaKind::Exists: return quantifier(formula);
    default: return atomic(formula);
  }
}

}  // namespace weir::abstraction
