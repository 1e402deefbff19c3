// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/model_class.h"

#include <algorithm>

namespace weir::program {

namespace {

/// Is it stated of the class, or of one of its bases?
bool isStated(const ClassDecl& class_decl, bool LibraryShape::* what) {
  return (class_decl.library && *class_decl.library.*what) ||
         std::ranges::any_of(class_decl.bases, [&](const ClassDecl* base) { return isStated(*base, what); });
}

}  // namespace

std::optional<LibraryRole> roleOf(const Field& field) {
  if (field.owner == nullptr || !field.owner->library) return std::nullopt;
  for (const auto& [role, member] : field.owner->library->members)
    if (member == &field) return role;
  return std::nullopt;
}

const Field* elementsFieldOf(const ClassDecl& class_decl) {
  for (const LibraryRole role : {LibraryRole::Sequence, LibraryRole::Entries, LibraryRole::Single})
    if (const Field* field = class_decl.findMember(role)) return field;
  return nullptr;
}

bool isModelArray(const Field& field) {
  const auto role = roleOf(field);
  return role == LibraryRole::Sequence || role == LibraryRole::Entries || role == LibraryRole::Single;
}

bool isModelView(const Field& field) {
  const auto role = roleOf(field);
  return role == LibraryRole::Contents || role == LibraryRole::Keys || role == LibraryRole::Mapping;
}

bool areKeysKnown(const ClassDecl& class_decl) { return !isStated(class_decl, &LibraryShape::compares_by_user); }
bool mayKeysRepeat(const ClassDecl& class_decl) { return isStated(class_decl, &LibraryShape::repeats_keys); }

const Field* keyFieldOf(const ClassDecl& pair) { return pair.findField("first"); }
const Field* mappedFieldOf(const ClassDecl& pair) { return pair.findField("second"); }

bool holdsLibraryObject(const ClassDecl& class_decl) {
  if (isModelClass(class_decl) || class_decl.is_incomplete) return true;
  const std::vector<const Field*> fields = allFields(&class_decl);
  return std::any_of(fields.begin(), fields.end(), [](const Field* field) {
    return field->holdsParts() && holdsLibraryObject(*field->elementType()->class_decl);
  });
}

bool isOrderUnknown(const Heap& heap, ObjectId container, const Field& array) {
  if (!isModelArray(array)) return false;
  const Field* scattered = scatteredFieldOf(*array.owner);
  if (scattered == nullptr) return false;
  const Value& length = heap.read(container, lengthFieldOf(*array.owner));
  const Value& is_scattered = heap.read(container, scattered);
  return length.kind == Value::Kind::Integer && length.integer > 1 && is_scattered.kind == Value::Kind::Integer &&
         is_scattered.integer != 0;
}

bool isBehindLength(const Heap& heap, ObjectId container, const Field& array, long index) {
  if (!isModelArray(array)) return false;
  const Value& length = heap.read(container, lengthFieldOf(*array.owner));
  return length.kind != Value::Kind::Integer || index >= length.integer;
}

bool liesBehindLength(const Heap& heap, ObjectId object) {
  for (; heap.at(object).owner != kNoObject; object = heap.at(object).owner) {
    const Object& part = heap.at(object);
    if (isBehindLength(heap, part.owner, *part.owner_field, part.owner_index)) return true;
  }
  return false;
}

}  // namespace weir::program
