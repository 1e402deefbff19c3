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

/// Whether anything can observe that such an object was destroyed.
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

void BodyLowering::rethrow() {
  // Through its reference a handler may have changed the exception that goes on.
  const Handled handled = handled_.empty() ? Handled{} : handled_.back();
  const ExprRef value = handled.box == nullptr ? nullptr : load(deref(handled.box, handled.declared));
  auto& stmt = emit<program::ThrowStmt>();
  if (value != nullptr) stmt.thrown = handled.type;
  stmt.value = value;
}

void BodyLowering::throwExpression(const clang::CXXThrowExpr* expr) {
  const clang::Expr* operand = expr->getSubExpr();
  if (operand == nullptr) return rethrow();
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

void BodyLowering::handler(const clang::CXXCatchStmt* stmt, program::TryStmt& guarded, bool passes_on) {
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
  Handled handled;
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
        if (is_object) {
          assign(local, ref(caught_local));
        } else {
          // The exception itself, as far as `throw;` in this handler: one handler in another would share it.
          handled = {caught_local->type, boxed(ref(caught_local)), type->getPointeeType().getUnqualifiedType()};
          if (type->getPointeeType().isConstQualified()) handled.box = nullptr;
          for (const Handled& outer : handled_)
            if (outer.box != nullptr && handled.box != nullptr && outer.type == handled.type)
              unsupported("references to a scalar exception in a handler inside of another");
          assign(local, handled.box != nullptr ? handled.box : boxed(ref(caught_local)));
        }
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
        init_terminates_ = construction != nullptr &&
                           !construction->getConstructor()->getType()->castAs<clang::FunctionProtoType>()->isNothrow();
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
    handled_.push_back(handled);
    statement(stmt->getHandlerBlock());
    if (passes_on && fallsThrough(*out_)) {
      range_ = unit_.range(clang::SourceRange(stmt->getEndLoc()));
      rethrow();
    }
    handled_.pop_back();
    closeScope();
  });
  guarded.handlers[position].body = std::move(body);
}

void BodyLowering::tryStatement(const clang::CXXTryStmt* stmt) {
  auto& guarded = emit<program::TryStmt>();
  inside(guarded.body, [&] { compound(stmt->getTryBlock()); });
  for (unsigned i = 0; i < stmt->getNumHandlers(); ++i) handler(stmt->getHandler(i), guarded);
}

/// S::S(int n) try : part(n) { … } catch (…) { … }: what is built is destroyed before a handler runs, and a handler of
/// a constructor or destructor that ends passes the exception on.
void BodyLowering::functionTry(const clang::FunctionDecl* function, const clang::CXXTryStmt* stmt) {
  auto& guarded = emit<program::TryStmt>();
  inside(guarded.body, [&] {
    openScope();
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function)) lowerConstructor(constructor);
    if (const auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(function)) lowerDestructor(destructor);
    statement(stmt->getTryBlock());
    range_ = unit_.range(clang::SourceRange(stmt->getTryBlock()->getEndLoc()));
    closeScope();
  });
  const bool is_special = procedure_->is_constructor || procedure_->is_destructor;
  for (unsigned i = 0; i < stmt->getNumHandlers(); ++i) {
    handler(stmt->getHandler(i), guarded, is_special);
  }
}

}  // namespace weir::frontend
