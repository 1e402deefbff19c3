// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable that only ever holds container_of(p, T, m) is kept as p, and is the object around p where it is used.
//
//   for (pos = list_entry(head->next, T, link); &pos->link != head; pos = list_entry(pos->link.next, T, link))
//
// At the end of the list `pos` is what would be around the head if the head were in a T. It is not: there is no
// such object, and only `&pos->link`, the head itself, is ever asked for. That is what is kept.
#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

const clang::VarDecl* variableOf(const clang::Expr* expr) {
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
  const auto* variable = named != nullptr ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
  return variable != nullptr ? variable->getCanonicalDecl() : nullptr;
}

/// The expression that gives a block in parentheses its value.
const clang::Expr* tailOf(const clang::Expr* expr) {
  expr = expr->IgnoreParenImpCasts();
  const auto* block = llvm::dyn_cast<clang::StmtExpr>(expr);
  if (block == nullptr || block->getSubStmt()->body_empty()) return expr;
  const auto* last = llvm::dyn_cast<clang::Expr>(block->getSubStmt()->body_back());
  return last == nullptr ? expr : tailOf(last);
}

}  // namespace

const clang::FieldDecl* BodyLowering::memberOfContainer(const clang::Expr* expr) const {
  const auto* casted = llvm::dyn_cast<clang::CastExpr>(tailOf(expr));
  if (casted == nullptr || !casted->getType()->isPointerType()) return nullptr;
  const auto found = matchContainer(casted->getSubExpr(), casted->getType()->getPointeeType());
  if (!found || found->path.size() != 1 || !found->path[0]->getType()->isRecordType()) return nullptr;
  return found->path[0];
}

void BodyLowering::findKeptMembers(const clang::Stmt* body) {
  // What each variable is given; a null value is something else.
  std::map<const clang::VarDecl*, std::vector<const clang::Expr*>> given;
  const std::function<void(const clang::Stmt*)> look = [&](const clang::Stmt* stmt) {
    if (stmt == nullptr) return;
    if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(stmt))
      for (const clang::Decl* decl : declared->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
            variable != nullptr && variable->hasInit() && variable->hasLocalStorage())
          given[variable->getCanonicalDecl()].push_back(variable->getInit());
    if (const auto* assigned = llvm::dyn_cast<clang::BinaryOperator>(stmt);
        assigned != nullptr && assigned->isAssignmentOp())
      if (const clang::VarDecl* variable = variableOf(assigned->getLHS()))
        given[variable].push_back(assigned->isCompoundAssignmentOp() ? nullptr : assigned->getRHS());
    if (const auto* stepped = llvm::dyn_cast<clang::UnaryOperator>(stmt);
        stepped != nullptr && stepped->isIncrementDecrementOp())
      if (const clang::VarDecl* variable = variableOf(stepped->getSubExpr())) given[variable].push_back(nullptr);
    for (const clang::Stmt* child : stmt->children()) look(child);
  };
  look(body);

  std::map<const clang::VarDecl*, const clang::FieldDecl*> kept;
  for (const auto& [variable, values] : given) {
    const bool is_plain = variable->getType()->isPointerType() && variable->hasLocalStorage() &&
                          !llvm::isa<clang::ParmVarDecl>(variable) && boxes_.count(variable) == 0;
    for (const clang::Expr* value : values)
      if (const clang::FieldDecl* field = is_plain && value != nullptr ? memberOfContainer(value) : nullptr) {
        const clang::QualType pointee = variable->getType()->getPointeeType();
        if (context_.hasSameUnqualifiedType(pointee, context_.getRecordType(field->getParent())))
          kept.emplace(variable, field);
      }
  }
  // One that is ever given anything else drops out, and so do those that are given it.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto entry = kept.begin(); entry != kept.end();) {
      const auto fits = [&](const clang::Expr* value) {
        if (value == nullptr) return false;
        if (memberOfContainer(value) == entry->second) return true;
        const auto other = kept.find(variableOf(value));
        return other != kept.end() && other->second == entry->second;
      };
      const std::vector<const clang::Expr*>& values = given[entry->first];
      if (std::all_of(values.begin(), values.end(), fits)) {
        ++entry;
      } else {
        entry = kept.erase(entry);
        changed = true;
      }
    }
  }
  for (const auto& [variable, field] : kept) kept_members_[variable] = {field, nullptr};
}

const BodyLowering::KeptMember* BodyLowering::keptMember(const clang::Expr* expr) const {
  const auto known = kept_members_.find(variableOf(expr));
  return known == kept_members_.end() || known->second.local == nullptr ? nullptr : &known->second;
}

void BodyLowering::declareKeptMember(const clang::VarDecl* variable) {
  KeptMember& kept = kept_members_.at(variable);
  const TypeRef pointer = program_.pointerTo(unit_.type(kept.field->getType()));
  Local* local =
      program_.addLocal(procedure_, variable->getNameAsString() + "->" + kept.field->getNameAsString(), pointer);
  local->range = unit_.range(variable->getSourceRange());
  kept.local = local;
  if (variable->getInit() == nullptr) return;
  openScope(true);
  assignKeptMember(kept, variable->getInit());
  closeScope();
}

void BodyLowering::assignKeptMember(const KeptMember& kept, const clang::Expr* value) {
  if (const KeptMember* other = keptMember(value)) return assign(kept.local, ref(other->local));
  const std::function<ExprRef(const clang::Expr*)> member_of = [&](const clang::Expr* expr) -> ExprRef {
    expr = expr->IgnoreParenImpCasts();
    if (const auto* block = llvm::dyn_cast<clang::StmtExpr>(expr)) {
      const clang::CompoundStmt* body = block->getSubStmt();
      openScope();
      std::vector<const clang::Stmt*> before(body->body_begin(), body->body_end() - 1);
      sequence(before);
      const ExprRef pointer = saved(member_of(llvm::cast<clang::Expr>(body->body_back())));
      closeScope();
      return pointer;
    }
    const auto* casted = llvm::cast<clang::CastExpr>(expr);
    return rvalue(matchContainer(casted->getSubExpr(), casted->getType()->getPointeeType())->base);
  };
  assign(kept.local, member_of(value));
}

/// The object around what is kept.
ExprRef BodyLowering::containerOf(const KeptMember& kept) {
  const Field* field = unit_.fieldOf(kept.field);
  const auto around = [&](ExprRef pointer) { return ownerOf(pointer, field); };
  if (!field->is_first) return around(ref(kept.local));
  return ifNotNull(ref(kept.local), program_.pointerTo(program_.classType(field->owner)), around);
}

}  // namespace weir::frontend
