// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler's functions on bits and its arithmetic that reports overflow, in terms of plain operators.
//
//   __builtin_popcount(x)             the sum of neighbouring bits, of pairs, of bytes
//   __builtin_ctz(x)                  popcount((x & -x) - 1); of 0 it is undefined
//   __builtin_add_overflow(a, b, &r)  r = a + b in the type of r; whether that is not the sum
#include <clang/Basic/Builtins.h>

#include "frontend/body_lowering.h"

namespace weir::frontend {

using program::TypeKind;

ExprRef BodyLowering::countOfBits(ExprRef value) {
  const TypeRef type = value->type;
  const int width = type->width;
  const auto mask = [&](int group) {
    program::Integer pattern = 0;
    for (int bit = 0; bit < width; ++bit)
      if (bit / group % 2 == 0) pattern |= static_cast<program::Integer>(1) << bit;
    return constant(type, pattern);
  };
  const auto shifted = [&](ExprRef operand, int by) {
    return binary(Op::ShiftRight, type, operand, constant(type, by));
  };
  ExprRef sum = saved(value);
  for (int group = 1; group < width; group *= 2)
    sum = saved(binary(Op::Add, type, binary(Op::BitAnd, type, sum, mask(group)),
                       binary(Op::BitAnd, type, shifted(sum, group), mask(group))));
  return sum;
}

/// As the code `n < 0 ? -n : n` is: the least number has none.
ExprRef BodyLowering::absoluteValue(const clang::CallExpr* expr) {
  const TypeRef type = unit_.type(expr->getType());
  const ExprRef number = saved(convert(rvalue(expr->getArg(0)), type));
  const Local* value = temporary(type);
  assign(value, number);
  auto& is_negative = emit<program::IfStmt>();
  is_negative.condition = binary(Op::Less, program_.boolType(), number, constant(type, 0));
  inside(is_negative.then_body, [&] { assign(value, unary(Op::Negate, type, number)); });
  return ref(value);
}

std::optional<ExprRef> BodyLowering::bitCall(const clang::CallExpr* expr, llvm::StringRef name) {
  switch (expr->getDirectCallee()->getBuiltinID()) {
    case clang::Builtin::BIabs:
    case clang::Builtin::BIlabs:
    case clang::Builtin::BIllabs:
    case clang::Builtin::BI__builtin_abs:
    case clang::Builtin::BI__builtin_labs:
    case clang::Builtin::BI__builtin_llabs: return absoluteValue(expr);
    default: break;
  }
  if (!name.consume_front("__builtin_") || expr->getNumArgs() != 1) return std::nullopt;
  const TypeRef result = unit_.type(expr->getType());
  const bool is_swap = name == "bswap16" || name == "bswap32" || name == "bswap64";
  for (const llvm::StringRef suffix : {"ll", "l"})
    if (!is_swap && name.consume_back(suffix)) break;
  if (!is_swap && name != "popcount" && name != "parity" && name != "clz" && name != "ctz" && name != "ffs")
    return std::nullopt;
  const ExprRef given = rvalue(expr->getArg(0));
  if (!given->type->isInteger()) return placeholder(result);
  const int width = given->type->width;
  const TypeRef type = program_.intType(width, false, width == 64 ? "unsigned long" : "unsigned int");
  const ExprRef value = saved(convert(given, type));
  const auto number = [&](program::Integer n) { return constant(type, n); };
  if (is_swap) {
    ExprRef swapped = number(0);
    for (int byte = 0; byte < width / 8; ++byte) {
      const ExprRef low = binary(Op::BitAnd, type, binary(Op::ShiftRight, type, value, number(8 * byte)), number(255));
      swapped = binary(Op::BitOr, type, swapped, binary(Op::ShiftLeft, type, low, number(width - 8 - 8 * byte)));
    }
    return convert(saved(swapped), result);
  }
  if (name == "popcount") return convert(countOfBits(value), result);
  if (name == "parity") return convert(binary(Op::BitAnd, type, countOfBits(value), number(1)), result);
  // The bits below the lowest one that is set.
  const auto below = [&] {
    const ExprRef lowest = binary(Op::BitAnd, type, value, binary(Op::Subtract, type, number(0), value));
    return countOfBits(binary(Op::Subtract, type, lowest, number(1)));
  };
  const ExprRef is_zero = binary(Op::Equal, program_.boolType(), value, number(0));
  const Local* found = temporary(result);
  auto& branch = emit<program::IfStmt>();
  branch.condition = is_zero;
  inside(branch.then_body, [&] {
    if (name == "ffs") return assign(found, constant(result, 0));
    assign(found, anyValue(result, "'__builtin_" + name.str() + "' of 0"));
  });
  inside(branch.else_body, [&] {
    if (name == "ctz") return assign(found, convert(below(), result));
    if (name == "ffs") return assign(found, convert(binary(Op::Add, type, below(), number(1)), result));
    ExprRef filled = value;  // with every bit below the highest one that is set
    for (int by = 1; by < width; by *= 2)
      filled = saved(binary(Op::BitOr, type, filled, binary(Op::ShiftRight, type, filled, number(by))));
    assign(found, convert(binary(Op::Subtract, type, number(width), countOfBits(filled)), result));
  });
  return ref(found);
}

std::optional<ExprRef> BodyLowering::overflowCall(const clang::CallExpr* expr, llvm::StringRef name) {
  if (!name.consume_front("__builtin_") || !name.consume_back("_overflow") || expr->getNumArgs() != 3)
    return std::nullopt;
  const Op op = name.contains("add") ? Op::Add : name.contains("sub") ? Op::Subtract : Op::Multiply;
  const TypeRef flag = unit_.type(expr->getType());
  const ExprRef left = saved(rvalue(expr->getArg(0)));
  const ExprRef right = saved(rvalue(expr->getArg(1)));
  const ExprRef pointer = saved(rvalue(expr->getArg(2)));
  const clang::QualType target = expr->getArg(2)->getType()->getPointeeType();
  const TypeRef type = unit_.type(target);
  const auto is_plain = [](TypeRef operand) { return operand->kind == TypeKind::Int; };
  if (!is_plain(type) || !is_plain(left->type) || !is_plain(right->type)) {
    unsupported("arithmetic that reports overflow, on other types than integers");
    return placeholder(flag);
  }
  const TypeRef truth = program_.boolType();
  const auto fits = [&](TypeRef operand) {
    return operand->is_signed == type->is_signed ? operand->width <= type->width
                                                 : type->is_signed && operand->width < type->width;
  };
  const auto at = [&](Op operation, TypeRef in, ExprRef a, ExprRef b) { return binary(operation, in, a, b); };
  ExprRef value = nullptr;
  ExprRef overflows = nullptr;
  const TypeRef wide = program_.intType(64, true, "long");
  const auto isNarrow = [](TypeRef operand) { return operand->width + (operand->is_signed ? 0 : 1) <= 32; };
  if (isNarrow(left->type) && isNarrow(right->type)) {
    // 64 bits hold the exact result.
    const ExprRef exact = saved(at(op, wide, convert(left, wide), convert(right, wide)));
    value = convert(exact, type);
    const bool compares = type->width < 64 || type->is_signed;
    overflows = compares ? at(Op::NotEqual, truth, convert(saved(value), wide), exact)
                         : at(Op::Less, truth, exact, constant(wide, 0));
  } else if (!fits(left->type) || !fits(right->type)) {
    unsupported("arithmetic that reports overflow, between integers of such different types");
    return placeholder(flag);
  } else {
    const TypeRef bits = program_.intType(type->width, false, type->width == 64 ? "unsigned long" : "unsigned int");
    const ExprRef a = saved(convert(convert(left, type), bits));
    const ExprRef b = saved(convert(convert(right, type), bits));
    const ExprRef r = saved(at(op, bits, a, b));
    const ExprRef zero = constant(bits, 0);
    const Local* wrong = temporary(truth, "%overflow");
    if (op == Op::Multiply) {
      // r is not a * b where dividing it by a does not give b back.
      assign(wrong, boolean(false));
      auto& divides = emit<program::IfStmt>();
      divides.condition = at(Op::NotEqual, truth, a, zero);
      inside(divides.then_body, [&] {
        if (!type->is_signed) return assign(wrong, at(Op::NotEqual, truth, at(Op::Divide, bits, r, a), b));
        const ExprRef least = constant(type, static_cast<program::Integer>(1) << (type->width - 1));
        auto& by_minus_one = emit<program::IfStmt>();
        by_minus_one.condition = at(Op::Equal, truth, convert(a, type), constant(type, -1));
        inside(by_minus_one.then_body, [&] { assign(wrong, at(Op::Equal, truth, convert(b, type), least)); });
        inside(by_minus_one.else_body, [&] {
          const ExprRef quotient = at(Op::Divide, type, convert(r, type), convert(a, type));
          assign(wrong, at(Op::NotEqual, truth, quotient, convert(b, type)));
        });
      });
    } else if (!type->is_signed) {
      assign(wrong, op == Op::Add ? at(Op::Less, truth, r, a) : at(Op::Less, truth, a, b));
    } else {
      // The signs of the operands decide which sign the result must have.
      const ExprRef other = op == Op::Add ? at(Op::BitXor, bits, b, r) : at(Op::BitXor, bits, a, b);
      const ExprRef signs = at(Op::BitAnd, bits, at(Op::BitXor, bits, a, r), other);
      assign(wrong, at(Op::Less, truth, convert(signs, type), constant(type, 0)));
    }
    value = convert(r, type);
    overflows = ref(wrong);
  }
  const ExprRef reported = saved(overflows);
  store(deref(pointer, target), value);
  return convert(reported, flag);
}

}  // namespace weir::frontend
