// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clang's types as the program's. Typedefs and qualifiers disappear, a reference is a pointer, an array of arrays is
// one flat array (a[i][j] is element i * M + j of it), and a pointer to an array points to its first element.
#include <algorithm>

#include "frontend/translation.h"
#include "support/invariant.h"

namespace weir::frontend {

namespace {

std::string unsupportedBuiltin(const clang::BuiltinType& type) {
  return type.isFloatingPoint() ? "floating point" : "a type without a counterpart";
}

}  // namespace

long Translation::flatExtent(clang::QualType type) const {
  const auto* array = context_.getAsConstantArrayType(type);
  if (array == nullptr) return 1;
  return static_cast<long>(array->getSize().getZExtValue()) * flatExtent(array->getElementType());
}

std::vector<long> Translation::innerExtents(clang::QualType type) const {
  std::vector<long> extents;
  const auto* array = context_.getAsConstantArrayType(type);
  while (array != nullptr && (array = context_.getAsConstantArrayType(array->getElementType())) != nullptr)
    extents.push_back(static_cast<long>(array->getSize().getZExtValue()));
  return extents;
}

clang::QualType Translation::flatElement(clang::QualType type) const {
  const auto* array = context_.getAsArrayType(type);
  return array == nullptr ? type : flatElement(array->getElementType());
}

TypeRef Translation::type(clang::QualType qualified) {
  const clang::QualType canonical = qualified.getCanonicalType().getUnqualifiedType();
  const clang::Type* type = canonical.getTypePtr();

  if (const auto* builtin = llvm::dyn_cast<clang::BuiltinType>(type)) {
    if (builtin->isVoidType()) return program_.voidType();
    if (builtin->isBooleanType()) return program_.boolType();
    if (builtin->isNullPtrType()) return program_.pointerTo(program_.voidType());
    if (builtin->isInteger() && context_.getTypeSize(canonical) > 64)
      return program_.unsupportedType(typeName(canonical), "an integer of more than 64 bits");
    if (builtin->isInteger())
      return program_.intType(static_cast<int>(context_.getTypeSize(canonical)), builtin->isSignedInteger(),
                              typeName(canonical));
    if (builtin->getKind() == clang::BuiltinType::Float || builtin->getKind() == clang::BuiltinType::Double)
      return program_.floatType(static_cast<int>(context_.getTypeSize(canonical)), typeName(canonical));
    return program_.unsupportedType(typeName(canonical), unsupportedBuiltin(*builtin));
  }
  if (const auto* bits = llvm::dyn_cast<clang::BitIntType>(type); bits != nullptr && bits->getNumBits() <= 64)
    return program_.intType(static_cast<int>(bits->getNumBits()), bits->isSigned(), typeName(canonical));
  if (const auto* enumeration = llvm::dyn_cast<clang::EnumType>(type)) {
    const clang::QualType underlying = enumeration->getDecl()->getIntegerType();
    if (underlying.isNull()) return program_.unsupportedType(typeName(canonical), "an incomplete enum");
    if (underlying->isBooleanType()) return program_.boolType();
    // C++ gives an enum without a fixed underlying type only the values its enumerators' bits can hold; reading any
    // other is undefined. In C every value of the underlying type is one of the enum's.
    const clang::EnumDecl& declared = *enumeration->getDecl();
    if (context_.getLangOpts().CPlusPlus && !declared.isFixed()) {
      const bool has_negative = declared.getNumNegativeBits() > 0;
      const unsigned positive = declared.getNumPositiveBits() + (has_negative ? 1 : 0);
      const unsigned width = std::max({positive, declared.getNumNegativeBits(), 1U});
      return program_.intType(static_cast<int>(width), has_negative, typeName(canonical));
    }
    const int width = static_cast<int>(context_.getTypeSize(underlying));
    const bool is_signed = underlying->isSignedIntegerType();
    return context_.getLangOpts().CPlusPlus ? program_.intType(width, is_signed, typeName(canonical))
                                            : program_.cEnumType(width, is_signed, typeName(canonical));
  }
  if (type->isPointerType() || type->isReferenceType()) {
    const clang::QualType pointee = type->getPointeeType();
    return program_.pointerTo(this->type(pointee->isArrayType() ? flatElement(pointee) : pointee));
  }
  if (const auto* record = llvm::dyn_cast<clang::RecordType>(type))
    return program_.classType(classOf(record->getDecl()));
  if (type->isArrayType()) {
    const TypeRef element = this->type(flatElement(canonical));
    if (type->isConstantArrayType()) return program_.arrayOf(element, flatExtent(canonical));
    if (type->isIncompleteArrayType()) return program_.arrayOf(element, std::nullopt);
    return program_.unsupportedType(typeName(canonical), "an array of variable length");
  }
  if (const auto* function = llvm::dyn_cast<clang::FunctionProtoType>(type)) {
    std::vector<TypeRef> parameters;
    for (const clang::QualType parameter : function->param_types()) {
      const TypeRef lowered = this->type(parameter);
      parameters.push_back(lowered->isClass() ? program_.pointerTo(lowered) : lowered);
    }
    TypeRef result = this->type(function->getReturnType());
    const bool returns_class = result->isClass();
    if (returns_class) {
      parameters.push_back(program_.pointerTo(result));
      result = program_.voidType();
    }
    return program_.functionType(result, std::move(parameters), returns_class);
  }
  if (const auto* function = llvm::dyn_cast<clang::FunctionNoProtoType>(type))
    return program_.functionType(this->type(function->getReturnType()), {});
  // The number of a member (expressions/member_pointers.cpp).
  if (type->isMemberPointerType()) return program_.intType(64, false, typeName(canonical));
  if (const auto* atomic = llvm::dyn_cast<clang::AtomicType>(type)) {
    const TypeRef value = this->type(atomic->getValueType());
    return value->isScalar() ? value : program_.unsupportedType(typeName(canonical), "an atomic type");
  }
  if (type->isAnyComplexType()) return program_.unsupportedType(typeName(canonical), "a complex number");
  if (type->isVectorType()) return program_.unsupportedType(typeName(canonical), "a vector type");
  return program_.unsupportedType(typeName(canonical), "a type without a counterpart");
}

}  // namespace weir::frontend
