// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/integer.h"

#include "support/invariant.h"

namespace weir::program {
namespace {

using Bits = unsigned __int128;

IntegerResult rounded(Integer exact, TypeRef type) {
  const Integer value = wrap(exact, type);
  return {.value = value, .overflowed = type->is_signed && value != exact};
}

IntegerResult truth(bool value) { return {.value = value ? 1 : 0}; }

IntegerResult divide(Op op, Integer left, Integer right, TypeRef type) {
  if (right == 0) return {.fault = IntegerResult::Fault::DivisionByZero};
  if (!fits(left / right, type)) return {.fault = IntegerResult::Fault::Undefined};
  return {.value = op == Op::Divide ? left / right : left % right};
}

IntegerResult shift(Op op, Integer left, Integer right, TypeRef type, ShiftRule rule) {
  if (right < 0 || right >= type->width) return {.fault = IntegerResult::Fault::Undefined};
  const int amount = static_cast<int>(right);
  if (op == Op::ShiftRight) return {.value = left >> amount};
  // Bits that leave are lost.
  const auto exact = static_cast<Integer>(static_cast<Bits>(left) << amount);
  const int room = rule == ShiftRule::OnlyValue ? type->width - 1 : type->width;
  const bool overflowed = type->is_signed && rule != ShiftRule::Any && (left < 0 || exact >> room != 0);
  return {.value = wrap(exact, type), .overflowed = overflowed};
}

}  // namespace

Integer leastValue(TypeRef type) { return type->is_signed ? -(Integer{1} << (type->width - 1)) : 0; }

Integer greatestValue(TypeRef type) { return (Integer{1} << (type->is_signed ? type->width - 1 : type->width)) - 1; }

bool fits(Integer value, TypeRef type) { return value >= leastValue(type) && value <= greatestValue(type); }

Integer wrap(Integer value, TypeRef type) {
  if (type->kind == TypeKind::Bool) return value != 0 ? 1 : 0;
  const Bits modulus = Bits{1} << type->width;
  const Bits low = static_cast<Bits>(value) & (modulus - 1);
  const bool is_negative = type->is_signed && (low >> (type->width - 1)) != 0;
  return is_negative ? static_cast<Integer>(low) - static_cast<Integer>(modulus) : static_cast<Integer>(low);
}

IntegerResult unary(Op op, Integer operand, TypeRef type) {
  switch (op) {
    case Op::Negate: return rounded(-operand, type);
    case Op::BitNot: return {.value = wrap(~operand, type)};
    case Op::LogicalNot: return truth(operand == 0);
    default: UNREACHABLE("a unary operator is one of three");
  }
}

IntegerResult binary(Op op, Integer left, Integer right, TypeRef type, ShiftRule rule) {
  switch (op) {
    case Op::Add: return rounded(left + right, type);
    case Op::Subtract: return rounded(left - right, type);
    // The product of two unsigned 64-bit values leaves Integer, but not modulo 2^64.
    case Op::Multiply: return rounded(static_cast<Integer>(static_cast<Bits>(left) * static_cast<Bits>(right)), type);
    case Op::Divide:
    case Op::Remainder: return divide(op, left, right, type);
    case Op::ShiftLeft:
    case Op::ShiftRight: return shift(op, left, right, type, rule);
    case Op::BitAnd: return {.value = wrap(left & right, type)};
    case Op::BitOr: return {.value = wrap(left | right, type)};
    case Op::BitXor: return {.value = wrap(left ^ right, type)};
    case Op::Equal: return truth(left == right);
    case Op::NotEqual: return truth(left != right);
    case Op::Less: return truth(left < right);
    case Op::LessEqual: return truth(left <= right);
    case Op::Greater: return truth(left > right);
    case Op::GreaterEqual: return truth(left >= right);
    case Op::LogicalAnd: return truth(left != 0 && right != 0);
    case Op::LogicalOr: return truth(left != 0 || right != 0);
    case Op::Negate:
    case Op::BitNot:
    case Op::LogicalNot: break;
  }
  UNREACHABLE("a binary operator has two operands");
}

}  // namespace weir::program
