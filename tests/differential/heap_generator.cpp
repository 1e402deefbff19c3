// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/differential/heap_generator.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>

#include "ir/program/elsewhere.h"
#include "ir/program/interpreter.h"
#include "tools/replay/spelling.h"

namespace weir::differential {

using program::ClassDecl;
using program::Field;
using program::Integer;
using program::kNoObject;
using program::Object;
using program::ObjectId;
using program::TypeRef;
using program::Value;

namespace {

template <typename T>
bool contains(const std::vector<T>& list, const T& element) {
  return std::find(list.begin(), list.end(), element) != list.end();
}

/// Bases first, in order of declaration. Only the first member of a union has a value, and none of a union of which
/// several members are in use: they share their bytes.
void collectFields(const ClassDecl* class_decl, std::vector<const Field*>& fields) {
  for (const ClassDecl* base : class_decl->bases) collectFields(base, fields);
  for (const Field* field : class_decl->fields) {
    if (field->union_state != nullptr || field->is_union_state) continue;
    if (!class_decl->is_union || field == class_decl->fields.front()) fields.push_back(field);
  }
}

std::vector<const Field*> fieldsOf(const ClassDecl* class_decl) {
  std::vector<const Field*> fields;
  collectFields(class_decl, fields);
  return fields;
}

}  // namespace

HeapGenerator::HeapGenerator(program::Program& program, const program::Procedure& procedure, std::uint64_t seed)
    : program_(program), procedure_(procedure), random_(seed), heap_(program) {}

Input HeapGenerator::generate() {
  if (program_.globalsClass() != nullptr) program::initializeStatics(heap_, {.record_steps = false});
  acyclic_ = !oneIn(3);
  for (const program::Local* parameter : procedure_.parameters) need(parameter->type);
  if (const ClassDecl* globals = program_.globalsClass())
    for (const Field* field : globals->fields) need(field->elementType());
  allocateObjects();
  for (const ObjectId id : std::vector<ObjectId>(made_)) fill(id);
  if (program_.globalsClass() != nullptr && !oneIn(3)) fillGlobals();

  Input input{heap_, {}};
  for (const program::Local* parameter : procedure_.parameters) input.arguments.push_back(argument(*parameter));
  input.heap = heap_;
  return input;
}

void HeapGenerator::need(TypeRef type) {
  if (type->isClass()) return needClass(type->class_decl);
  if (type->isArray()) return need(type->element);
  if (!type->isPointer()) return;
  if (type->isObjectPointer()) {
    for (const ClassDecl* dynamic : program_.dynamicClasses(type->pointee->class_decl)) needClass(dynamic);
  } else if (type->isSlotPointer()) {
    if (!contains(scalars_, type->pointee)) scalars_.push_back(type->pointee);
    need(type->pointee);
  }
}

void HeapGenerator::needClass(const ClassDecl* class_decl) {
  if (class_decl->is_incomplete || contains(needed_, class_decl)) return;
  needed_.push_back(class_decl);
  for (const Field* field : fieldsOf(class_decl)) need(field->elementType());
}

void HeapGenerator::allocateObjects() {
  for (const ClassDecl* class_decl : needed_) {
    if (class_decl->is_abstract || class_decl->is_union) continue;
    const std::uint64_t count = oneIn(5) ? 0 : 1 + below(3);
    for (std::uint64_t i = 0; i < count && made_.size() < 12; ++i)
      made_.push_back(heap_.allocate(class_decl, program::Storage::Heap));
  }
  // Arrays of objects, where the program has such; one part of their class is as good as any other object.
  for (const ClassDecl* array : program_.classes())
    if (array->is_array && array->fields.front()->holdsParts() && oneIn(2) &&
        contains(needed_, array->fields.front()->elementType()->class_decl))
      made_.push_back(heap_.allocate(array, program::Storage::Heap, false, static_cast<long>(1 + below(3))));
  for (const TypeRef scalar : scalars_)
    made_.push_back(
        heap_.allocate(program_.arrayClass(scalar), program::Storage::Heap, false, static_cast<long>(1 + below(4))));
}

ObjectId HeapGenerator::topOf(ObjectId id) const {
  while (heap_.at(id).owner != kNoObject) id = heap_.at(id).owner;
  return id;
}

void HeapGenerator::fill(ObjectId id) {
  for (const Field* field : fieldsOf(heap_.at(id).class_decl)) {
    const std::size_t count = heap_.at(id).fields.at(field).size();
    for (std::size_t i = 0; i < count; ++i) {
      const auto index = static_cast<long>(i);
      if (field->holdsParts())
        fill(heap_.read(id, field, index).object);
      else if (field->elementType()->isScalar())
        heap_.write(id, field, value(field->elementType(), !field->is_reference, id), index);
    }
  }
}

void HeapGenerator::fillGlobals() {
  const ObjectId id = heap_.globals();
  for (const Field* field : program_.globalsClass()->fields) {
    if (field->is_constant || field->is_reference || field->made_up_address) continue;
    if (!replay::canBeNamed(program_, field)) continue;
    const std::size_t count = heap_.at(id).fields.at(field).size();
    for (std::size_t i = 0; i < count; ++i) {
      const auto index = static_cast<long>(i);
      if (field->holdsParts())
        fill(heap_.read(id, field, index).object);
      else if (field->elementType()->isScalar() && oneIn(2))
        heap_.write(id, field, value(field->elementType(), true, id), index);
    }
  }
}

Value HeapGenerator::argument(const program::Local& parameter) {
  const bool is_this = parameter.name == "this" && procedure_.method_of != nullptr;
  if (parameter.name == "%result")
    return Value::ofObject(heap_.allocate(parameter.type->pointee->class_decl, program::Storage::Automatic));
  if (is_this && procedure_.is_constructor)
    return Value::ofObject(heap_.allocate(procedure_.method_of, program::Storage::Heap));
  if (parameter.is_by_value || (is_this && procedure_.is_destructor)) {
    const ObjectId id = heap_.allocate(parameter.type->pointee->class_decl, program::Storage::Heap);
    fill(id);
    return Value::ofObject(id);
  }
  const bool may_be_null = !is_this && !parameter.is_reference;
  return value(parameter.type, may_be_null, kNoObject);
}

Value HeapGenerator::value(TypeRef type, bool may_be_null, ObjectId from) {
  return type->isPointer() ? pointer(type, may_be_null, from) : integer(type);
}

Value HeapGenerator::integer(TypeRef type) {
  const Integer least = type->is_signed ? -(Integer{1} << (type->width - 1)) : 0;
  const Integer greatest = (Integer{1} << (type->is_signed ? type->width - 1 : type->width)) - 1;
  if (type->is_float && below(4) != 0) {
    static constexpr double kNumbers[] = {0.0, -0.0, 1.5, -2.0, 3.0, 1e300, -1e-300, 7.25};
    const double number = kNumbers[below(std::size(kNumbers))];
    return Value::ofInteger(type->width == 32 ? Integer{std::bit_cast<std::uint32_t>(static_cast<float>(number))}
                                              : Integer{std::bit_cast<std::uint64_t>(number)});
  }
  Integer chosen = 0;
  switch (below(8)) {
    case 0: chosen = oneIn(2) ? least : greatest; break;
    case 1: chosen = static_cast<Integer>(random_()); break;
    case 2: chosen = -static_cast<Integer>(below(4)); break;
    default: chosen = static_cast<Integer>(below(7)); break;
  }
  if (chosen >= least && chosen <= greatest) return Value::ofInteger(chosen);
  const Integer range = greatest - least + 1;
  const Integer offset = ((chosen - least) % range + range) % range;
  return Value::ofInteger(least + offset);
}

Value HeapGenerator::pointer(TypeRef type, bool may_be_null, ObjectId from) {
  if (may_be_null && oneIn(5)) return Value::null();
  if (type->isFunctionPointer()) {
    const auto functions = program_.addressTaken(type->pointee);
    return functions.empty() ? Value::null() : Value::ofFunction(functions[below(functions.size())]);
  }
  if (type->isSlotPointer()) {
    const std::vector<Slot> slots = slotsOf(type->pointee);
    if (!slots.empty()) {
      // The starts of arrays are what most code expects.
      std::vector<Slot> starts;
      for (const Slot& slot : slots)
        if (slot.index == 0 && heap_.at(slot.object).class_decl->is_array) starts.push_back(slot);
      const std::vector<Slot>& chosen = starts.empty() || oneIn(4) ? slots : starts;
      const Slot& slot = chosen[below(chosen.size())];
      return Value::ofSlot(slot.object, slot.field, slot.index);
    }
    if (may_be_null) return Value::null();
    const ObjectId box = heap_.allocate(program_.boxClass(type->pointee), program::Storage::Automatic);
    const Field* field = heap_.at(box).class_decl->fields.front();
    heap_.write(box, field, value(type->pointee, true, kNoObject));
    return Value::ofSlot(box, field);
  }
  std::vector<ObjectId> candidates;
  if (type->isVoidPointer()) {
    for (const ObjectId id : made_)
      if (!heap_.at(id).class_decl->is_array) candidates.push_back(id);
  } else if (type->isObjectPointer()) {
    candidates = objectsOf(type->pointee->class_decl);
  }
  if (acyclic_ && from != kNoObject && may_be_null)
    std::erase_if(candidates, [&](ObjectId id) { return topOf(id) <= topOf(from); });
  if (!candidates.empty()) return Value::ofObject(candidates[below(candidates.size())]);
  if (may_be_null || !type->isObjectPointer()) return Value::null();
  const std::vector<const ClassDecl*> dynamic = program_.dynamicClasses(type->pointee->class_decl);
  if (dynamic.empty()) return Value::null();
  const ObjectId id = heap_.allocate(dynamic[below(dynamic.size())], program::Storage::Heap);
  made_.push_back(id);
  fill(id);
  return Value::ofObject(id);
}

std::vector<ObjectId> HeapGenerator::objectsOf(const ClassDecl* class_decl) const {
  std::vector<ObjectId> found;
  for (ObjectId id = 0; id < heap_.size(); ++id) {
    const Object& object = heap_.at(id);
    if (!object.class_decl->derivesFrom(class_decl) || program::isElsewhere(object)) continue;
    const bool is_made_up = object.is_made_up && object.owner_field->made_up_address.has_value();
    if (is_made_up || (object.live && contains(made_, topOf(id)))) found.push_back(id);
  }
  return found;
}

std::vector<HeapGenerator::Slot> HeapGenerator::slotsOf(TypeRef type) const {
  std::vector<Slot> found;
  for (ObjectId id = 0; id < heap_.size(); ++id) {
    if (!contains(made_, topOf(id))) continue;
    for (const Field* field : fieldsOf(heap_.at(id).class_decl)) {
      if (field->holdsParts() || field->is_bit_field || field->is_reference || field->elementType() != type) continue;
      const auto count = static_cast<long>(heap_.at(id).fields.at(field).size());
      for (long index = 0; index < count; ++index) found.push_back({id, field, index});
    }
  }
  return found;
}

}  // namespace weir::differential
