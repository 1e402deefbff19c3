// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/open_templates.h"

#include <clang/Frontend/ASTUnit.h>

#include "frontend/clang_ast.h"

namespace weir::frontend {
namespace {

using program::OpenTemplate;

/// "int, 2" for <class T, int N>: nothing for a parameter that is a template itself. Defaults and packs are left out.
std::optional<std::string> argumentsFor(const clang::TemplateParameterList& parameters) {
  std::string text;
  for (const clang::NamedDecl* each : parameters) {
    std::string argument;
    if (const auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(each)) {
      if (type->hasDefaultArgument() || type->isParameterPack()) continue;
      argument = "int";
    } else if (const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(each)) {
      if (value->hasDefaultArgument() || value->isParameterPack()) continue;
      if (!value->getType()->isIntegralOrEnumerationType()) return std::nullopt;
      argument = value->getType()->isBooleanType() ? "true" : "2";
    } else {
      return std::nullopt;
    }
    text += (text.empty() ? "" : ", ") + argument;
  }
  return text;
}

class Reader {
 public:
  explicit Reader(const clang::ASTUnit& unit) : sources_(unit.getSourceManager()) {}

  void visit(const clang::DeclContext* declarations) {
    for (const clang::Decl* decl : declarations->decls()) {
      if (llvm::isa<clang::NamespaceDecl>(decl) || llvm::isa<clang::LinkageSpecDecl>(decl)) {
        visit(llvm::cast<clang::DeclContext>(decl));
      } else if (sources_.isInMainFile(sources_.getExpansionLoc(decl->getLocation()))) {
        if (const auto* of_class = llvm::dyn_cast<clang::ClassTemplateDecl>(decl)) addClass(*of_class);
        if (const auto* of_function = llvm::dyn_cast<clang::FunctionTemplateDecl>(decl)) addFunction(*of_function);
      }
    }
  }

  std::vector<OpenTemplate> found;

 private:
  void addClass(const clang::ClassTemplateDecl& decl) {
    const clang::CXXRecordDecl* pattern = decl.getTemplatedDecl();
    const clang::CXXRecordDecl* definition = pattern->getDefinition();
    if (decl.isInvalidDecl() || definition == nullptr || pattern != definition || hasNoFunction(*definition)) return;
    for (const clang::ClassTemplateSpecializationDecl* instance : decl.specializations())
      if (instance->getDefinition() != nullptr) return;
    const char* word = definition->isUnion() ? "union" : definition->isStruct() ? "struct" : "class";
    add(decl, [&](const std::string& instance) { return std::string("template ") + word + " " + instance + ";"; });
  }

  /// A template without functions, as traits and plain cells are: there is nothing in it to check.
  static bool hasNoFunction(const clang::CXXRecordDecl& record) {
    for (const clang::Decl* member : record.decls()) {
      if (member->isImplicit()) continue;
      if (llvm::isa<clang::FunctionDecl>(member) || llvm::isa<clang::FunctionTemplateDecl>(member)) return false;
    }
    return true;
  }

  void addFunction(const clang::FunctionTemplateDecl& decl) {
    const clang::FunctionDecl* pattern = decl.getTemplatedDecl();
    // The guide of a deduction is no function, and a member belongs to its class.
    if (decl.isInvalidDecl() || !pattern->isThisDeclarationADefinition() || llvm::isa<clang::CXXMethodDecl>(pattern) ||
        llvm::isa<clang::CXXDeductionGuideDecl>(pattern) || pattern->isConstexpr())
      return;
    for (const clang::FunctionDecl* instance : decl.specializations())
      if (instance->isDefined()) return;
    add(decl, [](const std::string& instance) { return "template decltype(" + instance + ") " + instance + ";"; });
  }

  template <class Write>
  void add(const clang::TemplateDecl& decl, const Write& write) {
    const auto arguments = argumentsFor(*decl.getTemplateParameters());
    OpenTemplate open;
    open.name = decl.getQualifiedNameAsString();
    if (open.name.find('(') != std::string::npos) return;  // in a namespace without a name: only the source can
    if (arguments) {
      open.checked_as = open.name + "<" + *arguments + ">";
      open.instance = write(open.checked_as);
    }
    const clang::PresumedLoc at = sources_.getPresumedLoc(decl.getTemplatedDecl()->getLocation());
    if (at.isInvalid()) return;
    const SourceLocation place{static_cast<int>(at.getLine()), static_cast<int>(at.getColumn())};
    open.range = {.file = at.getFilename(), .begin = place, .end = place};
    found.push_back(std::move(open));
  }

  const clang::SourceManager& sources_;
};

}  // namespace

std::vector<OpenTemplate> openTemplates(const clang::ASTUnit& unit) {
  Reader reader(unit);
  reader.visit(unit.getASTContext().getTranslationUnitDecl());
  return std::move(reader.found);
}

}  // namespace weir::frontend
