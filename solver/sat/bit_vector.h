// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Terms over bit-vectors, for engines that reason about whole words.
//
//   x = Bits {l1, l2, l3}            three literals, the lowest bit first
//   p = Multiply x x                 of width 3, modulo 8
//   Equal g p x                      the literal g is true exactly where x * x = x modulo 8
//
// Both operands of an operation have its width. Division is that of C; its value is not to be relied on where the
// divisor is 0.
#pragma once

#include <vector>

namespace weir::solver {

/// A variable (positive) or its negation, as in DIMACS. Never zero.
using Literal = int;

/// The place of a term in the order in which terms were added.
using BitVector = int;

struct BitVectorTerm {
  enum class Kind { Bits, Constant, Add, Subtract, Multiply, Divide, Remainder, Choice, SignExtend, ZeroExtend, Low };

  Kind kind = Kind::Bits;
  int width = 1;
  BitVector a = 0;
  BitVector b = 0;
  Literal condition = 0;           // Choice: a where it holds, otherwise b
  std::vector<Literal> bits = {};  // Bits
  std::vector<bool> value = {};    // Constant, lowest bit first
};

struct BitVectorAtom {
  enum class Kind { Equal, Less, LessEqual, Bit };

  Kind kind = Kind::Equal;
  Literal literal = 0;  // true exactly where the atom is
  BitVector a = 0;
  BitVector b = 0;  // the comparisons, signed
  int bit = 0;      // Bit: this one of a
};

}  // namespace weir::solver
