// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/walk.h"

#include <algorithm>
#include <set>
#include <string>

namespace weir::program {

std::vector<const Body*> bodiesOf(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::If: return {&as<IfStmt>(stmt).then_body, &as<IfStmt>(stmt).else_body};
    case StmtKind::Loop: {
      const auto& loop = as<LoopStmt>(stmt);
      return {&loop.header, &loop.body, &loop.step};
    }
    case StmtKind::Block: return {&as<BlockStmt>(stmt).body};
    case StmtKind::Try: {
      std::vector<const Body*> bodies{&as<TryStmt>(stmt).body};
      for (const Handler& handler : as<TryStmt>(stmt).handlers) bodies.push_back(&handler.body);
      return bodies;
    }
    default: return {};
  }
}

void forEachStmt(const Body& body, const std::function<void(const Stmt&)>& visit) {
  for (const auto& stmt : body) {
    visit(*stmt);
    for (const Body* inner : bodiesOf(*stmt)) forEachStmt(*inner, visit);
  }
}

void forEachStmt(Body& body, const std::function<void(Stmt&)>& visit) {
  // The body is ours to change, so everything inside it is.
  forEachStmt(static_cast<const Body&>(body), [&](const Stmt& stmt) { visit(const_cast<Stmt&>(stmt)); });
}

std::vector<ExprRef> expressionsOf(const Stmt& stmt) {
  std::vector<ExprRef> all;
  const auto add = [&](ExprRef expr) {
    if (expr != nullptr) all.push_back(expr);
  };
  switch (stmt.kind) {
    case StmtKind::Assign: add(as<AssignStmt>(stmt).value); break;
    case StmtKind::Load:
      add(as<LoadStmt>(stmt).object);
      add(as<LoadStmt>(stmt).index);
      break;
    case StmtKind::Store:
      add(as<StoreStmt>(stmt).object);
      add(as<StoreStmt>(stmt).index);
      add(as<StoreStmt>(stmt).value);
      break;
    case StmtKind::LoadSlot: add(as<LoadSlotStmt>(stmt).pointer); break;
    case StmtKind::StoreSlot:
      add(as<StoreSlotStmt>(stmt).pointer);
      add(as<StoreSlotStmt>(stmt).value);
      break;
    case StmtKind::Allocate: add(as<AllocateStmt>(stmt).extent); break;
    case StmtKind::Free: add(as<FreeStmt>(stmt).pointer); break;
    case StmtKind::Call:
      add(as<CallStmt>(stmt).function);
      for (ExprRef argument : as<CallStmt>(stmt).arguments) add(argument);
      break;
    case StmtKind::If: add(as<IfStmt>(stmt).condition); break;
    case StmtKind::Loop: add(as<LoopStmt>(stmt).condition); break;
    case StmtKind::Return: add(as<ReturnStmt>(stmt).value); break;
    case StmtKind::Throw: add(as<ThrowStmt>(stmt).value); break;
    case StmtKind::Assume: add(as<AssumeStmt>(stmt).condition); break;
    case StmtKind::Assert: add(as<AssertStmt>(stmt).condition); break;
    case StmtKind::Block:
    case StmtKind::Break:
    case StmtKind::Continue:
    case StmtKind::Try:
    case StmtKind::Unsupported: break;
  }
  return all;
}

const Local* targetOf(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::Assign: return as<AssignStmt>(stmt).target;
    case StmtKind::Load: return as<LoadStmt>(stmt).target;
    case StmtKind::LoadSlot: return as<LoadSlotStmt>(stmt).target;
    case StmtKind::Allocate: return as<AllocateStmt>(stmt).target;
    case StmtKind::Call: return as<CallStmt>(stmt).target;
    default: return nullptr;
  }
}

void forEachSubexpression(ExprRef expr, const std::function<void(const Expr&)>& visit) {
  for (ExprRef operand : expr->operands) forEachSubexpression(operand, visit);
  visit(*expr);
}

/// Can control leave it other than at its end, or by an exception?
static bool jumpsOut(const Body& body) {
  std::set<std::string> inside;  // labels
  std::vector<std::string> jumps;
  bool returns = false;
  forEachStmt(body, [&](const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::Block: inside.insert(as<BlockStmt>(stmt).label); break;
      case StmtKind::Loop: inside.insert(as<LoopStmt>(stmt).label); break;
      case StmtKind::Break: jumps.push_back(as<BreakStmt>(stmt).label); break;
      case StmtKind::Continue: jumps.push_back(as<ContinueStmt>(stmt).label); break;
      case StmtKind::Return: returns = true; break;
      default: break;
    }
  });
  return returns || !std::ranges::all_of(jumps, [&](const std::string& label) { return inside.contains(label); });
}

bool onlyCleansUp(const TryStmt& stmt) {
  return std::ranges::all_of(stmt.handlers, [](const Handler& handler) {
    return handler.caught == nullptr && !handler.body.empty() && handler.body.back()->kind == StmtKind::Throw &&
           as<ThrowStmt>(*handler.body.back()).thrown == nullptr && !jumpsOut(handler.body);
  });
}

bool onlyEndsProgram(const TryStmt& stmt) {
  return std::ranges::all_of(stmt.handlers, [](const Handler& handler) {
    return handler.caught == nullptr && handler.body.size() == 1 && handler.body.front()->kind == StmtKind::Assert &&
           as<AssertStmt>(*handler.body.front()).what == AssertKind::Abort;
  });
}

}  // namespace weir::program
