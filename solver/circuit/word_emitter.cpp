// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/circuit/word_emitter.h"

#include <algorithm>

#include "support/invariant.h"

namespace weir::solver {

using Kind = BitVectorTerm::Kind;

BitVector WordEmitter::add(const BitVectorTerm& term) {
  sat_.addTerm(term);
  return count_++;
}

BitVector WordEmitter::fitted(BitVector term, Width from, Width to, bool is_signed) {
  if (from == to) return term;
  const Kind kind = from > to ? Kind::Low : is_signed ? Kind::SignExtend : Kind::ZeroExtend;
  return add({.kind = kind, .width = static_cast<int>(to), .a = term});
}

BitVector WordEmitter::term(WordId id, Width width) {
  const auto found = known_.find({id, width});
  if (found != known_.end()) return found->second;
  const BitVector result = build(id, width);
  known_.emplace(std::pair{id, width}, result);
  return result;
}

BitVector WordEmitter::bits(WordId id, Width width) {
  const auto gates = words_.bitsOf(id);
  if (std::all_of(gates.begin(), gates.end(), [](Gate gate) { return gate.isConstant(); })) {
    BitVectorTerm constant{.kind = Kind::Constant, .width = static_cast<int>(width)};
    for (Width i = 0; i < width; ++i)
      constant.value.push_back(gates[std::min<std::size_t>(i, gates.size() - 1)] == kTrue);
    return add(constant);
  }
  const auto whole = static_cast<Width>(gates.size());
  if (width != whole) return fitted(term(id, whole), whole, width, true);
  BitVectorTerm result{.kind = Kind::Bits, .width = static_cast<int>(width)};
  for (const Gate gate : gates) result.bits.push_back(exactly_(gate));
  return add(result);
}

BitVector WordEmitter::quotient(WordId id, Width width) {
  const Word& word = words_.at(id);
  // One bit more than the operands have: the least number divided by -1 needs it.
  const Width whole = std::max(words_.at(word.a).width, words_.at(word.b).width) + 1;
  if (width != whole) return fitted(term(id, whole), whole, width, true);
  const BitVector a = term(word.a, whole);
  const BitVector b = term(word.b, whole);
  const Kind kind = word.kind == Word::Kind::Divide ? Kind::Divide : Kind::Remainder;
  return add({.kind = kind, .width = static_cast<int>(whole), .a = a, .b = b});
}

BitVector WordEmitter::build(WordId id, Width width) {
  const Word& word = words_.at(id);
  const auto modular = [&](Kind kind, Literal condition = 0) {
    const BitVector a = term(word.a, width);
    const BitVector b = term(word.b, width);
    return add({.kind = kind, .width = static_cast<int>(width), .a = a, .b = b, .condition = condition});
  };
  switch (word.kind) {
    case Word::Kind::Bits: return bits(id, width);
    case Word::Kind::Add: return modular(Kind::Add);
    case Word::Kind::Subtract: return modular(Kind::Subtract);
    case Word::Kind::Multiply: return modular(Kind::Multiply);
    case Word::Kind::Divide:
    case Word::Kind::Remainder: return quotient(id, width);
    case Word::Kind::Choice: return modular(Kind::Choice, exactly_(word.condition));
    case Word::Kind::WrapSigned:
    case Word::Kind::WrapUnsigned: {
      const Width kept = std::min<Width>(width, word.modulus);
      return fitted(term(word.a, kept), kept, width, word.kind == Word::Kind::WrapSigned);
    }
  }
  UNREACHABLE("a word should have one of the kinds");
}

void WordEmitter::define(Literal literal, const WordAtom& atom) {
  BitVectorAtom result;
  result.literal = atom.negated ? -literal : literal;
  if (atom.kind == WordAtom::Kind::Bit) {
    result.kind = BitVectorAtom::Kind::Bit;
    // Not more than is needed of a product, but all bits of it as parts of the same term.
    result.a = term(atom.a, words_.at(atom.a).width);
    result.bit = static_cast<int>(atom.bit);
  } else {
    const Width width = std::max(words_.at(atom.a).width, words_.at(atom.b).width);
    result.kind = atom.kind == WordAtom::Kind::Equal  ? BitVectorAtom::Kind::Equal
                  : atom.kind == WordAtom::Kind::Less ? BitVectorAtom::Kind::Less
                                                      : BitVectorAtom::Kind::LessEqual;
    result.a = term(atom.a, width);
    result.b = term(atom.b, width);
  }
  sat_.addAtom(result);
}

}  // namespace weir::solver
