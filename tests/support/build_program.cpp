// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/build_program.h"

namespace weir::program::build {
namespace {

std::vector<ExprRef> refs(const std::vector<E>& all) {
  std::vector<ExprRef> result;
  for (const E& one : all) result.push_back(one.expr);
  return result;
}

E addressOfField(E object, const Field* field, std::vector<ExprRef> operands) {
  operands.insert(operands.begin(), object.expr);
  const ExprKind kind = field->holdsParts() ? ExprKind::PartAddress : ExprKind::SlotAddress;
  return {object.program, object.program->add({.kind = kind,
                                               .type = object.program->pointerTo(field->elementType()),
                                               .field = field,
                                               .operands = std::move(operands)})};
}

S makeCall(const Local* target, const Procedure* callee, ExprRef function, bool dispatch,
           const std::vector<E>& arguments) {
  auto stmt = std::make_unique<CallStmt>();
  stmt->target = target;
  stmt->callee = callee;
  stmt->function = function;
  stmt->dispatch = dispatch;
  stmt->arguments = refs(arguments);
  return stmt;
}

S makeLoop(std::string label, E condition, Body body, Body header, Body step, bool test_last) {
  auto stmt = std::make_unique<LoopStmt>();
  stmt->label = std::move(label);
  stmt->condition = condition.expr;
  stmt->body = std::move(body);
  stmt->header = std::move(header);
  stmt->step = std::move(step);
  stmt->test_last = test_last;
  return stmt;
}

}  // namespace

E constant(Program* program, TypeRef type, Integer value) {
  return {program, program->add({.kind = ExprKind::Constant, .type = type, .integer = value})};
}

E unary(Op op, E operand) {
  const TypeRef type = op == Op::LogicalNot ? operand.program->boolType() : operand.type();
  return {operand.program,
          operand.program->add({.kind = ExprKind::Unary, .type = type, .op = op, .operands = {operand.expr}})};
}

E binary(Op op, E left, E right) {
  const TypeRef type = op >= Op::Equal ? left.program->boolType() : left.type();
  return {left.program,
          left.program->add({.kind = ExprKind::Binary, .type = type, .op = op, .operands = {left.expr, right.expr}})};
}

E cast(E operand, TypeRef type) {
  return {operand.program, operand.program->add({.kind = ExprKind::Cast, .type = type, .operands = {operand.expr}})};
}

E pointerCast(E operand, TypeRef type) {
  return {operand.program,
          operand.program->add({.kind = ExprKind::PointerCast, .type = type, .operands = {operand.expr}})};
}

E isInstance(E operand, const ClassDecl* class_decl) {
  return {operand.program, operand.program->add({.kind = ExprKind::IsInstance,
                                                 .type = operand.program->boolType(),
                                                 .class_decl = class_decl,
                                                 .operands = {operand.expr}})};
}

E address(E object, const Field* field) { return addressOfField(object, field, {}); }
E address(E object, const Field* field, E index) { return addressOfField(object, field, {index.expr}); }

E ownerOf(E pointer, const Field* field) {
  Program* program = pointer.program;
  return {program, program->add({.kind = field->holdsParts() ? ExprKind::OwnerOf : ExprKind::SlotOwner,
                                 .type = program->pointerTo(program->classType(field->owner)),
                                 .field = field,
                                 .operands = {pointer.expr}})};
}

E advance(E pointer, E offset) {
  return {pointer.program,
          pointer.program->add(
              {.kind = ExprKind::PointerAdd, .type = pointer.type(), .operands = {pointer.expr, offset.expr}})};
}

E advance(E pointer, int offset) {
  return advance(pointer, constant(pointer.program, pointer.program->intType(64, true), offset));
}

E difference(E left, E right) {
  return {left.program, left.program->add({.kind = ExprKind::PointerDiff,
                                           .type = left.program->intType(64, true),
                                           .operands = {left.expr, right.expr}})};
}

E before(E left, E right) {
  return {left.program,
          left.program->add(
              {.kind = ExprKind::PointerLess, .type = left.program->boolType(), .operands = {left.expr, right.expr}})};
}

S assign(Var target, E value) {
  auto stmt = std::make_unique<AssignStmt>();
  stmt->target = target.local;
  stmt->value = value.expr;
  return stmt;
}

S load(Var target, E object, const Field* field) {
  auto stmt = std::make_unique<LoadStmt>();
  stmt->target = target.local;
  stmt->object = object.expr;
  stmt->field = field;
  return stmt;
}

S load(Var target, E object, const Field* field, E index) {
  S stmt = load(target, object, field);
  static_cast<LoadStmt&>(*stmt).index = index.expr;
  return stmt;
}

S store(E object, const Field* field, E value) {
  auto stmt = std::make_unique<StoreStmt>();
  stmt->object = object.expr;
  stmt->field = field;
  stmt->value = value.expr;
  return stmt;
}

S store(E object, const Field* field, E index, E value) {
  S stmt = store(object, field, value);
  static_cast<StoreStmt&>(*stmt).index = index.expr;
  return stmt;
}

S loadSlot(Var target, E pointer) {
  auto stmt = std::make_unique<LoadSlotStmt>();
  stmt->target = target.local;
  stmt->pointer = pointer.expr;
  return stmt;
}

S storeSlot(E pointer, E value) {
  auto stmt = std::make_unique<StoreSlotStmt>();
  stmt->pointer = pointer.expr;
  stmt->value = value.expr;
  return stmt;
}

S allocate(Var target, const ClassDecl* class_decl, Storage storage, bool zeroed) {
  auto stmt = std::make_unique<AllocateStmt>();
  stmt->target = target.local;
  stmt->class_decl = class_decl;
  stmt->storage = storage;
  stmt->zeroed = zeroed;
  return stmt;
}

S allocateArray(Var target, const ClassDecl* class_decl, E extent, bool zeroed) {
  S stmt = allocate(target, class_decl, Storage::Heap, zeroed);
  static_cast<AllocateStmt&>(*stmt).extent = extent.expr;
  return stmt;
}

S release(E pointer, FreeKind how) {
  auto stmt = std::make_unique<FreeStmt>();
  stmt->pointer = pointer.expr;
  stmt->how = how;
  return stmt;
}

S call(const Procedure* callee, std::vector<E> arguments) {
  return makeCall(nullptr, callee, nullptr, false, arguments);
}
S call(Var target, const Procedure* callee, std::vector<E> arguments) {
  return makeCall(target.local, callee, nullptr, false, arguments);
}
S callVirtual(Var target, const Procedure* callee, std::vector<E> arguments) {
  return makeCall(target.local, callee, nullptr, true, arguments);
}
S callPointer(Var target, E function, std::vector<E> arguments) {
  return makeCall(target.local, nullptr, function.expr, false, arguments);
}

S branch(E condition, Body then_body, Body else_body) {
  auto stmt = std::make_unique<IfStmt>();
  stmt->condition = condition.expr;
  stmt->then_body = std::move(then_body);
  stmt->else_body = std::move(else_body);
  return stmt;
}

S loop(std::string label, E condition, Body body, Body header, Body step) {
  return makeLoop(std::move(label), condition, std::move(body), std::move(header), std::move(step), false);
}

S loopTestedLast(std::string label, E condition, Body body, Body header) {
  return makeLoop(std::move(label), condition, std::move(body), std::move(header), {}, true);
}

S block(std::string label, Body body) {
  auto stmt = std::make_unique<BlockStmt>();
  stmt->label = std::move(label);
  stmt->body = std::move(body);
  return stmt;
}

S leave(std::string label) {
  auto stmt = std::make_unique<BreakStmt>();
  stmt->label = std::move(label);
  return stmt;
}

S proceed(std::string label) {
  auto stmt = std::make_unique<ContinueStmt>();
  stmt->label = std::move(label);
  return stmt;
}

S give(E value) {
  auto stmt = std::make_unique<ReturnStmt>();
  stmt->value = value.expr;
  return stmt;
}

S give() { return std::make_unique<ReturnStmt>(); }

S raise(TypeRef type, E value) {
  auto stmt = std::make_unique<ThrowStmt>();
  stmt->thrown = type;
  stmt->value = value.expr;
  return stmt;
}

S raiseAgain() { return std::make_unique<ThrowStmt>(); }

S guarded(Body body, std::vector<Handler> handlers) {
  auto stmt = std::make_unique<TryStmt>();
  stmt->body = std::move(body);
  stmt->handlers = std::move(handlers);
  return stmt;
}

Handler handler(TypeRef caught, const Local* variable, Body body) {
  Handler made;
  made.caught = caught;
  made.variable = variable;
  made.body = std::move(body);
  return made;
}

S assume(E condition) {
  auto stmt = std::make_unique<AssumeStmt>();
  stmt->condition = condition.expr;
  return stmt;
}

S require(E condition) {
  auto stmt = std::make_unique<AssertStmt>();
  stmt->condition = condition.expr;
  return stmt;
}

S stop(AssertKind what) {
  auto stmt = std::make_unique<AssertStmt>();
  stmt->what = what;
  return stmt;
}

S unsupported(std::string reason) {
  auto stmt = std::make_unique<UnsupportedStmt>();
  stmt->reason = std::move(reason);
  return stmt;
}

Var ProcedureBuilder::parameter(const std::string& name, TypeRef type) {
  const Local* local = program_->addParameter(procedure_, name, type);
  return {{program_, program_->add({.kind = ExprKind::LocalRef, .type = type, .local = local})}, local};
}

Var ProcedureBuilder::local(const std::string& name, TypeRef type) {
  const Local* local = program_->addLocal(procedure_, name, type);
  return {{program_, program_->add({.kind = ExprKind::LocalRef, .type = type, .local = local})}, local};
}

ClassDecl* ProgramBuilder::addClass(const std::string& name, std::vector<const ClassDecl*> bases) {
  ClassDecl* added = program.addClass(name);
  added->bases = std::move(bases);
  return added;
}

ProcedureBuilder ProgramBuilder::procedure(const std::string& name, TypeRef result) {
  Procedure* added = program.addProcedure(name, name + "()");
  if (result != nullptr) added->result = result;
  return {&program, added};
}

ProcedureBuilder ProgramBuilder::method(const ClassDecl* class_decl, const std::string& name, TypeRef result) {
  ProcedureBuilder added = procedure(class_decl->name + "::" + name, result);
  added->method_of = class_decl;
  added.parameter("this", pointer(class_decl));
  return added;
}

E ProgramBuilder::null(TypeRef pointer_type) {
  return {&program, program.add({.kind = ExprKind::Null, .type = pointer_type})};
}

E ProgramBuilder::function(const Procedure* procedure) {
  std::vector<TypeRef> parameters;
  for (const Local* parameter : procedure->parameters) parameters.push_back(parameter->type);
  const TypeRef type = program.functionType(procedure->result, std::move(parameters));
  return {&program,
          program.add({.kind = ExprKind::FunctionRef, .type = program.pointerTo(type), .procedure = procedure})};
}

E ProgramBuilder::globals() {
  return {&program, program.add({.kind = ExprKind::Globals, .type = pointer(program.globals())})};
}

}  // namespace weir::program::build
