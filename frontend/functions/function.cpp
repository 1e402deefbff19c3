// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One function, from its parameters to its last statement.
#include "frontend/body_lowering.h"
#include "frontend/library/clocks.h"
#include "frontend/library/streams.h"

namespace weir::frontend {

void BodyLowering::mapParameters(const clang::FunctionDecl* function) {
  std::size_t next = 0;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (method != nullptr && !method->isStatic()) {
    this_ = procedure_->parameters[next++];
    initialised_.insert(this_);
    if (method->getParent()->isLambda()) {
      llvm::DenseMap<const clang::ValueDecl*, clang::FieldDecl*> fields;
      clang::FieldDecl* captured_this = nullptr;
      method->getParent()->getCaptureFields(fields, captured_this);
      for (const auto& [variable, field] : fields)
        captures_[llvm::cast<clang::ValueDecl>(variable->getCanonicalDecl())] = field;
      captured_this_ = captured_this;
    }
  }
  if (procedure_->has_result_parameter) {
    result_ = procedure_->parameters.back();
    initialised_.insert(result_);
  }
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    const Local* local = procedure_->parameters[next++];
    initialised_.insert(local);
    variables_[parameter->getCanonicalDecl()] = local;
    const bool is_object =
        parameter->getType()->isReferenceType() || !local->type->isScalar() || parameter->getType()->isRecordType();
    if (is_object || boxes_.count(parameter->getCanonicalDecl()) == 0) continue;
    const ClassDecl* box = program_.boxClass(local->type);
    Cleanup cleanup;
    cleanup.storage = allocate(box, local->name + ".box");
    storeField(cleanup.storage, box->fields[0], ref(local));
    variables_[parameter->getCanonicalDecl()] = cleanup.storage->local;
    addCleanup(cleanup);
  }
}

/// What a lambda's conversion to a function pointer points to: the compiler writes its body, on an object that the
/// lambda, which captures nothing, never looks at.
bool BodyLowering::lowerLambdaInvoker(const clang::FunctionDecl* function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (method == nullptr || !method->isLambdaStaticInvoker()) return false;
  const clang::CXXMethodDecl* lambda = method->getParent()->getLambdaCallOperator();
  if (lambda == nullptr || method->getParent()->isGenericLambda()) {
    unsupported("a generic lambda as a function pointer");
    return true;
  }
  const ExprRef object = allocate(unit_.classOf(method->getParent()), "%lambda");
  std::vector<ExprRef> arguments = {object};
  for (const Local* parameter : procedure_->parameters) arguments.push_back(ref(parameter));
  const ExprRef value = emitCall(unit_.procedureOf(lambda), std::move(arguments), false);
  freeStorage(object, program::FreeKind::ScopeEnd);
  emit<program::ReturnStmt>().value = value;
  return true;
}

// Clang does not work out the specification of a destructor that is implicit or defaulted and that nothing uses; it is
// what those of the bases and members are.
bool isNothrow(const clang::FunctionDecl* function) {
  const auto* prototype = function->getType()->getAs<clang::FunctionProtoType>();
  if (prototype == nullptr) return false;
  if (!clang::isUnresolvedExceptionSpec(prototype->getExceptionSpecType())) return prototype->isNothrow();
  const auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(function);
  if (destructor == nullptr) return false;
  const auto part_is_nothrow = [](clang::QualType type) {
    const clang::CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return record == nullptr || record->getDestructor() == nullptr || isNothrow(record->getDestructor());
  };
  for (const clang::CXXBaseSpecifier& base : destructor->getParent()->bases())
    if (!part_is_nothrow(base.getType())) return false;
  for (const clang::CXXBaseSpecifier& base : destructor->getParent()->vbases())
    if (!part_is_nothrow(base.getType())) return false;
  for (const clang::FieldDecl* field : destructor->getParent()->fields())
    if (!part_is_nothrow(field->getType())) return false;
  return true;
}

void BodyLowering::lowerFunction(const clang::FunctionDecl* function) {
  function_ = function;
  range_ = unit_.range(function->getSourceRange());
  if (const MissingOperation* missing = unit_.missing().in(function)) {
    range_ = unit_.range(missing->at);
    return unsupported("the models of the standard library do not have this: " + missing->message);
  }
  if (isTextOfStream(*function)) {
    mapParameters(function);
    const ClassDecl* text = unit_.classOf(function->getReturnType()->getAsRecordDecl());
    if (const Field* value = text->findMember(program::LibraryRole::Text))
      storeField(ref(result_), value, uncomputed({.what = "the text of a stream"}, value->type));
    return;
  }
  if (const Clock clock = clockRead(*function); clock != Clock::None) return lowerClock(function, clock);
  if (isCharacterFunction(*function) && !function->hasBody()) return lowerCharacterFunction(*function);
  if (lowerLambdaInvoker(function)) return;
  const clang::Stmt* body = function->doesThisDeclarationHaveABody() ? function->getBody() : nullptr;
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function);
  const auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(function);
  if (constructor != nullptr)
    for (const clang::CXXCtorInitializer* initializer : constructor->inits()) findBoxes(initializer->getInit());
  findBoxes(body);
  boxWhatLoopsUnset(body, false);
  findKeptMembers(body);

  // An exception that would leave a noexcept function ends the program.
  program::TryStmt* guard = nullptr;
  if (unit_.isCxx() && context_.getLangOpts().CXXExceptions && isNothrow(function)) {
    guard = &emit<program::TryStmt>();
    out_ = &guard->body;
  }
  openScope();
  mapParameters(function);
  const auto* whole = llvm::dyn_cast_or_null<clang::CXXTryStmt>(body);
  if (whole != nullptr && (constructor != nullptr || destructor != nullptr)) {
    functionTry(function, whole);
  } else {
    if (constructor != nullptr) lowerConstructor(constructor);
    if (destructor != nullptr) lowerDestructor(destructor);
    if (body != nullptr) statement(body);
  }
  range_ = unit_.range(clang::SourceRange(function->getEndLoc()));
  closeScope();
  if (guard != nullptr) {
    out_ = &procedure_->body;
    guard->handlers.emplace_back();
    inside(guard->handlers.back().body, [&] { emit<program::AssertStmt>().what = program::AssertKind::Abort; });
  }
  finishBody(function);
}

void BodyLowering::finishBody(const clang::FunctionDecl* function) {
  if (procedure_->result->kind == program::TypeKind::Void || !fallsThrough(procedure_->body)) return;
  if (function->isMain()) {
    emit<program::ReturnStmt>().value = constant(procedure_->result, 0);
  } else {
    unsupported("the end of a function that should return a value");
  }
}

}  // namespace weir::frontend
