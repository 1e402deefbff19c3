// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How numbers were computed, for engines that reason about words.
//
//   z = x * y        the bits of z are gates of a multiplier; its word says Multiply(x, y)
//   g = z < x        the gate g is a comparator over those bits; here it is also Less(z, x)
//
// A circuit of a product or a quotient of two unknowns hides what a rewriter would see at once, x * y = y * x. So each
// result of arithmetic has a word, and the gates that such a product or quotient decides (its own bits, comparisons
// with it) are also known by their words. Nothing else is: linear arithmetic and all of the relations stay bits.
//
// A definition by words mentions gates that are older than the gate it defines, as one by operands does. So a gate may
// be defined in either way, each for itself, and the definitions are still well-founded.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "solver/circuit/circuit.h"

namespace weir::solver {

/// A word, 0 for none.
using WordId = std::uint32_t;

/// The value of a word is a mathematical integer of at most `width` bits, the sign included.
struct Word {
  enum class Kind : std::uint8_t { Bits, Add, Subtract, Multiply, Divide, Remainder, Choice, WrapSigned, WrapUnsigned };

  Kind kind = Kind::Bits;
  bool nonlinear = false;  // a product or a quotient of unknowns is in it
  std::uint32_t width = 1;
  std::uint32_t modulus = 0;  // the wraps: kept bits; Bits: the place of the gates
  WordId a = 0;
  WordId b = 0;
  Gate condition;  // Choice: a where it holds, otherwise b
};

/// What a gate means in words.
struct WordAtom {
  enum class Kind : std::uint8_t { Equal, Less, LessEqual, Bit };

  Kind kind = Kind::Equal;
  bool negated = false;  // the gate's node is the negation of the atom
  std::uint32_t bit = 0;
  WordId a = 0;
  WordId b = 0;
};

class Words {
 public:
  Words() : words_(1) {}

  /// The word of given gates, the lowest bit first; the same for equal gates.
  WordId ofBits(std::span<const Gate> bits);
  WordId add(const Word& word);

  const Word& at(WordId id) const { return words_[id]; }
  std::span<const Gate> bitsOf(WordId id) const { return leaves_[words_[id].modulus]; }

  /// Requires that all gates of the words are older than the gate. The first meaning that a gate gets is kept.
  void define(Gate gate, WordAtom atom);
  const WordAtom* meaningOf(std::uint32_t node) const {
    if (meanings_.empty()) return nullptr;
    const auto found = meanings_.find(node);
    return found == meanings_.end() ? nullptr : &found->second;
  }

 private:
  std::vector<Word> words_;
  std::vector<std::vector<Gate>> leaves_;
  std::unordered_multimap<std::size_t, WordId> leaf_of_hash_;
  std::unordered_map<std::uint32_t, WordAtom> meanings_;
};

}  // namespace weir::solver
