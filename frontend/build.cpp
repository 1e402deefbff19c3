// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small pieces: expressions, temporaries, and the statements that every other file emits.
#include "frontend/body_lowering.h"
#include "support/invariant.h"

namespace weir::frontend {

using program::Expr;
using program::ExprKind;
using program::Integer;
using program::TypeKind;

namespace {

/// The value of `value` in an integer type: C's conversion.
Integer wrapped(Integer value, TypeRef type) {
  if (type->kind == TypeKind::Bool) return value != 0 ? 1 : 0;
  if (type->width >= 127) return value;
  const Integer modulus = static_cast<Integer>(1) << type->width;
  Integer result = value % modulus;
  if (result < 0) result += modulus;
  if (type->is_signed && result >= modulus / 2) result -= modulus;
  return result;
}

}  // namespace

BodyLowering::BodyLowering(Translation& unit, Procedure* procedure, clang::QualType allocated)
    : unit_(unit),
      context_(unit.context()),
      program_(unit.program()),
      procedure_(procedure),
      allocated_(allocated),
      out_(&procedure->body) {}

ExprRef BodyLowering::constant(TypeRef type, Integer value) {
  return program_.add({.kind = ExprKind::Constant, .type = type, .integer = wrapped(value, type)});
}

ExprRef BodyLowering::null(TypeRef type) { return program_.add({.kind = ExprKind::Null, .type = type}); }

ExprRef BodyLowering::ref(const Local* local) {
  return program_.add({.kind = ExprKind::LocalRef, .type = local->type, .local = local});
}

ExprRef BodyLowering::unary(Op op, TypeRef type, ExprRef operand) {
  INVARIANT(!operand->type->is_float, "the bits of a floating-point number are not computed with");
  return program_.add({.kind = ExprKind::Unary, .type = type, .op = op, .operands = {operand}});
}

ExprRef BodyLowering::binary(Op op, TypeRef type, ExprRef left, ExprRef right) {
  // Whoever did not ask for the order of floating-point numbers gets it all the same.
  if (left->type->is_float && type->kind == TypeKind::Bool) return floatComparison(op, left, right);
  INVARIANT(!left->type->is_float, "the bits of a floating-point number are not computed with");
  return program_.add({.kind = ExprKind::Binary, .type = type, .op = op, .operands = {left, right}});
}

ExprRef BodyLowering::convert(ExprRef value, TypeRef type) {
  if (value->type == type || type->kind == TypeKind::Void) return value;
  if (type->isInteger() && value->type->isInteger() && (type->is_float || value->type->is_float))
    return floatConversion(value, type);
  if (type->isInteger() && value->type->isInteger()) {
    if (value->kind == ExprKind::Constant) return constant(type, value->integer);
    return program_.add({.kind = ExprKind::Cast, .type = type, .operands = {value}});
  }
  if (type->kind == TypeKind::Bool && value->type->isPointer()) return notNull(value);
  if (type->isPointer() && value->type->isPointer()) {
    if (value->kind == ExprKind::Null) return null(type);
    return program_.add({.kind = ExprKind::PointerCast, .type = type, .operands = {value}});
  }
  unsupported("a conversion from " + program::toString(value->type) + " to " + program::toString(type));
  return placeholder(type);
}

ExprRef BodyLowering::notNull(ExprRef pointer) {
  return binary(Op::NotEqual, program_.boolType(), pointer, null(pointer->type));
}

ExprRef BodyLowering::negate(ExprRef condition) {
  if (condition->kind == ExprKind::Constant) return boolean(condition->integer == 0);
  if (condition->kind == ExprKind::Unary && condition->op == Op::LogicalNot) return condition->operands[0];
  if (condition->kind == ExprKind::Binary && condition->op == Op::Equal)
    return binary(Op::NotEqual, condition->type, condition->operands[0], condition->operands[1]);
  if (condition->kind == ExprKind::Binary && condition->op == Op::NotEqual)
    return binary(Op::Equal, condition->type, condition->operands[0], condition->operands[1]);
  return unary(Op::LogicalNot, program_.boolType(), condition);
}

ExprRef BodyLowering::truth(ExprRef value) {
  if (value->type->kind == TypeKind::Bool) return value;
  if (value->type->isPointer()) return notNull(value);
  // C's comparisons have type int: the condition is what was converted.
  if (value->kind == ExprKind::Cast && value->operands[0]->type->kind == TypeKind::Bool) return value->operands[0];
  if (value->kind == ExprKind::Constant && !value->type->is_float) return boolean(value->integer != 0);
  if (value->type->is_float) value = magnitude(value);
  if (!value->type->isInteger()) return placeholder(program_.boolType());
  return binary(Op::NotEqual, program_.boolType(), value, constant(value->type, 0));
}

ExprRef BodyLowering::partAddress(ExprRef object, const Field* field, ExprRef index) {
  Expr expr{.kind = ExprKind::PartAddress, .type = program_.pointerTo(field->elementType()), .field = field};
  expr.operands = {object};
  if (index != nullptr) expr.operands.push_back(index);
  return program_.add(std::move(expr));
}

ExprRef BodyLowering::slotAddress(ExprRef object, const Field* field, ExprRef index) {
  Expr expr{.kind = ExprKind::SlotAddress, .type = program_.pointerTo(field->elementType()), .field = field};
  expr.operands = {object};
  if (index != nullptr) expr.operands.push_back(index);
  return program_.add(std::move(expr));
}

ExprRef BodyLowering::pointerAdd(ExprRef pointer, ExprRef offset) {
  if (offset->kind == ExprKind::Constant && offset->integer == 0) return pointer;
  const bool is_element = (pointer->kind == ExprKind::SlotAddress || pointer->kind == ExprKind::PartAddress) &&
                          pointer->operands.size() == 2 && pointer->operands[1]->kind == ExprKind::Constant;
  // &a[2] + 1 is &a[3]: constants only, since an index has no bounds of its own.
  if (is_element && offset->kind == ExprKind::Constant) {
    const ExprRef index = constant(indexType(), pointer->operands[1]->integer + offset->integer);
    const long extent = pointer->field->type->extent.value_or(0);
    if (index->integer >= 0 && index->integer < extent)
      return pointer->kind == ExprKind::SlotAddress ? slotAddress(pointer->operands[0], pointer->field, index)
                                                    : partAddress(pointer->operands[0], pointer->field, index);
  }
  return program_.add({.kind = ExprKind::PointerAdd, .type = pointer->type, .operands = {pointer, offset}});
}

ExprRef BodyLowering::followed(ExprRef pointer) {
  if (pointer->kind != ExprKind::PointerAdd) return pointer;
  Expr sum = *pointer;
  sum.integer = 1;
  return program_.add(std::move(sum));
}

ExprRef BodyLowering::extentOf(ExprRef pointer, bool only_array) {
  return program_.add(
      {.kind = program::ExprKind::Extent, .type = indexType(), .integer = only_array ? 1 : 0, .operands = {pointer}});
}

ExprRef BodyLowering::functionRef(const Procedure* procedure) {
  std::vector<TypeRef> parameters;
  for (const Local* parameter : procedure->parameters) parameters.push_back(parameter->type);
  const TypeRef type = program_.pointerTo(
      program_.functionType(procedure->result, std::move(parameters), procedure->has_result_parameter));
  return program_.add({.kind = ExprKind::FunctionRef, .type = type, .procedure = procedure});
}

ExprRef BodyLowering::globals() {
  return program_.add({.kind = ExprKind::Globals, .type = program_.pointerTo(program_.classType(program_.globals()))});
}

ExprRef BodyLowering::placeholder(TypeRef type) {
  if (type->isPointer()) return null(type);
  if (type->isInteger()) return constant(type, 0);
  return constant(program_.boolType(), 0);
}

const Local* BodyLowering::temporary(TypeRef type, const char* name) {
  Local* local = program_.addLocal(procedure_, name, type);
  local->range = range_;
  initialised_.insert(local);
  return local;
}

ExprRef BodyLowering::saved(ExprRef value) {
  // A temporary is not assigned again before its full expression ends.
  if (value->kind == ExprKind::LocalRef && value->local->name[0] == '%') return value;
  const Local* local = temporary(value->type);
  assign(local, value);
  return ref(local);
}

void BodyLowering::assign(const Local* target, ExprRef value) {
  const ExprRef converted = convert(value, target->type);
  auto& stmt = emit<program::AssignStmt>();
  stmt.target = target;
  stmt.value = converted;
}

void BodyLowering::assignFresh(const Local* target, ExprRef value) {
  const bool is_temporary =
      value->kind == ExprKind::LocalRef && value->local->name[0] == '%' && value->type == target->type;
  if (is_temporary && !out_->empty()) {
    program::Stmt& last = *out_->back();
    const Local** made = nullptr;
    switch (last.kind) {
      case program::StmtKind::Load: made = &static_cast<program::LoadStmt&>(last).target; break;
      case program::StmtKind::LoadSlot: made = &static_cast<program::LoadSlotStmt&>(last).target; break;
      case program::StmtKind::Call: made = &static_cast<program::CallStmt&>(last).target; break;
      default: break;
    }
    if (made != nullptr && *made == value->local) {
      *made = target;
      return;
    }
  }
  assign(target, value);
}

void BodyLowering::storeField(ExprRef object, const Field* field, ExprRef value, ExprRef index) {
  const ExprRef converted = convert(value, field->elementType());
  auto& stmt = emit<program::StoreStmt>();
  stmt.object = followed(object);
  stmt.field = field;
  stmt.index = index;
  stmt.value = converted;
}

void BodyLowering::unsupported(const std::string& reason) { emit<program::UnsupportedStmt>().reason = reason; }

ExprRef BodyLowering::allocate(const ClassDecl* class_decl, const std::string& name) {
  Local* local = program_.addLocal(procedure_, name, program_.pointerTo(program_.classType(class_decl)));
  local->range = range_;
  initialised_.insert(local);
  auto& stmt = emit<program::AllocateStmt>();
  stmt.target = local;
  stmt.class_decl = class_decl;
  stmt.storage = program::Storage::Automatic;
  return ref(local);
}

program::FreeStmt& BodyLowering::freeStorage(ExprRef pointer, program::FreeKind how) {
  auto& stmt = emit<program::FreeStmt>();
  stmt.pointer = pointer;
  stmt.how = how;
  if (how == program::FreeKind::Delete) stmt.allocator = program::Allocator::New;
  if (how == program::FreeKind::DeleteArray) stmt.allocator = program::Allocator::NewArray;
  return stmt;
}

void BodyLowering::breakTo(const std::string& label) { emit<program::BreakStmt>().label = label; }

std::string BodyLowering::newLabel(const std::string& stem) {
  const int count = ++labels_[stem];
  return count == 1 ? stem : stem + std::to_string(count);
}

void BodyLowering::countingLoop(ExprRef extent, const std::function<void(ExprRef)>& lower, bool downwards) {
  const Local* index = temporary(indexType(), "%i");
  const ExprRef count = convert(extent, indexType());
  assign(index, downwards ? count : constant(indexType(), 0));
  auto& loop = emit<program::LoopStmt>();
  loop.label = newLabel("each");
  loop.is_over_fixed_extent = extent->kind == program::ExprKind::Constant && extent->integer <= kFixedExtent;
  const ExprRef one = constant(indexType(), 1);
  loop.condition = downwards ? binary(Op::Greater, program_.boolType(), ref(index), constant(indexType(), 0))
                             : binary(Op::Less, program_.boolType(), ref(index), count);
  inside(loop.body, [&] {
    if (downwards) assign(index, binary(Op::Subtract, indexType(), ref(index), one));
    lower(ref(index));
  });
  if (!downwards) inside(loop.step, [&] { assign(index, binary(Op::Add, indexType(), ref(index), one)); });
}

}  // namespace weir::frontend
