// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/well_formed_expression.h"

#include "ir/program/integer.h"

namespace weir::program {
namespace {

bool isComparison(Op op) { return op >= Op::Equal && op <= Op::GreaterEqual; }
bool isLogical(Op op) { return op == Op::LogicalAnd || op == Op::LogicalOr || op == Op::LogicalNot; }
bool isUnary(Op op) { return op == Op::Negate || op == Op::BitNot || op == Op::LogicalNot; }
bool isShift(Op op) { return op == Op::ShiftLeft || op == Op::ShiftRight; }

bool comparable(ExprRef a, ExprRef b) {
  if (a->kind == ExprKind::Null || b->kind == ExprKind::Null) return true;
  return convertsImplicitly(a->type, b->type) || convertsImplicitly(b->type, a->type);
}

struct Want {
  std::optional<std::string> wrong;
  void operator()(bool condition, const std::string& what) {
    if (!condition && !wrong) wrong = what;
  }
};

std::optional<std::string> operators(const Expr& e) {
  Want want;
  const TypeRef type = e.type;
  const TypeRef a = e.operands[0]->type;
  if (e.kind == ExprKind::Unary) {
    want(isUnary(e.op), "a unary node with a binary operator");
    want(a->isInteger(), "the operand is no integer");
    want(e.op == Op::LogicalNot ? type->kind == TypeKind::Bool : sameRepresentation(a, type),
         "the operand's type is not that of the result");
    return want.wrong;
  }
  const TypeRef b = e.operands[1]->type;
  want(!isUnary(e.op), "a binary node with a unary operator");
  if (isComparison(e.op)) {
    want(type->kind == TypeKind::Bool, "a comparison is of type bool");
    if (a->isPointer() && b->isPointer()) {
      want(e.op == Op::Equal || e.op == Op::NotEqual, "an order of pointers is PointerLess");
      want(comparable(e.operands[0], e.operands[1]), "a comparison of " + toString(a) + " with " + toString(b));
    } else {
      want(a->isInteger() && sameRepresentation(a, b), "a comparison of " + toString(a) + " with " + toString(b));
    }
    return want.wrong;
  }
  want(a->isInteger() && b->isInteger(), "an operand is no integer");
  if (isLogical(e.op)) {
    want(type->kind == TypeKind::Bool, "a logical operator is of type bool");
    return want.wrong;
  }
  want(sameRepresentation(a, type), "the left operand's type is not that of the result");
  want(isShift(e.op) || sameRepresentation(b, type), "the right operand's type is not that of the result");
  return want.wrong;
}

std::optional<std::string> addresses(const Expr& e) {
  Want want;
  const TypeRef a = e.operands[0]->type;
  want(e.field != nullptr, "no field");
  if (want.wrong) return want.wrong;
  const bool is_part = e.kind == ExprKind::PartAddress || e.kind == ExprKind::OwnerOf;
  const TypeRef element = e.field->elementType();
  want(is_part ? element->isClass() : element->isScalar(), "the field is of another kind: " + e.field->name);
  if (e.kind == ExprKind::PartAddress || e.kind == ExprKind::SlotAddress) {
    if (auto wrong = whatIsWrongWithAccess(a, e.field)) return wrong;
    want((e.operands.size() == 2) == e.field->type->isArray(), "an index is for arrays");
    if (e.operands.size() == 2) want(e.operands[1]->type->isInteger(), "the index is no integer");
    want(e.type->isPointer() &&
             (is_part ? e.type->isObjectPointer() && element->class_decl->derivesFrom(e.type->pointee->class_decl)
                      : sameRepresentation(e.type->pointee, element)),
         "the address has type " + toString(e.type));
    want(!e.field->is_bit_field, "the address of a bit-field");
    return want.wrong;
  }
  want(is_part ? a->isObjectPointer() : a->isSlotPointer(), "the operand has type " + toString(a));
  want(e.type->isObjectPointer() && (e.type->pointee->class_decl->derivesFrom(e.field->owner) ||
                                     e.field->owner->derivesFrom(e.type->pointee->class_decl)),
       "the owner has type " + toString(e.type));
  return want.wrong;
}

std::optional<std::string> pointerArithmetic(const Expr& e) {
  Want want;
  const TypeRef a = e.operands[0]->type;
  const TypeRef b = e.operands[1]->type;
  want(a->isObjectPointer() || a->isSlotPointer(), "arithmetic on a pointer of type " + toString(a));
  if (e.kind == ExprKind::PointerAdd) {
    want(b->isInteger(), "the offset is no integer");
    want(sameRepresentation(e.type, a), "the result's type is not that of the pointer");
    return want.wrong;
  }
  want(sameRepresentation(a, b), "pointers of types " + toString(a) + " and " + toString(b));
  want(e.kind == ExprKind::PointerLess ? e.type->kind == TypeKind::Bool : e.type->kind == TypeKind::Int,
       "the result has type " + toString(e.type));
  return want.wrong;
}

std::size_t leastOperands(ExprKind kind) {
  switch (kind) {
    case ExprKind::Constant:
    case ExprKind::Null:
    case ExprKind::LocalRef:
    case ExprKind::FunctionRef:
    case ExprKind::Globals: return 0;
    case ExprKind::Binary:
    case ExprKind::PointerAdd:
    case ExprKind::PointerDiff:
    case ExprKind::PointerLess: return 2;
    default: return 1;
  }
}

std::optional<std::string> itself(const Expr& e, const Procedure& procedure) {
  Want want;
  switch (e.kind) {
    case ExprKind::Constant:
      want(e.type->isInteger(), "a constant of type " + toString(e.type));
      want(!e.type->isInteger() || fits(e.integer, e.type), "a constant that does not fit " + toString(e.type));
      return want.wrong;
    case ExprKind::Null: want(e.type->isPointer(), "a null of type " + toString(e.type)); return want.wrong;
    case ExprKind::LocalRef:
      want(e.local != nullptr, "no local");
      if (want.wrong) return want.wrong;
      want(e.local->index >= 0 && e.local->index < static_cast<int>(procedure.locals.size()) &&
               procedure.locals[e.local->index] == e.local,
           "the local " + e.local->name + " belongs to another procedure");
      want(e.local->type->isScalar(), "the local " + e.local->name + " has type " + toString(e.local->type));
      want(sameRepresentation(e.type, e.local->type), "the type is not that of the local " + e.local->name);
      return want.wrong;
    case ExprKind::FunctionRef:
      want(e.procedure != nullptr, "no procedure");
      want(e.type->isFunctionPointer(), "a function of type " + toString(e.type));
      return want.wrong;
    case ExprKind::Globals:
      want(e.type->isObjectPointer() && e.type->pointee->class_decl->is_globals,
           "the globals of type " + toString(e.type));
      return want.wrong;
    case ExprKind::Unary:
    case ExprKind::Binary: return operators(e);
    case ExprKind::Cast:
      want(e.type->isInteger() && e.operands[0]->type->isInteger(), "a cast that is not between integers");
      return want.wrong;
    case ExprKind::PointerCast:
      want(e.type->isPointer() && e.operands[0]->type->isPointer(), "a cast that is not between pointers");
      return want.wrong;
    case ExprKind::IsInstance:
      want(e.class_decl != nullptr, "no class");
      want(e.type->kind == TypeKind::Bool, "the result is not of type bool");
      want(e.operands[0]->type->isObjectPointer() || (e.integer != 0 && e.operands[0]->type->isVoidPointer()),
           "the operand is no pointer to an object");
      return want.wrong;
    case ExprKind::PartAddress:
    case ExprKind::OwnerOf:
    case ExprKind::SlotAddress:
    case ExprKind::SlotOwner: return addresses(e);
    case ExprKind::PointerAdd:
    case ExprKind::PointerDiff:
    case ExprKind::PointerLess: return pointerArithmetic(e);
    case ExprKind::Extent:
      want(e.operands[0]->type->isObjectPointer() || e.operands[0]->type->isSlotPointer(),
           "the extent of what is no pointer to elements");
      want(e.type->kind == TypeKind::Int, "an extent of type " + toString(e.type));
      return want.wrong;
  }
  return "an unknown kind of expression";
}

}  // namespace

std::optional<std::string> whatIsWrongWithAccess(TypeRef object, const Field* field) {
  if (!object->isObjectPointer()) return "the object has type " + toString(object);
  if (!object->pointee->class_decl->derivesFrom(field->owner))
    return "the field " + field->name + " of " + field->owner->name + " is not a field of " +
           object->pointee->class_decl->name;
  return std::nullopt;
}

std::optional<std::string> whatIsWrong(ExprRef expr, const Procedure& procedure) {
  if (expr == nullptr) return "a missing operand";
  for (ExprRef operand : expr->operands)
    if (auto wrong = whatIsWrong(operand, procedure)) return wrong;
  const auto inContext = [&](const std::string& what) { return toString(expr) + ": " + what; };
  if (expr->type == nullptr) return inContext("no type");
  if (expr->operands.size() < leastOperands(expr->kind) || expr->operands.size() > 2)
    return inContext("wrong number of operands");
  if (auto wrong = itself(*expr, procedure)) return inContext(*wrong);
  return std::nullopt;
}

}  // namespace weir::program
