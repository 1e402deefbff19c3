// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a loop reaches: zero rounds, or one and more. These are enclosed twice, by isl's transitive closure
// (Verdoolaege, Cohen, Beletska: Transitive closures of affine integer tuple relations and their overapproximations)
// and by invariants for each way to begin, sharpened by the last round.
#include <algorithm>
#include <optional>
#include <set>

#include "conditions/numeric/invariant.h"
#include "conditions/numeric/relations.h"
#include "conditions/numeric/translate.h"

namespace weir::conditions {
namespace {

using namespace numeric;

// A closure or hulls that cost more are seldom found for ten times as much, and rounds that are taken together, which
// cost little, say what is needed then. (Measured on benchmarks/conditions/arrays: of binary search, merge sort, quick
// sort and queens 30.3 s at 2,000,000, 8.9 s with these, and all four are verified.)
constexpr long kClosureOperations = 20'000;
constexpr long kHullOperations = 100'000;

/// isl's cost grows steeply with them. (Measured on benchmarks/conditions/arrays: merge sort has 19; a loop of cJSON
/// with 39 took half a minute.)
constexpr size_t kMostCoordinates = 32;
constexpr int kMostRounds = 12;  // into which steps are split
constexpr int kMostPieces = 24;  // of what one and more rounds reach

class Loop {
 public:
  Loop(Terms& terms, const std::vector<Atom>& variables, const std::vector<Atom>& initial,
       const std::vector<Step>& steps, const std::function<bool(Atom)>& is_inner, Formula context,
       const std::function<bool()>& is_over)
      : terms_(terms),
        variables_(variables),
        initial_(initial),
        steps_(steps),
        is_inner_(is_inner),
        context_(context),
        is_over_(is_over) {}

  Reached reached() {
    std::vector<Formula> zero;
    for (size_t i = 0; i < variables_.size(); ++i) {
      zero.push_back(terms_.equal(terms_.of(variables_[i]), terms_.of(initial_[i])));
    }
    const Written more = oneOrMore();
    return {terms_.disjoin(terms_.conjoin(std::move(zero)), more.formula), more.is_exact};
  }

 private:
  Written oneOrMore() {
    try {
      Session session(kOperations, is_over_);
      return oneOrMore(session);
    } catch (const OverBudget&) {
      return {directions(), false};
    }
  }

  Written oneOrMore(Session& session) {
    findCoordinates();
    if (2 * variables_.size() + inner_.size() + parameters_.size() > kMostCoordinates) throw OverBudget{};
    const Set rounds = oneRound(session);
    if (isYes(isl_set_is_empty(rounds.get()))) return {terms_.no(), true};
    bool is_exact = false;
    session.allow(kClosureOperations);
    std::optional<Set> closure = closureOf(session, rounds, is_exact);
    session.allow(kOperations);
    if (!closure || !is_exact) {
      if (std::optional<Set> invariant = anyInvariantOf(session, rounds)) {
        closure = closure ? Set(isl_set_intersect(closure->take(), invariant->take())) : *invariant;
        session.allow(kOperations);
      }
      if (!closure) throw OverBudget{};
    }
    return written(session, *closure, is_exact && is_exact_round_);
  }

  void findCoordinates() {
    std::vector<Formula> all{context_};
    for (const Step& step : steps_) {
      all.push_back(step.guard);
      for (size_t i = 0; i < variables_.size(); ++i) {
        // A formula only to collect what occurs in it; never `true` where the term has atoms that matter.
        all.push_back(terms_.equal(step.after[i], terms_.of(variables_[i])));
      }
    }
    Mentions varies([&](Atom each) { return isVariable(each) || is_inner_(each); });
    for (Atom each : coordinatesOf(all)) {
      if (isVariable(each)) continue;
      (varies(each) ? inner_ : parameters_).push_back(each);
      if (varies(each) && each->kind == AtomKind::Apply) is_exact_round_ = false;
    }
    for (Atom each : variables_) after_.push_back(terms_.symbol(each->name + "'", each->range, false));
  }

  bool isVariable(Atom atom) const { return std::find(variables_.begin(), variables_.end(), atom) != variables_.end(); }

  int count() const { return static_cast<int>(variables_.size()); }

  /// Variables before and after one step.
  Set oneRound(Session& session) {
    std::vector<Atom> coordinates = variables_;
    coordinates.insert(coordinates.end(), after_.begin(), after_.end());
    coordinates.insert(coordinates.end(), inner_.begin(), inner_.end());
    Translation translation(session, terms_, coordinates, parameters_);
    const Set known = translation.setOf(context_);
    Set all(isl_set_empty(translation.space().copy()));
    for (const Step& step : steps_) {
      std::vector<Formula> parts{step.guard};
      for (size_t i = 0; i < variables_.size(); ++i) parts.push_back(terms_.equal(terms_.of(after_[i]), step.after[i]));
      Set one = translation.setOf(terms_.conjoin(std::move(parts)), known);
      all = Set(isl_set_union(all.take(), one.take()));
    }
    all = Set(isl_set_project_out(all.take(), isl_dim_set, 2 * static_cast<unsigned>(count()),
                                  static_cast<unsigned>(inner_.size())));
    all = Set(isl_set_compute_divs(all.take()));
    all = Set(isl_set_detect_equalities(all.take()));
    return Set(isl_set_coalesce(all.take()));
  }

  std::optional<Set> closureOf(Session&, const Set& rounds, bool& is_exact) const {
    const auto half = static_cast<unsigned>(count());
    try {
      Map map(isl_map_from_domain(rounds.copy()));
      map = Map(isl_map_move_dims(map.take(), isl_dim_out, 0, isl_dim_in, half, half));
      isl_bool exact = isl_bool_false;
      map = Map(isl_map_transitive_closure(map.take(), &exact));
      is_exact = isYes(exact);
      map = Map(isl_map_move_dims(map.take(), isl_dim_in, half, isl_dim_out, 0, half));
      Set set(isl_map_domain(map.take()));
      set = Set(isl_set_compute_divs(set.take()));
      set = Set(isl_set_coalesce(set.take()));
      if (sizeOf(isl_set_n_basic_set(set.get())) > kMostPieces)
        set = Set(isl_set_from_basic_set(isl_set_simple_hull(set.take())));
      return set;
    } catch (const OverBudget&) {
      is_exact = false;
      return std::nullopt;
    }
  }

  /// Each piece in parts in which the variables go one way: i' = 2 * i goes up from 1, down from -1.
  std::vector<BasicSet> splitByDirection(const Set& rounds) const {
    std::vector<BasicSet> pieces = piecesOf(rounds);
    for (int i = 0; i < count(); ++i) {
      std::vector<BasicSet> split;
      for (const BasicSet& each : pieces) {
        std::vector<BasicSet> parts = partsByDirection(each, i);
        split.insert(split.end(), parts.begin(), parts.end());
      }
      if (split.size() <= kMostRounds) pieces = std::move(split);
    }
    return pieces;
  }

  std::vector<BasicSet> partsByDirection(const BasicSet& piece, int at) const {
    const std::vector<Constraint> constraints = constraintsOf(piece);
    const bool is_determined = std::any_of(constraints.begin(), constraints.end(), [&](const Constraint& each) {
      return isYes(isl_constraint_is_equality(each.get())) &&
             isYes(isl_constraint_involves_dims(each.get(), isl_dim_set, static_cast<unsigned>(count() + at), 1));
    });
    if (!is_determined) return {piece};
    const Space space(isl_basic_set_get_space(piece.get()));
    Affine change(isl_aff_zero_on_domain_space(space.copy()));
    change = Affine(isl_aff_set_coefficient_si(change.take(), isl_dim_in, at, -1));
    change = Affine(isl_aff_set_coefficient_si(change.take(), isl_dim_in, count() + at, 1));
    std::vector<BasicSet> parts;
    const auto add = [&](isl_constraint* constraint) {
      BasicSet part(isl_basic_set_add_constraint(piece.copy(), constraint));
      if (!isYes(isl_basic_set_is_empty(part.get()))) parts.push_back(std::move(part));
    };
    add(isl_inequality_from_aff(isl_aff_add_constant_si(isl_aff_neg(change.copy()), -1)));
    add(isl_equality_from_aff(change.copy()));
    add(isl_inequality_from_aff(isl_aff_add_constant_si(change.copy(), -1)));
    return parts.size() == 1 ? std::vector<BasicSet>{piece} : parts;
  }

  /// Where that costs too much: of rounds that are taken together, without the candidates that cost most.
  std::optional<Set> anyInvariantOf(Session& session, const Set& rounds) const {
    for (const Invariants::Effort effort : {Invariants::Effort::Full, Invariants::Effort::Small}) {
      session.allow(effort == Invariants::Effort::Full ? kHullOperations : kOperations);
      try {
        if (effort == Invariants::Effort::Full) return invariantOf(session, rounds, splitByDirection(rounds), effort);
        Set fewer(isl_set_coalesce(isl_set_remove_divs(rounds.copy())));
        if (sizeOf(isl_set_n_basic_set(fewer.get())) > kMostRounds)
          fewer = Set(isl_set_from_basic_set(isl_set_simple_hull(fewer.take())));
        return invariantOf(session, fewer, piecesOf(fewer), effort);
      } catch (const OverBudget&) {
        continue;
      }
    }
    return std::nullopt;
  }

  Set invariantOf(Session& session, const Set& rounds, const std::vector<BasicSet>& pieces,
                  Invariants::Effort effort) const {
    Invariants invariants(session, pieces, count(), effort);
    Set all(isl_set_empty(isl_set_get_space(rounds.get())));
    const bool is_sharpened = effort == Invariants::Effort::Full && pieces.size() * (pieces.size() + 1) <= kMostPieces;
    for (const BasicSet& first : pieces) {
      BasicSet hull = invariants.after(first);
      if (!is_sharpened) {
        all = Set(isl_set_union(all.take(), isl_set_from_basic_set(hull.take())));
        continue;
      }
      all = Set(isl_set_union(all.take(), isl_set_from_basic_set(first.copy())));
      for (const BasicSet& last : pieces) {
        Set both(isl_set_from_basic_set(invariants.followed(hull, last).take()));
        both = Set(isl_set_compute_divs(both.take()));
        both = Set(isl_set_intersect(both.take(), isl_set_from_basic_set(hull.copy())));
        all = Set(isl_set_union(all.take(), both.take()));
      }
    }
    return Set(isl_set_coalesce(all.take()));
  }

  /// What the context says of these and the parameters: it may speak of what varies in a round as well.
  Formula contextOver(const std::vector<Atom>& coordinates) const {
    const auto isThere = [&](Atom each) {
      return std::find(coordinates.begin(), coordinates.end(), each) != coordinates.end() ||
             std::find(parameters_.begin(), parameters_.end(), each) != parameters_.end();
    };
    std::vector<Formula> kept;
    for (Formula each : context_->kind == FormulaKind::And ? context_->operands : std::vector<Formula>{context_}) {
      const std::vector<Atom> atoms = coordinatesOf({each});
      if (std::all_of(atoms.begin(), atoms.end(), isThere)) kept.push_back(each);
    }
    return terms_.conjoin(std::move(kept));
  }

  Written written(Session& session, Set set, bool is_exact) {
    std::vector<Atom> coordinates = initial_;
    coordinates.insert(coordinates.end(), variables_.begin(), variables_.end());
    Translation translation(session, terms_, coordinates, parameters_);
    // A value at the beginning that rounds speak of too is a parameter as well.
    for (size_t i = 0; i < initial_.size(); ++i) {
      const auto found = std::find(parameters_.begin(), parameters_.end(), initial_[i]);
      if (found == parameters_.end()) continue;
      set = Set(isl_set_equate(set.take(), isl_dim_set, static_cast<int>(i), isl_dim_param,
                               static_cast<int>(found - parameters_.begin())));
    }
    const Set known = translation.setOf(contextOver(coordinates));
    Written made = formulaOf(terms_, set, known, termsOf(terms_, coordinates), termsOf(terms_, parameters_));
    made.is_exact = made.is_exact && is_exact;
    return made;
  }

  /// Without isl: variables that every step leaves, lets grow or shrink.
  Formula directions() {
    std::vector<Formula> known;
    for (size_t i = 0; i < variables_.size(); ++i) {
      bool grows = true;
      bool shrinks = true;
      const Term before = terms_.of(variables_[i]);
      for (const Step& step : steps_) {
        const Interval change = terms_.rangeOf(terms_.subtract(step.after[i], before));
        grows = grows && change.low && *change.low >= 0;
        shrinks = shrinks && change.high && *change.high <= 0;
      }
      const Term start = terms_.of(initial_[i]);
      if (grows) known.push_back(terms_.lessEqual(start, before));
      if (shrinks) known.push_back(terms_.lessEqual(before, start));
    }
    return terms_.conjoin(std::move(known));
  }

  Terms& terms_;
  const std::vector<Atom>& variables_;
  const std::vector<Atom>& initial_;
  const std::vector<Step>& steps_;
  const std::function<bool(Atom)>& is_inner_;
  Formula context_;
  const std::function<bool()>& is_over_;
  std::vector<Atom> parameters_;
  std::vector<Atom> inner_;
  std::vector<Atom> after_;
  bool is_exact_round_ = true;
};

}  // namespace

Reached reach(Terms& terms, const std::vector<Atom>& variables, const std::vector<Atom>& initial,
              const std::vector<Step>& steps, const std::function<bool(Atom)>& is_inner, Formula context,
              const std::function<bool()>& is_over) {
  return Loop(terms, variables, initial, steps, is_inner, context, is_over).reached();
}

}  // namespace weir::conditions
