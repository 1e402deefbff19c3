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
  if (!type->isArrayType()) {
    emitCall(procedure, {object}, dispatch);
    return;
  }
  const long extent = unit_.flatExtent(type);
  if (extent <= kUnrolled) {
    for (long i = extent - 1; i >= 0; --i) emitCall(procedure, {pointerAdd(object, constant(indexType(), i))}, false);
    return;
  }
  countingLoop(
      constant(indexType(), extent), [&](ExprRef index) { emitCall(procedure, {pointerAdd(object, index)}, false); },
      true);
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
  if (!cleanup.destroyed.isNull()) destroy(cleanup.object, cleanup.destroyed);
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
        runCleanup(cleanup);
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
    inside(guard->handlers.back().body, [&] {
      for (std::size_t i = scope.cleanups.size(); i-- > 0;) {
        const Cleanup& cleanup = scope.cleanups[i];
        if (cleanup.destroyed.isNull()) continue;
        auto& branch = emit<program::IfStmt>();
        branch.condition = ref(cleanup.flag);
        inside(branch.then_body, [&] { runCleanup(cleanup); });
      }
      emit<program::ThrowStmt>();
    });
    // The flags start false, in front of the guard.
    for (const Cleanup& cleanup : scope.cleanups)
      if (cleanup.flag != nullptr) inside(*scope.body, [&] { assign(cleanup.flag, boolean(false)); });
    scope.body->push_back(std::move(guard));
  }
  if (!reached) return;
  for (std::size_t i = scope.cleanups.size(); i-- > 0;) {
    const Cleanup& cleanup = scope.cleanups[i];
    if (cleanup.destroyed.isNull() || !cleanup.in_branch) {
      runCleanup(cleanup);
      continue;
    }
    auto& branch = emit<program::IfStmt>();
    branch.condition = ref(cleanup.flag);
    inside(branch.then_body, [&] { runCleanup(cleanup); });
  }
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
    return;
  }
  std::size_t position = scopes_.size();
  while (position > 0 && !scopes_[position - 1].is_full_expression) --position;
  if (position == 0) return addCleanup(cleanup);
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
