// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements and declarations.
#include "frontend/body_lowering.h"
#include "support/invariant.h"

namespace weir::frontend {

void BodyLowering::compound(const clang::CompoundStmt* stmt) {
  openScope();
  std::vector<const clang::Stmt*> statements(stmt->body_begin(), stmt->body_end());
  sequence(statements);
  closeScope();
}

void BodyLowering::statementBody(const clang::Stmt* stmt) {
  openScope();
  statement(stmt);
  closeScope();
}

void BodyLowering::statement(const clang::Stmt* stmt) {
  if (stmt == nullptr) return;
  range_ = unit_.range(stmt->getSourceRange());
  if (const auto* expr = llvm::dyn_cast<clang::Expr>(stmt)) {
    openScope(true);
    effect(expr);
    return closeScope();
  }
  switch (stmt->getStmtClass()) {
    case clang::Stmt::NullStmtClass: return;
    case clang::Stmt::CompoundStmtClass: return compound(llvm::cast<clang::CompoundStmt>(stmt));
    case clang::Stmt::DeclStmtClass: return declaration(llvm::cast<clang::DeclStmt>(stmt));
    case clang::Stmt::IfStmtClass: return ifStatement(llvm::cast<clang::IfStmt>(stmt));
    case clang::Stmt::WhileStmtClass: return whileStatement(llvm::cast<clang::WhileStmt>(stmt));
    case clang::Stmt::DoStmtClass: return doStatement(llvm::cast<clang::DoStmt>(stmt));
    case clang::Stmt::ForStmtClass: return forStatement(llvm::cast<clang::ForStmt>(stmt));
    case clang::Stmt::CXXForRangeStmtClass: return rangeFor(llvm::cast<clang::CXXForRangeStmt>(stmt));
    case clang::Stmt::SwitchStmtClass: return switchStatement(llvm::cast<clang::SwitchStmt>(stmt));
    case clang::Stmt::ReturnStmtClass: return returnStatement(llvm::cast<clang::ReturnStmt>(stmt));
    case clang::Stmt::GotoStmtClass: return gotoStatement(llvm::cast<clang::GotoStmt>(stmt));
    case clang::Stmt::CXXTryStmtClass: return tryStatement(llvm::cast<clang::CXXTryStmt>(stmt));
    case clang::Stmt::AttributedStmtClass: return statement(llvm::cast<clang::AttributedStmt>(stmt)->getSubStmt());
    case clang::Stmt::LabelStmtClass: return labelled({stmt});
    case clang::Stmt::BreakStmtClass:
      INVARIANT(!break_targets_.empty(), "a break should stand in a loop or switch");
      return jump(break_targets_.back());
    case clang::Stmt::ContinueStmtClass:
      INVARIANT(!continue_targets_.empty(), "a continue should stand in a loop");
      return jump(continue_targets_.back());
    case clang::Stmt::GCCAsmStmtClass: return assembly(llvm::cast<clang::GCCAsmStmt>(stmt));
    case clang::Stmt::MSAsmStmtClass: return unsupported("inline assembly");
    case clang::Stmt::CoroutineBodyStmtClass:
    case clang::Stmt::CoreturnStmtClass: return unsupported("a coroutine");
    case clang::Stmt::IndirectGotoStmtClass: return unsupported("a computed goto");
    default: return unsupported(std::string("a statement of the kind ") + stmt->getStmtClassName());
  }
}

void BodyLowering::declaration(const clang::DeclStmt* stmt) {
  for (const clang::Decl* decl : stmt->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
    if (variable == nullptr) continue;  // types, using declarations, static assertions
    range_ = unit_.range(stmt->getSourceRange());
    declareVariable(variable);
  }
}

void BodyLowering::staticLocal(const clang::VarDecl* variable) {
  const Field* field = unit_.globalOf(variable);
  const clang::Expr* init = variable->getInit();
  if (field == nullptr || init == nullptr || variable->hasConstantInitialization()) return;
  const Field* guard = unit_.guardOf(variable);
  const ExprRef done = load({.kind = Place::Kind::Field, .type = guard->type, .pointer = globals(), .field = guard});
  auto& branch = emit<program::IfStmt>();
  branch.condition = negate(done);
  inside(branch.then_body, [&] {
    openScope(true);
    if (variable->getType()->isReferenceType()) {
      storeField(globals(), field, address(lvalue(init)));
    } else {
      initialisePlace(fieldPlace(globals(), field, variable->getType()), variable->getType(), init);
    }
    storeField(globals(), guard, boolean(true));
    closeScope();
  });
}

/// The object that a variable is, from here on.
Cleanup BodyLowering::beginVariable(const clang::VarDecl* variable) {
  const clang::QualType type = unit_.storedType(variable);
  const TypeRef lowered = unit_.type(type);
  const ClassDecl* class_decl = lowered->isClass() ? lowered->class_decl : program_.boxClass(lowered);
  Cleanup cleanup;
  cleanup.variable = variable;
  cleanup.storage = allocate(class_decl, variable->getNameAsString().empty() ? "unnamed" : variable->getNameAsString());
  variables_[variable] = cleanup.storage->local;
  cleanup.object = lowered->isClass()   ? cleanup.storage
                   : lowered->isArray() ? address(fieldPlace(cleanup.storage, class_decl->fields[0], type))
                                        : slotAddress(cleanup.storage, class_decl->fields[0]);
  return cleanup;
}

/// Begins the variables that the statement declares, if they are objects, and if `wanted` says so.
void BodyLowering::beginEarly(const clang::Stmt* stmt, const EarlyVariables& which) {
  const auto* declared = llvm::dyn_cast_or_null<clang::DeclStmt>(stmt);
  if (declared == nullptr) return;
  for (const clang::Decl* decl : declared->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
    if (variable == nullptr || !variable->hasLocalStorage() || variable->hasAttr<clang::CleanupAttr>()) continue;
    const bool is_plain = !unit_.isCxx() || (variable->getInit() == nullptr && !needsDestruction(variable->getType()));
    if (!is_plain || (variable->isNRVOVariable() && result_ != nullptr) || !which.wanted(variable)) continue;
    variable = variable->getCanonicalDecl();
    const TypeRef lowered = unit_.type(variable->getType());
    const bool is_box = lowered->isScalar() && boxes_.count(variable) != 0;
    const bool is_array = lowered->isArray() && (lowered->element->isScalar() || lowered->element->isClass());
    const bool is_object = lowered->isClass() && unit_.unsupportedClass(variable->getType()->getAsRecordDecl()).empty();
    if (kept_members_.count(variable) != 0 || !(is_box || is_array || is_object)) continue;
    range_ = unit_.range(stmt->getSourceRange());
    const Cleanup begun = beginVariable(variable);
    early_[variable] = {.begun = begun, .may_come_again = which.may_come_again};
    addCleanup(begun);
  }
}

void BodyLowering::declareVariable(const clang::VarDecl* variable) {
  variable = variable->getCanonicalDecl();
  if (variable->hasExternalStorage()) return;
  if (variable->isStaticLocal()) return staticLocal(variable);
  const clang::QualType type = unit_.storedType(variable);
  const TypeRef lowered = unit_.type(type);
  const std::string name = variable->getNameAsString().empty() ? "unnamed" : variable->getNameAsString();
  const clang::Expr* init = variable->getInit();

  if (kept_members_.count(variable) != 0) return declareKeptMember(variable);
  if (type->isReferenceType() || (lowered->isScalar() && boxes_.count(variable) == 0)) {
    Local* local = program_.addLocal(procedure_, name, lowered);
    local->is_reference = type->isReferenceType();
    local->range = unit_.range(variable->getSourceRange());
    variables_[variable] = local;
    if (init == nullptr) return;
    openScope(true);
    ExprRef value = nullptr;
    if (const auto built = typeBuiltAt(variable))
      if (const auto allocated = typedAllocation(init, *built)) value = convert(*allocated, lowered);
    if (value == nullptr && type->isReferenceType()) {
      Place place = lvalue(init);
      if (place.text != nullptr) texts_[variable] = place;
      place.text = nullptr;
      value = address(place);
    } else if (value == nullptr) {
      value = rvalue(init);
    }
    if (value->type->isScalar()) assignFresh(local, value);
    initialised_.insert(local);
    closeScope();
  } else if (lowered->isScalar() || lowered->isArray() || lowered->isClass()) {
    if (lowered->isClass()) {
      const std::string reason = unit_.unsupportedClass(type->getAsRecordDecl());
      if (!reason.empty()) return unsupported(reason);
    }
    if (lowered->isArray() && !lowered->element->isScalar() && !lowered->element->isClass())
      return unsupported(lowered->element->reason);
    Cleanup cleanup;
    cleanup.variable = variable;
    bool began_early = false;
    const bool is_result = variable->isNRVOVariable() && result_ != nullptr && lowered->isClass();
    if (is_result) {
      // Built where the caller wants the result: returning it copies nothing.
      cleanup.object = ref(result_);
      variables_[variable] = result_;
    } else {
      const auto early = early_.find(variable);
      began_early = early != early_.end();
      cleanup = began_early ? early->second.begun : beginVariable(variable);
      if (began_early && early->second.may_come_again && init == nullptr) {
        // Where the declaration is reached again, it has no value again.
        const TypeRef storage = cleanup.storage->type->pointee;
        const ExprRef unset = allocate(storage->class_decl, "%unset");
        copyObject(cleanup.storage, unset, storage->class_decl);
        freeStorage(unset, program::FreeKind::ScopeEnd);
      }
    }
    if (init != nullptr && !unit_.storageUses().isStorage(variable)) {
      orTerminate(std::exchange(init_terminates_, false), [&] {
        openScope(true);
        initialisePlace(deref(cleanup.object, type.getUnqualifiedType()), type, init);
        closeScope();
      });
    }
    if (needsDestruction(variable->getType())) cleanup.destroyed = variable->getType();
    if (const auto* attribute = variable->getAttr<clang::CleanupAttr>()) cleanup.called = attribute->getFunctionDecl();
    if (!began_early && (cleanup.storage != nullptr || !cleanup.destroyed.isNull())) addCleanup(cleanup);
  } else {
    unsupported(lowered->reason.empty() ? "a variable of type " + program::toString(lowered) : lowered->reason);
  }
  for (const Cleanup& extended : std::exchange(extended_, {})) addCleanup(extended);
  if (const auto* decomposed = llvm::dyn_cast<clang::DecompositionDecl>(variable))
    for (const clang::BindingDecl* binding : decomposed->bindings())
      if (const clang::VarDecl* holding = binding->getHoldingVar()) declareVariable(holding);
}

void BodyLowering::ifStatement(const clang::IfStmt* stmt) {
  if (stmt->isConsteval()) {
    const clang::Stmt* taken = stmt->isNegatedConsteval() ? stmt->getThen() : stmt->getElse();
    if (taken != nullptr) statementBody(taken);
    return;
  }
  openScope();
  if (stmt->getInit() != nullptr) statement(stmt->getInit());
  if (stmt->isConstexpr()) {
    if (const auto taken = stmt->getNondiscardedCase(context_); taken && *taken != nullptr) statementBody(*taken);
    return closeScope();
  }
  if (stmt->getConditionVariable() != nullptr) declareVariable(stmt->getConditionVariable());
  range_ = unit_.range(stmt->getCond()->getSourceRange());
  openScope(true);
  const ExprRef decided = condition(stmt->getCond());
  closeScope();
  const bool then_is_empty = llvm::isa<clang::NullStmt>(stmt->getThen());
  if (then_is_empty && failedAssertion(stmt->getElse())) {
    emit<program::AssertStmt>().condition = decided;
  } else if (stmt->getElse() == nullptr && failedAssertion(stmt->getThen())) {
    emit<program::AssertStmt>().condition = negate(decided);
  } else {
    // In a macro the text that stands here is the macro's, and what it decides is not what it reads like: assert-like
    // macros test the opposite.
    if (stmt->getIfLoc().isMacroID()) range_.end = range_.begin;
    auto& branch = emit<program::IfStmt>();
    branch.condition = decided;
    inside(branch.then_body, [&] { statementBody(stmt->getThen()); });
    if (stmt->getElse() != nullptr) inside(branch.else_body, [&] { statementBody(stmt->getElse()); });
  }
  closeScope();
}

void BodyLowering::returnStatement(const clang::ReturnStmt* stmt) {
  const clang::Expr* value = stmt->getRetValue();
  ExprRef result = nullptr;
  const clang::VarDecl* returned = stmt->getNRVOCandidate();
  if (returned != nullptr) {
    returned = returned->getCanonicalDecl();
    const auto known = variables_.find(returned);
    if (known == variables_.end() || known->second != result_) returned = nullptr;
  }
  if (value != nullptr && returned == nullptr) {
    openScope(true);
    if (function_ != nullptr && function_->getReturnType()->isReferenceType()) {
      result = address(lvalue(value));
    } else if (result_ != nullptr) {
      into(value, ref(result_));
    } else if (procedure_->result->kind == program::TypeKind::Void) {
      effect(value);
    } else {
      result = rvalue(value);
      if (!result->type->isScalar() || !procedure_->result->isScalar()) result = placeholder(procedure_->result);
    }
    // The value is taken before what it was computed from is destroyed.
    bool pending = false;
    for (const Scope& scope : scopes_) pending = pending || !scope.cleanups.empty();
    if (result != nullptr && pending && result->kind != program::ExprKind::Constant) result = saved(result);
    closeScope();
  }
  runCleanups(0, 0, returned);
  if (result != nullptr && procedure_->result->isScalar()) result = convert(result, procedure_->result);
  if (procedure_->result->kind == program::TypeKind::Unsupported) return unsupported(procedure_->result->reason);
  if (procedure_->result->kind != program::TypeKind::Void && result == nullptr)
    return unsupported("a return without a value");
  emit<program::ReturnStmt>().value = result;
}

}  // namespace weir::frontend
