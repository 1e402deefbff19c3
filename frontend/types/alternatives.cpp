// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the index of a std::variant can be. The library's code is read as it stands:
//
//   template <bool trivial, typename... Types>
//   struct _Variant_storage { _Variadic_union<Types...> _M_u; __index_type _M_index; };
//
// but only its operations write the index. A variant has no value after an exception in the middle of a change; the
// library makes what can be copied byte by byte, and some classes of its own, so that this does not happen.
//
//   template <typename First, typename... Rest>
//   union _Variadic_union { _Uninitialized<First> _M_first; _Variadic_union<Rest...> _M_rest; };
//
// is one place for all alternatives. The library only reads the one that the index names, so each can have a place of
// its own; but a pointer that is left in one that is no longer there would keep its object from being lost. So
// alternatives with pointers are what members of other unions are.
#include "frontend/translation.h"

namespace weir::frontend {

namespace {

/// _Never_valueless_alt in the library's words, from what this source has of it.
bool isNeverMissing(clang::QualType type, const clang::DeclContext* detail) {
  constexpr int kMostBytes = 256;
  clang::ASTContext& context = detail->getParentASTContext();
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  const bool is_assigned = record == nullptr || record->hasSimpleMoveAssignment() || record->hasSimpleCopyAssignment();
  if (type.isTriviallyCopyableType(context) && is_assigned && !type.isConstQualified())
    return context.getTypeSizeInChars(type).getQuantity() <= kMostBytes;
  const auto* instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (instance == nullptr) return false;
  for (clang::NamedDecl* found : detail->lookup(&context.Idents.get("_Never_valueless_alt"))) {
    auto* question = llvm::dyn_cast<clang::ClassTemplateDecl>(found);
    if (question == nullptr) continue;
    llvm::SmallVector<clang::ClassTemplatePartialSpecializationDecl*, 8> answers;
    question->getPartialSpecializations(answers);
    for (const clang::ClassTemplatePartialSpecializationDecl* answer : answers) {
      const auto* about = answer->getTemplateArgs()[0].getAsType()->getAs<clang::TemplateSpecializationType>();
      if (about == nullptr) continue;
      const clang::TemplateDecl* named = about->getTemplateName().getAsTemplateDecl();
      if (named != nullptr && named->getCanonicalDecl() == instance->getSpecializedTemplate()->getCanonicalDecl())
        return true;
    }
  }
  return false;
}

bool isInsideStd(const clang::Decl* decl) {
  const clang::DeclContext* context = decl->getDeclContext();
  while (context != nullptr && !context->isStdNamespace()) context = context->getParent();
  return context != nullptr;
}

bool hasPointer(clang::QualType type) {
  type = type->getBaseElementTypeUnsafe()->getCanonicalTypeInternal();
  if (type->isArithmeticType() || type->isEnumeralType()) return false;
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || record->getDefinition() == nullptr) return true;
  for (const clang::CXXBaseSpecifier& base : record->getDefinition()->bases())
    if (hasPointer(base.getType())) return true;
  for (const clang::FieldDecl* field : record->getDefinition()->fields())
    if (hasPointer(field->getType())) return true;
  return false;
}

}  // namespace

bool isInAlternatives(const clang::FieldDecl* field) {
  const auto* members = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(field->getParent());
  return members != nullptr && members->getName() == "_Variadic_union" && isInsideStd(members) &&
         !hasPointer(clang::QualType(members->getTypeForDecl(), 0));
}

std::optional<long> alternativesFrom(const clang::FieldDecl* field) {
  if (!isInAlternatives(field) || field->getName() != "_M_first") return {};
  const auto* members = llvm::cast<clang::ClassTemplateSpecializationDecl>(field->getParent());
  const clang::TemplateArgument& types = members->getTemplateArgs().asArray().back();
  if (types.getKind() != clang::TemplateArgument::Pack) return {};
  return static_cast<long>(types.pack_size());
}

std::optional<Field::Alternatives> alternativesOf(const clang::FieldDecl* field) {
  const auto* storage = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(field->getParent());
  if (storage == nullptr || field->getName() != "_M_index" || storage->getName() != "_Variant_storage") return {};
  if (!isInsideStd(storage) || storage->getTemplateArgs().size() != 2) return {};
  const clang::TemplateArgument& types = storage->getTemplateArgs()[1];
  if (types.getKind() != clang::TemplateArgument::Pack) return {};
  Field::Alternatives found;
  for (const clang::TemplateArgument& type : types.pack_elements()) {
    ++found.count;
    if (!isNeverMissing(type.getAsType(), storage->getDeclContext())) found.may_be_none = true;
  }
  return found;
}

}  // namespace weir::frontend
