// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/numeric/invariant.h"

#include <algorithm>

namespace weir::conditions::numeric {
namespace {

unsigned natural(int number) { return static_cast<unsigned>(number); }

bool isKnown(const std::vector<Affine>& all, const Affine& one) {
  return std::any_of(all.begin(), all.end(),
                     [&](const Affine& each) { return isYes(isl_aff_plain_is_equal(each.get(), one.get())); });
}

void addNew(std::vector<Affine>& all, Affine one) {
  if (!isKnown(all, one)) all.push_back(std::move(one));
}

}  // namespace

Invariants::Invariants(Session& session, std::vector<BasicSet> rounds, int count, Effort effort)
    : session_(session),
      rounds_(std::move(rounds)),
      count_(count),
      effort_(effort),
      space_(isl_basic_set_get_space(rounds_.at(0).get())) {
  for (const BasicSet& each : rounds_) {
    BasicSet end(isl_basic_set_project_out(each.copy(), isl_dim_set, 0, natural(count_)));
    end = BasicSet(isl_basic_set_remove_divs(end.take()));
    addConstraints(BasicSet(isl_basic_set_insert_dims(end.take(), isl_dim_set, 0, natural(count_))), ends_);
  }
  guessDirections();
}

/// The sum of factor times (value after - value before).
Affine Invariants::difference(const std::vector<std::pair<int, int>>& factors) const {
  Affine sum(isl_aff_zero_on_domain_space(space_.copy()));
  for (const auto& [at, factor] : factors) {
    sum = Affine(isl_aff_set_coefficient_si(sum.take(), isl_dim_in, at, -factor));
    sum = Affine(isl_aff_set_coefficient_si(sum.take(), isl_dim_in, count_ + at, factor));
  }
  return sum;
}

bool Invariants::holds(const BasicSet& piece, const Affine& term) const {
  const Value least(isl_basic_set_min_lp_val(piece.get(), term.get()));
  // The term is whole: more than -1 is at least 0. No point at all is NaN.
  return isYes(isl_val_is_nan(least.get())) || isYes(isl_val_gt_si(least.get(), -1));
}

void Invariants::guessDirections() {
  const auto guess = [&](Affine term, bool is_single) {
    const bool always =
        std::all_of(rounds_.begin(), rounds_.end(), [&](const BasicSet& each) { return holds(each, term); });
    if (always) {
      kept_always_.push_back(std::move(term));
    } else if (is_single) {
      directions_.push_back(std::move(term));
    }
  };
  for (int i = 0; i < count_; ++i) {
    guess(difference({{i, 1}}), true);
    guess(difference({{i, -1}}), true);
    for (int j = 0; j < i; ++j) {
      for (const int first : {-1, 1}) {
        for (const int second : {-1, 1}) guess(difference({{i, first}, {j, second}}), false);
      }
    }
  }
}

void Invariants::addConstraints(const BasicSet& piece, std::vector<Affine>& found) const {
  for (const Constraint& each : constraintsOf(piece)) {
    const int divisions = sizeOf(isl_constraint_dim(each.get(), isl_dim_div));
    if (divisions > 0 && isYes(isl_constraint_involves_dims(each.get(), isl_dim_div, 0, natural(divisions)))) continue;
    // Without the divisions of the piece.
    Affine term(isl_aff_zero_on_domain_space(space_.copy()));
    term = Affine(isl_aff_set_constant_val(term.take(), isl_constraint_get_constant_val(each.get())));
    for (const isl_dim_type type : {isl_dim_param, isl_dim_set}) {
      for (int i = 0; i < sizeOf(isl_constraint_dim(each.get(), type)); ++i) {
        term = Affine(isl_aff_set_coefficient_val(term.take(), type == isl_dim_set ? isl_dim_in : type, i,
                                                  isl_constraint_get_coefficient_val(each.get(), type, i)));
      }
    }
    addNew(found, term);
    if (isYes(isl_constraint_is_equality(each.get()))) addNew(found, Affine(isl_aff_neg(term.take())));
  }
}

BasicSet Invariants::followed(const BasicSet& before, const BasicSet& round) const {
  BasicSet left(isl_basic_set_add_dims(before.copy(), isl_dim_set, natural(count_)));
  BasicSet right(isl_basic_set_insert_dims(round.copy(), isl_dim_set, 0, natural(count_)));
  BasicSet both(isl_basic_set_intersect(left.take(), right.take()));
  return BasicSet(isl_basic_set_project_out(both.take(), isl_dim_set, natural(count_), natural(count_)));
}

BasicSet Invariants::equalitiesOf(const BasicSet& piece) const {
  BasicSet made(isl_basic_set_universe(space_.copy()));
  for (const Constraint& each : constraintsOf(piece)) {
    const int divisions = sizeOf(isl_constraint_dim(each.get(), isl_dim_div));
    if (divisions > 0 && isYes(isl_constraint_involves_dims(each.get(), isl_dim_div, 0, natural(divisions)))) continue;
    if (!isYes(isl_constraint_is_equality(each.get()))) continue;
    BasicSet one = BasicSet(isl_basic_set_from_constraint(each.copy()));
    one = BasicSet(isl_basic_set_remove_divs(one.take()));
    made = BasicSet(isl_basic_set_intersect(made.take(), one.take()));
  }
  return made;
}

/// Karr: the affine hull of the first round and of what follows it.
void Invariants::addEqualities(const BasicSet& first, std::vector<Affine>& found) const {
  std::vector<BasicSet> rounds;
  for (const BasicSet& each : rounds_) rounds.push_back(equalitiesOf(each));
  BasicSet hull = equalitiesOf(first);
  // The dimension of the hull grows with each turn but the last.
  for (int turn = 0; turn <= 2 * count_; ++turn) {
    Set all(isl_set_from_basic_set(hull.copy()));
    for (const BasicSet& each : rounds) {
      BasicSet next(isl_basic_set_remove_divs(followed(hull, each).take()));
      all = Set(isl_set_union(all.take(), isl_set_from_basic_set(next.take())));
    }
    BasicSet wider(isl_set_affine_hull(all.take()));
    wider = BasicSet(isl_basic_set_remove_divs(wider.take()));
    const bool is_done = isYes(isl_basic_set_is_equal(wider.get(), hull.get()));
    hull = std::move(wider);
    if (is_done) break;
  }
  addConstraints(hull, found);
}

BasicSet Invariants::conjunction(const std::vector<Affine>& constraints) const {
  BasicSet made(isl_basic_set_universe(space_.copy()));
  for (const Affine& each : constraints) {
    made = BasicSet(isl_basic_set_add_constraint(made.take(), isl_inequality_from_aff(each.copy())));
  }
  return made;
}

std::vector<Affine> Invariants::candidates(const BasicSet& first) {
  std::vector<Affine> found;
  addEqualities(first, found);
  addConstraints(first, found);
  for (const bool is_start : {true, false}) {
    BasicSet part(isl_basic_set_eliminate(first.copy(), isl_dim_set, is_start ? natural(count_) : 0, natural(count_)));
    addConstraints(BasicSet(isl_basic_set_remove_divs(part.take())), found);
  }
  for (const BasicSet& each : effort_ == Effort::Full ? rounds_ : std::vector<BasicSet>{}) {
    const BasicSet second = followed(first, each);
    if (isYes(isl_basic_set_is_empty(second.get()))) continue;
    Set both(isl_set_union(isl_set_from_basic_set(first.copy()), isl_set_from_basic_set(second.copy())));
    both = Set(isl_set_remove_divs(both.take()));
    addConstraints(BasicSet(isl_set_simple_hull(both.copy())), found);
    addConstraints(BasicSet(isl_set_convex_hull(both.take())), found);
  }
  for (const Affine& each : ends_) addNew(found, each);
  for (const Affine& each : directions_) addNew(found, each);
  std::erase_if(found, [&](const Affine& each) { return !holds(first, each); });
  return found;
}

BasicSet Invariants::after(const BasicSet& first) {
  std::vector<Affine> kept = candidates(first);
  for (bool is_stable = false; !is_stable;) {
    is_stable = true;
    BasicSet hull = conjunction(kept);
    hull = BasicSet(isl_basic_set_intersect(hull.take(), conjunction(kept_always_).take()));
    hull = BasicSet(isl_basic_set_remove_redundancies(hull.take()));
    for (const BasicSet& round : rounds_) {
      BasicSet left(isl_basic_set_add_dims(hull.copy(), isl_dim_set, natural(count_)));
      BasicSet right(isl_basic_set_insert_dims(round.copy(), isl_dim_set, 0, natural(count_)));
      const BasicSet both(isl_basic_set_intersect(left.take(), right.take()));
      const size_t dropped = std::erase_if(kept, [&](const Affine& each) {
        const Affine later(isl_aff_insert_dims(each.copy(), isl_dim_in, natural(count_), natural(count_)));
        return !holds(both, later);
      });
      if (dropped > 0) is_stable = false;
    }
  }
  kept.insert(kept.end(), kept_always_.begin(), kept_always_.end());
  return BasicSet(isl_basic_set_remove_redundancies(conjunction(kept).take()));
}

}  // namespace weir::conditions::numeric
