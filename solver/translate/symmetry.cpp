// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/translate/symmetry.h"

#include <algorithm>
#include <map>

namespace weir::solver {

namespace {

// Each pair costs a few gates; beyond this many the constraint grows faster than the search shrinks.
constexpr std::size_t kPairsOfOneSwap = 48;

int swapped(int atom, int a, int b) { return atom == a ? b : atom == b ? a : atom; }

// What makes two tuples of a bound the same but for the choice of variables.
std::vector<__int128> patternOf(const logic::BoundTuple& tuple, int a, int b) {
  std::vector<__int128> pattern{tuple.required};
  for (const logic::BoundCell& cell : tuple.cells) {
    pattern.push_back(static_cast<int>(cell.kind));
    switch (cell.kind) {
      case logic::BoundCell::Kind::Atom: pattern.push_back(swapped(cell.atom, a, b)); break;
      case logic::BoundCell::Kind::Integer: pattern.push_back(cell.integer); break;
      case logic::BoundCell::Kind::Free: pattern.push_back(cell.width * 2 + cell.is_signed); break;
    }
  }
  return pattern;
}

}  // namespace

// Where each tuple goes when the two atoms are swapped; empty if the bound does not stay the same.
std::vector<std::size_t> Symmetry::permutation(const BoundedRelation& relation, int a, int b) const {
  std::map<std::vector<__int128>, std::vector<std::size_t>> places;
  const auto& tuples = relation.bound.tuples;
  for (std::size_t i = 0; i < tuples.size(); ++i) places[patternOf(tuples[i], -1, -1)].push_back(i);
  std::vector<std::size_t> result(tuples.size());
  std::map<std::vector<__int128>, std::size_t> used;
  for (std::size_t i = 0; i < tuples.size(); ++i) {
    const auto image = patternOf(tuples[i], a, b);
    const auto found = places.find(image);
    if (found == places.end()) return {};
    const std::size_t nth = used[image]++;
    if (nth >= found->second.size()) return {};
    result[i] = found->second[nth];
  }
  return result;
}

bool Symmetry::swapKeeps(const BoundedRelation& relation, int a, int b) const {
  const auto mentions = [&](const logic::BoundTuple& tuple) {
    return std::any_of(tuple.cells.begin(), tuple.cells.end(), [&](const logic::BoundCell& cell) {
      return cell.kind == logic::BoundCell::Kind::Atom && (cell.atom == a || cell.atom == b);
    });
  };
  const auto& tuples = relation.bound.tuples;
  if (std::none_of(tuples.begin(), tuples.end(), mentions)) return true;
  return !permutation(relation, a, b).empty();
}

bool Symmetry::interchangeable(int a, int b) const {
  if (universe_.at(a).sort != universe_.at(b).sort || named_.contains(a) || named_.contains(b)) return false;
  return std::all_of(relations_.begin(), relations_.end(),
                     [&](const BoundedRelation* relation) { return swapKeeps(*relation, a, b); });
}

void Symmetry::add(const BoundedRelation& relation) {
  relations_.push_back(&relation);
  for (const auto& [a, b] : broken_) holds_ = holds_ && swapKeeps(relation, a, b);
}

void Symmetry::add(logic::Expr expr) {
  if (!seen_.insert(expr).second) return;
  if (expr->kind == logic::ExprKind::Atom) {
    named_.insert(expr->atom);
    for (const auto& [a, b] : broken_) holds_ = holds_ && expr->atom != a && expr->atom != b;
  }
  for (const logic::Expr operand : expr->operands) add(operand);
  for (const logic::Decl& decl : expr->decls) add(decl.domain);
  if (expr->formula != nullptr) add(expr->formula);
}

void Symmetry::add(logic::Formula formula) {
  if (!seen_.insert(formula).second) return;
  for (const logic::Expr expr : formula->exprs) add(expr);
  for (const logic::Formula operand : formula->operands) add(operand);
  for (const logic::Decl& decl : formula->decls) add(decl.domain);
}

Gate Symmetry::leader() {
  std::vector<Gate> parts;
  for (int a = 0; a < universe_.size(); ++a) {
    // The next one of its kind: neighbours suffice to order a whole class.
    for (int b = a + 1; b < universe_.size(); ++b) {
      if (!interchangeable(a, b)) continue;
      parts.push_back(leader(a, b));
      broken_.emplace_back(a, b);
      break;
    }
  }
  return circuit_.conjunction(parts);
}

Gate Symmetry::leader(int a, int b) {
  std::vector<std::pair<Gate, Gate>> pairs;
  for (const BoundedRelation* relation : relations_) {
    const auto image = permutation(*relation, a, b);
    for (std::size_t i = 0; i < image.size(); ++i) {
      if (image[i] <= i) continue;
      const auto& from = relation->rows[i];
      const auto& to = relation->rows[image[i]];
      pairs.emplace_back(from.guard, to.guard);
      for (std::size_t k = 0; k < from.cells.size(); ++k) {
        if (!isNumber(from.cells[k]) || from.cells[k] == to.cells[k]) continue;
        const Number& x = numbers_.at(from.cells[k]);
        const Number& y = numbers_.at(to.cells[k]);
        for (std::size_t bit = 0; bit < std::max(x.width(), y.width()); ++bit) pairs.emplace_back(x.at(bit), y.at(bit));
      }
    }
  }
  if (pairs.size() > kPairsOfOneSwap) pairs.resize(kPairsOfOneSwap);
  // The word of the first must not be the lesser: at the first difference it has the true.
  std::vector<Gate> parts;
  Gate equal_so_far = kTrue;
  for (const auto& [first, second] : pairs) {
    parts.push_back(circuit_.disjunction({!equal_so_far, first, !second}));
    equal_so_far = circuit_.conjunction(equal_so_far, circuit_.equivalence(first, second));
  }
  return circuit_.conjunction(parts);
}

}  // namespace weir::solver
