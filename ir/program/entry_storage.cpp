// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/entry_storage.h"

#include <map>
#include <set>

#include "ir/program/untyped_pointers.h"
#include "ir/program/walk.h"

namespace weir::program {
namespace {

ExprRef withoutCasts(ExprRef expr) {
  while (expr->kind == ExprKind::PointerCast) expr = expr->operands.front();
  return expr;
}

/// free does not tell a variable from an array; delete is for what is no array.
bool isOfArrays(FreeKind how) { return how == FreeKind::Free || how == FreeKind::DeleteArray; }

/// The pointee types whose pointers a procedure uses as one uses a pointer into an array.
class ArrayUses {
 public:
  explicit ArrayUses(std::set<TypeRef>& pointees) : pointees_(pointees) {}

  void visit(const Procedure& procedure) {
    findOutside(procedure);
    forEachStmt(procedure.body, [&](const Stmt& stmt) {
      if (stmt.kind == StmtKind::Free && isOfArrays(as<FreeStmt>(stmt).how))
        noteScalar(withoutCasts(as<FreeStmt>(stmt).pointer)->type);
      for (const ExprRef expr : expressionsOf(stmt)) forEachSubexpression(expr, [&](const Expr& e) { note(e); });
    });
  }

 private:
  /// Locals that may hold a pointer which this procedure was given: by its caller, a field, or a callee.
  void findOutside(const Procedure& procedure) {
    outside_.clear();
    for (const Local* parameter : procedure.parameters) outside_.insert(parameter);
    for (bool grew = true; grew;) {
      const std::size_t before = outside_.size();
      forEachStmt(procedure.body, [&](const Stmt& stmt) {
        const Local* target = targetOf(stmt);
        if (target == nullptr || !target->type->isPointer()) return;
        if (stmt.kind == StmtKind::Allocate) return;
        if (stmt.kind != StmtKind::Assign || isFromOutside(as<AssignStmt>(stmt).value)) outside_.insert(target);
      });
      grew = outside_.size() > before;
    }
  }

  bool isFromOutside(ExprRef pointer) const {
    pointer = withoutCasts(pointer);
    if (pointer->kind == ExprKind::PointerAdd) return isFromOutside(pointer->operands.front());
    return pointer->kind == ExprKind::LocalRef && outside_.contains(pointer->local);
  }

  void note(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::PointerAdd:
      case ExprKind::PointerDiff:
      case ExprKind::PointerLess:
      case ExprKind::Extent: break;
      default: return;
    }
    const TypeRef type = expr.operands.front()->type;
    noteScalar(type);
    if (type->isObjectPointer() && isFromOutside(expr.operands.front())) pointees_.insert(type->pointee);
  }

  void noteScalar(TypeRef pointer) {
    if (pointer->isSlotPointer()) pointees_.insert(pointer->pointee);
  }

  std::set<TypeRef>& pointees_;
  std::set<const Local*> outside_;
};

/// The function types that some pointer has, by name, so that the order does not depend on addresses.
std::map<std::string, TypeRef> functionTypesIn(const Program& program) {
  std::map<std::string, TypeRef> found;
  const auto note = [&](TypeRef type) {
    while (type != nullptr && (type->isArray() || type->isSlotPointer()))
      type = type->isArray() ? type->element : type->pointee;
    if (type != nullptr && type->isFunctionPointer()) found.emplace(toString(type), type->pointee);
  };
  for (const ClassDecl* class_decl : program.classes())
    for (const Field* field : class_decl->fields) note(field->type);
  for (const Procedure* procedure : program.procedures()) {
    for (const Local* local : procedure->locals) note(local->type);
    note(procedure->result);
    forEachStmt(procedure->body, [&](const Stmt& stmt) {
      if (stmt.kind == StmtKind::Call && as<CallStmt>(stmt).function != nullptr)
        note(as<CallStmt>(stmt).function->type);
    });
  }
  return found;
}

/// Pointers to functions may come from other sources; so do the pointers that such functions are given and give.
void addUnknownFunctions(Program& program) {
  for (std::size_t before = 0; before != program.procedures().size();) {
    before = program.procedures().size();
    for (const auto& [name, type] : functionTypesIn(program)) program.addUnknownFunctions(type);
  }
}

/// Where a void pointer is handed in, it may lead to what this source has no class for.
void addUnknownObjects(Program& program) {
  const auto isUntyped = [](TypeRef type) {
    while (type->isSlotPointer()) type = type->pointee;
    return type->isVoidPointer();
  };
  bool found = false;
  for (const Procedure* procedure : program.procedures()) {
    if (procedure->construct) continue;  // nothing is handed in there
    for (const Local* parameter : procedure->parameters) found = found || isUntyped(parameter->type);
    found = found || (procedure->is_external && isUntyped(procedure->result));
  }
  for (const ClassDecl* class_decl : program.classes())
    for (const Field* field : class_decl->fields) found = found || isUntyped(field->elementType());
  if (found) program.unknownObjectClass();
}

}  // namespace

void addEntryStorage(Program& program) {
  addUnknownFunctions(program);
  addUnknownObjects(program);
  std::set<TypeRef> used_as_arrays;
  ArrayUses uses(used_as_arrays);
  for (const Procedure* procedure : program.procedures()) uses.visit(*procedure);

  const auto isPlain = [](TypeRef type) { return type->isClass() && !type->class_decl->is_abstract; };
  const auto pointedTo = [&](TypeRef type, bool variable, bool array) {
    if (!type->isPointer()) return;
    const TypeRef pointee = type->pointee;
    if (!type->isSlotPointer() && !isPlain(pointee)) return;
    if (pointee->isClass() && (pointee->class_decl->is_incomplete || pointee->class_decl->is_box ||
                               pointee->class_decl->is_array || pointee->class_decl->is_globals))
      return;
    if (variable && type->isSlotPointer()) program.boxClass(pointee);
    if (array || used_as_arrays.contains(pointee)) program.arrayClass(pointee);
  };
  // What a void pointer is used as is what it points to.
  const UntypedPointers untyped(program);
  std::map<std::string, TypeRef> behind_untyped;  // by name, so that the order does not depend on addresses
  const auto noteUses = [&](TypeRef type, const auto* variable) {
    if (!type->isVoidPointer()) return;
    for (const TypeRef use : untyped.usesOf(variable)) behind_untyped.emplace(toString(use), use);
  };
  for (const Procedure* procedure : program.procedures()) {
    if (procedure->is_implicit) continue;
    for (const Local* parameter : procedure->parameters) noteUses(parameter->type, parameter);
  }
  for (const ClassDecl* class_decl : program.classes())
    for (const Field* field : class_decl->fields) noteUses(field->elementType(), field);
  for (const auto& [name, use] : behind_untyped) pointedTo(program.pointerTo(use), true, false);
  for (const Procedure* procedure : program.procedures()) {
    if (procedure->is_implicit) continue;
    for (const Local* parameter : procedure->parameters)
      pointedTo(parameter->type, true, parameter->type->isSlotPointer() && !parameter->is_reference);
    // What a function without a body returns is its caller's as much as an argument is.
    if (procedure->is_external)
      pointedTo(procedure->result, true, procedure->result->isSlotPointer() && !procedure->result_is_reference);
  }
  // What is added has a field of its own: an array of pointers has elements that point somewhere, too.
  for (std::size_t i = 0; i < program.classes().size(); ++i)
    for (std::size_t j = 0; j < program.classes()[i]->fields.size(); ++j) {
      const Field* field = program.classes()[i]->fields[j];
      pointedTo(field->elementType(), true, false);
    }
}

}  // namespace weir::program
