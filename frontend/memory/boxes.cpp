// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which scalar variables need an address. A variable that is only read, assigned and stepped stays a local; one
// that is pointed to, bound to a reference or captured by reference lives in an object of its own, its box.
#include "frontend/body_lowering.h"

namespace weir::frontend {

void BodyLowering::findBoxesInPlace(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  if (llvm::isa<clang::DeclRefExpr>(expr)) return;
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    if (operation->isAssignmentOp()) {
      findBoxesInPlace(operation->getLHS());
      return findBoxes(operation->getRHS());
    }
    if (operation->getOpcode() == clang::BO_Comma) {
      findBoxes(operation->getLHS());
      return findBoxesInPlace(operation->getRHS());
    }
  }
  if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(expr);
      operation != nullptr && operation->isIncrementDecrementOp())
    return findBoxesInPlace(operation->getSubExpr());
  findBoxes(expr);
}

void BodyLowering::findBoxes(const clang::Stmt* stmt) {
  if (stmt == nullptr) return;
  if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(stmt)) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(named->getDecl()))
      if (variable->hasLocalStorage()) boxes_.insert(variable->getCanonicalDecl());
    return;
  }
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(stmt)) return;  // not evaluated
  if (const auto* casted = llvm::dyn_cast<clang::CastExpr>(stmt)) {
    if (casted->getCastKind() == clang::CK_LValueToRValue) {
      // The value of c ? x : y needs no address of x or y; an assignment to it would.
      const std::function<void(const clang::Expr*)> inValue = [&](const clang::Expr* read) {
        read = read->IgnoreParens();
        const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(read);
        if (choice == nullptr || choice->getType()->isRecordType()) return findBoxesInPlace(read);
        findBoxes(choice->getCond());
        inValue(choice->getTrueExpr());
        inValue(choice->getFalseExpr());
      };
      return inValue(casted->getSubExpr());
    }
    if (casted->getCastKind() == clang::CK_ToVoid) return findBoxesInPlace(casted->getSubExpr());
  }
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(stmt);
      operation != nullptr && operation->isAssignmentOp())
    return findBoxesInPlace(operation);
  if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(stmt);
      operation != nullptr && operation->isIncrementDecrementOp())
    return findBoxesInPlace(operation);
  if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(stmt)) {
    for (const clang::Expr* captured : lambda->capture_inits()) findBoxes(captured);
    return;
  }
  if (const auto* used = llvm::dyn_cast<clang::CXXDefaultInitExpr>(stmt)) return findBoxes(used->getExpr());
  if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
    for (const clang::Decl* decl : declared->decls()) {
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
        findBoxes(variable->getInit());
        if (variable->hasAttr<clang::CleanupAttr>()) boxes_.insert(variable->getCanonicalDecl());
      }
      if (const auto* decomposed = llvm::dyn_cast<clang::DecompositionDecl>(decl))
        for (const clang::BindingDecl* binding : decomposed->bindings()) {
          findBoxes(binding->getBinding());
          if (binding->getHoldingVar() != nullptr) findBoxes(binding->getHoldingVar()->getInit());
        }
    }
    return;
  }
  for (const clang::Stmt* child : stmt->children()) findBoxes(child);
}

}  // namespace weir::frontend
