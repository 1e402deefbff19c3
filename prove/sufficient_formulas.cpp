// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/sufficient_formulas.h"

#include <set>

#include "ir/program/walk.h"

namespace weir::prove {

using namespace program;
using logic::Expr;
using logic::Formula;

namespace {

bool pointsTo(const Field* field, const ClassDecl* class_decl) {
  return field->type->isObjectPointer() && field->type->pointee->class_decl == class_decl && !field->is_shadowed &&
         field->union_state == nullptr;
}

class NoLeak {
 public:
  NoLeak(const Procedure& procedure, Vocabulary& vocabulary)
      : procedure_(procedure), vocabulary_(vocabulary), context_(vocabulary.context()) {}

  Formula operator()(const ClassDecl* made) {
    const Expr fresh = context_.subtract(live(made, State::Post), live(made, State::Pre));
    Expr kept = context_.none(1);
    for (const Local* parameter : procedure_.parameters)
      if (parameter->type->isObjectPointer())
        addFrom(context_.relation(vocabulary_.parameter(parameter)), parameter->type->pointee->class_decl, made, kept);
    if (procedure_.result->isObjectPointer())
      addFrom(context_.relation(vocabulary_.result(&procedure_)), procedure_.result->pointee->class_decl, made, kept);
    for (const ClassDecl* owner : vocabulary_.program().classes())
      for (const Field* field : owner->fields)
        if (pointsTo(field, made)) addClosures(heldBy(live(owner, State::Pre), field), made, kept);
    return context_.subset(fresh, kept);
  }

 private:
  Expr live(const ClassDecl* class_decl, State state) { return context_.relation(vocabulary_.live(class_decl, state)); }
  Expr heldBy(Expr owners, const Field* field) {
    return context_.join(owners, context_.relation(vocabulary_.field(field, State::Post)));
  }

  void addFrom(Expr pointer, const ClassDecl* class_decl, const ClassDecl* made, Expr& kept) {
    if (class_decl == made) return addClosures(pointer, made, kept);
    for (const Field* field : class_decl->fields)
      if (pointsTo(field, made)) addClosures(heldBy(pointer, field), made, kept);
  }

  /// And what is reached from there.
  void addClosures(Expr start, const ClassDecl* made, Expr& kept) {
    kept = context_.unite(kept, start);
    for (const Field* field : made->fields)
      if (pointsTo(field, made))
        kept = context_.unite(
            kept,
            context_.join(start, context_.reflexiveClosure(context_.relation(vocabulary_.field(field, State::Post)))));
  }

  const Procedure& procedure_;
  Vocabulary& vocabulary_;
  logic::Context& context_;
};

}  // namespace

Formula impliesNoLeak(const Procedure& procedure, const std::vector<const Procedure*>& reached,
                      Vocabulary& vocabulary) {
  std::vector<Formula> parts;
  std::set<const ClassDecl*> seen;
  for (const Procedure* one : reached)
    forEachStmt(one->body, [&](const Stmt& stmt) {
      if (stmt.kind != StmtKind::Allocate) return;
      const auto& allocation = as<AllocateStmt>(stmt);
      if (allocation.storage == Storage::Heap && seen.insert(allocation.class_decl).second)
        parts.push_back(NoLeak(procedure, vocabulary)(allocation.class_decl));
    });
  return vocabulary.context().conjoin(parts);
}

std::optional<Formula> impliesNoCycle(const std::vector<const Procedure*>& reached, Vocabulary& vocabulary) {
  logic::Context& context = vocabulary.context();
  std::set<const Field*> stored;
  bool is_known = true;
  for (const Procedure* one : reached)
    forEachStmt(one->body, [&](const Stmt& stmt) {
      if (stmt.kind == StmtKind::StoreSlot && as<StoreSlotStmt>(stmt).value->type->isPointer())
        for (const Field* field : vocabulary.slotFields(as<StoreSlotStmt>(stmt).pointer->type->pointee))
          stored.insert(field);
      if (stmt.kind == StmtKind::Store) stored.insert(as<StoreStmt>(stmt).field);
      // Pointers in new objects may be anything.
      if (stmt.kind == StmtKind::Allocate)
        for (const Field* field : allFields(as<AllocateStmt>(stmt).class_decl)) stored.insert(field);
    });
  std::vector<Formula> parts;
  for (const ClassDecl* class_decl : vocabulary.program().classes()) {
    const Field* link = nullptr;
    int links = 0;
    bool is_stored = false;
    for (const Field* field : class_decl->fields) {
      if (!field->elementType()->isPointer() || !field->elementType()->pointee->isClass()) continue;
      if (field->elementType()->pointee->class_decl != class_decl && class_decl->bases.empty() &&
          field->elementType()->pointee->class_decl->bases.empty())
        continue;
      ++links;
      link = field;
      is_stored |= stored.contains(field);
    }
    if (!is_stored) continue;
    if (links != 1 || !pointsTo(link, class_decl)) {
      is_known = false;
      continue;
    }
    const logic::Variable object = context.addVariable("o", false);
    const Expr self = context.variable(object);
    const auto onCycle = [&](State state) {
      return context.subset(self, context.join(self, context.closure(context.relation(vocabulary.field(link, state)))));
    };
    parts.push_back(context.forAll({{object, context.relation(vocabulary.live(class_decl, State::Post))}},
                                   context.implies(onCycle(State::Post), onCycle(State::Pre))));
  }
  return is_known ? std::optional(context.conjoin(parts)) : std::nullopt;
}

}  // namespace weir::prove
