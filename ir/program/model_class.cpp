// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/model_class.h"

namespace weir::program {

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
