// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes programs by hand, for tests that should not depend on the frontend:
//
//   ProgramBuilder b;
//   auto* node = b.addClass("Node");
//   auto* next = b.field(node, "next", b.pointer(node));
//   auto f = b.procedure("last", b.pointer(node));
//   auto p = f.parameter("p", b.pointer(node));
//   auto t = f.local("t", b.pointer(node));
//   f.body(load(t, p, next),
//          loop("L", t != b.null(node), seq(assign(p, t), load(t, p, next))),
//          give(p));
//   b.finish();
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ir/program/program.h"

namespace weir::program::build {

/// An expression with the program it is added to, so that operators can make new ones. An int on the other side of
/// an operator is a constant of this side's type.
struct E {
  Program* program = nullptr;
  ExprRef expr = nullptr;
  TypeRef type() const { return expr->type; }
};

struct Var : E {
  const Local* local = nullptr;
};

E constant(Program* program, TypeRef type, Integer value);
E unary(Op op, E operand);
E binary(Op op, E left, E right);  // comparisons and logical operators are of type bool

#define WEIR_BINARY(symbol, op)                                                 \
  inline E operator symbol(E left, E right) { return binary(op, left, right); } \
  inline E operator symbol(E left, int right) { return binary(op, left, constant(left.program, left.type(), right)); }
WEIR_BINARY(+, Op::Add)
WEIR_BINARY(-, Op::Subtract)
WEIR_BINARY(*, Op::Multiply)
WEIR_BINARY(/, Op::Divide)
WEIR_BINARY(%, Op::Remainder)
WEIR_BINARY(<<, Op::ShiftLeft)
WEIR_BINARY(>>, Op::ShiftRight)
WEIR_BINARY(&, Op::BitAnd)
WEIR_BINARY(|, Op::BitOr)
WEIR_BINARY(^, Op::BitXor)
WEIR_BINARY(==, Op::Equal)
WEIR_BINARY(!=, Op::NotEqual)
WEIR_BINARY(<, Op::Less)
WEIR_BINARY(<=, Op::LessEqual)
WEIR_BINARY(>, Op::Greater)
WEIR_BINARY(>=, Op::GreaterEqual)
#undef WEIR_BINARY
inline E operator&&(E left, E right) { return binary(Op::LogicalAnd, left, right); }
inline E operator||(E left, E right) { return binary(Op::LogicalOr, left, right); }
inline E operator-(E operand) { return unary(Op::Negate, operand); }
inline E operator~(E operand) { return unary(Op::BitNot, operand); }
inline E operator!(E operand) { return unary(Op::LogicalNot, operand); }

E cast(E operand, TypeRef type);
E pointerCast(E operand, TypeRef type);
E isInstance(E operand, const ClassDecl* class_decl);
E address(E object, const Field* field);           // of a part or a slot, as the field is
E address(E object, const Field* field, E index);  // of an element
E ownerOf(E pointer, const Field* field);          // container_of, for parts and slots
E advance(E pointer, E offset);
E advance(E pointer, int offset);  // by an offset of type long
E difference(E left, E right);     // of type long
E before(E left, E right);

using S = std::unique_ptr<Stmt>;

template <typename... Statements>
Body seq(Statements... statements) {
  Body body;
  (body.push_back(std::move(statements)), ...);
  return body;
}

S assign(Var target, E value);
S load(Var target, E object, const Field* field);
S load(Var target, E object, const Field* field, E index);
S store(E object, const Field* field, E value);
S store(E object, const Field* field, E index, E value);
S loadSlot(Var target, E pointer);
S storeSlot(E pointer, E value);
S allocate(Var target, const ClassDecl* class_decl, Storage storage = Storage::Heap, bool zeroed = false);
S allocateArray(Var target, const ClassDecl* class_decl, E extent, bool zeroed = false);
S release(E pointer, FreeKind how);
S call(const Procedure* callee, std::vector<E> arguments);
S call(Var target, const Procedure* callee, std::vector<E> arguments);
S callVirtual(Var target, const Procedure* callee, std::vector<E> arguments);
S callPointer(Var target, E function, std::vector<E> arguments);
S branch(E condition, Body then_body, Body else_body = {});
S loop(std::string label, E condition, Body body, Body header = {}, Body step = {});
S loopTestedLast(std::string label, E condition, Body body, Body header = {});
S block(std::string label, Body body);
S leave(std::string label);
S proceed(std::string label);  // continue
S give(E value);               // return
S give();
S raise(TypeRef type, E value);
S raiseAgain();
S guarded(Body body, std::vector<Handler> handlers);
Handler handler(TypeRef caught, const Local* variable, Body body);
S assume(E condition);
S require(E condition);  // assert
S stop(AssertKind what);
S unsupported(std::string reason);

class ProcedureBuilder {
 public:
  ProcedureBuilder(Program* program, Procedure* procedure) : program_(program), procedure_(procedure) {}
  Var parameter(const std::string& name, TypeRef type);
  Var local(const std::string& name, TypeRef type);
  template <typename... Statements>
  ProcedureBuilder& body(Statements... statements) {
    procedure_->body = seq(std::move(statements)...);
    return *this;
  }
  Procedure* get() const { return procedure_; }
  Procedure* operator->() const { return procedure_; }
  operator const Procedure*() const { return procedure_; }

 private:
  Program* program_;
  Procedure* procedure_;
};

class ProgramBuilder {
 public:
  Program program;

  TypeRef int32() { return program.intType(32, true); }
  TypeRef boolean() { return program.boolType(); }
  TypeRef pointer(const ClassDecl* class_decl) { return program.pointerTo(program.classType(class_decl)); }
  TypeRef pointer(TypeRef type) { return program.pointerTo(type); }

  ClassDecl* addClass(const std::string& name, std::vector<const ClassDecl*> bases = {});
  Field* field(ClassDecl* owner, const std::string& name, TypeRef type) { return program.addField(owner, name, type); }
  Field* part(ClassDecl* owner, const std::string& name, const ClassDecl* class_decl) {
    return program.addField(owner, name, program.classType(class_decl));
  }
  ProcedureBuilder procedure(const std::string& name, TypeRef result = nullptr);
  /// A method with its parameter `this`, reached as parameters[0].
  ProcedureBuilder method(const ClassDecl* class_decl, const std::string& name, TypeRef result = nullptr);

  E integer(Integer value) { return constant(&program, int32(), value); }
  E integer(TypeRef type, Integer value) { return constant(&program, type, value); }
  E truth(bool value) { return constant(&program, boolean(), value ? 1 : 0); }
  E null(const ClassDecl* class_decl) { return null(pointer(class_decl)); }
  E null(TypeRef pointer_type);
  E function(const Procedure* procedure);
  E globals();

  void finish() { program.finish(); }
};

}  // namespace weir::program::build
