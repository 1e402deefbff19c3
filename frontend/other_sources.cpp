// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/other_sources.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ASTImporter.h>
#include <clang/AST/ASTImporterSharedState.h>
#include <clang/AST/Decl.h>
#include <clang/Frontend/ASTUnit.h>

#include <map>
#include <set>

namespace weir::frontend {
namespace {

/// In order; C has no functions inside others.
std::vector<clang::FunctionDecl*> functionsOf(const clang::ASTContext& context) {
  std::vector<clang::FunctionDecl*> found;
  for (clang::Decl* decl : context.getTranslationUnitDecl()->decls()) {
    if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl)) found.push_back(function);
  }
  return found;
}

bool isForOthers(const clang::FunctionDecl& function) {
  return function.isThisDeclarationADefinition() && function.hasExternalFormalLinkage() && !function.isInlined();
}

struct Definition {
  clang::FunctionDecl* function = nullptr;
  size_t source = 0;
  bool is_only_one = true;
};

using Definitions = std::map<std::string, Definition>;

Definitions definitionsOf(const std::vector<std::unique_ptr<clang::ASTUnit>>& units) {
  Definitions made;
  for (size_t i = 0; i < units.size(); ++i) {
    for (clang::FunctionDecl* each : functionsOf(units[i]->getASTContext())) {
      if (!isForOthers(*each)) continue;
      const auto [at, is_new] = made.try_emplace(each->getNameAsString(), Definition{each, i});
      if (!is_new) at->second.is_only_one = false;
    }
  }
  return made;
}

/// Static functions of two sources may have one name; here each has its own.
void renameStatic(clang::ASTContext& context, const std::set<const clang::FunctionDecl*>& own) {
  std::set<std::string> names;
  for (const clang::FunctionDecl* each : own) names.insert(each->getNameAsString());
  int count = 0;
  for (clang::FunctionDecl* each : functionsOf(context)) {
    if (own.contains(each->getCanonicalDecl()) || each->hasExternalFormalLinkage()) continue;
    if (each != each->getCanonicalDecl()) continue;
    const std::string name = each->getNameAsString();
    if (names.insert(name).second) continue;
    clang::IdentifierInfo& other = context.Idents.get(name + "__" + std::to_string(++count));
    for (clang::FunctionDecl* redeclared : each->redecls()) redeclared->setDeclName(&other);
  }
}

}  // namespace

std::vector<std::string> definedNames(const clang::ASTUnit& unit) {
  std::vector<std::string> names;
  for (const clang::FunctionDecl* each : functionsOf(unit.getASTContext())) {
    if (isForOthers(*each)) names.push_back(each->getNameAsString());
  }
  return names;
}

std::vector<std::string> neededNames(const clang::ASTUnit& unit) {
  std::set<std::string> names;
  for (const clang::FunctionDecl* each : functionsOf(unit.getASTContext())) {
    if (!each->hasBody() && each->isReferenced()) names.insert(each->getNameAsString());
  }
  return {names.begin(), names.end()};
}

std::vector<size_t> importDefinitions(clang::ASTUnit& into,
                                      const std::vector<std::unique_ptr<clang::ASTUnit>>& others) {
  clang::ASTContext& context = into.getASTContext();
  std::set<const clang::FunctionDecl*> own;
  for (const clang::FunctionDecl* each : functionsOf(context)) own.insert(each->getCanonicalDecl());
  const Definitions definitions = definitionsOf(others);
  const auto shared = std::make_shared<clang::ASTImporterSharedState>(*context.getTranslationUnitDecl());
  std::map<size_t, std::unique_ptr<clang::ASTImporter>> importers;
  std::set<size_t> used;
  std::set<std::string> tried;
  for (bool is_new = true; is_new;) {  // what is imported may need more
    is_new = false;
    for (clang::FunctionDecl* each : functionsOf(context)) {
      if (each->hasBody() || !each->isReferenced()) continue;
      const auto found = definitions.find(each->getNameAsString());
      if (found == definitions.end() || !found->second.is_only_one || !tried.insert(found->first).second) continue;
      clang::ASTUnit& from = *others[found->second.source];
      auto& importer = importers[found->second.source];
      if (!importer) {
        importer = std::make_unique<clang::ASTImporter>(context, into.getFileManager(), from.getASTContext(),
                                                        from.getFileManager(), false, shared);
      }
      auto imported = importer->Import(found->second.function);
      if (!imported) {
        llvm::consumeError(imported.takeError());  // it is a function without a body, as it was
        continue;
      }
      used.insert(found->second.source);
      is_new = true;
    }
  }
  renameStatic(context, own);
  return {used.begin(), used.end()};
}

}  // namespace weir::frontend
