// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/model_class.h"

namespace weir::program {

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
