// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/encode/escapes.h"

#include <algorithm>

#include "ir/program/walk.h"
#include "refine/encode/footprint.h"

namespace weir::refine {

using namespace program;

namespace {

/// The variable whose address, or an address in what it points to, the expression is; null where there is none.
const Local* baseOf(ExprRef expr) {
  while (expr != nullptr) {
    switch (expr->kind) {
      case ExprKind::LocalRef: return expr->type->isPointer() ? expr->local : nullptr;
      case ExprKind::PointerCast:
      case ExprKind::PartAddress:
      case ExprKind::SlotAddress:
      case ExprKind::OwnerOf:
      case ExprKind::SlotOwner:
      case ExprKind::PointerAdd: expr = expr->operands.front(); break;
      default: return nullptr;
    }
  }
  return nullptr;
}

}  // namespace

Escapes::Escapes(const Program& program, const std::vector<const Procedure*>& procedures) : program_(program) {
  for (const Procedure* procedure : procedures)
    forEachStmt(procedure->body, [&](const Stmt& stmt) { visit(stmt, *procedure); });
}

Escapes::Node Escapes::root(Node node) const {
  const auto parent = parents_.find(node);
  if (parent == parents_.end() || parent->second == node) return node;
  return parents_[node] = root(parent->second);
}

void Escapes::join(Node one, Node other) {
  const Node from = root(one), to = root(other);
  if (from == to) return;
  parents_[from] = to;
  if (known_.erase(from) > 0) known_.insert(to);
}

void Escapes::leaves(ExprRef value) {
  if (const Local* base = baseOf(value)) known_.insert(root(base));
}

void Escapes::visit(const Stmt& stmt, const Procedure& procedure) {
  switch (stmt.kind) {
    case StmtKind::Assign:
      if (const Local* base = baseOf(as<AssignStmt>(stmt).value)) join(as<AssignStmt>(stmt).target, base);
      break;
    case StmtKind::Allocate: allocations_.push_back(&as<AllocateStmt>(stmt)); break;
    case StmtKind::Store: leaves(as<StoreStmt>(stmt).value); break;
    case StmtKind::StoreSlot: leaves(as<StoreSlotStmt>(stmt).value); break;
    case StmtKind::Throw: leaves(as<ThrowStmt>(stmt).value); break;
    case StmtKind::Return:
      if (const Local* base = baseOf(as<ReturnStmt>(stmt).value)) join(&procedure, base);
      break;
    case StmtKind::Call: visitCall(as<CallStmt>(stmt)); break;
    default: break;
  }
}

void Escapes::visitCall(const CallStmt& call) {
  for (const Procedure* target : targetsOf(call, program_)) {
    if (target->construct && target->construct->changes_nothing) continue;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (target->is_external || i >= target->parameters.size())
        leaves(call.arguments[i]);
      else if (const Local* base = baseOf(call.arguments[i]))
        join(target->parameters[i], base);
    }
    if (call.target != nullptr) join(call.target, target);
  }
}

bool Escapes::isKnown(const ClassDecl* class_decl) const {
  return std::ranges::any_of(allocations_, [&](const AllocateStmt* made) {
    return made->class_decl == class_decl && made->storage == Storage::Heap && isKnown(*made);
  });
}

}  // namespace weir::refine
