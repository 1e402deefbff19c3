// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/circuit/words.h"

#include <algorithm>

namespace weir::solver {

namespace {

std::size_t hashOf(std::span<const Gate> bits) {
  std::uint64_t hash = 0x9E3779B97F4A7C15ULL;
  for (const Gate bit : bits) hash = (hash ^ static_cast<std::uint32_t>(bit.code)) * 0xff51afd7ed558ccdULL;
  return static_cast<std::size_t>(hash ^ (hash >> 29));
}

}  // namespace

WordId Words::ofBits(std::span<const Gate> bits) {
  const std::size_t hash = hashOf(bits);
  const auto [first, last] = leaf_of_hash_.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (std::ranges::equal(bitsOf(it->second), bits)) return it->second;
  Word word;
  word.width = static_cast<std::uint32_t>(bits.size());
  word.modulus = static_cast<std::uint32_t>(leaves_.size());
  leaves_.emplace_back(bits.begin(), bits.end());
  const WordId id = add(word);
  leaf_of_hash_.emplace(hash, id);
  return id;
}

WordId Words::add(const Word& word) {
  words_.push_back(word);
  return static_cast<WordId>(words_.size() - 1);
}

void Words::define(Gate gate, WordAtom atom) {
  atom.negated = !gate.isPositive();
  meanings_.emplace(gate.node(), atom);
}

}  // namespace weir::solver
