// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/translation.h"

#include <filesystem>

#include "frontend/body_lowering.h"
#include "frontend/expressions/handles.h"
#include "frontend/library/moved_elements.h"
#include "frontend/library/seen_moves.h"

namespace weir::frontend {

namespace {

SourceLocation location(const clang::SourceManager& sources, clang::SourceLocation place) {
  const clang::PresumedLoc presumed = sources.getPresumedLoc(place);
  if (presumed.isInvalid()) return {};
  return {static_cast<int>(presumed.getLine()), static_cast<int>(presumed.getColumn())};
}

}  // namespace

Translation::Translation(clang::ASTContext& context, Program& program, MissingOperations missing,
                         Assumptions assumptions)
    : context_(context),
      program_(program),
      missing_(std::move(missing)),
      assumptions_(std::move(assumptions)),
      union_uses_(context),
      storage_uses_(context) {
  namespace fs = std::filesystem;
  const fs::path given = program.main_file;
  given_folder_ = given.parent_path().string();
  if (!given_folder_.empty()) given_folder_ += '/';
  absolute_folder_ = fs::absolute(given).lexically_normal().parent_path().string() + '/';
}

Translation::~Translation() = default;

/// Clang makes the main file's path absolute; a report shows it as it was given.
std::string Translation::fileName(llvm::StringRef path) const {
  if (path.contains("/../")) {  // given as ../a.c
    const std::string normal = std::filesystem::path(path.str()).lexically_normal().string();
    if (normal.starts_with(absolute_folder_)) return given_folder_ + normal.substr(absolute_folder_.size());
  }
  if (path.starts_with(absolute_folder_)) return given_folder_ + path.substr(absolute_folder_.size()).str();
  return path.str();
}

void Translation::run() {
  visit(static_cast<const clang::DeclContext*>(context_.getTranslationUnitDecl()));
  // Initializers call functions and functions name globals.
  do {
    lowerPending();
    lowerGlobals();
  } while (declareOverriders());
  lowerMemberUses();
  openAbstractClasses();
  shadowUnionMembers();
  markFriendClasses();
  pruneCleanups(all_procedures_);
  markConstructionCalls(all_procedures_);
  markSeenMoves(all_procedures_);
  resolveHandles(program_, all_procedures_);
  markAddressCasts(program_, all_procedures_);
  markMovedElements(program_, all_procedures_);
}

SourceRange Translation::range(clang::SourceRange source) const {
  const clang::SourceManager& sources = context_.getSourceManager();
  if (source.isInvalid()) return {};
  const clang::CharSourceRange expanded = sources.getExpansionRange(source);
  const clang::PresumedLoc begin = sources.getPresumedLoc(expanded.getBegin());
  if (begin.isInvalid()) return {};
  clang::SourceLocation end = expanded.getEnd();
  if (expanded.isTokenRange()) end = clang::Lexer::getLocForEndOfToken(end, 0, sources, context_.getLangOpts());
  SourceRange result;
  result.file = fileName(begin.getFilename());
  result.begin = location(sources, expanded.getBegin());
  result.end = end.isValid() ? location(sources, end) : result.begin;
  return result;
}

bool Translation::isUserCode(const clang::Decl* decl) const {
  const clang::SourceManager& sources = context_.getSourceManager();
  const clang::SourceLocation place = sources.getExpansionLoc(decl->getLocation());
  return place.isValid() && !sources.isInSystemHeader(place) && !sources.isWrittenInBuiltinFile(place);
}

void Translation::visit(const clang::DeclContext* declarations) {
  for (const clang::Decl* decl : declarations->decls()) visit(decl);
}

void Translation::visit(const clang::Decl* decl) {
  if (decl->isInvalidDecl()) return;
  if (llvm::isa<clang::NamespaceDecl>(decl) || llvm::isa<clang::LinkageSpecDecl>(decl)) {
    return visit(llvm::cast<clang::DeclContext>(decl));
  }
  if (const auto* declared_template = llvm::dyn_cast<clang::FunctionTemplateDecl>(decl)) {
    if (isUserCode(decl))
      for (const clang::FunctionDecl* instance : declared_template->specializations()) visitFunction(instance);
    return;
  }
  if (const auto* declared_template = llvm::dyn_cast<clang::ClassTemplateDecl>(decl)) {
    if (isUserCode(decl))
      for (const clang::ClassTemplateSpecializationDecl* instance : declared_template->specializations())
        if (instance->getSpecializationKind() != clang::TSK_ExplicitSpecialization) visitClass(instance);
    return;
  }
  if (!isUserCode(decl)) return;
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl)) return visitFunction(function);
  if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(decl)) return visitEnum(enumeration);
  if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(decl)) return visitClass(record);
  if (const auto* record = llvm::dyn_cast<clang::RecordDecl>(decl)) {
    // The members of an anonymous one belong to the class around it.
    if (record->isCompleteDefinition() && !record->isAnonymousStructOrUnion()) classOf(record);
    return visit(static_cast<const clang::DeclContext*>(record));
  }
  if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
    // The static member of a template is no variable before it is instantiated, whatever its type.
    if (!variable->getDeclContext()->isDependentContext() && variable->isThisDeclarationADefinition() &&
        !variable->getType()->isDependentType() && variable->getDescribedVarTemplate() == nullptr)
      globalOf(variable);
  }
}

void Translation::visitClass(const clang::CXXRecordDecl* record) {
  if (!record->isThisDeclarationADefinition() || record->isDependentContext() || record->isInvalidDecl()) return;
  if (!record->isAnonymousStructOrUnion()) classOf(record);
  visit(static_cast<const clang::DeclContext*>(record));
}

void Translation::visitFunction(const clang::FunctionDecl* function) {
  if (function->isDependentContext() || function->isDeleted() || function->isInvalidDecl()) return;
  // An implicit member is lowered when it is used; a virtual one can be used from anywhere.
  if (function->isThisDeclarationADefinition() && function->doesThisDeclarationHaveABody() &&
      (!function->isImplicit() || function->isVirtualAsWritten())) {
    procedureOf(function);
    return;
  }
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (method != nullptr && method->isVirtual()) procedureOf(function);
}

void Translation::visitEnum(const clang::EnumDecl* decl) {
  for (const clang::EnumConstantDecl* enumerator : decl->enumerators()) {
    const llvm::APSInt& value = enumerator->getInitVal();
    const auto number = value.isSigned() ? static_cast<program::Integer>(value.getSExtValue())
                                         : static_cast<program::Integer>(value.getZExtValue());
    program_.enumerators[enumerator->getQualifiedNameAsString()] = number;
    // Color::Red is also a name of an enumerator of an enum without a scope of its own.
    if (isCxx() && !decl->isScoped() && !decl->getName().empty())
      program_.enumerators[decl->getQualifiedNameAsString() + "::" + enumerator->getNameAsString()] = number;
  }
}

}  // namespace weir::frontend
