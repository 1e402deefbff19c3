// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making sets and relations. Each rewrite stands beside the node it avoids, pattern = result.
#include <algorithm>

#include "ir/logic/context.h"
#include "ir/logic/singleton.h"
#include "support/invariant.h"

namespace weir::logic {
namespace {

bool isNone(Expr expr) { return expr->kind == ExprKind::None; }
bool lastIsInteger(Expr expr) { return (expr->int_columns >> (expr->arity - 1) & 1U) != 0; }
bool firstIsInteger(Expr expr) { return (expr->int_columns & 1U) != 0; }
bool hasOperand(Expr expr, ExprKind kind, Expr operand) {
  return expr->kind == kind && (expr->operands[0] == operand || expr->operands[1] == operand);
}

ExprNode node(ExprKind kind, int arity, std::uint32_t int_columns, bool functional, std::vector<Expr> operands = {}) {
  INVARIANT(arity >= 1, "an expression should have a column");
  ExprNode made;
  made.kind = kind;
  made.arity = arity;
  made.int_columns = int_columns;
  made.functional = functional;
  made.operands = std::move(operands);
  return made;
}

void requireEqualArity(Expr a, Expr b) {
  INVARIANT(a->arity == b->arity, "the operands of a set operator should have the same arity");
}

}  // namespace

Expr Context::relation(Relation relation) {
  std::uint32_t int_columns = 0;
  for (int i = 0; i < relation->arity(); ++i) {
    if (relation->columns[i] == intSort()) int_columns |= 1U << i;
  }
  ExprNode made = node(ExprKind::Relation, relation->arity(), int_columns, relation->functional);
  made.relation = relation;
  return make(std::move(made));
}

Expr Context::variable(Variable variable) {
  ExprNode made = node(ExprKind::Variable, 1, variable->is_integer ? 1 : 0, true);
  made.variable = variable;
  return make(std::move(made));
}

Expr Context::none(int arity, std::uint32_t int_columns) {
  return make(node(ExprKind::None, arity, int_columns, true));
}
Expr Context::univ() { return make(node(ExprKind::Univ, 1, 0, false)); }
Expr Context::iden() { return make(node(ExprKind::Iden, 2, 0, true)); }
Expr Context::integers() { return make(node(ExprKind::Integers, 1, 1, false)); }

Expr Context::atoms(Sort sort) {
  if (sort == intSort()) return integers();
  if (sort == univSort()) return univ();
  ExprNode made = node(ExprKind::Atoms, 1, 0, false);
  made.sort = sort;
  return make(std::move(made));
}

Expr Context::atom(int index) {
  ExprNode made = node(ExprKind::Atom, 1, 0, true);
  made.atom = index;
  return make(std::move(made));
}

Expr Context::binary(ExprKind kind, Expr a, Expr b) {
  requireEqualArity(a, b);
  const bool functional = kind == ExprKind::Intersection ? a->functional || b->functional
                          : kind == ExprKind::Difference ? a->functional
                          : kind == ExprKind::Override   ? a->functional && b->functional
                                                         : false;
  return make(node(kind, a->arity, a->int_columns, functional, {a, b}));
}

Expr Context::unite(Expr a, Expr b) {
  requireEqualArity(a, b);
  if (isNone(a)) return b;                                               // none + b = b
  if (isNone(b)) return a;                                               // a + none = a
  if (a == b) return a;                                                  // a + a = a
  if (hasOperand(a, ExprKind::Union, b)) return a;                       // (a + b) + b = a + b
  if (hasOperand(b, ExprKind::Union, a)) return b;                       // a + (a + b) = a + b
  if (hasOperand(a, ExprKind::Intersection, b)) return b;                // (a & b) + b = b
  if (hasOperand(b, ExprKind::Intersection, a)) return a;                // a + (a & b) = a
  if (a->kind == ExprKind::Difference && a->operands[0] == b) return b;  // (b - a) + b = b
  if (b->kind == ExprKind::Difference && b->operands[0] == a) return a;  // a + (a - b) = a
  if (a->kind == ExprKind::Univ && b->int_columns == 0) return a;        // univ + b = univ
  if (b->kind == ExprKind::Univ && a->int_columns == 0) return b;        // a + univ = univ
  return binary(ExprKind::Union, a, b);
}

Expr Context::unite(std::span<const Expr> parts) {
  INVARIANT(!parts.empty(), "a union should have a part");
  if (parts.size() == 1) return parts[0];
  if (parts.size() == 2) return unite(parts[0], parts[1]);
  const std::size_t half = parts.size() / 2;  // balanced, so that no walk over it goes deep
  return unite(unite(parts.first(half)), unite(parts.subspan(half)));
}

Expr Context::intersect(Expr a, Expr b) {
  requireEqualArity(a, b);
  if (isNone(a) || a == b) return a;                                                            // none & b = none
  if (isNone(b)) return b;                                                                      // a & none = none
  if (a->kind == ExprKind::Univ) return b->int_columns == 0 ? b : none(1);                      // univ & b = b
  if (b->kind == ExprKind::Univ) return a->int_columns == 0 ? a : none(1);                      // a & univ = a
  if (a->kind == ExprKind::Integers) return b->int_columns == 1 ? b : none(1);                  // Int & b = b
  if (b->kind == ExprKind::Integers) return a->int_columns == 1 ? a : none(1);                  // a & Int = a
  if (hasOperand(a, ExprKind::Intersection, b) || hasOperand(b, ExprKind::Union, a)) return a;  // a & (a + b) = a
  if (hasOperand(b, ExprKind::Intersection, a) || hasOperand(a, ExprKind::Union, b)) return b;
  if (areDisjoint(a, b)) return none(a->arity, a->int_columns);  // (a - b) & b = none
  return binary(ExprKind::Intersection, a, b);
}

Expr Context::subtract(Expr a, Expr b) {
  requireEqualArity(a, b);
  if (isNone(a) || isNone(b)) return a;                          // a - none = a
  if (isContained(a, b)) return none(a->arity, a->int_columns);  // a - (a + b) = none
  if (areDisjoint(a, b)) return a;                               // (a - b) - b = a - b
  return binary(ExprKind::Difference, a, b);
}

Expr Context::product(Expr a, Expr b) {
  const int arity = a->arity + b->arity;
  const std::uint32_t int_columns = a->int_columns | b->int_columns << a->arity;
  if (isNone(a) || isNone(b)) return none(arity, int_columns);  // none -> b = none
  return make(node(ExprKind::Product, arity, int_columns, b->functional, {a, b}));
}

Expr Context::join(Expr a, Expr b) {
  const int arity = a->arity + b->arity - 2;
  const std::uint32_t kept = a->int_columns & ((1U << (a->arity - 1)) - 1);
  const std::uint32_t int_columns = kept | b->int_columns >> 1 << (a->arity - 1);
  if (isNone(a) || isNone(b) || lastIsInteger(a) != firstIsInteger(b)) return none(arity, int_columns);
  if (b->kind == ExprKind::Iden) return a;                                              // a.iden = a
  if (a->kind == ExprKind::Iden) return b;                                              // iden.b = b
  if (a->arity == 1 && b->kind == ExprKind::Transpose) return join(b->operands[0], a);  // x.~r = r.x
  if (a->arity == 1 && b->arity == 2 && b->kind == ExprKind::Product && isNonEmpty(a) &&
      isContained(a, b->operands[0])) {
    return b->operands[1];  // x.(x -> v) = v
  }
  if (b->kind == ExprKind::ReflexiveClosure && (a == b || (a->kind == ExprKind::Join && a->operands[1] == b))) {
    return a;  // x.*r.*r = x.*r
  }
  if (b->kind == ExprKind::Update && b->operands[1]->arity == 1 && a->arity == 1) {
    if (isNonEmpty(a) && isContained(a, b->operands[1])) return b->operands[2];  // x.(f ++ (x -> v)) = v
    if (areDisjoint(a, b->operands[1])) return join(a, b->operands[0]);          // y.(f ++ (x -> v)) = y.f
  }
  if (b->kind == ExprKind::IfElse && (isNone(b->operands[0]) || isNone(b->operands[1]))) {
    return ifElse(b->formula, join(a, b->operands[0]), join(a, b->operands[1]));
  }
  return make(node(ExprKind::Join, arity, int_columns, a->functional && b->functional && b->arity >= 2, {a, b}));
}

Expr Context::override(Expr a, Expr b) {
  requireEqualArity(a, b);
  INVARIANT(a->arity >= 2, "an override should map something");
  if (isNone(a) || a == b) return b;  // none ++ b = b
  if (isNone(b)) return a;            // a ++ none = a
  return binary(ExprKind::Override, a, b);
}

Expr Context::update(Expr relation, Expr domain, Expr value) {
  INVARIANT(relation->arity == domain->arity + value->arity, "an update should write whole rows");
  if (isNone(domain)) return relation;                  // f ++ (none -> v) = f
  if (isNone(relation)) return product(domain, value);  // none ++ (x -> v) = x -> v
  if (relation->kind == ExprKind::Update && isContained(relation->operands[1], domain)) {
    return update(relation->operands[0], domain, value);  // f ++ (x -> v) ++ (x -> w) = f ++ (x -> w)
  }
  const bool functional = relation->functional && value->functional;
  return make(node(ExprKind::Update, relation->arity, relation->int_columns, functional, {relation, domain, value}));
}

Expr Context::domainRestrict(Expr domain, Expr relation) {
  INVARIANT(domain->arity <= relation->arity, "a restriction should be no wider than the relation");
  if (isNone(domain) || isNone(relation)) return none(relation->arity, relation->int_columns);
  if (domain->kind == ExprKind::Univ && !firstIsInteger(relation)) return relation;  // univ <: r = r
  if (domain->kind == ExprKind::Integers && firstIsInteger(relation)) return relation;
  if (relation->kind == ExprKind::DomainRestrict && relation->operands[0] == domain) return relation;
  return make(
      node(ExprKind::DomainRestrict, relation->arity, relation->int_columns, relation->functional, {domain, relation}));
}

Expr Context::rangeRestrict(Expr relation, Expr range) {
  INVARIANT(range->arity <= relation->arity, "a restriction should be no wider than the relation");
  if (isNone(range) || isNone(relation)) return none(relation->arity, relation->int_columns);
  if (range->kind == ExprKind::Univ && !lastIsInteger(relation)) return relation;  // r :> univ = r
  if (range->kind == ExprKind::Integers && lastIsInteger(relation)) return relation;
  if (relation->kind == ExprKind::RangeRestrict && relation->operands[1] == range) return relation;
  return make(
      node(ExprKind::RangeRestrict, relation->arity, relation->int_columns, relation->functional, {relation, range}));
}

Expr Context::transpose(Expr a) {
  INVARIANT(a->arity == 2, "a transpose should be of a binary relation");
  const std::uint32_t int_columns = (a->int_columns >> 1 & 1U) | (a->int_columns & 1U) << 1;
  if (isNone(a)) return none(2, int_columns);
  if (a->kind == ExprKind::Iden) return a;                                           // ~iden = iden
  if (a->kind == ExprKind::Transpose) return a->operands[0];                         // ~~r = r
  if (a->kind == ExprKind::Product) return product(a->operands[1], a->operands[0]);  // ~(a -> b) = b -> a
  return make(node(ExprKind::Transpose, 2, int_columns, false, {a}));
}

Expr Context::closure(Expr a) {
  INVARIANT(a->arity == 2 && (isNone(a) || a->int_columns == 0), "a closure should be of a relation between atoms");
  if (isNone(a) || a->kind == ExprKind::Iden) return a;                                 // ^iden = iden
  if (a->kind == ExprKind::Closure || a->kind == ExprKind::ReflexiveClosure) return a;  // ^^r = ^r, ^*r = *r
  return make(node(ExprKind::Closure, 2, 0, false, {a}));
}

Expr Context::reflexiveClosure(Expr a) {
  INVARIANT(a->arity == 2 && (isNone(a) || a->int_columns == 0), "a closure should be of a relation between atoms");
  if (isNone(a) || a->kind == ExprKind::Iden) return iden();                  // *none = iden
  if (a->kind == ExprKind::ReflexiveClosure) return a;                        // **r = *r
  if (a->kind == ExprKind::Closure) return reflexiveClosure(a->operands[0]);  // *^r = *r
  return make(node(ExprKind::ReflexiveClosure, 2, 0, false, {a}));
}

Expr Context::ifElse(Formula condition, Expr a, Expr b) {
  requireEqualArity(a, b);
  if (condition->kind == FormulaKind::True || a == b) return a;
  if (condition->kind == FormulaKind::False) return b;
  // One condition of a pair of opposites is used, so that choices by the same question meet.
  if (condition->kind == FormulaKind::Not || condition->kind == FormulaKind::No ||
      condition->kind == FormulaKind::LessEqual) {
    return ifElse(negate(condition), b, a);
  }
  if (a->kind == ExprKind::IfElse && a->formula == condition) return ifElse(condition, a->operands[0], b);
  if (b->kind == ExprKind::IfElse && b->formula == condition) return ifElse(condition, a, b->operands[1]);
  const std::uint32_t int_columns = isNone(a) ? b->int_columns : a->int_columns;
  ExprNode made = node(ExprKind::IfElse, a->arity, int_columns, a->functional && b->functional, {a, b});
  made.formula = condition;
  return make(std::move(made));
}

Expr Context::comprehension(std::vector<Decl> decls, Formula body) {
  INVARIANT(!decls.empty(), "a comprehension should bind a variable");
  const int arity = static_cast<int>(decls.size());
  std::uint32_t int_columns = 0;
  for (int i = 0; i < arity; ++i) {
    if (decls[i].variable->is_integer) int_columns |= 1U << i;
  }
  const bool empty = std::any_of(decls.begin(), decls.end(), [](const Decl& decl) { return isNone(decl.domain); });
  if (empty || body->kind == FormulaKind::False) return none(arity, int_columns);
  if (arity == 1 && body->kind == FormulaKind::True) return decls[0].domain;  // {x: e | true} = e
  ExprNode made = node(ExprKind::Comprehension, arity, int_columns, arity == 1 && decls[0].domain->functional);
  made.decls = std::move(decls);
  made.formula = body;
  return make(std::move(made));
}

}  // namespace weir::logic
