// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating point: a number is its IEEE bits. Copies, constants, comparisons and signs are exact; arithmetic,
// conversions and the functions of <math.h> are not computed (constructs.cpp): any number, the same for the same
// operands.
#include <clang/Basic/Builtins.h>
#include <llvm/ADT/APFloat.h>

#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

program::Integer bitsOf(const llvm::APFloat& number) {
  return static_cast<program::Integer>(number.bitcastToAPInt().getZExtValue());
}

const llvm::fltSemantics& semanticsOf(TypeRef type) {
  return type->width == 32 ? llvm::APFloat::IEEEsingle() : llvm::APFloat::IEEEdouble();
}

program::Integer signBit(TypeRef type) { return program::Integer{1} << (type->width - 1); }

}  // namespace

/// The same bits as an unsigned integer.
ExprRef BodyLowering::bitsOf(ExprRef number) {
  const TypeRef type = program_.intType(number->type->width, false, "");
  if (number->kind == program::ExprKind::Constant) return constant(type, number->integer);
  return program_.add({.kind = program::ExprKind::Cast, .type = type, .operands = {number}});
}

ExprRef BodyLowering::magnitude(ExprRef number) {
  const ExprRef bits = bitsOf(number);
  return binary(Op::BitAnd, bits->type, bits, constant(bits->type, signBit(bits->type) - 1));
}

/// An integer that orders the numbers as < does: the magnitude with its sign, so that both zeros are 0.
ExprRef BodyLowering::floatOrder(ExprRef number) {
  const int width = number->type->width;
  const TypeRef type = program_.intType(width, true, "");
  if (number->kind == program::ExprKind::Constant) {
    const program::Integer size = number->integer & (signBit(number->type) - 1);
    return constant(type, (number->integer & signBit(number->type)) != 0 ? -size : size);
  }
  // All ones for a negative number: (m ^ -1) - (-1) is -m.
  const ExprRef sign = binary(Op::ShiftRight, type, convert(bitsOf(number), type), constant(type, width - 1));
  const ExprRef size = convert(magnitude(number), type);
  return binary(Op::Subtract, type, binary(Op::BitXor, type, size, sign), sign);
}

ExprRef BodyLowering::isNan(ExprRef number) {
  const ExprRef size = magnitude(number);
  const auto infinity = llvm::APFloat::getInf(semanticsOf(number->type));
  return binary(Op::Greater, program_.boolType(), size, constant(size->type, frontend::bitsOf(infinity)));
}

ExprRef BodyLowering::floatComparison(Op op, ExprRef left, ExprRef right) {
  const TypeRef truth = program_.boolType();
  right = saved(convert(right, left->type));
  left = saved(left);
  const bool is_unequal = op == Op::NotEqual;
  const ExprRef are_numbers = binary(Op::LogicalAnd, truth, negate(isNan(left)), negate(isNan(right)));
  const ExprRef compared = binary(is_unequal ? Op::Equal : op, truth, floatOrder(left), floatOrder(right));
  const ExprRef result = binary(Op::LogicalAnd, truth, are_numbers, compared);
  return is_unequal ? negate(result) : result;
}

ExprRef BodyLowering::floatOperation(const std::string& what, TypeRef type, std::vector<ExprRef> operands) {
  // They are read, not handed on: one without a value is an error.
  for (ExprRef& operand : operands)
    if (operand->kind != program::ExprKind::Constant)
      operand = program_.add({.kind = program::ExprKind::Cast, .type = operand->type, .operands = {operand}});
  return uncomputed({.what = "floating point (" + what + ")", .result = program::Construct::Result::Function}, type,
                    std::move(operands));
}

ExprRef BodyLowering::floatNegation(ExprRef number) {
  const ExprRef bits = bitsOf(number);
  if (number->kind == program::ExprKind::Constant)
    return constant(number->type, number->integer ^ signBit(number->type));
  const ExprRef negated = binary(Op::BitXor, bits->type, bits, constant(bits->type, signBit(bits->type)));
  return program_.add({.kind = program::ExprKind::Cast, .type = number->type, .operands = {negated}});
}

/// Between numbers with and without a fraction, or of two widths.
ExprRef BodyLowering::floatConversion(ExprRef value, TypeRef type) {
  if (type->kind == program::TypeKind::Bool) return truth(value);
  const bool is_constant = value->kind == program::ExprKind::Constant;
  if (is_constant && !value->type->is_float) {
    llvm::APFloat number(semanticsOf(type));
    const llvm::APInt integer(
        128, {static_cast<std::uint64_t>(value->integer), static_cast<std::uint64_t>(value->integer >> 64)});
    number.convertFromAPInt(integer, true, llvm::APFloat::rmNearestTiesToEven);
    return constant(type, frontend::bitsOf(number));
  }
  if (is_constant && type->is_float) {
    llvm::APFloat number(semanticsOf(value->type), llvm::APInt(static_cast<unsigned>(value->type->width),
                                                               static_cast<std::uint64_t>(value->integer)));
    bool loses = false;
    number.convert(semanticsOf(type), llvm::APFloat::rmNearestTiesToEven, &loses);
    return constant(type, frontend::bitsOf(number));
  }
  return floatOperation("a conversion", type, {value});
}

std::optional<ExprRef> BodyLowering::floatConstant(const clang::Expr* expr) {
  const TypeRef type = unit_.type(expr->getType());
  clang::Expr::EvalResult result;
  if (!type->is_float || expr->isValueDependent() || !expr->EvaluateAsRValue(result, context_) ||
      result.HasSideEffects || !result.Val.isFloat())
    return std::nullopt;
  return constant(type, frontend::bitsOf(result.Val.getFloat()));
}

/// isnan and its like, fabs; the other functions of <math.h> that take and give numbers alone.
std::optional<ExprRef> BodyLowering::floatCall(const clang::CallExpr* expr, const clang::FunctionDecl* callee) {
  if (callee->getBuiltinID() == 0 || expr->getNumArgs() == 0) return std::nullopt;
  const TypeRef type = unit_.type(expr->getType());
  bool is_of_floats = type->is_float;
  for (const clang::Expr* passed : expr->arguments()) {
    const TypeRef operand = unit_.type(passed->getType());
    if (!operand->isInteger()) return std::nullopt;
    is_of_floats = is_of_floats || operand->is_float;
  }
  if (!is_of_floats || !type->isInteger()) return std::nullopt;
  llvm::StringRef name = callee->getName();
  name.consume_front("__builtin_");
  std::vector<ExprRef> operands;
  for (const clang::Expr* passed : expr->arguments()) operands.push_back(saved(rvalue(passed)));
  const ExprRef first = operands.front();
  if (!first->type->is_float) return floatOperation(name.str(), type, std::move(operands));
  const auto infinity = [&](Op op) {
    const ExprRef size = magnitude(first);
    const auto bits = frontend::bitsOf(llvm::APFloat::getInf(semanticsOf(first->type)));
    return convert(binary(op, program_.boolType(), size, constant(size->type, bits)), type);
  };
  if (name == "isnan" || name == "isnanf") return convert(isNan(first), type);
  if (name == "isinf" && type->kind == program::TypeKind::Int && callee->getName().starts_with("__builtin"))
    return infinity(Op::Equal);
  if (name == "isfinite") return infinity(Op::Less);
  if (name == "fabs" || name == "fabsf") {
    const ExprRef size = magnitude(first);
    return program_.add({.kind = program::ExprKind::Cast, .type = first->type, .operands = {size}});
  }
  return floatOperation(name.str(), type, std::move(operands));
}

}  // namespace weir::frontend
