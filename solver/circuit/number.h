// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematical integers over gates: two's complement, as wide as the value can be and no wider.
//
//   Number a = ...;                        // 32 gates: an `int` of the program
//   add(a, constant(1))                    // 33 gates: never wraps
//   wrap(add(a, constant(1)), 32, true)    // 32 gates again: what the program computes
//   count({x, y, z})                       // 3 gates: 0 .. 3, and a constant sign
//
// The last bit is the sign and stands for all higher ones. Equal bits at the top are dropped, so what is known about a
// value narrows all that is computed from it: a counter stays a counter however wide its type is.
//
// A number also remembers how it was computed (see words.h). That is no part of its value: numbers are equal if their
// gates are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/circuit/circuit.h"
#include "solver/circuit/words.h"

namespace weir::solver {

struct Number {
  std::vector<Gate> bits{kFalse};
  WordId word = 0;

  Gate sign() const { return bits.back(); }
  std::size_t width() const { return bits.size(); }
  Gate at(std::size_t i) const { return i < bits.size() ? bits[i] : bits.back(); }
  bool isConstant() const;
  bool operator==(const Number& other) const { return bits == other.bits; }
};

/// Requires a constant of at most 127 bits.
__int128 constantValue(const Number& number);
/// The least and the greatest value its gates allow when taken one by one. Requires at most 126 bits.
struct Interval {
  __int128 low = 0;
  __int128 high = 0;
};
Interval intervalOf(const Number& number);

class Arithmetic {
 public:
  explicit Arithmetic(Circuit& circuit) : circuit_(circuit) {}

  static Number constant(__int128 value);
  /// A number of fresh variables, with the range of a C integer type of that width and sign.
  Number variable(int width, bool is_signed);

  Number add(const Number& a, const Number& b);
  Number subtract(const Number& a, const Number& b);
  Number negate(const Number& a) { return subtract(constant(0), a); }
  Number multiply(const Number& a, const Number& b);
  /// Rounding towards zero, as C does; 0 where the divisor is 0.
  Number divide(const Number& a, const Number& b);
  Number remainder(const Number& a, const Number& b);

  Number bitAnd(const Number& a, const Number& b);
  Number bitOr(const Number& a, const Number& b);
  Number bitXor(const Number& a, const Number& b);
  /// Multiply or floor-divide by two to the power of `by`, taken as 0 where it is less and as 127 where it is more.
  Number shiftLeft(const Number& a, const Number& by);
  Number shiftRight(const Number& a, const Number& by);
  /// The value of a C integer type of this width and sign that is congruent modulo 2^width.
  Number wrap(const Number& a, int width, bool is_signed);

  Number choice(Gate condition, const Number& then, const Number& otherwise);
  /// `a` where the guard holds, otherwise 0.
  Number masked(Gate guard, const Number& a);
  /// The number whose guard holds, 0 if none does. Requires that no two guards hold together.
  struct Guarded {
    Gate guard;
    const Number* number;
  };
  Number select(std::span<const Guarded> cases);

  Gate equal(const Number& a, const Number& b);
  Gate less(const Number& a, const Number& b);
  Gate lessEqual(const Number& a, const Number& b);

  /// How many of the gates hold.
  Number count(std::span<const Gate> gates);
  Number sum(std::vector<Number> terms);

  const Words& words() const { return words_; }

 private:
  // Gates alone; the public operations add the words.
  Number addWithCarry(const Number& a, const Number& b, Gate carry);
  Number difference(const Number& a, const Number& b);
  Number product(const Number& a, const Number& b);
  Number chosen(Gate condition, const Number& then, const Number& otherwise);
  Number guarded(Gate guard, const Number& a);
  Gate equality(const Number& a, const Number& b);
  Gate compare(const Number& a, const Number& b, Gate if_equal);
  Number shiftAmount(const Number& by);
  struct Quotient {
    Number quotient;
    Number remainder;
  };
  Quotient divideMagnitudes(const Number& a, const Number& b);
  Number magnitude(const Number& a);
  template <class Operation>
  Number bitwise(const Number& a, const Number& b, Operation operation);

  WordId wordOf(const Number& number);
  /// The result with the word that says how it was computed.
  Number computed(Number result, Word word);
  Number computed(Number result, Word::Kind kind, const Number& a, const Number& b, Gate condition = kFalse);
  /// A product or quotient: the gates that are newer than `before` are its own.
  Number nonlinear(Number result, Word::Kind kind, const Number& a, const Number& b, std::uint32_t before);
  Gate compared(Gate gate, WordAtom::Kind kind, const Number& a, const Number& b, std::uint32_t before);

  Circuit& circuit_;
  Words words_;
};

}  // namespace weir::solver
