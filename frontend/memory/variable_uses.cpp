// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/memory/variable_uses.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>

namespace weir::frontend {

class UseCollector : public clang::RecursiveASTVisitor<UseCollector> {
 public:
  explicit UseCollector(VariableUses& uses) : uses_(uses) {}

  static bool shouldVisitTemplateInstantiations() { return true; }
  static bool shouldVisitImplicitCode() { return true; }

  bool VisitImplicitCastExpr(clang::ImplicitCastExpr* cast) {
    if (cast->getCastKind() == clang::CK_LValueToRValue) read(cast->getSubExpr());
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator* operation) {
    if (operation->isAssignmentOp()) write(operation->getLHS());
    return true;
  }

  bool VisitUnaryOperator(clang::UnaryOperator* operation) {
    if (operation->isIncrementDecrementOp()) write(operation->getSubExpr());
    return true;
  }

  bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* trait) {
    if (!trait->isArgumentType()) read(trait->getArgumentExpr());
    return true;
  }

  // Parents are visited before their children.
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable != nullptr && variable->hasGlobalStorage() && !understood_.contains(reference))
      uses_.handed_out_.insert(variable->getCanonicalDecl());
    return true;
  }

  // `object.shared`, where shared is a static member.
  bool VisitMemberExpr(clang::MemberExpr* member) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl()))
      uses_.handed_out_.insert(variable->getCanonicalDecl());
    return true;
  }

 private:
  void read(const clang::Expr* place) {
    // In C++ these are places, too: `x < most ? x : most`.
    if (const auto* either = llvm::dyn_cast<clang::ConditionalOperator>(place->IgnoreParens())) {
      read(either->getTrueExpr());
      read(either->getFalseExpr());
    } else if (const clang::DeclRefExpr* reference = named(place)) {
      understood_.insert(reference);
    }
  }

  void write(const clang::Expr* place) {
    const clang::DeclRefExpr* reference = named(place);
    if (reference == nullptr) return;
    understood_.insert(reference);
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      uses_.written_.insert(variable->getCanonicalDecl());
  }

  /// The variable that this place is in; null where a pointer or a reference leads there.
  static const clang::DeclRefExpr* named(const clang::Expr* place) {
    for (;;) {
      place = place->IgnoreParens();
      if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(place)) return reference;
      if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(place)) {
        if (member->isArrow() || !llvm::isa<clang::FieldDecl>(member->getMemberDecl())) return nullptr;
        place = member->getBase();
      } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(place)) {
        const auto* array = llvm::dyn_cast<clang::ImplicitCastExpr>(element->getBase()->IgnoreParens());
        if (array == nullptr || array->getCastKind() != clang::CK_ArrayToPointerDecay) return nullptr;
        place = array->getSubExpr();
      } else if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(place)) {
        if (cast->getCastKind() != clang::CK_NoOp) return nullptr;
        place = cast->getSubExpr();
      } else {
        return nullptr;
      }
    }
  }

  VariableUses& uses_;
  std::set<const clang::Expr*> understood_;  // references that read or assign
};

void VariableUses::add(clang::Decl* decl) { UseCollector(*this).TraverseDecl(decl); }

}  // namespace weir::frontend
