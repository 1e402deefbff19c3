// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the index of a std::variant can be. The library's code is read as it stands:
//
//   template <bool trivial, typename... Types>
//   struct _Variant_storage { _Variadic_union<Types...> _M_u; __index_type _M_index; };
//
// but only its operations write the index. A variant has no value after an exception in the middle of a change; the
// library makes what can be copied byte by byte, and some classes of its own, so that this does not happen.
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

}  // namespace

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
