// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/integer.h"
#include "ir/program/machine.h"
#include "ir/program/model_class.h"
#include "ir/program/single_bytes.h"

namespace weir::program {
namespace {

/// Integers of one width are read as each other, as C lets the signed and the unsigned type, and a character as the
/// first byte; anything else is type punning.
bool canBeReadAs(TypeRef stored, TypeRef accessed) {
  if (stored->isPointer() && accessed->isPointer()) return true;
  if (isByteOf(accessed, stored)) return true;
  return stored->kind == accessed->kind && stored->isInteger() && stored->width == accessed->width;
}

Value seenAs(TypeRef type, const Value& value) {
  return value.kind == Value::Kind::Integer ? Value::ofInteger(wrap(value.integer, type)) : value;
}

}  // namespace

/// The location object.field[index], once everything that could be wrong with it is excluded.
Position Machine::accessed(const Value& object, const Field* field, Integer index) const {
  if (object.kind == Value::Kind::Null)
    throw Stop::because(ErrorKind::NullDeref, "the member " + field->name + " of null");
  if (object.kind != Value::Kind::Object) throw withoutField(heap_, object, field);
  const Object& accessed_object = heap_.at(object.object);
  if (!accessed_object.live) throw useOfDead(heap_, object.object);
  requireElement(liesBehindLength(heap_, object.object));
  const auto values = accessed_object.fields.find(field);
  if (values == accessed_object.fields.end()) throw withoutField(heap_, object, field);
  const auto extent = static_cast<long>(values->second.size());
  if (index < 0 || index >= extent) throw outside(field, index, extent);
  return {object.object, field, static_cast<long>(index), extent};
}

/// Does a method of a container's model run, or what one calls? Functions of the models that are no methods, such as
/// std::sort, are given pointers by their callers and may use no more than these may.
bool Machine::isInContainer() const {
  for (auto frame = frames_.rbegin(); frame != frames_.rend() && isModelCode(*frame->procedure); ++frame)
    if (frame->procedure->method_of != nullptr) return true;
  return false;
}

/// A container's array has room for more elements than are there.
void Machine::requireElement(bool is_missing) const {
  if (is_missing && !isInContainer())
    throw Stop::because(ErrorKind::Bounds, "an element that the container does not have");
}

/// No pointer led into a member of a union that shares its bytes with the one in use.
void Machine::requireUnshadowed(ObjectId id) const {
  if (frames_.back().procedure->is_implicit) return;
  for (; heap_.at(id).owner != kNoObject; id = heap_.at(id).owner)
    if (heap_.at(id).owner_field->is_shadowed) throw Stop::unsupported(kPointerIntoUnion);
}

Position Machine::slotAccessed(const Value& pointer, TypeRef pointee) const {
  if (pointer.kind == Value::Kind::Null) throw Stop::because(ErrorKind::NullDeref, "the target of null");
  if (pointer.kind != Value::Kind::Slot)
    throw Stop::unsupported("type punning: " + toString(heap_, pointer) + " as " + toString(pointee));
  if (!heap_.at(pointer.object).live) throw useOfDead(heap_, pointer.object);
  const Position place = *positionOf(heap_, pointer);
  if (place.index >= place.extent) throw outside(place.field, place.index, place.extent);
  if (place.field->union_state != nullptr || place.field->is_shadowed) throw Stop::unsupported(kPointerIntoUnion);
  if (place.field->is_bit_field) throw Stop::unsupported(kPointerIntoBits);
  requireUnshadowed(place.object);
  requireElement(isBehindLength(heap_, place.object, *place.field, place.index) ||
                 liesBehindLength(heap_, place.object));
  if (!canBeReadAs(place.field->elementType(), pointee))
    throw Stop::unsupported("type punning: " + toString(place.field->elementType()) + " as " + toString(pointee));
  return place;
}

Value Machine::readChecked(const Position& place, const Local* target) const {
  const Value& value = heap_.read(place.object, place.field, place.index);
  if (value.kind == Value::Kind::Uninitialized && !frames_.back().procedure->is_implicit && !target->is_raw)
    throw Stop::because(ErrorKind::Uninitialized,
                        toString(heap_, Value::ofSlot(place.object, place.field, place.index)) + " has no value");
  return value;
}

void Machine::load(const LoadStmt& stmt) {
  const Value object = eval(stmt.object);
  const Integer index = stmt.index != nullptr ? eval(stmt.index).integer : 0;
  const Position place = accessed(object, stmt.field, index);
  if (!isNamedPart(stmt.object)) requireUnshadowed(place.object);
  assign(stmt.target, readChecked(place, stmt.target));
}

void Machine::store(const StoreStmt& stmt) {
  const Value object = eval(stmt.object);
  const Integer index = stmt.index != nullptr ? eval(stmt.index).integer : 0;
  const Value value = evalCopied(stmt.value);
  const Position place = accessed(object, stmt.field, index);
  if (!isNamedPart(stmt.object)) requireUnshadowed(place.object);
  requireWritable(place);
  write(place, value);
}

void Machine::loadSlot(const LoadSlotStmt& stmt) {
  const TypeRef pointee = stmt.pointer->type->pointee;
  assign(stmt.target, seenAs(pointee, readChecked(slotAccessed(eval(stmt.pointer), pointee), stmt.target)));
}

void Machine::storeSlot(const StoreSlotStmt& stmt) {
  const Value pointer = eval(stmt.pointer);
  const Value value = evalCopied(stmt.value);
  const Position place = slotAccessed(pointer, stmt.pointer->type->pointee);
  requireWritable(place);
  const TypeRef type = place.field->elementType();
  if (!isByteOf(stmt.pointer->type->pointee, type)) return write(place, seenAs(type, value));
  const Value& before = heap_.read(place.object, place.field, place.index);
  // Three bytes without a value are none that could be reported; a truth value has no others.
  const bool has_others = type->kind != TypeKind::Bool;
  if ((has_others && before.kind != Value::Kind::Integer) || value.kind != Value::Kind::Integer)
    return write(place, Value{});
  constexpr Integer kByte = 256;
  const auto low = [&](Integer number) { return ((number % kByte) + kByte) % kByte; };
  if (type->kind == TypeKind::Bool) {
    if (low(value.integer) > 1) throw Stop::unsupported(kByteOfTruth);
    return write(place, Value::ofInteger(low(value.integer)));
  }
  write(place, Value::ofInteger(wrap(before.integer - low(before.integer) + low(value.integer), type)));
}

void Machine::allocate(const AllocateStmt& stmt) {
  Integer extent = 0;
  if (stmt.extent != nullptr) {
    extent = eval(stmt.extent).integer;
    if (extent < 0) throw Stop::because(ErrorKind::Bounds, "an array of " + toString(extent));
  }
  if (extent > options_.max_objects || heap_.size() >= options_.max_objects)
    throw Stop{Outcome::LimitReached, {}, "more than " + std::to_string(options_.max_objects) + " objects"};
  const ObjectId id = heap_.allocate(stmt.class_decl, stmt.storage, stmt.zeroed, static_cast<long>(extent));
  if (stmt.storage == Storage::Heap) heap_.at(id).allocator = stmt.allocator;
  if (options_.record_steps) execution_.steps.back().allocated.push_back(id);
  assign(stmt.target, startOf(heap_, id));
}

/// What this execution allocated has to be given back by the counterpart of what made it.
void Machine::requireCounterpart(const Object& object, const FreeStmt& stmt) const {
  if (!object.allocator) return;
  static const char* const kMakers[] = {"malloc", "new", "new[]"};
  if (*object.allocator != stmt.allocator)
    throw Stop::because(ErrorKind::Bounds, object.name + ", made by " + kMakers[static_cast<int>(*object.allocator)] +
                                               ", is released as if by " + kMakers[static_cast<int>(stmt.allocator)]);
  if (stmt.only_of_type && stmt.pointer->type->isObjectPointer() &&
      object.class_decl != stmt.pointer->type->pointee->class_decl)
    throw Stop::because(ErrorKind::Bounds, object.name + " is deleted as a " +
                                               stmt.pointer->type->pointee->class_decl->name +
                                               ", which has no virtual destructor");
}

/// Only the program's start gives a constant its value.
void Machine::requireWritable(const Position& place) const {
  const bool is_read_only = heap_.at(place.object).is_read_only || place.field->is_read_only;
  if (is_read_only && frames_.front().procedure != heap_.program().static_initializer)
    throw Stop::because(ErrorKind::Bounds, "a write to a constant");
}

void Machine::free(const FreeStmt& stmt) {
  ObjectId id = kNoObject;
  if (stmt.how == FreeKind::ScopeEnd) {
    // A jump may leave the scope of a variable before its declaration was reached.
    const Value pointer =
        stmt.pointer->kind == ExprKind::LocalRef ? frame().locals.at(stmt.pointer->local->index) : eval(stmt.pointer);
    if (pointer.kind != Value::Kind::Object || !heap_.at(pointer.object).live) return;
    id = pointer.object;
  } else {
    const Value pointer = eval(stmt.pointer);
    if (pointer.kind == Value::Kind::Null) return;
    id = allocationAt(heap_, pointer, stmt.how);
    requireCounterpart(heap_.at(id), stmt);
    execution_.freed[id] = stmt.how;
  }
  heap_.kill(id);
  if (options_.record_steps) execution_.steps.back().freed.push_back(id);
}

}  // namespace weir::program
