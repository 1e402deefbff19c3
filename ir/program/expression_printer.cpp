// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "ir/program/program.h"

namespace weir::program {

bool isNamedPart(ExprRef expr) {
  while (expr->kind == ExprKind::PointerCast) expr = expr->operands.front();
  return expr->kind == ExprKind::PartAddress;
}

bool comparesAddresses(const Expr& comparison) {
  for (const ExprRef operand : comparison.operands)
    if (!operand->type->isPointer() || operand->type->isFunctionPointer() || operand->kind == ExprKind::Null)
      return false;
  return true;
}

const char* spelling(Op op) {
  switch (op) {
    case Op::Negate: return "-";
    case Op::BitNot: return "~";
    case Op::LogicalNot: return "!";
    case Op::Add: return "+";
    case Op::Subtract: return "-";
    case Op::Multiply: return "*";
    case Op::Divide: return "/";
    case Op::Remainder: return "%";
    case Op::ShiftLeft: return "<<";
    case Op::ShiftRight: return ">>";
    case Op::BitAnd: return "&";
    case Op::BitOr: return "|";
    case Op::BitXor: return "^";
    case Op::Equal: return "==";
    case Op::NotEqual: return "!=";
    case Op::Less: return "<";
    case Op::LessEqual: return "<=";
    case Op::Greater: return ">";
    case Op::GreaterEqual: return ">=";
    case Op::LogicalAnd: return "&&";
    case Op::LogicalOr: return "||";
  }
  return "?";
}

std::string toString(Integer value) {
  if (value == 0) return "0";
  // The least value has no positive counterpart: count in the unsigned type.
  unsigned __int128 rest = value < 0 ? -static_cast<unsigned __int128>(value) : static_cast<unsigned __int128>(value);
  std::string digits;
  for (; rest != 0; rest /= 10) digits += static_cast<char>('0' + static_cast<int>(rest % 10));
  if (value < 0) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string toString(ExprRef expr) {
  if (expr == nullptr) return "?";
  const auto operand = [&](std::size_t i) {
    return i < expr->operands.size() ? toString(expr->operands[i]) : std::string("?");
  };
  const auto infix = [&](const char* op) { return "(" + operand(0) + " " + op + " " + operand(1) + ")"; };
  const auto place = [&] {
    const std::string index = expr->operands.size() > 1 ? "[" + operand(1) + "]" : "";
    return "&" + operand(0) + "->" + (expr->field ? expr->field->name : "?") + index;
  };
  switch (expr->kind) {
    case ExprKind::Constant:
      if (expr->type != nullptr && expr->type->kind == TypeKind::Bool) return expr->integer != 0 ? "true" : "false";
      return toString(expr->integer);
    case ExprKind::Null: return "null";
    case ExprKind::LocalRef: return expr->local ? expr->local->name : "?";
    case ExprKind::FunctionRef: return "&" + (expr->procedure ? expr->procedure->signature : "?");
    case ExprKind::Globals: return "globals";
    case ExprKind::Unary: return spelling(expr->op) + operand(0);
    case ExprKind::Binary: return infix(spelling(expr->op));
    case ExprKind::Cast:
    case ExprKind::PointerCast: return "(" + toString(expr->type) + ")" + operand(0);
    case ExprKind::IsInstance:
      return "instance<" + (expr->class_decl ? expr->class_decl->name : "?") + ">(" + operand(0) + ")";
    case ExprKind::PartAddress:
    case ExprKind::SlotAddress: return place();
    case ExprKind::OwnerOf:
    case ExprKind::SlotOwner:
      return "container_of<" + (expr->field ? expr->field->owner->name + "::" + expr->field->name : "?") + ">(" +
             operand(0) + ")";
    case ExprKind::PointerAdd: return infix("+");
    case ExprKind::PointerDiff: return infix("-");
    case ExprKind::PointerLess: return infix("<");
    case ExprKind::Extent: return "extent(" + operand(0) + ")";
  }
  return "?";
}

}  // namespace weir::program
