// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words to the bit-vector terms of an engine.
//
// A word is a mathematical integer, a term has a width. Sums, products and choices are exact modulo any power of two,
// so whoever asks for a word says how many bits of it are wanted and only those are computed: wrap(x * y, 32) becomes a
// product of 32 bits, and in x * y < z all terms have the width of the wider side. Quotients need their operands whole.
#pragma once

#include <functional>
#include <map>

#include "solver/circuit/words.h"
#include "solver/sat/sat_solver.h"

namespace weir::solver {

class WordEmitter {
 public:
  /// `exactly` gives a literal that is true exactly where the gate is.
  WordEmitter(const Words& words, SatSolver& sat, std::function<Literal(Gate)> exactly)
      : words_(words), sat_(sat), exactly_(std::move(exactly)) {}

  /// From now on the literal is true exactly where the atom is.
  void define(Literal literal, const WordAtom& atom);

 private:
  using Width = std::uint32_t;

  /// The word modulo two to the power of `width`.
  BitVector term(WordId id, Width width);
  BitVector build(WordId id, Width width);
  BitVector bits(WordId id, Width width);
  BitVector quotient(WordId id, Width width);
  BitVector fitted(BitVector term, Width from, Width to, bool is_signed);
  BitVector add(const BitVectorTerm& term);

  const Words& words_;
  SatSolver& sat_;
  std::function<Literal(Gate)> exactly_;
  std::map<std::pair<WordId, Width>, BitVector> known_;
  BitVector count_ = 0;
};

}  // namespace weir::solver
