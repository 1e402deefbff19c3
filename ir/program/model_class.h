// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes of the standard library that weir's own header defines in the library's place (`use <std>`).
//
//   std::vector<int>      length: unsigned long     elems: int[4]
//   std::optional<int>    present: bool             held: int[1]
//
// Their fields are the ghost fields of the model, held in arrays of which only the first elements count. So
// whoever shows, reads or builds such an object natively has to name the real container instead. Which field is
// which is stated by the model itself (library_shape.h).
#pragma once

#include <optional>

#include "ir/program/heap.h"

namespace weir::program {

/// The name under which the frontend reads the header; there is no such file.
inline constexpr const char* kModelsFile = "/weir/std_models.h";

/// What an execution depends on that goes from one element of such a container to the next.
inline constexpr const char* kUnknownOrder =
    "the order or the equality of the elements of a container, which is not modelled";

inline bool isModelClass(const ClassDecl& class_decl) { return class_decl.library.has_value(); }

/// What models have in common: no class that a program names.
inline bool isBaseOfModel(const ClassDecl& class_decl) {
  return isModelClass(class_decl) && class_decl.library->is_internal;
}

/// An object of the library's, a model's or an opaque one, or one with such a member: it has its own ways to be copied.
bool holdsLibraryObject(const ClassDecl& class_decl);

/// What a member of a modelled class is for; nothing for any other field.
std::optional<LibraryRole> roleOf(const Field& field);

/// A smart pointer: it has a target, and where it shares that with others a block.
inline bool isOwner(const ClassDecl& class_decl) {
  return isModelClass(class_decl) && class_decl.findMember(LibraryRole::Target) != nullptr;
}
inline bool isWatcher(const ClassDecl& class_decl) { return isOwner(class_decl) && class_decl.library->is_watcher; }
inline const Field* targetFieldOf(const ClassDecl& owner) { return owner.findMember(LibraryRole::Target); }
inline const Field* blockFieldOf(const ClassDecl& owner) { return owner.findMember(LibraryRole::Block); }
/// What the owners of a shared object have in common; the library has it, but no program names it.
inline bool isOwnersBlock(const ClassDecl& class_decl) {
  return isModelClass(class_decl) && class_decl.findMember(LibraryRole::Owners) != nullptr;
}

/// Of a modelled class: the field that says how many elements its array has; null where it has no array. An
/// `std::optional` is a container of at most one element, and whether it is there is its length.
inline const Field* lengthFieldOf(const ClassDecl& class_decl) { return class_decl.findMember(LibraryRole::Length); }
inline bool isModelLength(const Field& field) { return roleOf(field) == LibraryRole::Length; }

/// Of a modelled class: the array whose first elements count, as many as its length says; null where it has none.
const Field* elementsFieldOf(const ClassDecl& class_decl);
/// Is it such an array?
bool isModelArray(const Field& field);
/// A set or a map: its elements are found by their keys.
inline const Field* entriesFieldOf(const ClassDecl& class_decl) { return class_decl.findMember(LibraryRole::Entries); }
inline bool isModelEntries(const Field& field) { return roleOf(field) == LibraryRole::Entries; }

/// Of a modelled set or map: a name under which specifications read its one array of elements. It has no room itself.
bool isModelView(const Field& field);

/// Of a modelled set or map whose order is the library's: whether elements have been inserted since it was known.
inline const Field* scatteredFieldOf(const ClassDecl& class_decl) {
  return class_decl.findMember(LibraryRole::Scattered);
}
/// Of a modelled set or map: whether its keys are numbers, strings or pointers, which the models can tell apart.
bool areKeysKnown(const ClassDecl& class_decl);
/// Of a modelled set or map: may several of its elements have one key?
bool mayKeysRepeat(const ClassDecl& class_decl);
/// Of an element of a map: the part of it that is its key.
const Field* keyFieldOf(const ClassDecl& pair);
const Field* mappedFieldOf(const ClassDecl& pair);

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
