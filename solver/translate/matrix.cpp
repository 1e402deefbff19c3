// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/translate/matrix.h"

#include <algorithm>
#include <numeric>

namespace weir::solver {

namespace {

std::size_t hashOf(const Number& number) {
  std::uint64_t hash = 0x9E3779B97F4A7C15ULL;
  for (const Gate bit : number.bits) hash = (hash ^ static_cast<std::uint32_t>(bit.code)) * 0xff51afd7ed558ccdULL;
  return static_cast<std::size_t>(hash ^ (hash >> 29));
}

}  // namespace

Cell NumberTable::intern(Number number) {
  const std::size_t hash = hashOf(number);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (at(it->second) == number) return it->second;
  numbers_.push_back(std::move(number));
  const Cell cell = ~static_cast<Cell>(numbers_.size() - 1);
  by_hash_.emplace(hash, cell);
  return cell;
}

std::pair<std::size_t, std::size_t> Matrix::beginningWith(std::span<const Cell> prefix) const {
  const auto bound = [&](auto before) {
    std::size_t low = 0;
    std::size_t high = rows();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (before(row(middle).first(prefix.size())))
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  };
  using std::ranges::lexicographical_compare;
  return {bound([&](std::span<const Cell> head) { return lexicographical_compare(head, prefix); }),
          bound([&](std::span<const Cell> head) { return !lexicographical_compare(prefix, head); })};
}

Gate Matrix::guardOf(std::span<const Cell> tuple) const {
  const auto [first, last] = beginningWith(tuple);
  return first == last ? kFalse : guards[first];
}

void MatrixBuilder::add(std::span<const Cell> tuple, Gate guard) { add(tuple, {}, guard); }

void MatrixBuilder::add(std::span<const Cell> prefix, std::span<const Cell> suffix, Gate guard) {
  if (guard == kFalse) return;
  matrix_.cells.insert(matrix_.cells.end(), prefix.begin(), prefix.end());
  matrix_.cells.insert(matrix_.cells.end(), suffix.begin(), suffix.end());
  matrix_.guards.push_back(guard);
}

Matrix MatrixBuilder::build() {
  const auto less = [&](std::size_t a, std::size_t b) {
    return std::ranges::lexicographical_compare(matrix_.row(a), matrix_.row(b));
  };
  std::vector<std::size_t> order(matrix_.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto strictly = [&](std::size_t a, std::size_t b) { return !less(a, b); };
  if (std::adjacent_find(order.begin(), order.end(), strictly) == order.end()) return std::move(matrix_);
  std::stable_sort(order.begin(), order.end(), less);
  Matrix result;
  result.arity = matrix_.arity;
  std::vector<Gate> alternatives;
  for (std::size_t i = 0; i < order.size();) {
    alternatives.clear();
    std::size_t j = i;
    for (; j < order.size() && !less(order[i], order[j]); ++j) alternatives.push_back(matrix_.guards[order[j]]);
    const auto row = matrix_.row(order[i]);
    result.cells.insert(result.cells.end(), row.begin(), row.end());
    result.guards.push_back(circuit_.disjunction(alternatives));
    i = j;
  }
  return result;
}

}  // namespace weir::solver
