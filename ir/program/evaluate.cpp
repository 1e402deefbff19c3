// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/evaluate.h"

#include "ir/program/elsewhere.h"
#include "ir/program/integer.h"
#include "ir/program/model_class.h"
#include "support/invariant.h"

namespace weir::program {
namespace {

Value integerOf(const IntegerResult& result, const EvaluationState& state) {
  if (result.fault == IntegerResult::Fault::DivisionByZero) throw Stop::because(ErrorKind::DivZero, "division by zero");
  if (result.fault == IntegerResult::Fault::Undefined)
    throw Stop::because(ErrorKind::Overflow, "a quotient or a shift that no value represents");
  if (result.overflowed && state.checked.contains(ErrorKind::Overflow))
    throw Stop::because(ErrorKind::Overflow, "signed overflow");
  return Value::ofInteger(result.value);
}

Value truth(bool value) { return Value::ofInteger(value ? 1 : 0); }

bool leadsElsewhere(const Value& pointer, const Heap& heap) {
  return pointer.kind == Value::Kind::Object && isElsewhere(heap.at(pointer.object));
}

/// To a member of what is elsewhere: another pointer may be the same address.
bool leadsInsideElsewhere(const Value& pointer, const Heap& heap) {
  if (pointer.kind != Value::Kind::Object && pointer.kind != Value::Kind::Slot) return false;
  ObjectId id = pointer.kind == Value::Kind::Slot ? pointer.object : heap.at(pointer.object).owner;
  for (; id != kNoObject; id = heap.at(id).owner)
    if (isElsewhere(heap.at(id))) return true;
  return false;
}

bool dependsOnWhereElsewhere(const Value& left, const Value& right, const Heap& heap) {
  return (leadsElsewhere(left, heap) && leadsElsewhere(right, heap)) || leadsInsideElsewhere(left, heap) ||
         leadsInsideElsewhere(right, heap);
}

Value binaryValue(const Expr& expr, const EvaluationState& state) {
  const Value left = evaluate(expr.operands[0], state);
  const Value right = evaluate(expr.operands[1], state);
  if (left.kind != Value::Kind::Integer) {
    if (dependsOnWhereElsewhere(left, right, state.heap)) throw Stop::unsupported(kWhereElsewhere);
    const bool as_addresses = state.heap.program().compares_addresses && comparesAddresses(expr);
    const bool same =
        left == right || (as_addresses && outermostAt(state.heap, left) == outermostAt(state.heap, right));
    return truth(same == (expr.op == Op::Equal));
  }
  return integerOf(
      binary(expr.op, left.integer, right.integer, expr.operands[0]->type, static_cast<ShiftRule>(expr.integer)),
      state);
}

/// The object of which a field is addressed. A dead one still has addresses; only its contents are gone.
ObjectId objectWithField(const Value& pointer, const Field* field, const Heap& heap) {
  switch (pointer.kind) {
    case Value::Kind::Null: throw Stop::because(ErrorKind::NullDeref, "the member " + field->name + " of null");
    case Value::Kind::Object: break;
    default: throw withoutField(heap, pointer, field);
  }
  if (!heap.at(pointer.object).fields.contains(field)) throw withoutField(heap, pointer, field);
  return pointer.object;
}

Value addressValue(const Expr& expr, const EvaluationState& state) {
  const Value pointer = evaluate(expr.operands[0], state);
  const Integer index = expr.operands.size() > 1 ? evaluate(expr.operands[1], state).integer : 0;
  const ObjectId object = objectWithField(pointer, expr.field, state.heap);
  const auto extent = static_cast<long>(state.heap.at(object).fields.at(expr.field).size());
  if (index < 0 || index > extent) throw outside(expr.field, index, extent);
  return addressOf(state.heap, object, expr.field, static_cast<long>(index));
}

Value ownerValue(const Expr& expr, const EvaluationState& state) {
  const Value pointer = evaluate(expr.operands[0], state);
  const auto position = positionOf(state.heap, pointer);
  // C's container_of of anything else makes up an address.
  const bool is_member = position && position->field == expr.field && position->index == 0;
  if (!is_member && expr.operands.size() > 1) return evaluate(expr.operands[1], state);
  if (!is_member)
    throw Stop::unsupported("container_of of " + toString(state.heap, pointer) + ", which is no member " +
                            expr.field->name + " of a " + expr.field->owner->name);
  return Value::ofObject(position->object);
}

/// A pointer to class type steps by its static type: one through a base class would land between elements.
void requireElementType(TypeRef pointee, const Field* field) {
  const TypeRef element = field->elementType();
  if (pointee->isClass() ? !element->isClass() || element->class_decl != pointee->class_decl
                         : element->isClass() || (pointee->isInteger() && pointee->width != element->width))
    throw Stop::unsupported("pointer arithmetic on " + toString(element) + " elements through " + toString(pointee) +
                            "*");
}

Value pointerSum(const Expr& expr, const EvaluationState& state) {
  const Value pointer = evaluate(expr.operands[0], state);
  const Integer offset = evaluate(expr.operands[1], state).integer;
  if (offset == 0) return pointer;
  if (pointer.kind == Value::Kind::Null) throw Stop::because(ErrorKind::Bounds, "an offset from null");
  if (pointer.kind == Value::Kind::Function) throw Stop::unsupported("arithmetic on a function pointer");
  const auto position = positionOf(state.heap, pointer);
  const bool is_followed = expr.integer != 0;
  if (!position) {
    if (offset == 1 && !is_followed) throw Stop::unsupported("the end position of an object that is no array element");
    throw Stop::because(ErrorKind::Bounds, "a pointer out of " + toString(state.heap, pointer));
  }
  requireElementType(expr.type->pointee, position->field);
  const Integer index = position->index + offset;
  const bool is_past_single = is_followed && !position->field->type->isArray() && index == position->extent;
  if (index < 0 || index > position->extent || is_past_single) throw outside(position->field, index, position->extent);
  if (!state.in_model_code && isOrderUnknown(state.heap, position->object, *position->field))
    throw Stop::unsupported(kUnknownOrder);
  return addressOf(state.heap, position->object, position->field, static_cast<long>(index));
}

/// How far apart two pointers are, in elements.
long distance(const Expr& expr, const EvaluationState& state) {
  const Value left = evaluate(expr.operands[0], state);
  const Value right = evaluate(expr.operands[1], state);
  if (left == right) return 0;
  const auto from = positionOf(state.heap, right);
  const auto to = positionOf(state.heap, left);
  if (!from || !to || from->object != to->object || from->field != to->field)
    throw Stop::because(ErrorKind::Bounds,
                        toString(state.heap, left) + " and " + toString(state.heap, right) + " are not in one array");
  requireElementType(expr.operands[0]->type->pointee, from->field);
  return to->index - from->index;
}

bool isInstance(const Expr& expr, const EvaluationState& state) {
  const Value pointer = evaluate(expr.operands[0], state);
  if (pointer.kind == Value::Kind::Null) return false;
  if (expr.integer != 0)
    return pointer.kind == Value::Kind::Object &&
           state.heap.at(pointer.object).class_decl->derivesFrom(expr.class_decl);
  if (pointer.kind != Value::Kind::Object)
    throw Stop::because(ErrorKind::Bounds, toString(state.heap, pointer) + " is no object");
  if (!state.heap.at(pointer.object).live) throw useOfDead(state.heap, pointer.object);
  return state.dynamic_class(pointer.object)->derivesFrom(expr.class_decl);
}

/// As many elements as the allocation has, so that something can be done with each before it is freed.
long extentOf(const Expr& expr, const EvaluationState& state) {
  const Value pointer = evaluate(expr.operands[0], state);
  if (pointer.kind == Value::Kind::Null) throw Stop::because(ErrorKind::NullDeref, "the extent of null");
  const ObjectId id = allocationAt(state.heap, pointer, expr.integer != 0 ? FreeKind::DeleteArray : FreeKind::Free);
  const Object& object = state.heap.at(id);
  if (!object.class_decl->is_array) return 1;
  requireElementType(expr.operands[0]->type->pointee, object.class_decl->fields.front());
  return object.extent;
}

}  // namespace

Stop outside(const Field* field, Integer index, long extent) {
  if (field->may_extend && index >= 0)
    return Stop::unsupported("an element past the end of " + field->owner->name +
                             ", which may have been allocated larger");
  Stop stop =
      Stop::because(ErrorKind::Bounds, "the index " + toString(index) + " of an array of " + std::to_string(extent));
  stop.outside_of = field;
  return stop;
}

Stop withoutField(const Heap& heap, const Value& pointer, const Field* field) {
  const bool is_end = pointer.kind == Value::Kind::Slot && pointer.field->holdsParts();
  if (is_end) {
    Stop stop = Stop::because(ErrorKind::Bounds, "a member of " + toString(heap, pointer) + ", which is no object");
    stop.outside_of = pointer.field;
    return stop;
  }
  if (pointer.kind == Value::Kind::Object &&
      heap.program().areInOneHierarchy(heap.at(pointer.object).class_decl, field->owner))
    return Stop::because(ErrorKind::Bounds, toString(heap, pointer) + " has no member " + field->name);
  return Stop::unsupported("type punning: " + toString(heap, pointer) + " as " + field->owner->name);
}

Stop useOfDead(const Heap& heap, ObjectId object) {
  for (ObjectId around = object; around != kNoObject; around = heap.at(around).owner)
    if (isElsewhere(heap.at(around)))
      return Stop::because(ErrorKind::Bounds,
                           "the pointer is to something that is in no " + heap.at(around).class_decl->name);
  if (heap.at(object).is_made_up)
    return Stop::because(ErrorKind::Bounds, heap.at(object).name + " is an address without an object");
  Stop stop = Stop::because(ErrorKind::UseAfterFree, heap.at(object).name + " is freed");
  stop.of_local = heap.at(outermost(heap, object)).storage == Storage::Automatic;
  return stop;
}

ObjectId allocationAt(const Heap& heap, const Value& given, FreeKind how) {
  const Value pointer = how == FreeKind::Free ? outermostAt(heap, given) : given;
  const auto invalid = [&] {
    return Stop::because(ErrorKind::Bounds,
                         "free of " + toString(heap, pointer) + ", which is no start of an allocation");
  };
  if (pointer.kind == Value::Kind::Function) throw invalid();
  ObjectId id = pointer.object;
  bool is_array = how == FreeKind::Free && heap.at(id).class_decl->is_array;
  if (const auto position = positionOf(heap, pointer)) {
    const Object& owner = heap.at(position->object);
    // Only arrays and single scalars (boxes) are allocated as a whole and pointed to by their first element.
    const bool is_variable = owner.class_decl->is_box && owner.class_decl->fields.front()->type->isArray();
    if (!(owner.class_decl->is_array || owner.class_decl->is_box) || is_variable || position->index != 0)
      throw invalid();
    id = position->object;
    is_array = owner.class_decl->is_array;
    if (how == FreeKind::Delete && is_array) throw invalid();
  }
  const Object& object = heap.at(id);
  if (object.storage != Storage::Heap || object.owner != kNoObject || object.is_static) throw invalid();
  if (!object.live) throw Stop::because(ErrorKind::DoubleFree, object.name + " is freed already");
  if (how == FreeKind::DeleteArray && !is_array) throw invalid();
  return id;
}

Value evaluate(ExprRef expr, const EvaluationState& state) {
  switch (expr->kind) {
    case ExprKind::Constant: return Value::ofInteger(expr->integer);
    case ExprKind::Null: return Value::null();
    case ExprKind::LocalRef: {
      const Value& value = state.locals.at(expr->local->index);
      if (value.kind == Value::Kind::Uninitialized)
        throw Stop::because(ErrorKind::Uninitialized, "the variable " + expr->local->name + " has no value");
      return value;
    }
    case ExprKind::FunctionRef: return Value::ofFunction(expr->procedure);
    case ExprKind::Globals: return Value::ofObject(state.heap.globals());
    case ExprKind::Unary:
      return integerOf(unary(expr->op, evaluate(expr->operands[0], state).integer, expr->operands[0]->type), state);
    case ExprKind::Binary: return binaryValue(*expr, state);
    case ExprKind::Cast: return Value::ofInteger(wrap(evaluate(expr->operands[0], state).integer, expr->type));
    case ExprKind::PointerCast: return evaluate(expr->operands[0], state);
    case ExprKind::IsInstance: return truth(isInstance(*expr, state));
    case ExprKind::PartAddress:
    case ExprKind::SlotAddress: return addressValue(*expr, state);
    case ExprKind::OwnerOf:
    case ExprKind::SlotOwner: return ownerValue(*expr, state);
    case ExprKind::PointerAdd: return pointerSum(*expr, state);
    case ExprKind::PointerDiff: return Value::ofInteger(wrap(distance(*expr, state), expr->type));
    case ExprKind::PointerLess: return truth(distance(*expr, state) < 0);
    case ExprKind::Extent: return Value::ofInteger(wrap(extentOf(*expr, state), expr->type));
  }
  UNREACHABLE("every kind of expression has a value");
}

}  // namespace weir::program
