// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Characters of a modelled std::string, which is a number: what is written to one goes to the number as well.
//
//   s[i] = 'x';             place = s.operator[](i); *place = 'x'; s.weir_keep(place)
//   for (char& c : s) ++c;  c stands for such a place: the same with each assignment
//
// A pointer or reference that goes elsewhere, to be written there, is unsupported. One to const only reads; it is good
// until the string changes (moved_elements.h).
#include "frontend/body_lowering.h"
#include "frontend/library/library_models.h"
#include "ir/program/model_text.h"

namespace weir::frontend {

namespace {

/// std::move and its like.
bool isPassedOn(const clang::FunctionDecl* callee) {
  const unsigned id = callee->getBuiltinID();
  return id == clang::Builtin::BImove || id == clang::Builtin::BIforward;
}

}  // namespace

bool BodyLowering::isCharacter(const clang::Expr* expr) const {
  const auto* called = llvm::dyn_cast<clang::CallExpr>(expr->IgnoreParens());
  const clang::FunctionDecl* callee = called == nullptr ? nullptr : called->getDirectCallee();
  if (callee == nullptr || program::isModelCode(*procedure_)) return false;
  if (isPassedOn(callee)) return isCharacter(called->getArg(0));
  return leadsToCharacter(*callee);
}

/// As `s.data()` does; only where the characters are not to be written is that read.
bool BodyLowering::leadsToCharacters(const clang::Expr* expr) const {
  return expr->getType()->isPointerType() && isCharacter(expr);
}

ExprRef BodyLowering::readCharacters(const clang::Expr* expr) {
  read_characters_ = expr->IgnoreParens();
  return call(llvm::cast<clang::CallExpr>(read_characters_));
}

Place BodyLowering::character(const clang::CallExpr* expr) {
  if (isPassedOn(expr->getDirectCallee())) return lvalue(expr->getArg(0));
  const auto* method = llvm::cast<clang::CXXMethodDecl>(expr->getDirectCallee());
  const ExprRef pointer = saved(call(expr));
  // The call is the last one, of an object that has not changed since.
  const Procedure* callee = unit_.procedureOf(method);
  for (auto stmt = out_->rbegin(); stmt != out_->rend(); ++stmt) {
    if ((*stmt)->kind != program::StmtKind::Call) continue;
    const auto& made = program::as<program::CallStmt>(**stmt);
    if (made.callee != callee) break;
    const clang::CXXMethodDecl* text = textOfCharacter(*method->getParent());
    const clang::CXXRecordDecl* string = text->getReturnType().getNonReferenceType()->getAsCXXRecordDecl();
    Place place = deref(pointer, expr->getType());
    place.text = saved(emitCall(unit_.procedureOf(text), {made.arguments[0]}, false));
    place.keep = unit_.procedureOf(keepsCharacter(*string));
    return place;
  }
  unsupported("a character of a string");
  return Place::unsupported(unit_.type(expr->getType()));
}

void BodyLowering::keepCharacter(const Place& place) { emitCall(place.keep, {place.text, place.pointer}, false); }

/// std::swap of two characters, here or in an algorithm. A pointer that would write others is refused.
bool BodyLowering::swapCharacters(const clang::CallExpr* expr, const clang::FunctionDecl* callee) {
  if (leadsToCharacters(expr) && expr != read_characters_)
    unsupported("a pointer to the characters of a string, which may be written");
  if (!callee->isInStdNamespace() || callee->getIdentifier() == nullptr || callee->getName() != "swap" ||
      expr->getNumArgs() != 2 || !(isCharacter(expr->getArg(0)) || isCharacter(expr->getArg(1))))
    return false;
  const Place first = lvalue(expr->getArg(0));
  const Place second = lvalue(expr->getArg(1));
  const ExprRef kept = saved(load(first));
  store(first, saved(load(second)));
  store(second, kept);
  return true;
}

}  // namespace weir::frontend
