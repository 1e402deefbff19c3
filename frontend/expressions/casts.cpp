// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions. Integers change width and sign; a pointer keeps its place and only its static type changes. A cast
// that would read one type's bytes as another's has no counterpart.
#include "frontend/body_lowering.h"
#include "support/invariant.h"

namespace weir::frontend {

using program::ExprKind;
using program::TypeKind;

namespace {

const clang::RecordDecl* recordOf(clang::QualType type) {
  const clang::RecordDecl* record = type->getAsRecordDecl();
  return record == nullptr ? nullptr : record->getDefinition();
}

/// Nothing can be read through a pointer to it: an incomplete class, or an empty one that is a handle.
bool isOpaqueHandle(clang::QualType type) {
  if (!type->isRecordType()) return false;
  const clang::RecordDecl* record = recordOf(type);
  if (record == nullptr) return true;
  const auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record);
  return record->field_empty() && (cxx == nullptr || (cxx->bases_begin() == cxx->bases_end() && !cxx->isPolymorphic()));
}

}  // namespace

void BodyLowering::refuseConstantLocal(const clang::CastExpr* expr) {
  if (!llvm::isa<clang::ExplicitCastExpr>(expr)) return;
  const clang::Expr* from = expr->getSubExpr();
  const clang::QualType before = from->isGLValue() ? from->getType() : from->getType()->getPointeeType();
  const clang::QualType after = expr->isGLValue() ? expr->getType() : expr->getType()->getPointeeType();
  if (before.isNull() || after.isNull() || !before.isConstQualified() || after.isConstQualified()) return;
  // The variable that it is the address of, or of a part of.
  while (true) {
    from = from->IgnoreParenCasts();
    if (const auto* taken = llvm::dyn_cast<clang::UnaryOperator>(from);
        taken != nullptr && taken->getOpcode() == clang::UO_AddrOf)
      from = taken->getSubExpr();
    else if (const auto* access = llvm::dyn_cast<clang::MemberExpr>(from); access != nullptr && !access->isArrow())
      from = access->getBase();
    else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(from))
      from = element->getBase();
    else
      break;
  }
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(from);
  const auto* variable = named == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(named->getDecl());
  if (variable == nullptr || !variable->hasLocalStorage() || variable->getType()->isReferenceType()) return;
  if (context_.getBaseElementType(variable->getType()).isConstQualified())
    unsupported("a cast that takes const from the constant '" + variable->getNameAsString() + "'");
}

ExprRef BodyLowering::cast(const clang::CastExpr* expr) {
  refuseConstantLocal(expr);
  const TypeRef type = unit_.type(expr->getType());
  const clang::Expr* operand = expr->getSubExpr();
  switch (expr->getCastKind()) {
    case clang::CK_LValueToRValue:
      if (const clang::Expr* bytes = bytesOfNumber(operand)) {
        const TypeRef byte = unit_.type(bytes->getType()->getPointeeType());
        const long size = context_.getTypeSizeInChars(operand->getType()).getQuantity();
        return convert(numberAt(saved(rvalue(bytes)), byte, size), type);
      }
      return expr->getType()->isRecordType() ? objectOf(operand) : rvalue(operand);
    case clang::CK_NoOp:
      if (leadsToCharacters(operand) && expr->getType()->getPointeeType().isConstQualified())
        return convert(readCharacters(operand), type);
      [[fallthrough]];
    case clang::CK_ConstructorConversion:
    case clang::CK_UserDefinedConversion: return convert(rvalue(operand), type);
    case clang::CK_IntegralCast:
    case clang::CK_BooleanToSignedIntegral: {
      const ExprRef value = rvalue(operand);
      return value->type->isInteger() ? convert(value, type) : placeholder(type);
    }
    case clang::CK_MemberPointerToBoolean:
    case clang::CK_IntegralToBoolean: return truth(rvalue(operand));
    case clang::CK_NullToMemberPointer: return constant(type, 0);
    case clang::CK_BaseToDerivedMemberPointer:
    case clang::CK_DerivedToBaseMemberPointer: return convert(rvalue(operand), type);
    case clang::CK_PointerToBoolean: return notNull(rvalue(operand));
    case clang::CK_NullToPointer: return null(type);
    case clang::CK_ArrayToPointerDecay: {
      if (operand->isGLValue()) return convert(address(lvalue(operand)), type);
      return convert(temporaryObject(operand->getType(), [&](ExprRef target) { into(operand, target); }), type);
    }
    case clang::CK_FunctionToPointerDecay: return convert(address(lvalue(operand)), type);
    case clang::CK_UncheckedDerivedToBase:
    case clang::CK_DerivedToBase:
    case clang::CK_BaseToDerived: return convert(rvalue(operand), type);
    case clang::CK_BitCast:
    case clang::CK_AddressSpaceConversion: return pointerCast(expr);
    case clang::CK_Dynamic: return dynamicCast(llvm::cast<clang::CXXDynamicCastExpr>(expr));
    case clang::CK_IntegralToPointer: return integerToPointer(expr);
    case clang::CK_ToVoid: effect(operand); return placeholder(program_.boolType());
    case clang::CK_PointerToIntegral: return pointerAsNumber(rvalue(operand), type);
    case clang::CK_AtomicToNonAtomic:
    case clang::CK_NonAtomicToAtomic: return convert(rvalue(operand), type);
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingCast:
    case clang::CK_FloatingToIntegral:
    case clang::CK_FloatingToBoolean: {
      const ExprRef value = rvalue(operand);
      return value->type->isInteger() ? convert(value, type) : placeholder(type);
    }
    default: break;
  }
  unsupported(std::string("a cast of the kind ") + expr->getCastKindName());
  return placeholder(type);
}

ExprRef BodyLowering::ifNotNull(ExprRef pointer, TypeRef type, const std::function<ExprRef(ExprRef)>& map) {
  const ExprRef kept = saved(pointer);
  const Local* result = temporary(type);
  auto& branch = emit<program::IfStmt>();
  branch.condition = notNull(kept);
  inside(branch.then_body, [&] { assign(result, map(kept)); });
  inside(branch.else_body, [&] { assign(result, null(type)); });
  return ref(result);
}

ExprRef BodyLowering::firstMember(ExprRef pointer, clang::QualType from, clang::QualType to) {
  const TypeRef target = program_.pointerTo(unit_.type(to));
  const auto first = [&](clang::QualType outer) -> const clang::FieldDecl* {
    const clang::RecordDecl* record = recordOf(outer);
    if (record == nullptr || record->isUnion() || record->field_empty() || record->isInvalidDecl()) return nullptr;
    // Behind a base, or the pointer to virtual functions, it is not what the object starts with.
    return context_.getASTRecordLayout(record).getFieldOffset(0) == 0 ? *record->field_begin() : nullptr;
  };
  // To the first member, however deep: an object and its first member share their address.
  std::vector<const clang::FieldDecl*> path;
  for (const clang::FieldDecl* field = first(from); field != nullptr; field = first(field->getType())) {
    path.push_back(field);
    if (!context_.hasSameUnqualifiedType(field->getType(), to)) continue;
    return ifNotNull(pointer, target, [&](ExprRef object) {
      for (const clang::FieldDecl* step : path) object = address(member(object, step));
      return convert(object, target);
    });
  }
  // And back, from the first member to the object around it.
  path.clear();
  for (const clang::FieldDecl* field = first(to); field != nullptr; field = first(field->getType())) {
    path.push_back(field);
    if (!context_.hasSameUnqualifiedType(field->getType(), from) || !from->isRecordType()) continue;
    return ifNotNull(pointer, target, [&](ExprRef part) {
      for (auto step = path.rbegin(); step != path.rend(); ++step) {
        if ((*step)->isAnonymousStructOrUnion()) continue;
        part = ownerOf(part, unit_.fieldOf(*step));
      }
      return convert(part, target);
    });
  }
  return nullptr;
}

ExprRef BodyLowering::pointerCast(const clang::CastExpr* expr) {
  const TypeRef type = unit_.type(expr->getType());
  const clang::Expr* operand = expr->getSubExpr();
  if (!type->isPointer()) {
    unsupported("a cast to " + unit_.typeName(expr->getType()));
    return placeholder(type);
  }
  if (const ExprRef storage = storageAddress(operand)) return convert(storage, type);
  const clang::QualType to = expr->getType()->getPointeeType().getCanonicalType().getUnqualifiedType();
  if (!to->isVoidType())
    if (const auto allocated = typedAllocation(operand, to)) return convert(*allocated, type);
  if (const ExprRef container = containerOf(operand, to)) return container;

  const clang::QualType from = operand->getType()->getPointeeType().getCanonicalType().getUnqualifiedType();
  const ExprRef value = rvalue(operand);
  if (!value->type->isPointer()) return placeholder(type);
  const bool same_shape = to->isVoidType() || from->isVoidType() || context_.hasSameUnqualifiedType(from, to) ||
                          isOpaqueHandle(from) || isOpaqueHandle(to) ||
                          (from->isPointerType() && to->isPointerType()) ||
                          (from->isFunctionType() && to->isFunctionType()) ||
                          (from->isIntegerType() && to->isIntegerType() && !from->isBooleanType() &&
                           !to->isBooleanType() && context_.getTypeSize(from) == context_.getTypeSize(to)) ||
                          value->kind == ExprKind::Null;
  if (same_shape || value->type == type) return convert(value, type);
  if (from->isRecordType() || to->isRecordType())
    if (const ExprRef moved = firstMember(value, from, to)) return moved;
  unsupported("a cast from " + unit_.typeName(operand->getType()) + " to " + unit_.typeName(expr->getType()));
  return placeholder(type);
}

ExprRef BodyLowering::integerToPointer(const clang::CastExpr* expr) {
  const TypeRef type = unit_.type(expr->getType());
  clang::Expr::EvalResult result;
  if (type->isPointer() && expr->getSubExpr()->EvaluateAsInt(result, context_)) {
    const llvm::APSInt number = result.Val.getInt();
    if (number == 0) return null(type);
    const bool has_class = type->pointee->isClass() && !type->pointee->class_decl->is_incomplete;
    if (has_class || type->isVoidPointer())
      return convert(partAddress(globals(), unit_.sentinel(has_class ? type->pointee : nullptr, number.getExtValue())),
                     type);
  }
  unsupported("a number as a pointer");
  return placeholder(type);
}

ExprRef BodyLowering::dynamicCast(const clang::CXXDynamicCastExpr* expr) {
  const bool is_reference = expr->isGLValue();
  const clang::QualType target = is_reference ? expr->getType() : expr->getType()->getPointeeType();
  const TypeRef type = program_.pointerTo(unit_.type(target));
  const ExprRef pointer = is_reference ? address(lvalue(expr->getSubExpr())) : rvalue(expr->getSubExpr());
  if (target->isVoidType()) return convert(pointer, type);
  const ExprRef kept = saved(pointer);
  const ExprRef matches = program_.add({.kind = ExprKind::IsInstance,
                                        .type = program_.boolType(),
                                        .class_decl = type->pointee->class_decl,
                                        .operands = {kept}});
  auto& branch = emit<program::IfStmt>();
  branch.condition = matches;
  const Local* result = temporary(type);
  inside(branch.then_body, [&] { assign(result, kept); });
  inside(branch.else_body, [&] {
    const clang::CXXRecordDecl* bad_cast = is_reference ? unit_.standardClass("bad_cast") : nullptr;
    if (bad_cast != nullptr) {
      throwLibraryException(bad_cast);
    } else if (is_reference) {
      // Without <typeinfo> nobody can catch it by its type, but it still ends what it runs through.
      unsupported("a dynamic_cast of a reference that does not match (std::bad_cast), without <typeinfo>");
    } else {
      assign(result, null(type));
    }
  });
  return ref(result);
}

}  // namespace weir::frontend
