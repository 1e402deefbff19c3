// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No variable is captured: every quantifier has variables of its own, so an expression that comes in from outside
// never mentions one that is bound here. A quantifier that is copied twice into one formula keeps its
// variables, which is harmless: the two scopes do not mix.
#include "ir/logic/substitute.h"

#include "support/invariant.h"

namespace weir::logic {

std::vector<Decl> Substitution::apply(const std::vector<Decl>& decls) {
  std::vector<Decl> result = decls;
  for (Decl& decl : result) decl.domain = apply(decl.domain);
  return result;
}

Expr Substitution::apply(Expr expr) {
  if (const auto found = exprs_.find(expr); found != exprs_.end()) return found->second;
  Context& c = *context_;
  const auto operand = [&](int i) { return apply(expr->operands[i]); };
  Expr result = expr;
  switch (expr->kind) {
    case ExprKind::Relation:
      if (const auto by = relations_.find(expr->relation); by != relations_.end()) result = by->second;
      break;
    case ExprKind::Variable:
      if (const auto by = variables_.find(expr->variable); by != variables_.end()) result = by->second;
      break;
    case ExprKind::None:
    case ExprKind::Univ:
    case ExprKind::Iden:
    case ExprKind::Integers:
    case ExprKind::Atoms:
    case ExprKind::Atom:
    case ExprKind::Constant: break;
    case ExprKind::Union: result = c.unite(operand(0), operand(1)); break;
    case ExprKind::Intersection: result = c.intersect(operand(0), operand(1)); break;
    case ExprKind::Difference: result = c.subtract(operand(0), operand(1)); break;
    case ExprKind::Product: result = c.product(operand(0), operand(1)); break;
    case ExprKind::Join: result = c.join(operand(0), operand(1)); break;
    case ExprKind::Override: result = c.override(operand(0), operand(1)); break;
    case ExprKind::Update: result = c.update(operand(0), operand(1), operand(2)); break;
    case ExprKind::DomainRestrict: result = c.domainRestrict(operand(0), operand(1)); break;
    case ExprKind::RangeRestrict: result = c.rangeRestrict(operand(0), operand(1)); break;
    case ExprKind::Transpose: result = c.transpose(operand(0)); break;
    case ExprKind::Closure: result = c.closure(operand(0)); break;
    case ExprKind::ReflexiveClosure: result = c.reflexiveClosure(operand(0)); break;
    case ExprKind::IfElse: result = c.ifElse(apply(expr->formula), operand(0), operand(1)); break;
    case ExprKind::Comprehension: result = c.comprehension(apply(expr->decls), apply(expr->formula)); break;
    case ExprKind::Plus: result = c.plus(operand(0), operand(1)); break;
    case ExprKind::Minus: result = c.minus(operand(0), operand(1)); break;
    case ExprKind::Times: result = c.times(operand(0), operand(1)); break;
    case ExprKind::Divide: result = c.divide(operand(0), operand(1)); break;
    case ExprKind::Remainder: result = c.remainder(operand(0), operand(1)); break;
    case ExprKind::Count: result = c.count(operand(0)); break;
    case ExprKind::Sum: result = c.sum(apply(expr->decls), operand(0)); break;
    case ExprKind::BitAnd: result = c.bitAnd(operand(0), operand(1)); break;
    case ExprKind::BitOr: result = c.bitOr(operand(0), operand(1)); break;
    case ExprKind::BitXor: result = c.bitXor(operand(0), operand(1)); break;
    case ExprKind::ShiftLeft: result = c.shiftLeft(operand(0), operand(1)); break;
    case ExprKind::ShiftRight: result = c.shiftRight(operand(0), operand(1)); break;
    case ExprKind::Wrap: result = c.wrap(operand(0), expr->width, expr->is_signed); break;
    case ExprKind::Range: result = c.range(operand(0), operand(1)); break;
  }
  INVARIANT(result->arity == expr->arity, "a substitution should keep the arity");
  exprs_.emplace(expr, result);
  return result;
}

Formula Substitution::apply(Formula formula) {
  if (const auto found = formulas_.find(formula); found != formulas_.end()) return found->second;
  Context& c = *context_;
  const auto expr = [&](int i) { return apply(formula->exprs[i]); };
  const auto operand = [&](int i) { return apply(formula->operands[i]); };
  const auto operands = [&] {
    std::vector<Formula> all;
    for (const Formula part : formula->operands) all.push_back(apply(part));
    return all;
  };
  Formula result = formula;
  switch (formula->kind) {
    case FormulaKind::True:
    case FormulaKind::False: break;
    case FormulaKind::Subset: result = c.subset(expr(0), expr(1)); break;
    case FormulaKind::Equal: result = c.equal(expr(0), expr(1)); break;
    case FormulaKind::Less: result = c.less(expr(0), expr(1)); break;
    case FormulaKind::LessEqual: result = c.lessEqual(expr(0), expr(1)); break;
    case FormulaKind::Some: result = c.some(expr(0)); break;
    case FormulaKind::No: result = c.no(expr(0)); break;
    case FormulaKind::One: result = c.one(expr(0)); break;
    case FormulaKind::Lone: result = c.lone(expr(0)); break;
    case FormulaKind::Not: result = c.negate(operand(0)); break;
    case FormulaKind::And: result = c.conjoin(operands()); break;
    case FormulaKind::Or: result = c.disjoin(operands()); break;
    case FormulaKind::Implies: result = c.implies(operand(0), operand(1)); break;
    case FormulaKind::Iff: result = c.iff(operand(0), operand(1)); break;
    case FormulaKind::ForAll: result = c.forAll(apply(formula->decls), operand(0)); break;
    case FormulaKind::Exists: result = c.exists(apply(formula->decls), operand(0)); break;
  }
  formulas_.emplace(formula, result);
  return result;
}

}  // namespace weir::logic
