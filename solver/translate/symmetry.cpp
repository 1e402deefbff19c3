// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/translate/symmetry.h"

#include <algorithm>

#include "support/invariant.h"

namespace weir::solver {

namespace {

// Each pair costs a few gates; beyond this many the constraint grows faster than the search shrinks.
constexpr std::size_t kPairsOfOneSwap = 48;

int swapped(int atom, int a, int b) { return atom == a ? b : atom == b ? a : atom; }

}  // namespace

Symmetry::Pattern Symmetry::patternOf(const logic::BoundTuple& tuple, int a, int b) {
  Pattern pattern{tuple.required};
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

void Symmetry::add(const BoundedRelation& relation) {
  Entry& entry = entries_.emplace_back();
  entry.relation = &relation;
  const auto& tuples = relation.bound.tuples;
  for (std::size_t i = 0; i < tuples.size(); ++i) {
    auto& same = entry.places[patternOf(tuples[i], -1, -1)];
    entry.nth.push_back(same.size());
    same.push_back(i);
    for (const logic::BoundCell& cell : tuples[i].cells) {
      if (cell.kind != logic::BoundCell::Kind::Atom) continue;
      auto& mentioning = entry.mentioning[cell.atom];
      if (mentioning.empty() || mentioning.back() != i) mentioning.push_back(i);
    }
  }
  for (const auto& [a, b] : broken_) holds_ = holds_ && moved(entry, a, b).has_value();
}

std::optional<std::vector<std::pair<std::size_t, std::size_t>>> Symmetry::moved(const Entry& entry, int a, int b) {
  std::vector<std::pair<std::size_t, std::size_t>> result;
  const auto of = [&](int atom) {
    const auto found = entry.mentioning.find(atom);
    return found == entry.mentioning.end() ? std::vector<std::size_t>() : found->second;
  };
  std::vector<std::size_t> touched = of(a);
  const std::vector<std::size_t> others = of(b);
  if (touched.size() != others.size()) return std::nullopt;
  touched.insert(touched.end(), others.begin(), others.end());
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (const std::size_t i : touched) {
    const auto found = entry.places.find(patternOf(entry.relation->bound.tuples[i], a, b));
    if (found == entry.places.end() || found->second.size() <= entry.nth[i]) return std::nullopt;
    const std::size_t image = found->second[entry.nth[i]];
    if (i < image) result.emplace_back(i, image);
  }
  return result;
}

bool Symmetry::interchangeable(int a, int b) const {
  if (universe_.at(a).sort != universe_.at(b).sort || named_.contains(a) || named_.contains(b)) return false;
  return std::all_of(entries_.begin(), entries_.end(),
                     [&](const Entry& entry) { return moved(entry, a, b).has_value(); });
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
  for (const Entry& entry : entries_) {
    const auto places = moved(entry, a, b);
    INVARIANT(places.has_value(), "interchangeable atoms should keep every bound");
    for (const auto& [i, image] : *places) {
      const auto& from = entry.relation->rows[i];
      const auto& to = entry.relation->rows[image];
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
