// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets and relations of integers, by isl: projection, and what a loop reaches.
//
// Atoms that are no symbols (applications of functions, of any argument) are dimensions like symbols: what is known of
// functions is forgotten, which is sound for everything here, since results are implied by what was given. Values under
// conditions become alternatives, quotients are exact.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "conditions/logic/terms.h"

namespace weir::conditions {

/// The operations of isl that one call may take: counted, so that the same question has the same answer. (Measured on
/// benchmarks/conditions/arrays: with 400,000 merge sort is not verified; what loops reach has smaller budgets of its
/// own, reach.cpp.)
inline constexpr long kOperations = 2'000'000;

struct Projected {
  Formula formula;
  bool is_exact = false;  // equivalent to `for some value of what was eliminated`; else implied by it
};

/// The strongest formula over the atoms that are kept which `formula` implies, or a weaker one where that is too
/// costly: the atoms for which `is_eliminated` says so are gone, and so is every atom that contains one. In the worst
/// case literals about eliminated atoms are dropped; at once, where `only_drops` says so.
Projected eliminate(
    Terms& terms, Formula formula, const std::function<bool(Atom)>& is_eliminated,
    const std::function<bool()>& only_drops = [] { return false; });

/// An equivalent formula as a union of few convex pieces, where it is numeric and small enough; else the formula
/// itself. Short ones are what a person wants to read: `x <= 3 or x >= 5`, not its parts.
Formula coalesced(Terms& terms, Formula formula);

/// One round of a loop: where `guard` holds the variables get the values `after`.
struct Step {
  Formula guard;
  std::vector<Term> after;  // as many as there are variables
};

struct Reached {
  Formula relation;       // over `initial` and `variables`: implied by zero or more steps
  bool is_exact = false;  // and implies them
};

/// What the variables can be after any number of steps from `initial`. `is_inner` says which atoms besides the
/// variables have a value of their own in each round (choices that were made inside): they are eliminated. All others
/// are the same in every round. Over-approximates: the intersection of isl's transitive closure and of a fixpoint with
/// hulls and widening. `context` holds throughout (it does not mention variables). Little is found out once `is_over`
/// says so.
Reached reach(
    Terms& terms, const std::vector<Atom>& variables, const std::vector<Atom>& initial, const std::vector<Step>& steps,
    const std::function<bool(Atom)>& is_inner, Formula context,
    const std::function<bool()>& is_over = [] { return false; });

/// The least upper bound that is found for a chain of formulas over numbers: implied by both, one convex piece for each
/// of at most `pieces` groups; `widen` drops what grows from `before` to `now`.
Formula hull(Terms& terms, Formula before, Formula now, bool widen, int pieces);

/// Certainly: every solution of `a` is one of `b`, as sets of numbers.
bool includes(Terms& terms, Formula b, Formula a);

}  // namespace weir::conditions
