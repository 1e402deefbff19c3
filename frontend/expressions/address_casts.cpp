// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A void pointer is an address. A base class that does not start where its object does has another address than the
// object, which is one thing here:
//
//   struct M : A, B { };      B* b = m;                             the same object, another address
//                             static_cast<M*>((void*)b)             lands in the middle of the M
//
// So a cast to void* of a base that lies behind the start of its object, and one of void* to such a base, are
// unsupported, for the objects that are of such a class; all others have the one address. And where a program makes
// void pointers of objects and of their first members, == has to know that they are equal.
#include <algorithm>
#include <functional>

#include "frontend/statements/statement_bodies.h"
#include "frontend/translation.h"
#include "ir/program/walk.h"

namespace weir::frontend {

using program::ExprKind;
using program::Stmt;
using program::StmtKind;

namespace {

class AddressCasts {
 public:
  explicit AddressCasts(Program& program) : program_(program) {}

  void mark(Procedure& procedure) { mark(procedure.body); }

  /// Types that are made void pointers of, or that void pointers are used as.
  const std::set<TypeRef>& types() const { return types_; }

 private:
  /// Whether the pointer, seen as a `base`, is not at the start of its object; null where it always is.
  ExprRef isBehind(ExprRef pointer, const ClassDecl* base) const {
    ExprRef any = nullptr;
    for (const ClassDecl* whole : program_.classes()) {
      if (!hasBehind(whole, base)) continue;
      const ExprRef is_one = program_.add({.kind = ExprKind::IsInstance,
                                           .type = program_.boolType(),
                                           .integer = 1,
                                           .class_decl = whole,
                                           .operands = {pointer}});
      any = any == nullptr ? is_one
                           : program_.add({.kind = ExprKind::Binary,
                                           .type = program_.boolType(),
                                           .op = program::Op::LogicalOr,
                                           .operands = {any, is_one}});
    }
    return any;
  }

  void check(ExprRef pointer, const ClassDecl* base, const Stmt& stmt, Body& before) const {
    const ExprRef behind = isBehind(pointer, base);
    if (behind == nullptr) return;
    auto branch = std::make_unique<program::IfStmt>();
    branch->range = stmt.range;
    branch->condition = behind;
    auto warning = std::make_unique<program::UnsupportedStmt>();
    warning->range = stmt.range;
    warning->reason = "a void pointer to, or as, the base '" + base->name + "' that is not at the start of its object";
    branch->then_body.push_back(std::move(warning));
    before.push_back(std::move(branch));
  }

  void checkExpression(ExprRef expr, const Stmt& stmt, Body& before) {
    program::forEachSubexpression(expr, [&](const program::Expr& inner) {
      if (inner.kind != ExprKind::PointerCast || inner.operands[0]->kind == ExprKind::Null) return;
      const TypeRef from = inner.operands[0]->type;
      if (inner.type->isVoidPointer() == from->isVoidPointer()) return;
      const TypeRef other = inner.type->isVoidPointer() ? from : inner.type;
      if (other->isFunctionPointer()) return;
      types_.insert(other->pointee);
      if (other->isObjectPointer()) check(inner.operands[0], other->pointee->class_decl, stmt, before);
    });
  }

  void mark(Body& body) {
    Body marked;
    for (auto& stmt : body) {
      forEachBody(*stmt, [&](Body& inner) { mark(inner); });
      // The condition of a loop is evaluated after its header.
      Body* before = stmt->kind == StmtKind::Loop ? &static_cast<program::LoopStmt&>(*stmt).header : &marked;
      for (const ExprRef expr : program::expressionsOf(*stmt)) checkExpression(expr, *stmt, *before);
      if (stmt->kind == StmtKind::Free) {
        const auto& freed = program::as<program::FreeStmt>(*stmt);
        if (freed.how == program::FreeKind::Free && freed.pointer->type->isObjectPointer())
          check(freed.pointer, freed.pointer->type->pointee->class_decl, *stmt, marked);
      }
      marked.push_back(std::move(stmt));
    }
    body = std::move(marked);
  }

  Program& program_;
  std::set<TypeRef> types_;
};

}  // namespace

void markAddressCasts(Program& program, const std::vector<Procedure*>& procedures) {
  AddressCasts casts(program);
  for (Procedure* procedure : procedures) casts.mark(*procedure);
  for (const TypeRef type : casts.types()) {
    const auto around = startingWith(program, type);
    program.compares_addresses =
        program.compares_addresses || std::any_of(around.begin(), around.end(), [&](const ClassDecl* class_decl) {
          return casts.types().count(program.classType(class_decl)) != 0;
        });
  }
}

}  // namespace weir::frontend
