// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables without an initialiser in loops. Each time their declaration is reached they have no value again; a local
// of the program would keep that of the round before:
//
//   for (…) { int x; if (i == 0) x = 1; sum += x; }      the second round reads x without a value
//
// So such a variable lives in an object of its own, its box, unless it is seen to be assigned before it is read.
#include "frontend/body_lowering.h"

namespace weir::frontend {

bool mentions(const clang::Stmt* stmt, const clang::VarDecl* variable) {
  if (stmt == nullptr) return false;
  if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(stmt)) return named->getDecl() == variable;
  if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(stmt))
    for (const clang::Decl* decl : declared->decls())
      if (const auto* other = llvm::dyn_cast<clang::VarDecl>(decl);
          other != nullptr && mentions(other->getInit(), variable))
        return true;
  return llvm::any_of(stmt->children(), [&](const clang::Stmt* child) { return mentions(child, variable); });
}

namespace {

bool assignsFirst(const clang::Stmt* stmt, const clang::VarDecl* variable);

/// Of statements, or parts of one, that follow each other.
bool assignsFirst(llvm::ArrayRef<const clang::Stmt*> parts, const clang::VarDecl* variable) {
  for (const clang::Stmt* part : parts) {
    if (part == nullptr) continue;
    if (assignsFirst(part, variable)) return true;
    if (mentions(part, variable)) return false;
  }
  return false;
}

bool assignsFirst(const clang::Expr* expr, const clang::VarDecl* variable) {
  expr = expr->IgnoreParenCasts();
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    const clang::Expr* left = operation->getLHS();
    if (operation->isLogicalOp()) return assignsFirst(left, variable);
    if (operation->getOpcode() != clang::BO_Assign) return assignsFirst({left, operation->getRHS()}, variable);
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(left->IgnoreParens());
    if (named == nullptr || named->getDecl() != variable) return assignsFirst({operation->getRHS(), left}, variable);
    return !mentions(operation->getRHS(), variable) || assignsFirst(operation->getRHS(), variable);
  }
  if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(expr))
    return assignsFirst(operation->getSubExpr(), variable);
  return false;
}

/// Has the variable a value, of every execution that gets behind the statement, without having been read before?
bool assignsFirst(const clang::Stmt* stmt, const clang::VarDecl* variable) {
  if (stmt == nullptr) return false;
  if (const auto* expr = llvm::dyn_cast<clang::Expr>(stmt)) return assignsFirst(expr, variable);
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
    const std::vector<const clang::Stmt*> parts(block->body_begin(), block->body_end());
    return assignsFirst(parts, variable);
  }
  if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(stmt)) {
    if (assignsFirst(branch->getCond(), variable)) return true;
    return !mentions(branch->getCond(), variable) && assignsFirst(branch->getThen(), variable) &&
           assignsFirst(branch->getElse(), variable);
  }
  if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(stmt))
    return assignsFirst({loop->getInit(), loop->getCond()}, variable);
  if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(stmt)) return assignsFirst(loop->getCond(), variable);
  if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
    std::vector<const clang::Stmt*> values;
    for (const clang::Decl* decl : declared->decls())
      if (const auto* other = llvm::dyn_cast<clang::VarDecl>(decl)) values.push_back(other->getInit());
    return assignsFirst(values, variable);
  }
  // Nothing gets behind them.
  return llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt>(stmt) && !mentions(stmt, variable);
}

}  // namespace

void BodyLowering::boxWhatLoopsUnset(const clang::Stmt* stmt, bool in_loop) {
  if (stmt == nullptr) return;
  if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(stmt)) in_loop = true;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
    const std::vector<const clang::Stmt*> parts(block->body_begin(), block->body_end());
    // A jump may lead back to the label.
    in_loop = in_loop || llvm::any_of(parts, [](const clang::Stmt* part) { return llvm::isa<clang::LabelStmt>(part); });
    for (std::size_t i = 0; in_loop && i < parts.size(); ++i) {
      const auto* declared = llvm::dyn_cast<clang::DeclStmt>(parts[i]);
      if (declared == nullptr) continue;
      for (const clang::Decl* decl : declared->decls()) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
        if (variable == nullptr || !variable->hasLocalStorage() || variable->getInit() != nullptr) continue;
        const auto after = llvm::ArrayRef(parts).drop_front(i + 1);
        const bool is_used = llvm::any_of(after, [&](const clang::Stmt* part) { return mentions(part, variable); });
        if (is_used && !assignsFirst(after, variable)) boxes_.insert(variable->getCanonicalDecl());
      }
    }
  }
  for (const clang::Stmt* child : stmt->children()) boxWhatLoopsUnset(child, in_loop);
}

}  // namespace weir::frontend
