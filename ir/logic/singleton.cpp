// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/logic/singleton.h"

#include <algorithm>

namespace weir::logic {
namespace {

constexpr int kDepth = 6;  // how far the questions look: folding has to stay cheap

bool isArithmetic(ExprKind kind) { return kind >= ExprKind::Plus && kind <= ExprKind::Wrap; }

bool isSingletonAt(Expr expr, int depth) {
  if (expr->kind == ExprKind::Variable || expr->kind == ExprKind::Atom || expr->kind == ExprKind::Constant) return true;
  if (isArithmetic(expr->kind)) return true;
  if (depth == 0) return false;
  if (expr->kind == ExprKind::IfElse || expr->kind == ExprKind::Product) {
    return isSingletonAt(expr->operands[0], depth - 1) && isSingletonAt(expr->operands[1], depth - 1);
  }
  return false;
}

bool isNonEmptyAt(Expr expr, int depth) {
  if (isSingletonAt(expr, 0)) return true;
  if (depth == 0) return false;
  const auto inner = [&](int i) { return isNonEmptyAt(expr->operands[i], depth - 1); };
  switch (expr->kind) {
    case ExprKind::Union: return inner(0) || inner(1);
    case ExprKind::Product:
    case ExprKind::IfElse: return inner(0) && inner(1);
    case ExprKind::Override: return inner(0) || inner(1);
    case ExprKind::Update: return inner(1) && inner(2);
    case ExprKind::Transpose:
    case ExprKind::Closure: return inner(0);
    default: return false;
  }
}

bool isContainedAt(Expr a, Expr b, int depth) {
  if (a == b || a->kind == ExprKind::None) return true;
  if (b->kind == ExprKind::Univ) return a->int_columns == 0;
  if (b->kind == ExprKind::Integers) return a->int_columns == 1;
  if (depth == 0) return false;
  const auto each = [&](Expr part) { return isContainedAt(part, b, depth - 1); };
  switch (a->kind) {
    case ExprKind::Union:
      if (each(a->operands[0]) && each(a->operands[1])) return true;
      break;
    case ExprKind::Intersection:
      if (each(a->operands[0]) || each(a->operands[1])) return true;
      break;
    case ExprKind::IfElse:
      if (each(a->operands[0]) && each(a->operands[1])) return true;
      break;
    case ExprKind::Difference:
    case ExprKind::RangeRestrict:
      if (each(a->operands[0])) return true;
      break;
    case ExprKind::DomainRestrict:
      if (each(a->operands[1])) return true;
      break;
    case ExprKind::Product:
      if (b->kind == ExprKind::Product && a->operands[0]->arity == b->operands[0]->arity &&
          isContainedAt(a->operands[0], b->operands[0], depth - 1) &&
          isContainedAt(a->operands[1], b->operands[1], depth - 1)) {
        return true;
      }
      break;
    default: break;
  }
  const auto within = [&](Expr part) { return isContainedAt(a, part, depth - 1); };
  switch (b->kind) {
    case ExprKind::Union: return within(b->operands[0]) || within(b->operands[1]);
    case ExprKind::Intersection:
    case ExprKind::IfElse: return within(b->operands[0]) && within(b->operands[1]);
    case ExprKind::Closure: return within(b->operands[0]);
    case ExprKind::ReflexiveClosure:
      return a->kind == ExprKind::Iden || within(b->operands[0]) ||
             (a->kind == ExprKind::Closure && a->operands[0] == b->operands[0]);
    default: return false;
  }
}

}  // namespace

bool isSingleton(Expr expr) { return isSingletonAt(expr, kDepth); }
bool isNonEmpty(Expr expr) { return isNonEmptyAt(expr, kDepth); }
bool isContained(Expr a, Expr b) { return isContainedAt(a, b, kDepth); }

bool areDisjoint(Expr a, Expr b) {
  if (a->kind == ExprKind::None || b->kind == ExprKind::None) return true;
  if (a->kind == ExprKind::Atom && b->kind == ExprKind::Atom) return a->atom != b->atom;
  if (a->kind == ExprKind::Constant && b->kind == ExprKind::Constant) return a->integer != b->integer;
  if (a->kind == ExprKind::Product && b->kind == ExprKind::Product && a->operands[0]->arity == b->operands[0]->arity) {
    return areDisjoint(a->operands[0], b->operands[0]) || areDisjoint(a->operands[1], b->operands[1]);
  }
  return (a->kind == ExprKind::Difference && a->operands[1] == b) ||
         (b->kind == ExprKind::Difference && b->operands[1] == a);
}

bool fits(Expr expr, int width, bool is_signed) {
  switch (expr->kind) {
    case ExprKind::Constant: return wrapInteger(expr->integer, width, is_signed) == expr->integer;
    case ExprKind::IfElse:
      return fits(expr->operands[0], width, is_signed) && fits(expr->operands[1], width, is_signed);
    case ExprKind::Wrap:
      if (expr->is_signed == is_signed) return expr->width <= width;
      return is_signed && expr->width < width;
    default: return false;
  }
}

Integer wrapInteger(Integer value, int width, bool is_signed) {
  if (width >= 128) return value;
  const unsigned __int128 modulus = static_cast<unsigned __int128>(1) << width;
  const unsigned __int128 low = static_cast<unsigned __int128>(value) & (modulus - 1);
  if (is_signed && (low >> (width - 1)) != 0) return static_cast<Integer>(low - modulus);
  return static_cast<Integer>(low);
}

}  // namespace weir::logic
