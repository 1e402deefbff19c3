// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Side-effect free expressions over locals and constants. Memory is only touched by statements, so an
// expression has a value in every state; what C leaves undefined is an error the expression raises
// when it is evaluated (division by zero, signed overflow when asked, a shift too far, pointer arithmetic
// that leaves its array, an uninitialised local).
//
// Integer operators work at the type of the expression: C's promotions and conversions are Cast nodes.
// Unsigned arithmetic wraps; signed arithmetic wraps too, and is an error where overflow is checked.
#pragma once

#include <string>
#include <vector>

#include "ir/program/type.h"

namespace weir::program {

struct Local;
struct Field;
struct Procedure;

using Integer = __int128;  // holds every value of every C integer type

enum class ExprKind {
  Constant,     // integer
  Null,         // a pointer to nothing
  LocalRef,     // local
  FunctionRef,  // procedure
  Globals,      // the one object whose fields are the variables of static storage duration
  Unary,        // op, operands[0]
  Binary,       // op, operands[0], operands[1]: arithmetic and comparison of integers; Equal, NotEqual also of
                // pointers, as addresses where Program::compares_addresses says so
  Cast,         // operands[0] converted to the integer type `type` (truncation, extension; to bool: != 0)
  PointerCast,  // operands[0] seen as another pointer type; the value is the same place
  IsInstance,   // is operands[0] a non-null pointer to an object whose dynamic type is or derives from class_decl;
                // with `integer` 1 the class that the object was made as, whether it lives or not: where it has what
  PartAddress,  // &operands[0]->field, or &operands[0]->field[operands[1]]: field of class type (or array of it)
  OwnerOf,      // container_of: the object whose part `field` (index 0 where an array) operands[0] points to
  SlotAddress,  // &operands[0]->field, or &operands[0]->field[operands[1]]: field of scalar type (or array of it)
  SlotOwner,    // container_of on a scalar field: the object whose slot `field` operands[0] points to
  PointerAdd,   // operands[0] + operands[1] elements, inside one array; one past the end is allowed
  PointerDiff,  // operands[0] - operands[1] in elements, of one array
  PointerLess,  // operands[0] < operands[1], of one array
  Extent,  // how many elements the heap allocation that starts at operands[0] has: 1 where it is no array. An error
           // where freeing it would be one; with `integer` 1 it has to be an array, as for delete[]
};

enum class Op {
  Negate,
  BitNot,
  LogicalNot,  // unary
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,  // arithmetic
  ShiftLeft,  // of a signed number what its ShiftRule, in `integer`, says is `overflow`
  ShiftRight,
  BitAnd,
  BitOr,
  BitXor,  // bits
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,  // comparison, of type bool
  LogicalAnd,
  LogicalOr,  // both sides are evaluated: no short circuit here
};

/// What may be shifted out of a signed number: anything (C++20), nothing above the sign bit (C++11 to 17), nothing
/// above the value bits (C). In the last two nothing negative.
enum class ShiftRule { Any, IntoSign, OnlyValue };

struct Expr {
  ExprKind kind = ExprKind::Constant;
  TypeRef type = nullptr;
  Op op = Op::Add;
  Integer integer = 0;
  const Local* local = nullptr;
  const Field* field = nullptr;
  const Procedure* procedure = nullptr;
  const ClassDecl* class_decl = nullptr;
  std::vector<const Expr*> operands;
};

using ExprRef = const Expr*;  // owned by the Program

/// Of two pointers to data, neither of them the constant null: then what counts is where they point to. One that was a
/// void* may lead to the first member of what the other one leads to, whatever their types are now.
bool comparesAddresses(const Expr& comparison);

/// Is it the address of a member, `&x->link`, and not a pointer that leads anywhere?
bool isNamedPart(ExprRef expr);

/// "(a + 1)", "&x->link", "null".
std::string toString(ExprRef expr);
const char* spelling(Op op);
std::string toString(Integer value);

}  // namespace weir::program
