// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lex-leader constraints for atoms that nothing tells apart.
//
// Two atoms of one sort are interchangeable if swapping them maps every bound to itself and no formula names either of
// them. Then each instance has a twin in which they are swapped, and it is enough to look at the one whose bound
// variables, read in a fixed order, are the greater word. Satisfiability is not changed; the search space of k
// interchangeable atoms shrinks by up to k!.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "solver/translate/bounded_relation.h"

namespace weir::solver {

class Symmetry {
 public:
  Symmetry(Circuit& circuit, const logic::Universe& universe, NumberTable& numbers)
      : circuit_(circuit), universe_(universe), numbers_(numbers) {}

  /// What may tell atoms apart: bounds, which must outlive this, and formulas that name atoms.
  void add(const BoundedRelation& relation);
  void add(logic::Expr expr);
  void add(logic::Formula formula);

  /// The constraints for what has been added so far. To be called once.
  Gate leader();
  /// False if something that was added after leader() tells apart atoms that it took as interchangeable.
  bool stillHolds() const { return holds_; }

 private:
  /// What makes two tuples of a bound the same but for the choice of variables.
  using Pattern = std::vector<__int128>;
  struct Entry {
    const BoundedRelation* relation;
    std::map<Pattern, std::vector<std::size_t>> places;            // tuples with this pattern, in order
    std::vector<std::size_t> nth;                                  // of each tuple among those with its pattern
    std::unordered_map<int, std::vector<std::size_t>> mentioning;  // tuples in which the atom occurs
  };

  static Pattern patternOf(const logic::BoundTuple& tuple, int a, int b);
  /// Pairs of tuples that change places when the atoms do; nothing if the bound does not stay the same.
  static std::optional<std::vector<std::pair<std::size_t, std::size_t>>> moved(const Entry& entry, int a, int b);
  bool interchangeable(int a, int b) const;
  Gate leader(int a, int b);

  Circuit& circuit_;
  const logic::Universe& universe_;
  NumberTable& numbers_;
  std::vector<Entry> entries_;
  std::unordered_set<int> named_;
  std::unordered_set<const void*> seen_;
  std::vector<std::pair<int, int>> broken_;
  bool holds_ = true;
};

}  // namespace weir::solver
