// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/untyped_pointers.h"

#include "ir/program/walk.h"

namespace weir::program {
namespace {

bool isUntyped(const Local* local) { return local != nullptr && local->type->isVoidPointer(); }
bool isUntyped(const Field* field) { return field->elementType()->isVoidPointer(); }

}  // namespace

UntypedPointers::UntypedPointers(const Program& program, const std::vector<const Procedure*>& procedures)
    : program_(program) {
  // Variables and arrays of the caller's are reached through pointers to void*.
  for (const ClassDecl* class_decl : program.classes())
    for (const Field* field : class_decl->fields)
      if (isUntyped(field) && (class_decl->is_array || class_decl->is_box || field->type->isArray())) join(field, this);
  for (const Procedure* procedure : procedures) visit(*procedure);
}

UntypedPointers::Node UntypedPointers::root(Node node) const {
  const auto parent = parents_.find(node);
  if (parent == parents_.end() || parent->second == node) return node;
  return parents_[node] = root(parent->second);
}

void UntypedPointers::join(Node one, Node other) {
  const Node from = root(one), to = root(other);
  if (from == to) return;
  parents_[from] = to;
  for (auto* types : {&read_as_, &made_of_}) {
    const auto moved = types->find(from);
    if (moved == types->end()) continue;
    (*types)[to].insert(moved->second.begin(), moved->second.end());
    types->erase(from);
  }
}

void UntypedPointers::visit(const Procedure& procedure) {
  forEachStmt(procedure.body, [&](const Stmt& stmt) {
    visit(stmt, procedure);
    for (const ExprRef expr : expressionsOf(stmt)) forEachSubexpression(expr, [&](const Expr& e) { visit(e); });
  });
  for (const Procedure* overridden : procedure.overrides) {
    join(&procedure, overridden);
    for (std::size_t i = 0; i < procedure.parameters.size() && i < overridden->parameters.size(); ++i)
      if (isUntyped(procedure.parameters[i])) join(procedure.parameters[i], overridden->parameters[i]);
  }
}

void UntypedPointers::visit(const Stmt& stmt, const Procedure& procedure) {
  switch (stmt.kind) {
    case StmtKind::Assign: {
      const auto& assign = as<AssignStmt>(stmt);
      if (isUntyped(assign.target)) flows(assign.value, assign.target);
      break;
    }
    case StmtKind::Load: {
      const auto& load = as<LoadStmt>(stmt);
      if (isUntyped(load.field) && isUntyped(load.target)) join(load.target, load.field);
      break;
    }
    case StmtKind::Store: {
      const auto& store = as<StoreStmt>(stmt);
      if (isUntyped(store.field)) flows(store.value, store.field);
      break;
    }
    case StmtKind::LoadSlot: {
      const auto& load = as<LoadSlotStmt>(stmt);
      if (isUntyped(load.target)) join(load.target, this);
      break;
    }
    case StmtKind::StoreSlot: {
      const auto& store = as<StoreSlotStmt>(stmt);
      if (store.pointer->type->pointee->isVoidPointer()) flows(store.value, this);
      break;
    }
    case StmtKind::Return:
      if (as<ReturnStmt>(stmt).value != nullptr && procedure.result->isVoidPointer())
        flows(as<ReturnStmt>(stmt).value, &procedure);
      break;
    case StmtKind::Call: visitCall(as<CallStmt>(stmt)); break;
    default: break;
  }
}

void UntypedPointers::visitCall(const CallStmt& call) {
  std::vector<const Procedure*> callees;
  if (call.callee != nullptr)
    callees.push_back(call.callee);
  else
    callees = program_.addressTaken(call.function->type->pointee);
  for (const Procedure* callee : callees) {
    for (std::size_t i = 0; i < call.arguments.size() && i < callee->parameters.size(); ++i)
      if (isUntyped(callee->parameters[i])) flows(call.arguments[i], callee->parameters[i]);
    if (isUntyped(call.target) && callee->result->isVoidPointer()) join(call.target, callee);
  }
}

void UntypedPointers::visit(const Expr& expr) {
  if (expr.kind == ExprKind::SlotAddress && isUntyped(expr.field)) join(expr.field, this);
  if (expr.kind != ExprKind::PointerCast || expr.type->isVoidPointer()) return;
  // No object is of the type of a function: this says nothing of what the pointer leads to.
  if (expr.type->isFunctionPointer()) return;
  const ExprRef operand = expr.operands.front();
  if (!operand->type->isVoidPointer()) return;
  if (const Node node = nodeOf(operand)) read_as_[root(node)].insert(expr.type->pointee);
}

void UntypedPointers::flows(ExprRef value, Node into) {
  while (value->kind == ExprKind::PointerCast) value = value->operands.front();
  if (const Node node = nodeOf(value))
    join(node, into);
  else if (value->type->isPointer() && !value->type->isVoidPointer())
    made_of_[root(into)].insert(value->type->pointee);
}

/// The variable that the value is read from, if it is an untyped one.
UntypedPointers::Node UntypedPointers::nodeOf(ExprRef value) const {
  while (value->kind == ExprKind::PointerCast && value->type->isVoidPointer()) value = value->operands.front();
  return value->kind == ExprKind::LocalRef && isUntyped(value->local) ? value->local : nullptr;
}

std::set<TypeRef> UntypedPointers::usesAt(Node node) const {
  const auto read = read_as_.find(root(node));
  if (read == read_as_.end()) return {};
  std::set<TypeRef> uses = read->second;
  if (const auto made = made_of_.find(root(node)); made != made_of_.end())
    uses.insert(made->second.begin(), made->second.end());
  return uses;
}

}  // namespace weir::program
