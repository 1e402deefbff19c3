// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formulas as few convex pieces.
#include <algorithm>
#include <optional>

#include "conditions/numeric/relations.h"
#include "conditions/numeric/translate.h"

namespace weir::conditions {
namespace {

using namespace numeric;

/// What is longer is not multiplied out only to read better.
constexpr long kReadable = 60;

/// The constraints of `piece` that every point of `other` satisfies.
BasicSet keptBy(const BasicSet& piece, const Set& other) {
  BasicSet made(isl_basic_set_universe(isl_basic_set_get_space(piece.get())));
  const auto keep = [&](Constraint constraint) {
    BasicSet with(
        isl_basic_set_add_constraint(isl_basic_set_universe(isl_basic_set_get_space(piece.get())), constraint.copy()));
    if (isYes(isl_set_is_subset(other.get(), Set(isl_set_from_basic_set(with.copy())).get()))) {
      made = BasicSet(isl_basic_set_intersect(made.take(), with.take()));
    }
  };
  for (const Constraint& each : constraintsOf(piece)) {
    if (isYes(isl_constraint_is_div_constraint(each.get()))) continue;
    if (!isYes(isl_constraint_is_equality(each.get()))) {
      keep(each);
      continue;
    }
    Affine term(isl_constraint_get_aff(each.get()));
    keep(Constraint(isl_inequality_from_aff(term.copy())));
    keep(Constraint(isl_inequality_from_aff(isl_aff_neg(term.take()))));
  }
  return made;
}

BasicSet joined(const BasicSet& a, const BasicSet& b) {
  Set both(isl_set_union(isl_set_from_basic_set(a.copy()), isl_set_from_basic_set(b.copy())));
  return BasicSet(isl_set_simple_hull(both.take()));
}

int sharedConstraints(const BasicSet& a, const BasicSet& join) {
  int shared = 0;
  const std::vector<Constraint> constraints = constraintsOf(join);
  for (const Constraint& each : constraintsOf(a)) {
    shared += static_cast<int>(std::count_if(constraints.begin(), constraints.end(), [&](const Constraint& other) {
      return isl_constraint_is_equal(each.get(), other.get()) == 1;
    }));
  }
  return shared;
}

/// The pair of pieces whose join keeps most constraints is joined, until few are left.
void joinToFew(std::vector<BasicSet>& pieces, size_t few) {
  while (pieces.size() > few) {
    size_t best_i = 0;
    size_t best_j = 1;
    int best = -1;
    for (size_t i = 0; i < pieces.size(); ++i) {
      for (size_t j = i + 1; j < pieces.size(); ++j) {
        const BasicSet join = joined(pieces[i], pieces[j]);
        const int kept = sharedConstraints(pieces[i], join) + sharedConstraints(pieces[j], join);
        if (kept > best) {
          best = kept;
          best_i = i;
          best_j = j;
        }
      }
    }
    pieces[best_i] = joined(pieces[best_i], pieces[best_j]);
    pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(best_j));
  }
}

/// Each piece of `now` that is not inside one of `before` widens the one that grew into it, or else the one that keeps
/// most of its constraints.
void widenBy(std::vector<BasicSet>& before, const std::vector<BasicSet>& now, size_t few) {
  for (const BasicSet& each : now) {
    const Set piece(isl_set_from_basic_set(each.copy()));
    if (std::any_of(before.begin(), before.end(),
                    [&](const BasicSet& old) { return isYes(isl_basic_set_is_subset(each.get(), old.get())); })) {
      continue;
    }
    const auto grown = std::find_if(before.begin(), before.end(), [&](const BasicSet& old) {
      return isYes(isl_basic_set_is_subset(old.get(), each.get()));
    });
    if (grown != before.end()) {
      *grown = keptBy(*grown, piece);
      continue;
    }
    if (before.size() < few) {
      before.push_back(each);
      continue;
    }
    std::optional<BasicSet> best;
    size_t best_at = 0;
    int most = -1;
    for (size_t i = 0; i < before.size(); ++i) {
      BasicSet wider = keptBy(before[i], piece);
      const int kept = sizeOf(isl_basic_set_n_constraint(wider.get()));
      if (kept > most) {
        most = kept;
        best_at = i;
        best = std::move(wider);
      }
    }
    if (best) before[best_at] = *best;
  }
}

Formula hullWithin(Session& session, Terms& terms, Formula before, Formula now, bool widen, size_t few) {
  const std::vector<Atom> coordinates = coordinatesOf({before, now});
  Translation translation(session, terms, coordinates);
  const auto pieces = [&](Formula formula) {
    Set set = translation.setOf(formula);
    set = Set(isl_set_coalesce(isl_set_detect_equalities(set.take())));
    return piecesOf(set);
  };
  std::vector<BasicSet> made = pieces(before);
  const std::vector<BasicSet> added = pieces(now);
  if (widen) {
    joinToFew(made, few);
    widenBy(made, added, few);
  } else {
    made.insert(made.end(), added.begin(), added.end());
    joinToFew(made, few);
  }
  Set all(isl_set_empty(translation.space().copy()));
  for (const BasicSet& each : made) all = Set(isl_set_union(all.take(), isl_set_from_basic_set(each.copy())));
  return formulaOf(terms, all, translation.ranges(), termsOf(terms, coordinates)).formula;
}

}  // namespace

Formula coalesced(Terms& terms, Formula formula) {
  if (formula->leaves < 2 || formula->leaves > kReadable) return formula;
  try {
    Session session(kOperations);
    const std::vector<Atom> coordinates = coordinatesOf({formula});
    Translation translation(session, terms, coordinates);
    const Written written =
        formulaOf(terms, translation.setOf(formula), translation.ranges(), termsOf(terms, coordinates));
    return written.is_exact && written.formula->leaves < formula->leaves ? written.formula : formula;
  } catch (const OverBudget&) {
    return formula;
  }
}

Formula hull(Terms& terms, Formula before, Formula now, bool widen, int pieces) {
  try {
    Session session(kOperations);
    return hullWithin(session, terms, before, now, widen, static_cast<size_t>(std::max(pieces, 1)));
  } catch (const OverBudget&) {
    return before == now ? before : terms.yes();
  }
}

bool includes(Terms& terms, Formula b, Formula a) {
  if (a == b || a == terms.no() || b == terms.yes()) return true;
  try {
    Session session(kOperations);
    Translation translation(session, terms, coordinatesOf({a, b}));
    const Set left = translation.setOf(a);
    return isYes(isl_set_is_empty(translation.setOf(terms.negate(b), left).get()));
  } catch (const OverBudget&) {
    return false;
  }
}

}  // namespace weir::conditions
