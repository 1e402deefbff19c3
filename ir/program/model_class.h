// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes of the standard library that weir's own header defines in the library's place (`use <std>`).
//
//   std::vector<int>      length: unsigned long     elems: int[4]
//   std::optional<int>    present: bool             held: int[1]
//
// Their fields are the ghost fields of the model, held in arrays of which only the first elements count. So
// whoever shows, reads or builds such an object natively has to speak of the real container instead.
#pragma once

#include <algorithm>

#include "ir/program/heap.h"

namespace weir::program {

/// The name under which the frontend reads the header; there is no such file.
inline constexpr const char* kModelsFile = "/weir/std_models.h";

/// What an execution depends on that goes from one element of such a container to the next.
inline constexpr const char* kUnknownOrder =
    "the order or the equality of the elements of a container, which is not modelled";

/// A string that is not one of those that have a model (specs/lib/std_models_text.h).
inline constexpr const char* kUnknownText =
    "a string of more than 8 characters, or one with a zero character at its end";

/// A shared object that one of its owners would not delete as what it is (specs/lib/std_models_owners.h).
inline constexpr const char* kUnknownDeletion =
    "a std::shared_ptr to a class without a virtual destructor that is made from one to another class";

inline bool isModelClass(const ClassDecl& class_decl) { return class_decl.range.file == kModelsFile; }

/// What models have in common: no class that a program names.
inline bool isBaseOfModel(const ClassDecl& class_decl) {
  return isModelClass(class_decl) && class_decl.name.starts_with("std::weir_");
}

/// An object of the library's, a model's or an opaque one, or one with such a member: it has its own ways to be copied.
bool holdsLibraryObject(const ClassDecl& class_decl);

/// A smart pointer: it has a `target`, and where it shares that with others a `block`.
inline bool isOwner(const ClassDecl& class_decl) {
  return isModelClass(class_decl) && class_decl.findField("target") != nullptr;
}
inline bool isWatcher(const ClassDecl& class_decl) {
  return isOwner(class_decl) && class_decl.name.starts_with("std::weak_ptr<");
}
/// What the owners of a shared object have in common; the library has it, but no program names it.
inline bool isOwnersBlock(const ClassDecl& class_decl) {
  return isModelClass(class_decl) && class_decl.name == "std::weir_owners";
}

/// Of a modelled class: the field that says how many elements its arrays have; null where it has no arrays. An
/// `std::optional` is a container of at most one element, and whether it is there is its length.
inline const Field* lengthFieldOf(const ClassDecl& class_decl) {
  const Field* length = class_decl.findField("length");
  return length != nullptr ? length : class_decl.findField("present");
}
inline bool isModelLength(const Field& field) {
  return isModelClass(*field.owner) && (field.name == "length" || field.name == "present");
}

/// Of a modelled class: an array whose first elements count, as many as its length says.
inline bool isModelArray(const Field& field) { return isModelClass(*field.owner) && field.type->isArray(); }

/// Of a modelled set or map: a name under which specifications read its one array of elements. It has no room itself.
inline bool isModelView(const Field& field) {
  return isModelClass(*field.owner) && (field.name == "contents" || field.name == "keys" || field.name == "mapping");
}

/// Of a modelled set or map whose order is the library's: whether elements have been inserted since it was known.
inline const Field* scatteredFieldOf(const ClassDecl& class_decl) { return class_decl.findField("scattered"); }
/// Of a modelled set or map: whether its keys are numbers, strings or pointers, which the models can tell apart.
inline bool areKeysKnown(const ClassDecl& class_decl) {
  return std::none_of(class_decl.bases.begin(), class_decl.bases.end(),
                      [](const ClassDecl* base) { return base->name == "std::weir_by_user"; });
}

/// The models' own code, which puts elements behind the last one; all other code may only use those that are there.
inline bool isModelCode(const Procedure& procedure) { return procedure.range.file == kModelsFile; }

/// The code of the library, in a model or in its own headers: no place that a user would look for.
inline bool isLibraryCode(const Procedure& procedure) { return procedure.is_library || isModelCode(procedure); }

/// Is the order of the elements of this container not known, and does it matter?
bool isOrderUnknown(const Heap& heap, ObjectId container, const Field& array);
/// Is this position of a container's array behind its last element?
bool isBehindLength(const Heap& heap, ObjectId container, const Field& array, long index);
/// Does the object lie, at whatever depth, in an element that its container does not have?
bool liesBehindLength(const Heap& heap, ObjectId object);

}  // namespace weir::program
