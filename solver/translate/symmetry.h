// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lex-leader constraints for atoms that nothing tells apart.
//
// Two atoms of one sort are interchangeable if swapping them maps every bound to itself and no formula names either of
// them. Then each instance has a twin in which they are swapped, and it is enough to look at the one whose bound
// variables, read in a fixed order, are the greater word. Satisfiability is not changed; the search space of k
// interchangeable atoms shrinks by up to k!.
#pragma once

#include <deque>
#include <unordered_set>
#include <vector>

#include "solver/translate/bounded_relation.h"

namespace weir::solver {

class Symmetry {
 public:
  Symmetry(Circuit& circuit, const logic::Universe& universe, NumberTable& numbers)
      : circuit_(circuit), universe_(universe), numbers_(numbers) {}

  /// What may tell atoms apart: bounds, and formulas that name atoms.
  void add(const BoundedRelation& relation);
  void add(logic::Expr expr);
  void add(logic::Formula formula);

  /// The constraints for what has been added so far. To be called once.
  Gate leader();
  /// False if something that was added after leader() tells apart atoms that it took as interchangeable.
  bool stillHolds() const { return holds_; }

 private:
  bool swapKeeps(const BoundedRelation& relation, int a, int b) const;
  std::vector<std::size_t> permutation(const BoundedRelation& relation, int a, int b) const;
  bool interchangeable(int a, int b) const;
  Gate leader(int a, int b);

  Circuit& circuit_;
  const logic::Universe& universe_;
  NumberTable& numbers_;
  std::vector<const BoundedRelation*> relations_;
  std::unordered_set<int> named_;
  std::unordered_set<const void*> seen_;
  std::vector<std::pair<int, int>> broken_;
  bool holds_ = true;
};

}  // namespace weir::solver
