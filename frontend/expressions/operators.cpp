// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic, comparison, assignment and increment. Clang has already put the usual conversions into the tree, so each
// operator works at the type of its expression; compound assignment has a type of its own to compute in.
#include "frontend/body_lowering.h"
#include "support/invariant.h"

namespace weir::frontend {

using program::TypeKind;

namespace {

Op opOf(clang::BinaryOperatorKind kind) {
  switch (kind) {
    case clang::BO_Mul:
    case clang::BO_MulAssign: return Op::Multiply;
    case clang::BO_Div:
    case clang::BO_DivAssign: return Op::Divide;
    case clang::BO_Rem:
    case clang::BO_RemAssign: return Op::Remainder;
    case clang::BO_Add:
    case clang::BO_AddAssign: return Op::Add;
    case clang::BO_Sub:
    case clang::BO_SubAssign: return Op::Subtract;
    case clang::BO_Shl:
    case clang::BO_ShlAssign: return Op::ShiftLeft;
    case clang::BO_Shr:
    case clang::BO_ShrAssign: return Op::ShiftRight;
    case clang::BO_And:
    case clang::BO_AndAssign: return Op::BitAnd;
    case clang::BO_Xor:
    case clang::BO_XorAssign: return Op::BitXor;
    case clang::BO_Or:
    case clang::BO_OrAssign: return Op::BitOr;
    case clang::BO_LT: return Op::Less;
    case clang::BO_GT: return Op::Greater;
    case clang::BO_LE: return Op::LessEqual;
    case clang::BO_GE: return Op::GreaterEqual;
    case clang::BO_EQ: return Op::Equal;
    case clang::BO_NE: return Op::NotEqual;
    default: UNREACHABLE("an operator without a counterpart should have been handled before");
  }
}

}  // namespace

ExprRef BodyLowering::unaryOperator(const clang::UnaryOperator* expr) {
  const TypeRef type = unit_.type(expr->getType());
  switch (expr->getOpcode()) {
    case clang::UO_AddrOf: {
      if (type->kind == TypeKind::Unsupported) break;
      if (expr->getType()->isMemberPointerType()) return memberPointer(expr);
      addressed_ = expr->getSubExpr()->IgnoreParens();
      return convert(address(lvalue(expr->getSubExpr())), type);
    }
    case clang::UO_Plus:
    case clang::UO_Extension: return convert(rvalue(expr->getSubExpr()), type);
    case clang::UO_Minus: {
      const ExprRef operand = rvalue(expr->getSubExpr());
      if (operand->type->is_float) return floatNegation(operand);
      if (operand->kind == program::ExprKind::Constant) return constant(type, -operand->integer);
      return unary(Op::Negate, type, operand);
    }
    case clang::UO_Not: return unary(Op::BitNot, type, rvalue(expr->getSubExpr()));
    case clang::UO_LNot: return convert(negate(condition(expr->getSubExpr())), type);
    case clang::UO_PostInc:
    case clang::UO_PostDec:
    case clang::UO_PreInc:
    case clang::UO_PreDec: return increment(expr, nullptr);
    default: break;
  }
  unsupported("the operator " + clang::UnaryOperator::getOpcodeStr(expr->getOpcode()).str());
  return placeholder(type);
}

ExprRef BodyLowering::scaled(ExprRef offset, clang::QualType pointee) {
  const long elements = unit_.flatExtent(pointee);
  if (elements == 1) return offset;
  if (offset->kind == program::ExprKind::Constant) return constant(indexType(), offset->integer * elements);
  return binary(Op::Multiply, indexType(), convert(offset, indexType()), constant(indexType(), elements));
}

ExprRef BodyLowering::pointerArithmetic(const clang::BinaryOperator* expr, ExprRef left, ExprRef right) {
  const bool subtracts = expr->getOpcode() == clang::BO_Sub || expr->getOpcode() == clang::BO_SubAssign;
  if (left->type->isPointer() && right->type->isPointer()) {
    const clang::QualType pointee = expr->getLHS()->getType()->getPointeeType();
    const ExprRef elements = program_.add({.kind = program::ExprKind::PointerDiff,
                                           .type = unit_.type(expr->getType()),
                                           .operands = {left, convert(right, left->type)}});
    const long extent = unit_.flatExtent(pointee);
    return extent == 1 ? elements : binary(Op::Divide, elements->type, elements, constant(elements->type, extent));
  }
  const bool pointer_first = left->type->isPointer();
  const ExprRef pointer = pointer_first ? left : right;
  ExprRef offset = pointer_first ? right : left;
  const clang::QualType pointee = (pointer_first ? expr->getLHS() : expr->getRHS())->getType()->getPointeeType();
  if (pointer->type->isVoidPointer() || pointer->type->isFunctionPointer()) {
    unsupported("arithmetic on a pointer without elements");
    return pointer;
  }
  offset = scaled(offset, pointee);
  if (subtracts)
    offset = offset->kind == program::ExprKind::Constant ? constant(indexType(), -offset->integer)
                                                         : unary(Op::Negate, indexType(), convert(offset, indexType()));
  return pointerAdd(pointer, offset);
}

ExprRef BodyLowering::comparison(const clang::BinaryOperator* expr, ExprRef left, ExprRef right) {
  const TypeRef truth_type = program_.boolType();
  const Op op = opOf(expr->getOpcode());
  if (!left->type->isPointer() || op == Op::Equal || op == Op::NotEqual)
    return binary(op, truth_type, left, convert(right, left->type));
  const auto less = [&](ExprRef a, ExprRef b) {
    return program_.add({.kind = program::ExprKind::PointerLess, .type = truth_type, .operands = {a, b}});
  };
  if (left->type->isVoidPointer() || left->type->isFunctionPointer()) {
    // Of functions, and of objects whose type is not known: any order, but always the same.
    const bool is_less = op == Op::Less || op == Op::GreaterEqual;
    const TypeRef any = program_.pointerTo(program_.voidType());
    left = saved(left->type->isFunctionPointer() ? left : convert(left, any));
    right = saved(convert(right, left->type));
    const program::Construct order{.what = "an order of pointers", .result = program::Construct::Result::Function};
    const ExprRef before =
        is_less ? uncomputed(order, truth_type, {left, right}) : uncomputed(order, truth_type, {right, left});
    const ExprRef differ = binary(Op::NotEqual, truth_type, left, right);
    const ExprRef comes_first = binary(Op::LogicalAnd, truth_type, differ, before);
    return op == Op::Less || op == Op::Greater ? comes_first : negate(comes_first);
  }
  right = convert(right, left->type);
  switch (op) {
    case Op::Less: return less(left, right);
    case Op::Greater: return less(right, left);
    case Op::LessEqual: return negate(less(right, left));
    default: return negate(less(left, right));
  }
}

ExprRef BodyLowering::arithmetic(clang::BinaryOperatorKind kind, ExprRef left, ExprRef right,
                                 const clang::BinaryOperator* expr) {
  if (left->type->isPointer() || right->type->isPointer()) return pointerArithmetic(expr, left, right);
  const Op op = opOf(kind);
  if (left->type->is_float)
    return floatOperation(clang::BinaryOperator::getOpcodeStr(kind).str(), left->type,
                          {left, convert(right, left->type)});
  const bool shifts = op == Op::ShiftLeft || op == Op::ShiftRight;
  if (op == Op::ShiftLeft && left->type->is_signed) {
    // What the sanitizers report, too: since C++11 (as amended) a one may be shifted into the sign, since C++20 beyond.
    const clang::LangOptions& language = context_.getLangOpts();
    const auto rule = language.CPlusPlus20 || language.isSignedOverflowDefined() ? program::ShiftRule::Any
                      : language.CPlusPlus                                       ? program::ShiftRule::IntoSign
                                                                                 : program::ShiftRule::OnlyValue;
    return program_.add({.kind = program::ExprKind::Binary,
                         .type = left->type,
                         .op = op,
                         .integer = static_cast<int>(rule),
                         .operands = {left, right}});
  }
  return binary(op, left->type, left, shifts ? right : convert(right, left->type));
}

ExprRef BodyLowering::binaryOperator(const clang::BinaryOperator* expr) {
  const TypeRef type = unit_.type(expr->getType());
  if (expr->isLogicalOp()) return convert(shortCircuit(expr), type);
  if (const auto* compound_assign = llvm::dyn_cast<clang::CompoundAssignOperator>(expr))
    return compoundAssignment(compound_assign, nullptr);
  if (expr->getOpcode() == clang::BO_Assign) return assignment(expr, nullptr);
  if (expr->getOpcode() == clang::BO_Comma) {
    effect(expr->getLHS());
    return rvalue(expr->getRHS());
  }
  if (expr->isPtrMemOp() || expr->getOpcode() == clang::BO_Cmp) {
    unsupported(expr->isPtrMemOp() ? "a value of a pointer to member" : "a three-way comparison");
    return placeholder(type);
  }
  if (const auto known = characterLookup(expr)) return *known;
  const auto [left, right] = operands(expr->getLHS(), expr->getRHS());
  if (!left->type->isScalar() || !right->type->isScalar()) return placeholder(type);
  const bool comparable =
      unit_.type(expr->getLHS()->getType())->isScalar() && unit_.type(expr->getRHS()->getType())->isScalar();
  if (!comparable) return placeholder(type);
  if (expr->isComparisonOp()) return convert(comparison(expr, left, right), type);
  return arithmetic(expr->getOpcode(), left, right, expr);
}

ExprRef BodyLowering::assignment(const clang::BinaryOperator* expr, Place* place_out) {
  const clang::QualType type = expr->getLHS()->getType();
  if (type->isRecordType()) {
    const ExprRef source = objectOf(expr->getRHS());
    const Place target = lvalue(expr->getLHS());
    if (place_out != nullptr) *place_out = target;
    if (target.kind == Place::Kind::Object) copyObject(target.pointer, source, target.type->class_decl);
    return target.pointer;
  }
  if (const KeptMember* kept = place_out == nullptr ? keptMember(expr->getLHS()) : nullptr) {
    assignKeptMember(*kept, expr->getRHS());
    return containerOf(*kept);
  }
  // The right side is evaluated first (C++17; Clang does so in C as well).
  ExprRef value = rvalue(expr->getRHS());
  if (value->kind != program::ExprKind::Constant && mayWriteLocals(expr->getLHS())) value = saved(value);
  if (const clang::Expr* bytes = place_out == nullptr ? bytesOfNumber(expr->getLHS()) : nullptr;
      bytes != nullptr && value->type->isInteger()) {
    const ExprRef number = saved(convert(value, unit_.type(type)));
    const TypeRef byte = unit_.type(bytes->getType()->getPointeeType());
    storeNumberAt(saved(rvalue(bytes)), byte, context_.getTypeSizeInChars(type).getQuantity(), number);
    return number;
  }
  const Place target = lvalue(expr->getLHS());
  if (place_out != nullptr) *place_out = target;
  if (target.kind == Place::Kind::Unsupported) return placeholder(target.type);
  if (!target.type->isScalar() || !value->type->isScalar() || !unit_.type(expr->getRHS()->getType())->isScalar())
    return placeholder(target.type);
  if (target.kind == Place::Kind::Local) {
    assignFresh(target.local, value);
    return ref(target.local);
  }
  if (target.kind == Place::Kind::Field && target.field->is_bit_field) value = convert(value, target.field->type);
  store(target, value);
  return convert(value, target.type);
}

ExprRef BodyLowering::compoundAssignment(const clang::CompoundAssignOperator* expr, Place* place_out) {
  ExprRef right = rvalue(expr->getRHS());
  if (right->kind != program::ExprKind::Constant && mayWriteLocals(expr->getLHS())) right = saved(right);
  const Place target = lvalue(expr->getLHS());
  if (place_out != nullptr) *place_out = target;
  if (target.kind == Place::Kind::Unsupported || !target.type->isScalar()) return placeholder(target.type);
  const TypeRef computed = unit_.type(expr->getComputationLHSType());
  if (!computed->isScalar() || !right->type->isScalar() || !unit_.type(expr->getRHS()->getType())->isScalar()) {
    unsupported(computed->reason.empty() ? "an assignment of this type" : computed->reason);
    return placeholder(target.type);
  }
  const clang::BinaryOperatorKind kind = clang::BinaryOperator::getOpForCompoundAssignment(expr->getOpcode());
  ExprRef value = arithmetic(kind, convert(load(target), computed), right, expr);
  value = convert(value, target.type);
  if (target.kind == Place::Kind::Local) {
    assign(target.local, value);
    return ref(target.local);
  }
  value = saved(value);
  if (target.kind == Place::Kind::Field && target.field->is_bit_field) value = convert(value, target.field->type);
  store(target, value);
  return convert(value, target.type);
}

ExprRef BodyLowering::increment(const clang::UnaryOperator* expr, Place* place_out, bool value_used) {
  const Place target = lvalue(expr->getSubExpr());
  if (place_out != nullptr) *place_out = target;
  if (target.kind == Place::Kind::Unsupported || !target.type->isScalar()) return placeholder(target.type);
  ExprRef before = load(target);
  if (target.kind == Place::Kind::Local && expr->isPostfix() && value_used) before = saved(before);
  const int sign = expr->isIncrementOp() ? 1 : -1;
  ExprRef after = nullptr;
  if (target.type->isPointer()) {
    after = pointerAdd(before, scaled(constant(indexType(), sign), expr->getType()->getPointeeType()));
  } else if (target.type->kind == TypeKind::Bool) {
    after = sign > 0 ? boolean(true) : negate(before);  // in C, one less: true becomes false, and 0 - 1 is true
  } else if (target.type->is_float) {
    const ExprRef one = convert(constant(program_.intType(32, true, "int"), 1), target.type);
    after = floatOperation(sign > 0 ? "+" : "-", target.type, {before, one});
  } else {
    // Narrow types are promoted: ++ on a short does not overflow as an int addition would.
    const TypeRef wide = target.type->width < 32 ? program_.intType(32, true, "int") : target.type;
    after = binary(sign > 0 ? Op::Add : Op::Subtract, wide, convert(before, wide), constant(wide, 1));
    after = convert(after, target.type);
  }
  if (target.kind == Place::Kind::Field && target.field->is_bit_field)
    after = convert(convert(after, target.field->type), target.type);
  if (target.kind != Place::Kind::Local && expr->isPrefix() && value_used) after = saved(after);
  store(target, after);
  if (expr->isPostfix()) return before;
  return target.kind == Place::Kind::Local ? ref(target.local) : after;
}

}  // namespace weir::frontend
