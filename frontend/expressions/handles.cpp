// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/expressions/handles.h"

#include <map>
#include <set>

#include "frontend/statements/statement_bodies.h"
#include "ir/program/model_class.h"
#include "ir/program/walk.h"

namespace weir::frontend {

using program::ClassDecl;
using program::ExprKind;
using program::Procedure;
using program::Program;
using program::StmtKind;

namespace {

class Handles {
 public:
  explicit Handles(const Program& program) {
    for (const ClassDecl* class_decl : program.classes())
      if (isBlank(*class_decl)) meant_[class_decl];
    for (const ClassDecl* class_decl : program.classes()) {
      for (const ClassDecl* base : class_decl->bases) meant_.erase(base);
      for (const program::Field* field : class_decl->fields)
        if (field->holdsParts()) meant_.erase(field->elementType()->class_decl);
    }
    for (const Procedure* procedure : program.procedures())
      if (procedure->method_of != nullptr) meant_.erase(procedure->method_of);
  }

  void read(const program::Body& body) {
    for (const auto& stmt : body) {
      forEachBody(*stmt, [&](const program::Body& inner) { read(inner); });
      if (stmt->kind == StmtKind::Allocate) meant_.erase(program::as<program::AllocateStmt>(*stmt).class_decl);
      for (const program::ExprRef expr : program::expressionsOf(*stmt))
        program::forEachSubexpression(expr, [&](const program::Expr& inner) {
          if (inner.kind != ExprKind::PointerCast || !inner.type->isObjectPointer()) return;
          const program::TypeRef from = inner.operands[0]->type;
          if (!from->isObjectPointer()) return;
          note(from->pointee->class_decl, inner.type->pointee->class_decl);
          note(inner.type->pointee->class_decl, from->pointee->class_decl);
        });
    }
  }

  void link(const Program& program) const {
    for (const ClassDecl* handle : program.classes()) {
      const auto found = meant_.find(handle);
      if (found == meant_.end() || found->second.size() != 1) continue;
      auto* meant = const_cast<ClassDecl*>(*found->second.begin());  // ours, as the handle is
      auto* base = const_cast<ClassDecl*>(handle);
      meant->bases.push_back(base);
      base->is_abstract = true;
    }
  }

 private:
  static bool isBlank(const ClassDecl& c) {
    return c.fields.empty() && c.bases.empty() && !c.is_union && !c.is_globals && !c.is_array && !c.is_box &&
           !c.is_opaque_text && !program::isModelClass(c) && !c.range.file.empty() && !c.name.starts_with("std::");
  }

  void note(const ClassDecl* handle, const ClassDecl* other) {
    const auto found = meant_.find(handle);
    if (found != meant_.end() && !isBlank(*other) && !other->is_incomplete) found->second.insert(other);
  }

  std::map<const ClassDecl*, std::set<const ClassDecl*>> meant_;  // by what may be a handle: what it is taken for
};

}  // namespace

void resolveHandles(Program& program, const std::vector<Procedure*>& procedures) {
  Handles handles(program);
  for (const Procedure* procedure : procedures) handles.read(procedure->body);
  handles.link(program);
}

}  // namespace weir::frontend
