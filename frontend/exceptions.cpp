// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// throw, try and catch. The exception object is an automatic object that the handler gets by its address.
#include "frontend/body_lowering.h"

namespace weir::frontend {

namespace {

/// ~Error() override {}, which older code has so that it does not throw.
bool doesNothing(const clang::CXXDestructorDecl* destructor) {
  const clang::FunctionDecl* definition = nullptr;
  if (!destructor->isDefined(definition)) return false;
  const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(definition->getBody());
  return body != nullptr && body->body_empty();
}

/// Whether anything can tell that such an object was destroyed.
bool destructionMatters(const Translation& unit, const clang::CXXRecordDecl* record) {
  if (record == nullptr || !record->hasDefinition() || record->hasTrivialDestructor()) return false;
  if (isLibraryException(record) || unit.isText(record)) return false;
  const clang::CXXDestructorDecl* destructor = record->getDestructor();
  if (destructor == nullptr || (destructor->isUserProvided() && !doesNothing(destructor))) return true;
  for (const clang::CXXBaseSpecifier& base : record->bases())
    if (destructionMatters(unit, base.getType()->getAsCXXRecordDecl())) return true;
  for (const clang::FieldDecl* field : record->fields())
    if (destructionMatters(unit, field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl())) return true;
  return false;
}

}  // namespace

void BodyLowering::throwExpression(const clang::CXXThrowExpr* expr) {
  const clang::Expr* operand = expr->getSubExpr();
  if (operand == nullptr) {
    emit<program::ThrowStmt>();
    return;
  }
  const clang::QualType type = operand->getType().getUnqualifiedType();
  const TypeRef lowered = unit_.type(type);
  if (lowered->isScalar()) {
    const ExprRef value = saved(rvalue(operand));
    auto& stmt = emit<program::ThrowStmt>();
    stmt.thrown = lowered;
    stmt.value = value;
    return;
  }
  if (!lowered->isClass() || lowered->class_decl->is_abstract) return unsupported("an exception of this type");
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (isLibraryException(record)) {
    effectsOfText(operand);
    return throwLibraryException(record);
  }
  if (destructionMatters(unit_, record)) return unsupported("an exception object with a destructor");
  const ExprRef object = allocate(lowered->class_decl, "%exception");
  into(operand, object);
  auto& stmt = emit<program::ThrowStmt>();
  stmt.thrown = lowered;
  stmt.value = object;
}

void BodyLowering::handler(const clang::CXXCatchStmt* stmt, program::TryStmt& guarded) {
  const std::size_t position = guarded.handlers.size();
  guarded.handlers.emplace_back();
  Body body;
  const clang::VarDecl* variable = stmt->getExceptionDecl();
  const Local* caught_local = nullptr;
  if (!stmt->getCaughtType().isNull()) {
    const clang::QualType caught = stmt->getCaughtType().getNonReferenceType().getUnqualifiedType();
    guarded.handlers[position].caught = unit_.type(caught);
    const TypeRef type = guarded.handlers[position].caught;
    caught_local = temporary(type->isClass() ? program_.pointerTo(type) : type, "%caught");
    guarded.handlers[position].variable = caught_local;
  }
  inside(body, [&] {
    openScope();
    if (variable != nullptr && caught_local != nullptr && !variable->getNameAsString().empty()) {
      range_ = unit_.range(variable->getSourceRange());
      const clang::QualType type = variable->getType();
      const bool is_object = type.getNonReferenceType()->isRecordType();
      if (type->isReferenceType()) {
        Local* local = program_.addLocal(procedure_, variable->getNameAsString(), unit_.type(type));
        local->is_reference = true;
        variables_[variable->getCanonicalDecl()] = local;
        assign(local, is_object ? ref(caught_local) : boxed(ref(caught_local)));
      } else if (is_object) {
        const clang::Expr* init = variable->getInit();
        if (init != nullptr) init = init->IgnoreParens();
        if (const auto* full = llvm::dyn_cast_or_null<clang::ExprWithCleanups>(init)) init = full->getSubExpr();
        const auto* construction = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(init);
        const clang::Expr* source = construction != nullptr && construction->getNumArgs() > 0
                                        ? construction->getArg(0)->IgnoreParenImpCasts()
                                        : nullptr;
        if (const auto* opaque = llvm::dyn_cast_or_null<clang::OpaqueValueExpr>(source))
          opaque_places_[opaque] = Place::ofObject(ref(caught_local));
        declareVariable(variable);
        // Clang leaves a trivial copy out.
        if (variable->getInit() == nullptr)
          copyObject(address(this->variable(variable, nullptr)), ref(caught_local),
                     caught_local->type->pointee->class_decl);
      } else if (boxes_.count(variable->getCanonicalDecl()) != 0) {
        declareVariable(variable);
        store(this->variable(variable, nullptr), ref(caught_local));
      } else {
        Local* local = program_.addLocal(procedure_, variable->getNameAsString(), unit_.type(type));
        variables_[variable->getCanonicalDecl()] = local;
        assign(local, ref(caught_local));
      }
    }
    statement(stmt->getHandlerBlock());
    closeScope();
  });
  guarded.handlers[position].body = std::move(body);
}

void BodyLowering::tryStatement(const clang::CXXTryStmt* stmt) {
  auto& guarded = emit<program::TryStmt>();
  inside(guarded.body, [&] { compound(stmt->getTryBlock()); });
  for (unsigned i = 0; i < stmt->getNumHandlers(); ++i) handler(stmt->getHandler(i), guarded);
}

}  // namespace weir::frontend
