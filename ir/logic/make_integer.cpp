// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Making integers. A neutral element may only go where the other operand is surely one integer: plus(none, 0) is {0}.
#include <algorithm>
#include <optional>

#include "ir/logic/context.h"
#include "ir/logic/singleton.h"
#include "support/invariant.h"

namespace weir::logic {
namespace {

bool isConstant(Expr expr) { return expr->kind == ExprKind::Constant; }
bool isConstant(Expr expr, Integer value) { return isConstant(expr) && expr->integer == value; }

/// Absent where the result needs more than 128 bits: the node stays.
std::optional<Integer> fold(ExprKind kind, Integer a, Integer b) {
  Integer result = 0;
  switch (kind) {
    case ExprKind::Plus: return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case ExprKind::Minus: return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case ExprKind::Times: return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case ExprKind::Divide:
      if (b == 0) return 0;
      if (b == -1) return fold(ExprKind::Minus, 0, a);
      return a / b;
    case ExprKind::Remainder: return b == 0 || b == -1 ? 0 : a % b;
    case ExprKind::BitAnd: return a & b;
    case ExprKind::BitOr: return a | b;
    case ExprKind::BitXor: return a ^ b;
    case ExprKind::ShiftLeft: {
      const int shift = static_cast<int>(std::clamp<Integer>(b, 0, 127));
      if (a == 0) return 0;
      if (shift == 127) return std::nullopt;
      return fold(ExprKind::Times, a, static_cast<Integer>(1) << shift);
    }
    case ExprKind::ShiftRight: return a >> static_cast<int>(std::clamp<Integer>(b, 0, 127));
    default: UNREACHABLE("only arithmetic is folded here");
  }
}

}  // namespace

Expr Context::integer(Integer value) {
  ExprNode made;
  made.kind = ExprKind::Constant;
  made.int_columns = 1;
  made.functional = true;
  made.integer = value;
  return make(std::move(made));
}

Expr Context::arithmetic(ExprKind kind, Expr a, Expr b) {
  INVARIANT(a->arity == 1 && b->arity == 1, "arithmetic should be on integers");
  if (a->kind == ExprKind::None) a = integer(0);  // the sum of the empty set
  if (b->kind == ExprKind::None) b = integer(0);
  if (isConstant(a) && isConstant(b)) {
    if (const std::optional<Integer> value = fold(kind, a->integer, b->integer)) return integer(*value);
  }
  ExprNode made;
  made.kind = kind;
  made.int_columns = 1;
  made.functional = true;
  made.operands = {a, b};
  return make(std::move(made));
}

Expr Context::plus(Expr a, Expr b) {
  if (isConstant(a, 0) && isSingleton(b)) return b;
  if (isConstant(b, 0) && isSingleton(a)) return a;
  if (isConstant(b) && a->kind == ExprKind::Plus && isConstant(a->operands[1])) {  // (x + 1) + 2 = x + 3
    const Expr total = arithmetic(ExprKind::Plus, a->operands[1], b);
    if (isConstant(total)) return plus(a->operands[0], total);
  }
  if (isConstant(b) && a->kind == ExprKind::Minus && isConstant(a->operands[1])) {  // (x - 1) + 1 = x + 0
    const Expr total = arithmetic(ExprKind::Minus, b, a->operands[1]);
    if (isConstant(total)) return plus(a->operands[0], total);
  }
  return arithmetic(ExprKind::Plus, a, b);
}

Expr Context::minus(Expr a, Expr b) {
  if (isConstant(b, 0) && isSingleton(a)) return a;
  if (a == b) return integer(0);
  if (isConstant(b) && a->kind == ExprKind::Plus && isConstant(a->operands[1])) {  // (x + 3) - 1 = x + 2
    const Expr total = arithmetic(ExprKind::Minus, a->operands[1], b);
    if (isConstant(total)) return plus(a->operands[0], total);
  }
  return arithmetic(ExprKind::Minus, a, b);
}

Expr Context::times(Expr a, Expr b) {
  if (isConstant(a, 0) || isConstant(b, 0)) return integer(0);
  if (isConstant(a, 1) && isSingleton(b)) return b;
  if (isConstant(b, 1) && isSingleton(a)) return a;
  return arithmetic(ExprKind::Times, a, b);
}

Expr Context::divide(Expr a, Expr b) {
  if (isConstant(b, 0)) return integer(0);
  if (isConstant(b, 1) && isSingleton(a)) return a;
  return arithmetic(ExprKind::Divide, a, b);
}

Expr Context::remainder(Expr a, Expr b) {
  if (isConstant(b, 0) || isConstant(b, 1) || isConstant(b, -1)) return integer(0);
  return arithmetic(ExprKind::Remainder, a, b);
}

Expr Context::bitAnd(Expr a, Expr b) {
  if (isConstant(a, 0) || isConstant(b, 0)) return integer(0);
  if (a == b && isSingleton(a)) return a;
  if (isConstant(a, -1) && isSingleton(b)) return b;
  if (isConstant(b, -1) && isSingleton(a)) return a;
  return arithmetic(ExprKind::BitAnd, a, b);
}

Expr Context::bitOr(Expr a, Expr b) {
  if (isConstant(a, -1) || isConstant(b, -1)) return integer(-1);
  if ((a == b || isConstant(b, 0)) && isSingleton(a)) return a;
  if (isConstant(a, 0) && isSingleton(b)) return b;
  return arithmetic(ExprKind::BitOr, a, b);
}

Expr Context::bitXor(Expr a, Expr b) {
  if (a == b) return integer(0);
  if (isConstant(b, 0) && isSingleton(a)) return a;
  if (isConstant(a, 0) && isSingleton(b)) return b;
  return arithmetic(ExprKind::BitXor, a, b);
}

Expr Context::shiftLeft(Expr a, Expr b) {
  if (isConstant(a, 0)) return a;
  if (isConstant(b, 0) && isSingleton(a)) return a;
  return arithmetic(ExprKind::ShiftLeft, a, b);
}

Expr Context::shiftRight(Expr a, Expr b) {
  if (isConstant(a, 0) || isConstant(a, -1)) return a;
  if (isConstant(b, 0) && isSingleton(a)) return a;
  return arithmetic(ExprKind::ShiftRight, a, b);
}

Expr Context::wrap(Expr a, int width, bool is_signed) {
  INVARIANT(a->arity == 1 && width >= 1 && width <= 128, "a wrap should be of an integer");
  if (a->kind == ExprKind::None) return integer(0);
  if (isConstant(a)) return integer(wrapInteger(a->integer, width, is_signed));
  if (fits(a, width, is_signed)) return a;
  if (a->kind == ExprKind::Wrap && a->width >= width) return wrap(a->operands[0], width, is_signed);
  ExprNode made;
  made.kind = ExprKind::Wrap;
  made.int_columns = 1;
  made.functional = true;
  made.width = width;
  made.is_signed = is_signed;
  made.operands = {a};
  return make(std::move(made));
}

Expr Context::range(Expr from, Expr to) {
  if (isConstant(from) && isConstant(to) && from->integer >= to->integer) return none(1, 1);
  if (isConstant(from) && isConstant(to, from->integer + 1)) return from;
  ExprNode made;
  made.kind = ExprKind::Range;
  made.int_columns = 1;
  made.operands = {from, to};
  return make(std::move(made));
}

Expr Context::count(Expr a) {
  if (a->kind == ExprKind::None) return integer(0);
  if (isSingleton(a)) return integer(1);
  ExprNode made;
  made.kind = ExprKind::Count;
  made.int_columns = 1;
  made.functional = true;
  made.operands = {a};
  return make(std::move(made));
}

Expr Context::sum(std::vector<Decl> decls, Expr body) {
  INVARIANT(body->arity == 1, "a sum should be of integers");
  const bool empty =
      std::any_of(decls.begin(), decls.end(), [](const Decl& decl) { return decl.domain->kind == ExprKind::None; });
  if (empty || body->kind == ExprKind::None || isConstant(body, 0)) return integer(0);
  ExprNode made;
  made.kind = ExprKind::Sum;
  made.int_columns = 1;
  made.functional = true;
  made.operands = {body};
  made.decls = std::move(decls);
  return make(std::move(made));
}

}  // namespace weir::logic
