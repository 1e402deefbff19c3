// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// container_of and its relatives: a pointer to a member, moved by the member's offset, is the object around it.
//
//   (T*)((char*)p - offsetof(T, link))      the T whose part `link` p points to
//   (L*)((char*)t + offsetof(T, link))      &t->link
//
// Where p points to no such part, it is an address without an object (ir/program/elsewhere.h).
#include "frontend/body_lowering.h"
#include "ir/program/elsewhere.h"

namespace weir::frontend {

using program::ExprKind;

namespace {

using MemberPath = std::vector<const clang::FieldDecl*>;

/// Members from `record` down to one at `offset` (in bytes) whose type is `wanted`, or any where it is null.
bool findPath(clang::ASTContext& context, const clang::RecordDecl* record, long offset, clang::QualType wanted,
              MemberPath& path) {
  if (record == nullptr || record->getDefinition() == nullptr || record->isInvalidDecl()) return false;
  record = record->getDefinition();
  const clang::ASTRecordLayout& layout = context.getASTRecordLayout(record);
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isBitField()) continue;
    const long begin = static_cast<long>(layout.getFieldOffset(field->getFieldIndex()) / 8);
    const clang::QualType type = field->getType();
    const clang::QualType element = type->isArrayType() ? context.getBaseElementType(type) : type;
    path.push_back(field);
    const bool matches = wanted.isNull() || context.hasSameUnqualifiedType(element, wanted) ||
                         (element->isPointerType() && wanted->isPointerType());
    if (begin == offset && matches && !field->isAnonymousStructOrUnion()) return true;
    if (type->isRecordType() && offset >= begin &&
        findPath(context, type->getAsRecordDecl(), offset - begin, wanted, path))
      return true;
    path.pop_back();
  }
  if (const auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record))
    for (const clang::CXXBaseSpecifier& base : cxx->bases()) {
      const clang::CXXRecordDecl* decl = base.getType()->getAsCXXRecordDecl();
      if (decl == nullptr || base.isVirtual()) continue;
      const long begin = layout.getBaseClassOffset(decl).getQuantity();
      if (offset >= begin && findPath(context, decl, offset - begin, wanted, path)) return true;
    }
  return false;
}

struct Moved {
  const clang::Expr* base = nullptr;  // before it became a pointer to bytes
  long offset = 0;
};

clang::QualType pointeeOf(const clang::Expr* pointer) {
  return pointer->getType()->getPointeeType().getCanonicalType().getUnqualifiedType();
}

/// (char*)base + offset or (char*)base - offset, with a constant.
std::optional<Moved> movedBytes(clang::ASTContext& context, const clang::Expr* operand) {
  const auto* move = llvm::dyn_cast<clang::BinaryOperator>(operand->IgnoreParenImpCasts());
  if (move == nullptr || !move->isAdditiveOp()) return std::nullopt;
  const clang::QualType bytes = move->getLHS()->getType();
  if (!bytes->isPointerType() || !bytes->getPointeeType()->isCharType()) return std::nullopt;
  clang::Expr::EvalResult result;
  if (!move->getRHS()->getType()->isIntegerType() || !move->getRHS()->EvaluateAsInt(result, context))
    return std::nullopt;
  const long offset = static_cast<long>(result.Val.getInt().getExtValue());
  const clang::Expr* base = move->getLHS()->IgnoreParenCasts();
  if (!base->getType()->isPointerType()) return std::nullopt;
  return Moved{base, move->getOpcode() == clang::BO_Sub ? -offset : offset};
}

}  // namespace

ExprRef BodyLowering::ownerOf(ExprRef pointer, const Field* field) {
  const TypeRef whole = program_.classType(field->owner);
  std::vector<ExprRef> operands{convert(pointer, program_.pointerTo(field->elementType()))};
  if (!field->owner->is_abstract)
    operands.push_back(partAddress(globals(), unit_.sentinel(whole, program::kElsewhere)));
  return program_.add({.kind = field->holdsParts() ? ExprKind::OwnerOf : ExprKind::SlotOwner,
                       .type = program_.pointerTo(whole),
                       .field = field,
                       .operands = std::move(operands)});
}

std::optional<BodyLowering::Container> BodyLowering::matchContainer(const clang::Expr* operand,
                                                                    clang::QualType target) const {
  const auto moved = movedBytes(context_, operand);
  if (!moved || moved->offset > 0 || !target->isRecordType()) return std::nullopt;
  const clang::QualType pointee = pointeeOf(moved->base);
  const bool untyped = pointee->isVoidType() || pointee->isCharType();
  Container found{.base = moved->base, .path = {}};
  if (!findPath(context_, target->getAsRecordDecl(), -moved->offset, untyped ? clang::QualType() : pointee, found.path))
    return std::nullopt;
  return found;
}

ExprRef BodyLowering::containerOf(const clang::Expr* operand, clang::QualType target) {
  const auto moved = movedBytes(context_, operand);
  if (!moved) return nullptr;
  const TypeRef type = program_.pointerTo(unit_.type(target));
  if (const auto found = matchContainer(operand, target)) {
    const auto around = [&](ExprRef pointer) {
      for (auto step = found->path.rbegin(); step != found->path.rend() && pointer != nullptr; ++step) {
        if ((*step)->isAnonymousStructOrUnion()) continue;
        const Field* field = unit_.fieldOf(*step);
        if (field == nullptr) return placeholder(type);
        if (!field->elementType()->isScalar() && !field->elementType()->isClass()) {
          unsupported(field->elementType()->reason);
          return placeholder(type);
        }
        pointer = ownerOf(pointer, field);
      }
      return convert(pointer, type);
    };
    const ExprRef pointer = rvalue(found->base);
    return moved->offset == 0 ? ifNotNull(pointer, type, around) : around(pointer);
  }
  MemberPath path;
  const clang::QualType pointee = pointeeOf(moved->base);
  if (moved->offset >= 0 && pointee->isRecordType() &&
      findPath(context_, pointee->getAsRecordDecl(), moved->offset, target, path)) {
    ExprRef pointer = rvalue(moved->base);
    for (const clang::FieldDecl* step : path) pointer = address(member(pointer, step));
    return convert(pointer, type);
  }
  return nullptr;
}

}  // namespace weir::frontend
