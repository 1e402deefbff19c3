// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/library/missing_operations.h"

#include <algorithm>

namespace weir::frontend {

namespace {

/// Its body, and what a constructor does before it.
clang::SourceRange whatItDoes(const clang::FunctionDecl* function) {
  if (!function->doesThisDeclarationHaveABody() || function->getBody() == nullptr) return {};
  const clang::SourceRange body = function->getBody()->getSourceRange();
  const clang::FunctionTypeLoc declarator = function->getFunctionTypeLoc();
  if (llvm::isa<clang::CXXConstructorDecl>(function) && declarator) return {declarator.getRParenLoc(), body.getEnd()};
  return body;
}

bool isIn(clang::SourceLocation at, clang::SourceRange range, const clang::SourceManager& sources) {
  if (range.isInvalid() || at.isInvalid()) return false;
  const clang::SourceLocation place = sources.getExpansionLoc(at);
  const clang::SourceLocation begin = sources.getExpansionLoc(range.getBegin());
  const clang::SourceLocation end = sources.getExpansionLoc(range.getEnd());
  return !sources.isBeforeInTranslationUnit(place, begin) && !sources.isBeforeInTranslationUnit(end, place);
}

/// A type that the body decides is part of what callers mean.
bool isKnownWithoutBody(const clang::FunctionDecl* function) {
  return function->getDeclaredReturnType()->getContainedAutoType() == nullptr && !function->isConstexpr();
}

using Visit = std::function<void(const clang::FunctionDecl*)>;

void forEachFunction(const clang::DeclContext* where, const Visit& visit) {
  for (const clang::Decl* decl : where->decls()) {
    if (const auto* as_template = llvm::dyn_cast<clang::TemplateDecl>(decl)) decl = as_template->getTemplatedDecl();
    if (decl == nullptr) continue;
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl))
      visit(function);
    else if (const auto* inner = llvm::dyn_cast<clang::DeclContext>(decl))
      forEachFunction(inner, visit);
  }
}

}  // namespace

const MissingOperation* MissingOperations::in(const clang::FunctionDecl* function) const {
  if (all_.empty()) return nullptr;
  const clang::SourceManager& sources = function->getASTContext().getSourceManager();
  // A template that the compiler could not make a function of has left one without a body.
  const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern();
  const clang::SourceRange range = whatItDoes(pattern != nullptr ? pattern : function);
  const auto found =
      std::ranges::find_if(all_, [&](const MissingOperation& one) { return isIn(one.at, range, sources); });
  return found == all_.end() ? nullptr : &*found;
}

const MissingOperation* MissingOperations::outsideOfBodies(const clang::ASTContext& context) const {
  std::set<const MissingOperation*> inside;
  forEachFunction(context.getTranslationUnitDecl(), [&](const clang::FunctionDecl* function) {
    const clang::SourceRange range = whatItDoes(function);
    if (range.isInvalid() || !isKnownWithoutBody(function)) return;
    for (const MissingOperation& one : all_)
      if (isIn(one.at, range, context.getSourceManager())) inside.insert(&one);
  });
  const auto found = std::ranges::find_if(all_, [&](const MissingOperation& one) { return !inside.contains(&one); });
  return found == all_.end() ? nullptr : &*found;
}

}  // namespace weir::frontend
