// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names as a specification writes them: qualified, with template arguments, "List<int>::find(int, const Node &) const".
// A name that two declarations share (local classes, lambdas) gets a number, so that names stay unique and stable.
#include <llvm/Support/raw_ostream.h>

#include "frontend/translation.h"

namespace weir::frontend {

clang::PrintingPolicy Translation::policy() const {
  clang::PrintingPolicy policy(context_.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.SuppressUnwrittenScope = true;
  policy.SuppressInlineNamespace = true;
  policy.SuppressDefaultTemplateArgs = true;
  policy.AnonymousTagLocations = false;
  policy.Bool = true;
  policy.FullyQualifiedName = true;
  // Types are made canonical before they are printed; with this set, default template arguments would be printed too.
  policy.PrintCanonicalTypes = false;
  return policy;
}

std::string Translation::typeName(clang::QualType type) const { return type.getCanonicalType().getAsString(policy()); }

std::string Translation::className(const clang::RecordDecl* record) {
  std::string name;
  const auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record);
  if (cxx != nullptr && cxx->isLambda()) {
    const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(cxx->getParentFunctionOrMethod());
    name = (function == nullptr ? std::string("global") : procedureName(function)) + "::lambda";
  } else if (const clang::TypedefNameDecl* alias = record->getTypedefNameForAnonDecl()) {
    name = alias->getQualifiedNameAsString();
  } else if (record->getDeclName().isEmpty()) {
    const auto* outer = llvm::dyn_cast<clang::RecordDecl>(record->getDeclContext());
    name = (outer == nullptr ? std::string() : className(outer) + "::") + (record->isUnion() ? "union" : "struct");
  } else if (const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(record->getParentFunctionOrMethod())) {
    name = procedureName(function) + "::" + record->getNameAsString();
  } else {
    name = context_.getRecordType(record).getCanonicalType().getUnqualifiedType().getAsString(policy());
  }
  return name;
}

std::string Translation::procedureName(const clang::FunctionDecl* function) {
  std::string name;
  llvm::raw_string_ostream stream(name);
  const clang::PrintingPolicy print = policy();
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (method != nullptr) {
    const clang::CXXRecordDecl* parent = method->getParent();
    const auto known = classes_.find(parent->getCanonicalDecl());
    const std::string parent_name = known != classes_.end() ? known->second->name : className(parent);
    if (llvm::isa<clang::CXXConstructorDecl>(method) || llvm::isa<clang::CXXDestructorDecl>(method)) {
      // "List<int>::List": the last name is the template's, not the instance's.
      const std::string plain = parent->isLambda() ? "lambda" : parent->getNameAsString();
      return parent_name + (llvm::isa<clang::CXXDestructorDecl>(method) ? "::~" : "::") + plain;
    }
    stream << parent_name << "::" << method->getDeclName();
  } else {
    function->printQualifiedName(stream, print);
  }
  if (const clang::TemplateArgumentList* arguments = function->getTemplateSpecializationArgs()) {
    std::string list;
    llvm::raw_string_ostream list_stream(list);
    clang::printTemplateArgumentList(list_stream, arguments->asArray(), print);
    stream << list;
  }
  stream.flush();
  return name;
}

std::string Translation::signature(const clang::FunctionDecl* function) {
  std::string text = procedureName(function) + "(";
  bool first = true;
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    text += (first ? "" : ", ") + typeName(parameter->getType());
    first = false;
  }
  if (function->isVariadic()) text += first ? "..." : ", ...";
  text += ")";
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function)) {
    if (method->isConst()) text += " const";
    if (method->getRefQualifier() == clang::RQ_LValue) text += " &";
    if (method->getRefQualifier() == clang::RQ_RValue) text += " &&";
  }
  return text;
}

std::string Translation::variableName(const clang::VarDecl* variable) {
  if (const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(variable->getParentFunctionOrMethod()))
    return procedureName(function) + "::" + variable->getNameAsString();
  std::string name;
  llvm::raw_string_ostream stream(name);
  variable->printQualifiedName(stream, policy());
  stream.flush();
  return name;
}

}  // namespace weir::frontend
