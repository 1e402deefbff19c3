// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A relation as a sparse boolean matrix: the tuples it may have, each under a gate that says whether it has it.
//
//   next  =  (Node0, Node1) if g1, (Node0, Node2) if g2
//   depth =  (Frame0, n7) always                            n7 an integer over gates
//
// A cell is an atom or an integer. Integers are interned by their gates, so equal cells are equal values; different
// cells may still be equal values in some instance, and whoever compares them compares the numbers. Rows are sorted
// and without duplicates; a row whose guard is false is left out.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "solver/circuit/circuit.h"
#include "solver/circuit/number.h"

namespace weir::solver {

/// An atom's index, or the complement of an interned number's.
using Cell = std::int32_t;

constexpr bool isNumber(Cell cell) { return cell < 0; }

class NumberTable {
 public:
  Cell intern(Number number);
  const Number& at(Cell cell) const { return numbers_[static_cast<std::size_t>(~cell)]; }

 private:
  std::vector<Number> numbers_;
  std::unordered_multimap<std::size_t, Cell> by_hash_;
};

struct Matrix {
  int arity = 1;
  std::vector<Cell> cells;
  std::vector<Gate> guards;

  std::size_t rows() const { return guards.size(); }
  std::span<const Cell> row(std::size_t i) const {
    return {cells.data() + i * static_cast<std::size_t>(arity), static_cast<std::size_t>(arity)};
  }
  /// Rows [first, second) are those that begin with `prefix`.
  std::pair<std::size_t, std::size_t> beginningWith(std::span<const Cell> prefix) const;
  /// The guard of exactly this row, false if it is not there.
  Gate guardOf(std::span<const Cell> tuple) const;
};

using MatrixRef = std::shared_ptr<const Matrix>;

/// Collects rows in any order; a row that is added twice is there if either is.
class MatrixBuilder {
 public:
  MatrixBuilder(Circuit& circuit, int arity) : circuit_(circuit) { matrix_.arity = arity; }
  void add(std::span<const Cell> tuple, Gate guard);
  void add(std::span<const Cell> prefix, std::span<const Cell> suffix, Gate guard);
  Matrix build();

 private:
  Circuit& circuit_;
  Matrix matrix_;
};

}  // namespace weir::solver
