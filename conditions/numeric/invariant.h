// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convex relations that every number of rounds of a loop keeps.
//
//   while (i < n) { i++; j--; }        i0 + 1 <= i <= n  and  i + j = i0 + j0
//
// Candidates are guessed: constraints of the rounds, of where they end, of the hull of one and two rounds, equalities
// by Karr's method, directions in which variables and pairs of them go. Those that do not hold after one round, or that
// a further round does not keep, are dropped until the rest is kept (Houdini). A round is the conjunction of linear
// constraints, checked over the rationals: what is kept there is kept by integers.
#pragma once

#include <vector>

#include "conditions/numeric/isl.h"

namespace weir::conditions::numeric {

class Invariants {
 public:
  /// Small: without the hulls of one and two rounds.
  enum class Effort { Full, Small };

  /// `rounds` relate `count` coordinates before to as many after.
  Invariants(Session& session, std::vector<BasicSet> rounds, int count, Effort effort);

  /// One or more rounds, the first of which is `first`: contains them.
  BasicSet after(const BasicSet& first);
  /// What `before` relates, followed by one round of `round`.
  BasicSet followed(const BasicSet& before, const BasicSet& round) const;

 private:
  void guessDirections();
  std::vector<Affine> candidates(const BasicSet& first);
  void addConstraints(const BasicSet& piece, std::vector<Affine>& found) const;
  void addEqualities(const BasicSet& first, std::vector<Affine>& found) const;
  BasicSet equalitiesOf(const BasicSet& piece) const;
  BasicSet conjunction(const std::vector<Affine>& constraints) const;
  Affine difference(const std::vector<std::pair<int, int>>& factors) const;
  bool holds(const BasicSet& piece, const Affine& term) const;

  Session& session_;
  std::vector<BasicSet> rounds_;
  int count_;
  Effort effort_;
  Space space_;
  std::vector<Affine> kept_always_;  // by every round, from every state
  std::vector<Affine> ends_;         // where rounds end
  std::vector<Affine> directions_;   // perhaps kept
};

}  // namespace weir::conditions::numeric
