// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abstraction/written.h"

#include <algorithm>

#include "ir/program/walk.h"

namespace weir::abstraction {

using namespace program;

std::vector<const Field*> allFieldsOf(const ClassDecl* class_decl) {
  std::vector<const Field*> fields;
  for (const ClassDecl* base : class_decl->bases) {
    for (const Field* field : allFieldsOf(base)) {
      if (std::find(fields.begin(), fields.end(), field) == fields.end()) fields.push_back(field);
    }
  }
  fields.insert(fields.end(), class_decl->fields.begin(), class_decl->fields.end());
  return fields;
}

std::vector<const Field*> fieldsPointedTo(const Program& program, TypeRef pointee) {
  std::vector<const Field*> fields;
  for (const ClassDecl* class_decl : program.classes()) {
    for (const Field* field : class_decl->fields) {
      const TypeRef type = field->elementType();
      const bool fits = pointee->isPointer()
                            ? type->isPointer()
                            : type->isInteger() && type->kind == pointee->kind && type->width == pointee->width;
      if (fits && !field->is_bit_field) fields.push_back(field);
    }
  }
  return fields;
}

std::vector<const Procedure*> Written::targets(const CallStmt& stmt) const {
  const Program& program = vocabulary_->program();
  if (stmt.callee == nullptr) return program.addressTaken(stmt.function->type->pointee);
  if (!stmt.dispatch) return {stmt.callee};
  std::vector<const Procedure*> all;
  for (const ClassDecl* dynamic : program.dynamicClasses(stmt.callee->method_of)) {
    const Procedure* target = program.finalOverrider(stmt.callee, dynamic);
    if (target != nullptr && std::find(all.begin(), all.end(), target) == all.end()) all.push_back(target);
  }
  return all;
}

void Written::addObject(const ClassDecl* class_decl, bool with_fields, WrittenSet& written) {
  if (!written.relations.insert(vocabulary_->live(class_decl, program::State::Pre)).second && !with_fields) return;
  if (class_decl->is_array) written.relations.insert(vocabulary_->extent(class_decl, program::State::Pre));
  for (const Field* field : allFieldsOf(class_decl)) {
    if (field->holdsParts()) {
      addObject(field->elementType()->class_decl, with_fields, written);
    } else if (with_fields && field->elementType()->isScalar()) {
      written.relations.insert(vocabulary_->field(field, program::State::Pre));
    }
  }
}

void Written::addFreed(const FreeStmt& stmt, WrittenSet& written) {
  ExprRef pointer = stmt.pointer;
  while (pointer->kind == ExprKind::PointerCast && pointer->type->isVoidPointer()) pointer = pointer->operands[0];
  const TypeRef pointee = pointer->type->pointee;
  const Program& program = vocabulary_->program();
  if (pointee->isClass()) {
    for (const ClassDecl* dynamic : program.dynamicClasses(pointee->class_decl)) addObject(dynamic, true, written);
  }
  if (stmt.how == FreeKind::Free)
    for (const ClassDecl* around : startingWith(program, pointee)) addObject(around, true, written);
  for (const ClassDecl* class_decl : program.classes()) {
    const bool is_block = class_decl->is_array || class_decl->is_box;
    const bool may_be_any = !pointee->isClass() && !pointee->isScalar() && !class_decl->is_globals;
    if (may_be_any || (is_block && stmt.how != FreeKind::ScopeEnd)) addObject(class_decl, true, written);
  }
}

void Written::addDirect(const Stmt& stmt, WrittenSet& written) {
  if (const Local* target = targetOf(stmt)) written.locals.insert(target);
  switch (stmt.kind) {
    case StmtKind::Store:
      if (!as<StoreStmt>(stmt).field->holdsParts()) {
        written.relations.insert(vocabulary_->field(as<StoreStmt>(stmt).field, program::State::Pre));
      }
      break;
    case StmtKind::StoreSlot:
      for (const Field* field :
           fieldsPointedTo(vocabulary_->program(), as<StoreSlotStmt>(stmt).pointer->type->pointee)) {
        written.relations.insert(vocabulary_->field(field, program::State::Pre));
      }
      break;
    case StmtKind::Allocate:
      addObject(as<AllocateStmt>(stmt).class_decl, as<AllocateStmt>(stmt).zeroed, written);
      break;
    case StmtKind::Free: addFreed(as<FreeStmt>(stmt), written); break;
    case StmtKind::Throw: written.may_throw = true; break;
    case StmtKind::Try:
      for (const Handler& handler : as<TryStmt>(stmt).handlers) {
        if (handler.variable != nullptr) written.locals.insert(handler.variable);
      }
      break;
    default: break;
  }
}

const WrittenSet& Written::by(const Procedure& procedure) {
  if (const auto found = procedures_.find(&procedure); found != procedures_.end()) return found->second;
  WrittenSet written;
  std::set<const Procedure*> seen{&procedure};
  std::vector<const Procedure*> work{&procedure};
  while (!work.empty()) {
    const Procedure* current = work.back();
    work.pop_back();
    if (const auto found = procedures_.find(current); found != procedures_.end()) {
      written.relations.insert(found->second.relations.begin(), found->second.relations.end());
      written.may_throw = written.may_throw || found->second.may_throw;
      continue;
    }
    forEachStmt(current->body, [&](const Stmt& stmt) {
      addDirect(stmt, written);
      if (stmt.kind != StmtKind::Call) return;
      for (const Procedure* target : targets(as<CallStmt>(stmt))) {
        if (seen.insert(target).second) work.push_back(target);
      }
    });
  }
  written.locals.clear();
  return procedures_.emplace(&procedure, std::move(written)).first->second;
}

WrittenSet Written::by(const Body& body) {
  WrittenSet written;
  forEachStmt(body, [&](const Stmt& stmt) {
    addDirect(stmt, written);
    if (stmt.kind != StmtKind::Call) return;
    for (const Procedure* target : targets(as<CallStmt>(stmt))) {
      const WrittenSet& callee = by(*target);
      written.relations.insert(callee.relations.begin(), callee.relations.end());
      written.may_throw = written.may_throw || callee.may_throw;
    }
  });
  return written;
}

}  // namespace weir::abstraction
