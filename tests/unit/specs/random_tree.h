// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random trees of the specification language, for round trips and for the grammar-based fuzzer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

#include "specs/lang/ast.h"

namespace weir::specs {

/// Where the choices come from: a seed, or the bytes of a fuzzer (zeros once they are used up, so that trees end).
class Choices {
 public:
  explicit Choices(std::uint32_t seed) : generator_(seed) {}
  Choices(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  /// A number from 0 up to, not including, `bound`.
  unsigned below(unsigned bound);
  bool oneIn(unsigned n) { return below(n) == n - 1; }

 private:
  std::mt19937 generator_;
  const std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Of at most this depth. Formulas and expressions are mixed as the grammar allows, whatever their types.
ExprPtr randomExpr(Choices& choices, int depth);
Declaration randomDeclaration(Choices& choices, int depth);

}  // namespace weir::specs
