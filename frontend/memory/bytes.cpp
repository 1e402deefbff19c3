// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memset, memcpy and memmove of whole objects and of elements: as assignments of what the bytes belong to; memcmp of
// bytes, as a loop.
#include <clang/Basic/TargetInfo.h>

#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

/// The pointer before it became a void* or a char*.
const clang::Expr* typedPointer(const clang::Expr* expr) {
  const clang::Expr* inner = expr;
  while (true) {
    inner = inner->IgnoreParens();
    const auto* casted = llvm::dyn_cast<clang::CastExpr>(inner);
    if (casted == nullptr || casted->getCastKind() != clang::CK_BitCast) return inner;
    if (!casted->getSubExpr()->getType()->isPointerType()) return inner;
    inner = casted->getSubExpr();
  }
}

}  // namespace

ExprRef BodyLowering::untyped(const clang::Expr* expr) { return rvalue(typedPointer(expr)); }

ExprRef BodyLowering::bytesAt(const clang::Expr* expr) {
  const ExprRef pointer = untyped(expr);
  if (!pointer->type->isVoidPointer()) return pointer;
  return convert(pointer, program_.pointerTo(unit_.type(context_.UnsignedCharTy)));
}

/// A size that was below zero before it became unsigned is more than any object has.
ExprRef BodyLowering::checkedCount(ExprRef count) {
  const ExprRef kept = saved(convert(count, indexType()));
  auto& check = emit<program::AssertStmt>();
  check.error = program::ErrorKind::Bounds;
  check.word = "index";
  check.condition = binary(Op::GreaterEqual, program_.boolType(), kept, constant(indexType(), 0));
  check.index = kept;
  return kept;
}

/// A number of bytes that is passed: where it is a constant, as such.
ExprRef BodyLowering::countOf(const clang::Expr* bytes) {
  clang::Expr::EvalResult result;
  if (bytes->EvaluateAsInt(result, context_) && !result.HasSideEffects &&
      result.Val.getInt().isRepresentableByInt64() && result.Val.getInt().getExtValue() >= 0)
    return constant(indexType(), result.Val.getInt().getExtValue());
  return checkedCount(rvalue(bytes));
}

/// The number of elements in as many bytes, however the program computes them.
std::optional<ExprRef> BodyLowering::copiedCount(const clang::Expr* bytes, clang::QualType element,
                                                 const std::string& reason) {
  const long size = static_cast<long>(context_.getTypeSizeInChars(element).getQuantity());
  if (size == 0) {
    unsupported(reason);
    return std::nullopt;
  }
  if (const auto count = elementCount(bytes, size, Beyond::IsWrong)) return count;
  clang::Expr::EvalResult result;
  if (bytes->EvaluateAsInt(result, context_)) {
    unsupported(reason);
    return std::nullopt;
  }
  // A size that is negative, or became so large when it lost its sign, is more than any object has.
  const ExprRef kept = saved(convert(rvalue(bytes), indexType()));
  const ExprRef count = checkedCount(kept);
  return dynamicCount(convert(count, program_.intType(64, false, "unsigned long")), size, reason);
}

void BodyLowering::fillBytes(const clang::CallExpr* expr) {
  const clang::Expr* where = typedPointer(expr->getArg(0));
  clang::QualType pointee = where->getType()->getPointeeType();
  // What has no type is filled as bytes; what the pointer leads to when the program runs is looked at with each.
  if (pointee->isVoidType()) pointee = context_.UnsignedCharTy;
  clang::Expr::EvalResult result;
  const bool has_value = expr->getNumArgs() >= 3;  // bzero has none
  const bool is_known = !has_value || expr->getArg(1)->EvaluateAsInt(result, context_);
  const long value = has_value && is_known ? static_cast<long>(result.Val.getInt().getExtValue()) : 0;
  if (pointee->isIncompleteType()) return unsupported("memset of untyped memory");
  const clang::QualType element_type = unit_.flatElement(pointee);
  const TypeRef element = unit_.type(element_type);
  const bool is_byte = element->isInteger() && context_.getTypeSizeInChars(element_type).getQuantity() == 1;
  if (!is_known && !is_byte) return unsupported("memset with a value that is not constant");
  if (value != 0 && !is_byte) return unsupported("memset to a value other than zero");
  if (!element->isClass() && !element->isScalar()) return unsupported(element->reason);
  const ExprRef pointer = saved(bytesAt(where));
  const ExprRef byte = is_known ? nullptr : saved(convert(rvalue(expr->getArg(1)), element));
  const auto count = copiedCount(expr->getArg(has_value ? 2 : 1), element_type, "memset of a part of an object");
  if (!count) return;
  const auto fill = [&](ExprRef index) {
    const ExprRef target = pointerAdd(pointer, index);
    if (element->isClass()) return zeroObject(target, element->class_decl);
    store({.kind = Place::Kind::Slot, .type = element, .pointer = target}, byte != nullptr ? byte
                                                                           : element->isPointer()
                                                                               ? null(element)
                                                                               : constant(element, value));
  };
  if ((*count)->kind == program::ExprKind::Constant) return forEachIndex(static_cast<long>((*count)->integer), fill);
  countingLoop(checkedCount(*count), fill);
}

void BodyLowering::requireApart(ExprRef to, ExprRef from, ExprRef index, bool may_be_same) {
  // The compiler itself copies an object to where it is by memcpy.
  if (may_be_same && index->kind == program::ExprKind::Constant && index->integer == 0) return;
  from = convert(from, to->type);
  const TypeRef truth = program_.boolType();
  const auto differs = [&](ExprRef a, ExprRef b) { return binary(Op::NotEqual, truth, pointerAdd(a, index), b); };
  ExprRef apart = binary(Op::LogicalAnd, truth, differs(from, to), differs(to, from));
  if (may_be_same)
    apart = binary(Op::LogicalOr, truth, apart, binary(Op::Equal, truth, index, constant(index->type, 0)));
  auto& check = emit<program::AssertStmt>();
  check.error = program::ErrorKind::Bounds;
  check.word = "apart";
  check.reason = "a copy between ranges that overlap";
  check.may_go_unseen = true;
  check.condition = apart;
}

std::optional<BodyLowering::CopiedTypes> BodyLowering::copiedTypes(clang::QualType to, clang::QualType from) const {
  const auto isByte = [&](clang::QualType type) {
    return type->isIntegerType() && !type->isBooleanType() && !type->isIncompleteType() &&
           context_.getTypeSizeInChars(type).getQuantity() == 1;
  };
  // Where one side does not say what it is, it is what the other is, and where none does, bytes: what the pointers
  // lead to when the program runs is looked at with each element.
  if (to->isVoidType() && from->isVoidType()) to = context_.UnsignedCharTy;
  if (to->isVoidType()) to = from;
  if (from->isVoidType()) from = to;
  if (to->isIncompleteType() || from->isIncompleteType()) return std::nullopt;
  if (!context_.hasSameUnqualifiedType(to, from) && !(isByte(to) && isByte(from))) return std::nullopt;
  return CopiedTypes{.to = to, .from = from};
}

const clang::Expr* BodyLowering::bytesOfNumber(const clang::Expr* place) const {
  const auto* followed = llvm::dyn_cast<clang::UnaryOperator>(place->IgnoreParens());
  if (followed == nullptr || followed->getOpcode() != clang::UO_Deref) return nullptr;
  const auto* casted = llvm::dyn_cast<clang::ExplicitCastExpr>(followed->getSubExpr()->IgnoreParens());
  if (casted == nullptr || casted->getCastKind() != clang::CK_BitCast) return nullptr;
  const clang::QualType to = casted->getType()->getPointeeType();
  const clang::QualType from = casted->getSubExpr()->getType()->getPointeeType();
  if (context_.getTargetInfo().isBigEndian() || to.isVolatileQualified() || from.isVolatileQualified()) return nullptr;
  const bool is_number = to->isIntegerType() && !to->isBooleanType() && !to->isEnumeralType();
  if (!is_number || !from->isCharType() || context_.getTypeSize(to) > 64) return nullptr;
  return context_.getTypeSizeInChars(to).getQuantity() > 1 ? casted->getSubExpr() : nullptr;
}

static Place slotAt(ExprRef pointer, TypeRef type) {
  return {.kind = Place::Kind::Slot, .type = type, .pointer = pointer};
}

/// The first byte is the lowest.
ExprRef BodyLowering::numberAt(ExprRef bytes, TypeRef byte, long size) {
  const TypeRef number = program_.intType(64, false, "unsigned long");
  const TypeRef unsigned_byte = program_.intType(8, false, "unsigned char");
  ExprRef value = constant(number, 0);
  for (long i = 0; i < size; ++i) {
    const ExprRef at = i == 0 ? bytes : pointerAdd(bytes, constant(indexType(), i));
    const ExprRef part = convert(convert(load(slotAt(at, byte)), unsigned_byte), number);
    const ExprRef shifted = i == 0 ? part : binary(Op::ShiftLeft, number, part, constant(number, 8 * i));
    value = saved(binary(Op::BitOr, number, value, shifted));
  }
  return value;
}

void BodyLowering::storeNumberAt(ExprRef bytes, TypeRef byte, long size, ExprRef value) {
  const TypeRef number = program_.intType(64, false, "unsigned long");
  const TypeRef unsigned_byte = program_.intType(8, false, "unsigned char");
  const ExprRef kept = saved(convert(value, number));
  for (long i = 0; i < size; ++i) {
    const ExprRef at = i == 0 ? bytes : pointerAdd(bytes, constant(indexType(), i));
    const ExprRef shifted = i == 0 ? kept : binary(Op::ShiftRight, number, kept, constant(number, 8 * i));
    store(slotAt(at, byte), convert(convert(shifted, unsigned_byte), byte));
  }
}

/// memcpy(&number, bytes, sizeof number) and back.
bool BodyLowering::copyNumber(const clang::CallExpr* expr, const clang::Expr* to, const clang::Expr* from) {
  const clang::QualType target_type = unit_.flatElement(to->getType()->getPointeeType());
  const clang::QualType source_type = unit_.flatElement(from->getType()->getPointeeType());
  const auto sizeOf = [&](clang::QualType type) {
    const bool is_number = type->isIntegerType() && !type->isBooleanType() && !type->isIncompleteType();
    return is_number && unit_.type(type)->isInteger() ? context_.getTypeSizeInChars(type).getQuantity() : 0;
  };
  const long target_size = sizeOf(target_type), source_size = sizeOf(source_type);
  clang::Expr::EvalResult result;
  if (context_.getTargetInfo().isBigEndian() || !expr->getArg(2)->EvaluateAsInt(result, context_)) return false;
  const long bytes = static_cast<long>(result.Val.getInt().getExtValue());
  const bool to_number = source_size == 1 && target_size == bytes;
  const bool to_bytes = target_size == 1 && source_size == bytes;
  if (bytes < 2 || (!to_number && !to_bytes)) return false;
  const ExprRef target = saved(rvalue(to));
  const ExprRef source = saved(rvalue(from));
  if (to_bytes) {
    storeNumberAt(target, unit_.type(target_type), bytes, load(slotAt(source, unit_.type(source_type))));
    return true;
  }
  const ExprRef value = numberAt(source, unit_.type(source_type), bytes);
  store(slotAt(target, unit_.type(target_type)), convert(value, unit_.type(target_type)));
  return true;
}

void BodyLowering::copyRaw(ExprRef to, ExprRef from) {
  Local* value = program_.addLocal(procedure_, "%t", from->type->pointee);
  value->range = range_;
  value->is_raw = from->type->pointee == to->type->pointee;
  initialised_.insert(value);
  auto& stmt = emit<program::LoadSlotStmt>();
  stmt.target = value;
  stmt.pointer = followed(from);
  store({.kind = Place::Kind::Slot, .type = to->type->pointee, .pointer = to}, ref(value));
}

void BodyLowering::copyBytes(const clang::CallExpr* expr, bool may_overlap) {
  const clang::Expr* to = typedPointer(expr->getArg(0));
  const clang::Expr* from = typedPointer(expr->getArg(1));
  const auto types = copiedTypes(unit_.flatElement(to->getType()->getPointeeType()),
                                 unit_.flatElement(from->getType()->getPointeeType()));
  if (!types) {
    if (copyNumber(expr, to, from)) return;
    return unsupported("a copy of bytes between different types");
  }
  const TypeRef element = unit_.type(types->to);
  const TypeRef source_element = unit_.type(types->from);
  if (!element->isClass() && !element->isScalar()) return unsupported(element->reason);
  const ExprRef target = saved(convert(rvalue(to), program_.pointerTo(element)));
  const ExprRef source = saved(convert(rvalue(from), program_.pointerTo(source_element)));
  const auto count = copiedCount(expr->getArg(2), types->to, "a copy of a part of an object");
  if (!count) return;
  const bool is_constant = (*count)->kind == program::ExprKind::Constant;
  if (is_constant && (*count)->integer == 1 && element->isClass())
    return copyObject(target, source, element->class_decl);
  const ExprRef extent = is_constant ? *count : checkedCount(*count);
  const auto copyElement = [&](ExprRef a, ExprRef b) {
    if (element->isClass()) return copyObject(a, b, element->class_decl);
    copyRaw(a, b);
  };
  const auto copyAll = [&](ExprRef a, ExprRef b) {
    const auto copyOne = [&](ExprRef index) {
      if (!may_overlap) requireApart(a, b, index, true);
      copyElement(pointerAdd(a, index), pointerAdd(b, index));
    };
    if (is_constant) return forEachIndex(static_cast<long>(extent->integer), copyOne);
    countingLoop(extent, copyOne);
  };
  if (!may_overlap) return copyAll(target, source);
  // Through a copy, since the two ranges may overlap either way.
  const Local* middle = temporary(program_.pointerTo(element));
  auto& stmt = emit<program::AllocateStmt>();
  stmt.target = middle;
  stmt.class_decl = program_.arrayClass(element);
  stmt.extent = extent;
  stmt.storage = program::Storage::Automatic;
  copyAll(ref(middle), source);
  copyAll(target, ref(middle));
}

/// Of the result only the sign is modelled: -1, 0 or 1.
ExprRef BodyLowering::compareBytes(const clang::CallExpr* expr) {
  const TypeRef result_type = unit_.type(expr->getType());
  const clang::Expr* first = typedPointer(expr->getArg(0));
  const clang::Expr* second = typedPointer(expr->getArg(1));
  const auto isByte = [&](const clang::Expr* pointer) {
    const clang::QualType type = unit_.flatElement(pointer->getType()->getPointeeType());
    return type->isIntegerType() && context_.getTypeSizeInChars(type).getQuantity() == 1;
  };
  if (!isByte(first) || !isByte(second)) {
    unsupported("memcmp of anything but bytes");
    return placeholder(result_type);
  }
  const ExprRef a = saved(rvalue(first));
  const ExprRef b = saved(rvalue(second));
  const ExprRef count = countOf(expr->getArg(2));
  const TypeRef byte = program_.intType(8, false, "unsigned char");
  const Local* result = temporary(result_type);
  assign(result, constant(result_type, 0));
  countingLoop(count, [&](ExprRef index) {
    const auto element = [&](ExprRef pointer) {
      return saved(convert(
          load({.kind = Place::Kind::Slot, .type = pointer->type->pointee, .pointer = pointerAdd(pointer, index)}),
          byte));
    };
    const ExprRef left = element(a);
    const ExprRef right = element(b);
    const TypeRef truth = program_.boolType();
    auto& decides = emit<program::IfStmt>();
    decides.condition =
        binary(Op::LogicalAnd, truth, binary(program::Op::Equal, truth, ref(result), constant(result_type, 0)),
               binary(program::Op::NotEqual, truth, left, right));
    inside(decides.then_body, [&] {
      auto& less = emit<program::IfStmt>();
      less.condition = binary(program::Op::Less, truth, left, right);
      inside(less.then_body, [&] { assign(result, constant(result_type, -1)); });
      inside(less.else_body, [&] { assign(result, constant(result_type, 1)); });
    });
  });
  return ref(result);
}

}  // namespace weir::frontend
