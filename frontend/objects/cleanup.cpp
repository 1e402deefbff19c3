// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ends of scopes: destructors and the ends of storage, in reverse order of construction, on every way out.
//
//   { A a; f(); }        A::A(a)
//                        try { f() } catch ... { A::~A(a); rethrow }
//                        A::~A(a)
//
// A jump runs what lies between it and its target. Temporaries die with their full expression; one that
// was made in a branch has a flag that tells whether it was.
#include <utility>

#include "frontend/body_lowering.h"
#include "support/invariant.h"

namespace weir::frontend {

using program::StmtKind;

namespace {

bool breaksOut(const Body& body, const std::string& label) {
  for (const auto& stmt : body) {
    switch (stmt->kind) {
      case StmtKind::Break:
        if (program::as<program::BreakStmt>(*stmt).label == label) return true;
        break;
      case StmtKind::If: {
        const auto& branch = program::as<program::IfStmt>(*stmt);
        if (breaksOut(branch.then_body, label) || breaksOut(branch.else_body, label)) return true;
        break;
      }
      case StmtKind::Block:
        if (breaksOut(program::as<program::BlockStmt>(*stmt).body, label)) return true;
        break;
      case StmtKind::Loop: {
        const auto& loop = program::as<program::LoopStmt>(*stmt);
        if (breaksOut(loop.header, label) || breaksOut(loop.body, label) || breaksOut(loop.step, label)) return true;
        break;
      }
      case StmtKind::Try: {
        const auto& guarded = program::as<program::TryStmt>(*stmt);
        if (breaksOut(guarded.body, label)) return true;
        for (const program::Handler& handler : guarded.handlers)
          if (breaksOut(handler.body, label)) return true;
        break;
      }
      default: break;
    }
  }
  return false;
}

}  // namespace

bool fallsThrough(const Body& body) {
  if (body.empty()) return true;
  const program::Stmt& last = *body.back();
  switch (last.kind) {
    case StmtKind::Return:
    case StmtKind::Break:
    case StmtKind::Continue:
    case StmtKind::Unsupported:
    case StmtKind::Throw: return false;
    case StmtKind::Assert: return program::hasCondition(program::as<program::AssertStmt>(last).what);
    case StmtKind::Block: {
      const auto& block = program::as<program::BlockStmt>(last);
      return fallsThrough(block.body) || breaksOut(block.body, block.label);
    }
    case StmtKind::Loop: {
      const auto& loop = program::as<program::LoopStmt>(last);
      const bool endless = loop.condition->kind == program::ExprKind::Constant && loop.condition->integer != 0;
      return !endless || breaksOut(loop.header, loop.label) || breaksOut(loop.body, loop.label);
    }
    case StmtKind::If: {
      const auto& branch = program::as<program::IfStmt>(last);
      return fallsThrough(branch.then_body) || fallsThrough(branch.else_body);
    }
    case StmtKind::Try: {
      const auto& guarded = program::as<program::TryStmt>(last);
      if (fallsThrough(guarded.body)) return true;
      for (const program::Handler& handler : guarded.handlers)
        if (fallsThrough(handler.body)) return true;
      return false;
    }
    default: return true;
  }
}

bool BodyLowering::needsDestruction(clang::QualType type) const {
  const clang::QualType element = context_.getBaseElementType(type);
  const clang::CXXRecordDecl* record = element->getAsCXXRecordDecl();
  return record != nullptr && record->hasDefinition() && !record->hasTrivialDestructor() &&
         !isLibraryException(record) && !unit_.isText(record);
}

void BodyLowering::destroy(ExprRef object, clang::QualType type, bool dispatch) {
  if (!needsDestruction(type)) return;
  const clang::CXXRecordDecl* record = context_.getBaseElementType(type)->getAsCXXRecordDecl();
  const clang::CXXDestructorDecl* destructor = record->getDestructor();
  if (destructor == nullptr) return unsupported("a destructor that was not declared");
  const Procedure* procedure = unit_.procedureOf(destructor);
  if (unit_.hasOwnAllocator(record)) return unsupported(kOwnAllocator);
  if (!type->isArrayType()) {
    emitCall(procedure, {object}, dispatch);
    return;
  }
  const long extent = unit_.flatExtent(type);
  const bool may_throw = destructorMayThrow(type);
  auto* guard = may_throw ? &emit<program::TryStmt>() : nullptr;
  inside(may_throw ? guard->body : *out_, [&] {
    const auto destroyOne = [&](ExprRef index) { emitCall(procedure, {pointerAdd(object, index)}, false); };
    if (extent > kUnrolled) return countingLoop(constant(indexType(), extent), destroyOne, true);
    for (long i = extent - 1; i >= 0; --i) destroyOne(constant(indexType(), i));
  });
  if (!may_throw) return;
  guard->handlers.emplace_back();
  inside(guard->handlers.back().body, [&] { unsupported("an exception from the destructor of an array's element"); });
}

void BodyLowering::destroy(const Cleanup& cleanup) {
  if (!cleanup.is_base || !needsDestruction(cleanup.destroyed)) return destroy(cleanup.object, cleanup.destroyed);
  const clang::CXXDestructorDecl* destructor = cleanup.destroyed->getAsCXXRecordDecl()->getDestructor();
  if (destructor == nullptr) return unsupported("a destructor that was not declared");
  emitCall(unit_.procedureOfBase(destructor), {cleanup.object}, false);
}

bool BodyLowering::destructorMayThrow(clang::QualType type) const {
  if (!needsDestruction(type) || !context_.getLangOpts().CXXExceptions) return false;
  const auto* destructor = context_.getBaseElementType(type)->getAsCXXRecordDecl()->getDestructor();
  if (destructor == nullptr) return false;
  const auto* prototype = destructor->getType()->getAs<clang::FunctionProtoType>();
  // One that is not worked out yet belongs to a destructor that nobody wrote: its members' may throw.
  if (clang::isUnresolvedExceptionSpec(prototype->getExceptionSpecType())) return true;
  return !prototype->isNothrow();
}

void BodyLowering::orTerminate(bool may_throw, const std::function<void()>& lower) {
  if (!may_throw) return lower();
  auto& guard = emit<program::TryStmt>();
  inside(guard.body, lower);
  guard.handlers.emplace_back();
  inside(guard.handlers.back().body, [&] { emit<program::AssertStmt>().what = program::AssertKind::Abort; });
}

void BodyLowering::undoIfThrown(ExprRef object, clang::QualType type) {
  if (!needsDestruction(type)) return;
  Cleanup undo;
  undo.only_when_thrown = true;
  undo.object = object;
  undo.destroyed = type;
  addCleanup(undo);
}

void BodyLowering::openScope(bool full_expression) {
  Scope scope;
  scope.is_full_expression = full_expression;
  scope.body = out_;
  scope.start = out_->size();
  scopes_.push_back(std::move(scope));
}

void BodyLowering::addCleanup(Cleanup cleanup) {
  Scope& scope = scopes_.back();
  const bool guarded = !scope.is_full_expression && unit_.isCxx() && context_.getLangOpts().CXXExceptions &&
                       (!cleanup.destroyed.isNull() || cleanup.called != nullptr || cleanup.storage != nullptr ||
                        cleanup.only_when_thrown);
  if (guarded) {
    if (!cleanup.destroyed.isNull() && !cleanup.only_when_thrown && destructorMayThrow(cleanup.destroyed)) {
      cleanup.armed = temporary(program_.boolType(), "%armed");
      assign(cleanup.armed, boolean(true));
    }
    cleanup.guard = &emit<program::TryStmt>();
    // The end of storage is no step of the source's; what a destructor does has a place.
    if (cleanup.destroyed.isNull() && cleanup.called == nullptr) cleanup.guard->range = {};
    cleanup.outside = out_;
    out_ = &cleanup.guard->body;
  }
  scope.cleanups.push_back(cleanup);
}

void BodyLowering::runCleanup(const Cleanup& cleanup) {
  if (cleanup.called != nullptr) emitCall(unit_.procedureOf(cleanup.called), {cleanup.object}, false);
  if (!cleanup.destroyed.isNull()) {
    if (cleanup.armed != nullptr) assign(cleanup.armed, boolean(false));
    destroy(cleanup);
  }
  if (cleanup.storage != nullptr) freeStorage(cleanup.storage, cleanup.storage_kind);
}

void BodyLowering::unwind(const Cleanup& cleanup) {
  const bool may_throw = !cleanup.destroyed.isNull() && destructorMayThrow(cleanup.destroyed);
  if (cleanup.armed == nullptr) return orTerminate(may_throw, [&] { runCleanup(cleanup); });
  auto& branch = emit<program::IfStmt>();
  branch.condition = ref(cleanup.armed);
  inside(branch.then_body, [&] { orTerminate(may_throw, [&] { destroy(cleanup); }); });
  if (cleanup.storage != nullptr) freeStorage(cleanup.storage, cleanup.storage_kind);
}

void BodyLowering::runCleanups(std::size_t scopes, std::size_t cleanups, const clang::VarDecl* returned) {
  for (std::size_t i = scopes_.size(); i-- > scopes;) {
    // Copied: running one may emit temporaries into the scope.
    const std::vector<Cleanup> leaving = scopes_[i].cleanups;
    for (std::size_t j = leaving.size(); j-- > (i == scopes ? cleanups : 0);) {
      const Cleanup& cleanup = leaving[j];
      if (cleanup.only_when_thrown || (returned != nullptr && cleanup.variable == returned)) continue;
      if (cleanup.flag == nullptr) {
        runCleanup(cleanup);
        continue;
      }
      auto& branch = emit<program::IfStmt>();
      branch.condition = ref(cleanup.flag);
      inside(branch.then_body, [&] { runCleanup(cleanup); });
    }
  }
}

void BodyLowering::closeScope() {
  Scope scope = std::move(scopes_.back());
  scopes_.pop_back();
  if (scope.is_full_expression) return closeFullExpression(std::move(scope));
  for (std::size_t i = scope.cleanups.size(); i-- > 0;) {
    const Cleanup& cleanup = scope.cleanups[i];
    const bool reached = fallsThrough(*out_);
    if (cleanup.guard != nullptr) {
      out_ = cleanup.outside;
      cleanup.guard->handlers.emplace_back();
      const SourceRange here = std::exchange(range_, cleanup.guard->range.isKnown() ? range_ : SourceRange{});
      inside(cleanup.guard->handlers.back().body, [&] {
        unwind(cleanup);
        emit<program::ThrowStmt>();
      });
      range_ = here;
    }
    if (reached && !cleanup.only_when_thrown) runCleanup(cleanup);
  }
}

void BodyLowering::closeFullExpression(Scope scope) {
  bool destroys = false;
  for (const Cleanup& cleanup : scope.cleanups) destroys = destroys || !cleanup.destroyed.isNull();
  const bool reached = fallsThrough(*out_);
  if (destroys && context_.getLangOpts().CXXExceptions) {
    auto guard = std::make_unique<program::TryStmt>();
    guard->range = range_;
    const auto first = scope.body->begin() + static_cast<long>(scope.start);
    for (auto stmt = first; stmt != scope.body->end(); ++stmt) guard->body.push_back(std::move(*stmt));
    scope.body->erase(first, scope.body->end());
    guard->handlers.emplace_back();
    inside(guard->handlers.back().body, [&] { unwindTemporaries(scope, scope.cleanups.size()); });
    // The flags start false, in front of the guard.
    for (const Cleanup& cleanup : scope.cleanups)
      if (cleanup.flag != nullptr) inside(*scope.body, [&] { assign(cleanup.flag, boolean(false)); });
    scope.body->push_back(std::move(guard));
  }
  if (!reached) return;
  for (std::size_t i = scope.cleanups.size(); i-- > 0;) {
    const Cleanup& cleanup = scope.cleanups[i];
    if (cleanup.only_when_thrown) continue;
    const bool may_throw = !cleanup.destroyed.isNull() && destructorMayThrow(cleanup.destroyed);
    auto* guard = may_throw ? &emit<program::TryStmt>() : nullptr;
    inside(may_throw ? guard->body : *out_, [&] {
      if (cleanup.destroyed.isNull() || !cleanup.in_branch) return runCleanup(cleanup);
      auto& branch = emit<program::IfStmt>();
      branch.condition = ref(cleanup.flag);
      inside(branch.then_body, [&] { runCleanup(cleanup); });
    });
    if (!may_throw) continue;
    // The temporaries that were made before this one are still there.
    guard->handlers.emplace_back();
    inside(guard->handlers.back().body, [&] { unwindTemporaries(scope, i); });
  }
}

/// The last thing a handler does: the first `count` temporaries end, and the exception goes on.
void BodyLowering::unwindTemporaries(const Scope& scope, std::size_t count) {
  while (count-- > 0) {
    const Cleanup& cleanup = scope.cleanups[count];
    if (cleanup.destroyed.isNull()) continue;
    auto& branch = emit<program::IfStmt>();
    branch.condition = ref(cleanup.flag);
    inside(branch.then_body, [&] { unwind(cleanup); });
  }
  emit<program::ThrowStmt>();
}

ExprRef BodyLowering::fullExpression(const clang::Expr* expr, const std::function<ExprRef()>& lower) {
  (void)expr;
  openScope(true);
  const ExprRef value = lower();
  closeScope();
  return value;
}

void BodyLowering::addTemporary(Cleanup cleanup, const clang::ValueDecl* extended_by, Lifetime lifetime) {
  if (lifetime == Lifetime::Program) return;
  if (lifetime == Lifetime::Block) {
    // C has no destructors: the end of its storage is all there is to do, and nothing that throws to guard against.
    auto scope = scopes_.rbegin();
    while (scope + 1 != scopes_.rend() && scope->is_full_expression) ++scope;
    scope->cleanups.push_back(cleanup);
    return;
  }
  if (extended_by != nullptr) {
    extended_.push_back(cleanup);
    if (cleanup.destroyed.isNull()) return;
    // Where the rest of the initialiser throws there is no variable yet that it could live as long as.
    cleanup.only_when_thrown = true;
    cleanup.storage = nullptr;
  }
  std::size_t position = scopes_.size();
  while (position > 0 && !scopes_[position - 1].is_full_expression) --position;
  if (position == 0) {
    if (extended_by == nullptr) addCleanup(cleanup);
    return;
  }
  Scope& scope = scopes_[position - 1];
  if (!cleanup.destroyed.isNull()) {
    cleanup.in_branch = out_ != scope.body;
    cleanup.flag = temporary(program_.boolType(), "%made");
    assign(cleanup.flag, boolean(true));
  }
  scope.cleanups.push_back(cleanup);
}

ExprRef BodyLowering::temporaryObject(clang::QualType type, const std::function<void(ExprRef)>& build,
                                      const clang::ValueDecl* extended_by, Lifetime lifetime) {
  const TypeRef lowered = unit_.type(type);
  Cleanup cleanup;
  if (lowered->isClass()) {
    const std::string reason = unit_.unsupportedClass(type->getAsRecordDecl());
    if (!reason.empty() || lowered->class_decl->is_abstract) {
      unsupported(reason.empty() ? "an object of an abstract class" : reason);
      return placeholder(program_.pointerTo(lowered));
    }
    cleanup.storage = allocate(lowered->class_decl, "%object");
    cleanup.object = cleanup.storage;
  } else if (lowered->isArray()) {
    const ClassDecl* box = program_.boxClass(lowered);
    cleanup.storage = allocate(box, "%array");
    cleanup.object = address(fieldPlace(cleanup.storage, box->fields[0], type));
  } else {
    unsupported(lowered->reason.empty() ? "a temporary of this type" : lowered->reason);
    return placeholder(program_.pointerTo(lowered));
  }
  build(cleanup.object);
  if (needsDestruction(type)) cleanup.destroyed = type;
  addTemporary(cleanup, extended_by, lifetime);
  return cleanup.object;
}

ExprRef BodyLowering::boxed(ExprRef value, const clang::ValueDecl* extended_by, Lifetime lifetime) {
  if (!value->type->isScalar()) return placeholder(program_.pointerTo(value->type));
  const ClassDecl* box = program_.boxClass(value->type);
  Cleanup cleanup;
  cleanup.storage = allocate(box, "%box");
  storeField(cleanup.storage, box->fields[0], value);
  addTemporary(cleanup, extended_by, lifetime);
  return slotAddress(cleanup.storage, box->fields[0]);
}

}  // namespace weir::frontend
