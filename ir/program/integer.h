// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C's integer arithmetic at its true width, on exact integers.
//
//   binary(Op::Add, 2147483647, 1, int32) = { value: -2147483648, overflowed: true }
#pragma once

#include <optional>

#include "ir/program/expression.h"

namespace weir::program {

/// The value of the type that is congruent to it modulo 2^width; for bool, whether it is not 0.
Integer wrap(Integer value, TypeRef type);
bool fits(Integer value, TypeRef type);
Integer leastValue(TypeRef type);
Integer greatestValue(TypeRef type);

struct IntegerResult {
  enum class Fault { None, DivisionByZero, Undefined };  // Undefined: INT_MIN / -1, INT_MIN % -1, a shift too far
  Integer value = 0;
  bool overflowed = false;  // signed, and the exact result does not fit
  Fault fault = Fault::None;
};

/// Requires operands that fit `type`, the type the operator works at: for a comparison that of the operands, for a
/// shift that of the left one. A comparison or logical operator yields 0 or 1.
IntegerResult unary(Op op, Integer operand, TypeRef type);
IntegerResult binary(Op op, Integer left, Integer right, TypeRef type, ShiftRule rule = ShiftRule::Any);

}  // namespace weir::program
