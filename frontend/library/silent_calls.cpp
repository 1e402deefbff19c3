// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/library/silent_calls.h"

#include <algorithm>

#include "ir/program/model_class.h"
#include "ir/program/walk.h"

namespace weir::frontend {

using namespace program;

namespace {

/// The variable that an address starts from; null: it is not one.
const Local* rootOf(ExprRef expr) {
  while (expr->kind == ExprKind::PartAddress || expr->kind == ExprKind::SlotAddress ||
         expr->kind == ExprKind::PointerCast || expr->kind == ExprKind::PointerAdd)
    expr = expr->operands[0];
  return expr->kind == ExprKind::LocalRef ? expr->local : nullptr;
}

bool isFresh(ExprRef address, const std::set<const Local*>& fresh) {
  const Local* root = rootOf(address);
  return root != nullptr && fresh.contains(root);
}

/// What a std::function without a function throws: the first call does so, whatever it is asked.
bool isOfNoFunction(const Type& thrown) {
  return thrown.isClass() && thrown.class_decl->name == "std::bad_function_call";
}

bool leadsNowhere(ExprRef value) {
  while (value->kind == ExprKind::PointerCast) value = value->operands[0];
  return value->kind == ExprKind::Null || value->kind == ExprKind::FunctionRef;
}

}  // namespace

SilentCalls::SilentCalls(const std::vector<Procedure*>& procedures) {
  std::set<const Procedure*> seen;
  for (const Procedure* procedure : procedures) {
    for (const Procedure* overridden : procedure->overrides) overriders_[overridden].push_back(procedure);
    forEachStmt(procedure->body, [&](const Stmt& stmt) {
      for (const ExprRef used : expressionsOf(stmt))
        forEachSubexpression(used, [&](const Expr& part) {
          if (part.kind == ExprKind::FunctionRef && seen.insert(part.procedure).second)
            handed_out_.push_back(part.procedure);
        });
    });
  }
}

bool SilentCalls::isSilent(const Procedure& procedure) {
  const std::vector<bool> none(procedure.parameters.size(), false);
  is_apart_ = true;
  known_.clear();
  const bool is_silent = of(procedure, none).is_silent;
  if (!is_silent || is_apart_) return is_silent;
  known_.clear();
  return of(procedure, none).is_silent;
}

SilentCalls::Answer SilentCalls::of(const Procedure& procedure, const std::vector<bool>& arguments_are_fresh) {
  if (procedure.is_external) return {.is_silent = procedure.construct && procedure.construct->changes_nothing};
  // A recursive call is as silent as the rest of its body.
  const auto [known, is_new] = known_.try_emplace({&procedure, arguments_are_fresh});
  if (!is_new) return known->second;
  Fresh fresh;
  for (std::size_t i = 0; i < procedure.parameters.size() && i < arguments_are_fresh.size(); ++i)
    if (arguments_are_fresh[i]) fresh.insert(procedure.parameters[i]);
  findFresh(procedure.body, fresh);
  Answer answer{.is_silent = true, .returns_fresh = true};
  forEachStmt(procedure.body, [&](const Stmt& stmt) {
    answer.is_silent = answer.is_silent && isSilent(stmt, fresh);
    if (stmt.kind != StmtKind::Return || as<ReturnStmt>(stmt).value == nullptr) return;
    const ExprRef value = as<ReturnStmt>(stmt).value;
    answer.returns_fresh = answer.returns_fresh && (leadsNowhere(value) || isFresh(value, fresh));
  });
  known_[{&procedure, arguments_are_fresh}] = answer;
  return answer;
}

void SilentCalls::findFresh(const Body& body, Fresh& fresh) {
  Fresh other;
  const auto isAssignedFresh = [&](const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::Allocate: return true;
      case StmtKind::Assign: return isFresh(as<AssignStmt>(stmt).value, fresh);
      case StmtKind::Load: return is_apart_ && isFresh(as<LoadStmt>(stmt).object, fresh);
      case StmtKind::LoadSlot: return is_apart_ && isFresh(as<LoadSlotStmt>(stmt).pointer, fresh);
      case StmtKind::Call: return ofCall(as<CallStmt>(stmt), fresh).returns_fresh;
      default: return false;
    }
  };
  for (bool changed = true; changed;) {
    changed = false;
    forEachStmt(body, [&](const Stmt& stmt) {
      const Local* target = targetOf(stmt);
      if (target == nullptr || !target->type->isPointer() || other.contains(target)) return;
      if (stmt.kind == StmtKind::Assign && leadsNowhere(as<AssignStmt>(stmt).value)) return;
      if (isAssignedFresh(stmt)) {
        changed = fresh.insert(target).second || changed;
      } else if (fresh.erase(target) > 0) {
        other.insert(target);
        changed = true;
      }
    });
  }
}

/// A pointer to what was there before, in what the call made: what is read there is not the call's own.
void SilentCalls::noteStored(ExprRef value, const Fresh& fresh) {
  if (value->type->isPointer() && !leadsNowhere(value) && !isFresh(value, fresh)) is_apart_ = false;
}

bool SilentCalls::isSilent(const Stmt& stmt, const Fresh& fresh) {
  switch (stmt.kind) {
    case StmtKind::Store: {
      const auto& store = as<StoreStmt>(stmt);
      noteStored(store.value, fresh);
      return isFresh(store.object, fresh);
    }
    case StmtKind::StoreSlot: {
      const auto& store = as<StoreSlotStmt>(stmt);
      noteStored(store.value, fresh);
      return isFresh(store.pointer, fresh);
    }
    case StmtKind::Free: {
      const auto& free = as<FreeStmt>(stmt);
      return free.how == FreeKind::ScopeEnd || isFresh(free.pointer, fresh);
    }
    case StmtKind::Call: return ofCall(as<CallStmt>(stmt), fresh).is_silent;
    // The end of a cleanup passes an exception on that something else has thrown.
    case StmtKind::Throw: return as<ThrowStmt>(stmt).thrown == nullptr || isOfNoFunction(*as<ThrowStmt>(stmt).thrown);
    default: return true;
  }
}

SilentCalls::Answer SilentCalls::ofCall(const CallStmt& call, const Fresh& fresh) {
  std::vector<bool> arguments;
  for (const ExprRef argument : call.arguments) arguments.push_back(isFresh(argument, fresh));
  std::vector<const Procedure*> targets;
  if (call.callee == nullptr) {
    const TypeRef type = call.function->type->pointee;
    for (const Procedure* target : handed_out_)
      if (target->result == type->result &&
          std::ranges::equal(target->parameters, type->parameters, {}, [](const Local* each) { return each->type; }))
        targets.push_back(target);
  } else {
    targets.push_back(call.callee);
    for (std::size_t i = 0; call.dispatch && i < targets.size(); ++i)
      if (const auto found = overriders_.find(targets[i]); found != overriders_.end())
        targets.insert(targets.end(), found->second.begin(), found->second.end());
  }
  Answer all{.is_silent = true, .returns_fresh = true};
  for (const Procedure* target : targets) {
    // A pure function of the models': what overrides it is called.
    if (call.dispatch && target->is_external && isModelCode(*target)) continue;
    const Answer answer = of(*target, arguments);
    all.is_silent = all.is_silent && answer.is_silent;
    all.returns_fresh = all.returns_fresh && answer.returns_fresh;
  }
  return all;
}

}  // namespace weir::frontend
