// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types of the program IR: what is left of C and C++ once references, typedefs and layout are gone.
//
// A value is an integer (bool, enum and character types included), a pointer, or nothing; class values
// live in objects and are never values themselves. Pointers come in shapes, by their pointee:
//
//   Node*           to an object                      pointee is a class
//   Node**, int*    to a slot: a field, an array      pointee is a scalar
//                   element, or a boxed local
//   void*           to either                         pointee is void
//   int(*)(int)     to a procedure                    pointee is a function
//
// A C++ reference is a pointer here. Types are interned by Program: equal types have equal addresses.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace weir::program {

struct ClassDecl;

enum class TypeKind { Void, Bool, Int, Pointer, Class, Array, Function, Unsupported };

struct Type {
  TypeKind kind = TypeKind::Void;
  int width = 0;                          // Bool (1) and Int: number of bits, sign included; a bit-field's own width
  bool is_signed = false;                 // Int
  bool is_float = false;                  // Int: the bits of a floating-point number, which nobody computes with
  bool is_c_enum = false;                 // Int: an enum that C lets alias the integer type it is compatible with
  std::string name;                       // as the source spells it: "int", "Color", "unsigned char"
  const Type* pointee = nullptr;          // Pointer
  const ClassDecl* class_decl = nullptr;  // Class
  const Type* element = nullptr;          // Array
  std::optional<long> extent;             // Array: absent for the elements of a heap array: its objects carry their own
  const Type* result = nullptr;           // Function
  std::vector<const Type*> parameters;    // Function
  bool returns_class = false;             // Function: the last parameter points to the room for the result
  std::string reason;                     // Unsupported: why ("floating point")

  bool isInteger() const { return kind == TypeKind::Int || kind == TypeKind::Bool; }
  bool isPointer() const { return kind == TypeKind::Pointer; }
  bool isClass() const { return kind == TypeKind::Class; }
  bool isArray() const { return kind == TypeKind::Array; }
  /// Fits into one slot: an integer or a pointer.
  bool isScalar() const { return isInteger() || isPointer(); }
  bool isObjectPointer() const { return isPointer() && pointee->isClass(); }
  bool isSlotPointer() const { return isPointer() && pointee->isScalar(); }
  bool isVoidPointer() const { return isPointer() && pointee->kind == TypeKind::Void; }
  bool isFunctionPointer() const { return isPointer() && pointee->kind == TypeKind::Function; }
};

using TypeRef = const Type*;

/// As C++ would spell it: "Node*", "int[4]", "unsigned int".
std::string toString(TypeRef type);

/// The same values in the same form: `int` and an enum of that width and sign differ in name only.
bool sameRepresentation(TypeRef a, TypeRef b);
/// May a pointer to one of these integer types be used to access an object of the other, as C has it? So are the signed
/// and the unsigned type of one name, the three types of characters, an enum of C and its integer type; not `long` and
/// `long long`.
bool mayAlias(TypeRef a, TypeRef b);
/// Is `character` one of the three types of characters, and `stored` an integer of several bytes or a truth value? A
/// pointer to the one may point to the first byte of the other: where a program is run, its low bits, or 0 and 1.
bool isByteOf(TypeRef character, TypeRef stored);
/// Without a cast node: the same representation, a derived class seen as its base, an object or slot as void*.
bool convertsImplicitly(TypeRef from, TypeRef to);

}  // namespace weir::program
