// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why it is sound. Nothing in the state before the call mentions the object. If the object itself occurs in an
// expression only as the owner of rows, no value that the expression computes on the way can be the object, so no join
// ever asks for a row of the object: the rows may as well be missing.
#include "abstraction/automatic.h"

#include <algorithm>
#include <set>
#include <utility>

namespace weir::abstraction {

using logic::Expr;
using logic::ExprKind;
using logic::Formula;

namespace {

class OwnerCheck {
 public:
  OwnerCheck(const program::Vocabulary& vocabulary, logic::Relation object)
      : vocabulary_(vocabulary), object_(object) {}

  /// Rows of the object do not matter here.
  bool rows(Expr expr) {
    if (isOwnRow(expr) || !seen_.insert({expr, true}).second) return true;
    const auto& operands = expr->operands;
    switch (expr->kind) {
      case ExprKind::Relation:
      case ExprKind::Univ:
      case ExprKind::Atoms: return true;
      case ExprKind::Union:
      case ExprKind::Intersection:
      case ExprKind::Difference:
      case ExprKind::Override: return rows(operands[0]) && rows(operands[1]);
      case ExprKind::IfElse: return truth(expr->formula) && rows(operands[0]) && rows(operands[1]);
      case ExprKind::Product: return value(operands[0]) && value(operands[1]);
      case ExprKind::Update:
        return rows(operands[0]) && (isOwnRow(operands[1]) || (value(operands[1]) && value(operands[2])));
      case ExprKind::DomainRestrict: return (isOwnRow(operands[0]) || value(operands[0])) && rows(operands[1]);
      case ExprKind::Join:
        return (operands[0]->arity == 1 ? value(operands[0]) : rows(operands[0])) && rows(operands[1]);
      case ExprKind::Closure:
      case ExprKind::ReflexiveClosure: return rows(operands[0]);
      default: return value(expr);
    }
  }

  /// Everything matters here, but a join never asks for a row of the object.
  bool value(Expr expr) {
    if (!seen_.insert({expr, false}).second) return true;
    const auto& operands = expr->operands;
    switch (expr->kind) {
      case ExprKind::Relation: return expr->relation != object_;
      // A variable that ranges over everything would be the object as well.
      case ExprKind::Univ:
      case ExprKind::Iden:
      case ExprKind::Atoms: return false;
      case ExprKind::Join:
      case ExprKind::DomainRestrict: return value(operands[0]) && rows(operands[1]);
      default: break;
    }
    return std::ranges::all_of(operands, [&](Expr operand) { return value(operand); }) &&
           std::ranges::all_of(expr->decls, [&](const logic::Decl& decl) { return value(decl.domain); }) &&
           (expr->formula == nullptr || truth(expr->formula));
  }

  bool truth(Formula formula) {
    if (!seen_formulas_.insert(formula).second) return true;
    return std::ranges::all_of(formula->exprs, [&](Expr expr) { return value(expr); }) &&
           std::ranges::all_of(formula->operands, [&](Formula operand) { return truth(operand); }) &&
           std::ranges::all_of(formula->decls, [&](const logic::Decl& decl) { return value(decl.domain); });
  }

 private:
  /// The object, a part of it, or an element of an array in it. A part is reached through its owner alone: where
  /// neither is a value, no row of the part is asked for either.
  bool isOwnRow(Expr key) const {
    while (key->kind == ExprKind::Product) key = key->operands[0];
    while (isPart(key)) key = key->operands[0];
    return key->kind == ExprKind::Relation && key->relation == object_;
  }
  bool isPart(Expr key) const {
    if (key->kind != ExprKind::Join || key->operands[1]->kind != ExprKind::Relation) return false;
    const auto* meaning = vocabulary_.meaningOf(key->operands[1]->relation);
    return meaning != nullptr && meaning->kind == program::Vocabulary::Meaning::Kind::Part;
  }

  const program::Vocabulary& vocabulary_;
  logic::Relation object_;
  // What was found to be wrong ends the check, so that what was seen is right or still being looked at.
  std::set<std::pair<Expr, bool>> seen_;
  std::set<Formula> seen_formulas_;
};

}  // namespace

bool isOnlyOwner(const program::Vocabulary& vocabulary, logic::Relation object, Expr expr) {
  return OwnerCheck(vocabulary, object).rows(expr);
}
bool isOnlyOwnerInside(const program::Vocabulary& vocabulary, logic::Relation object, Expr expr) {
  return OwnerCheck(vocabulary, object).value(expr);
}
bool isOnlyOwnerInside(const program::Vocabulary& vocabulary, logic::Relation object, Formula formula) {
  return OwnerCheck(vocabulary, object).truth(formula);
}

}  // namespace weir::abstraction
