// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/heap.h"

#include <cctype>

#include "support/invariant.h"

namespace weir::program {
namespace {

/// What was never written remembers where it is, so that copies of it are known to be equal.
Value garbageAt(ObjectId object, const Field* field, long index) {
  return {.kind = Value::Kind::Uninitialized, .field = field, .index = index, .origin = object};
}

Value initialValue(TypeRef type) {
  if (type->isInteger()) return Value::ofInteger(0);
  if (type->isPointer()) return Value::null();
  return {};  // of an unsupported type: it has no value we could know
}

std::string elementName(const std::string& object, const Field* field, long index) {
  const std::string base = field->owner->is_array ? object : object + "." + field->name;
  return field->type->isArray() ? base + "[" + std::to_string(index) + "]" : base;
}

}  // namespace

std::string Heap::freshName(const ClassDecl* class_decl) {
  if (class_decl->is_globals) return class_decl->name;
  // "Node2" and "0" should not read as the 21st Node.
  const bool ends_in_digit =
      !class_decl->name.empty() && std::isdigit(static_cast<unsigned char>(class_decl->name.back()));
  return class_decl->name + (ends_in_digit ? "#" : "") + std::to_string(counts_[class_decl]++);
}

ObjectId Heap::create(const ClassDecl* class_decl, Object object, bool zeroed) {
  const ObjectId id = size();
  const bool is_static = object.is_static;
  const bool is_made_up = object.is_made_up;
  const bool is_read_only = object.is_read_only;
  const bool is_constant = object.is_constant;
  const long extent = object.extent;
  const Storage storage = object.storage;
  const std::string name = object.name;
  object.class_decl = class_decl;
  objects_.push_back(std::move(object));
  for (const Field* field : allFields(class_decl)) {
    const long count = !field->type->isArray() ? 1 : field->type->extent ? *field->type->extent : extent;
    std::vector<Value> values;
    values.reserve(count);
    for (long index = 0; index < count; ++index) {
      if (!field->holdsParts()) {
        values.push_back(zeroed || field->is_union_state ? initialValue(field->elementType())
                                                         : garbageAt(id, field, index));
        continue;
      }
      const bool no_object = is_made_up || field->made_up_address.has_value();
      Object part{.live = !no_object,
                  .storage = storage,
                  .is_static = is_static,
                  .is_read_only = is_read_only || field->is_read_only,
                  .is_constant = is_constant || field->is_constant,
                  .is_made_up = no_object,
                  .owner = id,
                  .owner_field = field,
                  .owner_index = index,
                  .name = elementName(name, field, index)};
      values.push_back(Value::ofObject(create(field->elementType()->class_decl, std::move(part), zeroed)));
    }
    objects_[id].fields[field] = std::move(values);
  }
  return id;
}

ObjectId Heap::allocate(const ClassDecl* class_decl, Storage storage, bool zeroed, long extent) {
  INVARIANT(extent >= 0, "an array should not have a negative extent");
  Object object{
      .storage = storage, .is_static = class_decl->is_globals, .extent = extent, .name = freshName(class_decl)};
  return create(class_decl, std::move(object), zeroed);
}

void Heap::makeRaw(ObjectId id) {
  for (auto& [field, values] : objects_.at(id).fields)
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (field->holdsParts())
        makeRaw(values[i].object);
      else
        values[i] = garbageAt(id, field, static_cast<long>(i));
    }
}

void Heap::kill(ObjectId id) {
  objects_.at(id).live = false;
  for (const Field* field : allFields(objects_[id].class_decl))
    if (field->holdsParts())
      for (const Value& part : objects_[id].fields.at(field)) kill(part.object);
}

ObjectId Heap::globals() {
  INVARIANT(program_->globalsClass() != nullptr, "a program without globals has no globals object");
  if (globals_ == kNoObject) globals_ = allocate(program_->globalsClass(), Storage::Automatic, true);
  return globals_;
}

const Value& Heap::read(ObjectId id, const Field* field, long index) const {
  return objects_.at(id).fields.at(field).at(index);
}

void Heap::write(ObjectId id, const Field* field, Value value, long index) {
  INVARIANT(!field->holdsParts(), "a part is fixed to its owner");
  objects_.at(id).fields.at(field).at(index) = value;
}

ObjectId outermost(const Heap& heap, ObjectId id) {
  while (heap.at(id).owner != kNoObject) id = heap.at(id).owner;
  return id;
}

/// Which alternative the std::variant around this object has.
static std::optional<Integer> alternativeAround(const Heap& heap, ObjectId id, long& count) {
  for (; id != kNoObject; id = heap.at(id).owner)
    for (const auto& [field, values] : heap.at(id).fields)
      if (field->alternatives && values.front().kind == Value::Kind::Integer) {
        count = field->alternatives->count;
        return values.front().integer;
      }
  return std::nullopt;
}

bool isShadowed(const Heap& heap, ObjectId id) {
  for (; heap.at(id).owner != kNoObject; id = heap.at(id).owner) {
    const Field* field = heap.at(id).owner_field;
    if (field->is_shadowed) return true;
    if (!field->alternatives_from_here) continue;
    long count = 0;
    const auto there = alternativeAround(heap, heap.at(id).owner, count);
    if (there && *there != count - *field->alternatives_from_here) return true;
  }
  return false;
}

bool isShadowed(const Heap& heap, ObjectId id, const Field* field) {
  if (field->is_shadowed || field->is_union_state) return true;
  if (field->union_state == nullptr) return false;
  const Value& state = heap.read(id, field->union_state);
  return state.integer == static_cast<int>(UnionState::AtEntry) ||
         state.integer == static_cast<int>(UnionState::Overwritten);
}

std::optional<Position> positionOf(const Heap& heap, const Value& pointer) {
  const auto extent = [&](ObjectId object, const Field* field) {
    return static_cast<long>(heap.at(object).fields.at(field).size());
  };
  if (pointer.kind == Value::Kind::Slot)
    return Position{pointer.object, pointer.field, pointer.index, extent(pointer.object, pointer.field)};
  if (pointer.kind != Value::Kind::Object) return std::nullopt;
  const Object& part = heap.at(pointer.object);
  if (part.owner == kNoObject) return std::nullopt;
  return Position{part.owner, part.owner_field, part.owner_index, extent(part.owner, part.owner_field)};
}

Value addressOf(const Heap& heap, ObjectId object, const Field* field, long index) {
  const std::vector<Value>& values = heap.at(object).fields.at(field);
  INVARIANT(index >= 0 && index <= static_cast<long>(values.size()), "an address should lie inside its array");
  if (field->holdsParts() && index < static_cast<long>(values.size())) return values[index];
  return Value::ofSlot(object, field, index);
}

Value outermostAt(const Heap& heap, Value pointer) {
  while (const auto position = positionOf(heap, pointer)) {
    if (position->index != 0 || !startsWith(heap.at(position->object).class_decl, position->field)) break;
    pointer = Value::ofObject(position->object);
  }
  return pointer;
}

Value startOf(const Heap& heap, ObjectId object) {
  const ClassDecl* class_decl = heap.at(object).class_decl;
  return class_decl->is_array ? addressOf(heap, object, class_decl->fields.front(), 0) : Value::ofObject(object);
}

std::string toString(const Heap& heap, const Value& value) {
  switch (value.kind) {
    case Value::Kind::Uninitialized: return "uninitialized";
    case Value::Kind::Integer: return toString(value.integer);
    case Value::Kind::Null: return "null";
    case Value::Kind::Object: return heap.at(value.object).name;
    case Value::Kind::Slot: {
      const std::string name = elementName(heap.at(value.object).name, value.field, value.index);
      return value.index != 0 && !value.field->type->isArray() ? name + "+1" : name;
    }
    case Value::Kind::Function: return "&" + value.procedure->name;
  }
  return "?";
}

}  // namespace weir::program
