// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions and strings of the standard library, which hold text in memory of the library's own. No property can see
// it: building, copying and destroying one does what its arguments do, and handlers see the type of the exception.
//
//   throw std::out_of_range("at " + std::to_string(i++))        i = i + 1; throw an std::out_of_range
//
// What looks at a text, `s.size()` or `e.what()`, is a call of an external function. A class of the user's that derives
// from such an exception is a class like any other, with an empty base.
#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

const std::set<llvm::StringRef> kMessagesOnly = {
    "exception",         "bad_alloc",     "bad_array_new_length", "bad_cast",           "bad_typeid",
    "bad_exception",     "logic_error",   "domain_error",         "invalid_argument",   "length_error",
    "out_of_range",      "runtime_error", "range_error",          "overflow_error",     "underflow_error",
    "bad_function_call", "bad_weak_ptr",  "bad_optional_access",  "bad_variant_access", "bad_any_cast"};
/// Functions of the library that only make a text of what they are given.
const std::set<llvm::StringRef> kMakeText = {"to_string", "move", "forward"};
const std::set<llvm::StringRef> kShowText = {"c_str", "data", "str"};

const clang::Expr* withoutWrappers(const clang::Expr* expr) {
  while (true) {
    const clang::Expr* inner = expr->IgnoreParens();
    if (const auto* casted = llvm::dyn_cast<clang::CastExpr>(inner);
        casted != nullptr && casted->getCastKind() != clang::CK_LValueToRValue)
      inner = casted->getSubExpr();
    else if (const auto* materialized = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(inner))
      inner = materialized->getSubExpr();
    else if (const auto* bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    else if (const auto* full = llvm::dyn_cast<clang::ExprWithCleanups>(inner))
      inner = full->getSubExpr();
    if (inner == expr) return expr;
    expr = inner;
  }
}

}  // namespace

bool isLibraryException(const clang::CXXRecordDecl* record) {
  return record != nullptr && record->isInStdNamespace() && record->getIdentifier() != nullptr &&
         kMessagesOnly.count(record->getName()) != 0;
}

static bool isString(const clang::CXXRecordDecl* record) {
  return record != nullptr && record->isInStdNamespace() && record->getIdentifier() != nullptr &&
         record->getName() == "basic_string";
}

bool Translation::isText(const clang::CXXRecordDecl* record) const { return isString(record) && isOpaque(record); }

const clang::CXXRecordDecl* Translation::standardClass(llvm::StringRef name) const {
  const auto inStd = [&](const clang::DeclContext* context, llvm::StringRef wanted) {
    return context->lookup(clang::DeclarationName(&context_.Idents.get(wanted)));
  };
  for (const clang::NamedDecl* space : inStd(context_.getTranslationUnitDecl(), "std")) {
    const auto* std_space = llvm::dyn_cast<clang::NamespaceDecl>(space);
    if (std_space == nullptr) continue;
    for (const clang::NamedDecl* found : inStd(std_space, name))
      if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(found))
        if (const clang::CXXRecordDecl* definition = record->getDefinition()) return definition;
  }
  return nullptr;
}

bool BodyLowering::buildsText(const clang::Expr* expr) const {
  return unit_.isText(expr->getType()->getAsCXXRecordDecl()) && buildsString(expr);
}

/// Also one that has a model: what an exception says is not looked at.
bool BodyLowering::buildsString(const clang::Expr* expr) const {
  if (!expr->isPRValue() || !isString(expr->getType()->getAsCXXRecordDecl())) return false;
  if (llvm::isa<clang::CXXConstructExpr>(expr)) return true;
  const auto* called = llvm::dyn_cast<clang::CallExpr>(expr);
  const clang::FunctionDecl* callee = called != nullptr ? called->getDirectCallee() : nullptr;
  if (callee == nullptr || !callee->isInStdNamespace() || llvm::isa<clang::CXXMethodDecl>(callee)) return false;
  return callee->getOverloadedOperator() == clang::OO_Plus ||
         (callee->getIdentifier() != nullptr && kMakeText.count(callee->getName()) != 0);
}

void BodyLowering::effectsOfText(const clang::Expr* expr) {
  expr = withoutWrappers(expr);
  if (llvm::isa<clang::StringLiteral>(expr) || llvm::isa<clang::CXXDefaultArgExpr>(expr)) return;
  const clang::CXXRecordDecl* record = expr->getType()->getAsCXXRecordDecl();
  if (const auto* built = llvm::dyn_cast<clang::CXXConstructExpr>(expr);
      built != nullptr && (isString(record) || isLibraryException(record))) {
    for (const clang::Expr* passed : built->arguments()) effectsOfText(passed);
    return;
  }
  if (isString(record) && !unit_.isText(record) && expr->isXValue())
    return unsupported("a string that is moved into what is not looked at");
  if (buildsString(expr)) {
    for (const clang::Expr* passed : llvm::cast<clang::CallExpr>(expr)->arguments()) effectsOfText(passed);
    return;
  }
  if (const auto* shown = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr);
      shown != nullptr && isString(shown->getRecordDecl()) && shown->getMethodDecl()->getIdentifier() != nullptr &&
      kShowText.count(shown->getMethodDecl()->getName()) != 0)
    return effectsOfText(shown->getImplicitObjectArgument());
  const TypeRef type = unit_.type(expr->getType());
  // A number with a fraction is shown, not computed with.
  if (type->kind == program::TypeKind::Unsupported && !expr->HasSideEffects(context_)) return;
  if (!type->isSlotPointer()) return effect(expr);
  // The text behind a pointer is read: it has to be there.
  load(deref(rvalue(expr), expr->getType()->getPointeeType()));
}

/// std::__throw_out_of_range(…), which the library calls where its own templates throw.
bool BodyLowering::throwsForLibrary(const clang::CallExpr* expr, const clang::FunctionDecl* callee) {
  llvm::StringRef name = callee->getName();
  if (!callee->isInStdNamespace() || !name.consume_front("__throw_")) return false;
  name.consume_back("_fmt");
  const clang::CXXRecordDecl* record = unit_.standardClass(name);
  if (!isLibraryException(record)) return false;
  for (const clang::Expr* passed : expr->arguments()) effectsOfText(passed);
  throwLibraryException(record);
  return true;
}

void BodyLowering::throwLibraryException(const clang::CXXRecordDecl* record) {
  const TypeRef type = unit_.type(context_.getRecordType(record));
  const ExprRef object = allocate(type->class_decl, "%exception");
  auto& stmt = emit<program::ThrowStmt>();
  stmt.thrown = type;
  stmt.value = object;
}

}  // namespace weir::frontend
