// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an lvalue of C++ is here: the place it names, which can be read, written or pointed to.
//
//   x            Local     a variable kept in a local
//   p->f, a[i]   Field     a scalar field of an object, or an element of an array field
//   *q           Slot      the scalar that a pointer points to
//   *p, p->link  Object    an object of class type, by its address
//   p->a         Array     an array, by the address of its first element
//   f            Function  a function
#pragma once

#include <optional>
#include <vector>

#include "ir/program/program.h"

namespace clang {
class FieldDecl;
class RecordDecl;
}  // namespace clang

namespace weir::frontend {

/// In a union of which several members are in use (union_uses.h).
struct UnionAccess {
  program::ExprRef object = nullptr;  // that has the members of the union
  const clang::RecordDecl* record = nullptr;
  std::vector<const clang::FieldDecl*> path;  // from the union on
};

struct Place {
  enum class Kind { Local, Field, Slot, Object, Array, Function, Unsupported };
  Kind kind = Kind::Unsupported;
  program::TypeRef type = nullptr;        // of the value: for a bit-field its declared type; for an array its element
  const program::Local* local = nullptr;  // Local
  program::ExprRef pointer = nullptr;     // Field: the object; Slot, Object, Array, Function: the address
  const program::Field* field = nullptr;  // Field
  program::ExprRef index = nullptr;       // Field: element of an array field
  bool is_volatile = false;               // Field, Slot: a read gives anything
  program::ExprRef text = nullptr;        // of a character: the modelled std::string,
  const program::Procedure* keep = nullptr;  // and what it does to keep what was written
  std::optional<UnionAccess> in_union;       // Field, Object

  static Place ofLocal(const program::Local* local) {
    return {.kind = Kind::Local, .type = local->type, .local = local};
  }
  static Place ofObject(program::ExprRef pointer) {
    return {.kind = Kind::Object, .type = pointer->type->pointee, .pointer = pointer};
  }
  static Place unsupported(program::TypeRef type) { return {.kind = Kind::Unsupported, .type = type}; }
};

}  // namespace weir::frontend
