// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/numeric/translate.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>

#include "support/invariant.h"

namespace weir::conditions::numeric {
namespace {

/// Factors beyond this are not written back: no C type has them, and sums of a few still fit an `Integer`.
constexpr Integer kLargestFactor = Integer(1) << 90;

struct ByNumber {
  bool operator()(Atom a, Atom b) const { return a->number < b->number; }
};

class Coordinates {
 public:
  void visit(Formula formula) {
    if (!seen_.insert(formula).second) return;
    if (formula->term != nullptr) visit(formula->term);
    for (Formula each : formula->operands) visit(each);
  }
  void visit(Term term) {
    for (const Summand& each : term->summands) visit(each.atom);
  }
  void visit(Atom atom) {
    if (atom->kind == AtomKind::Symbol || atom->kind == AtomKind::Apply) {
      found.insert(atom);
      return;
    }
    if (!inside_.insert(atom).second) return;
    for (Term each : atom->arguments) visit(each);
    if (atom->condition != nullptr) visit(atom->condition);
  }
  std::set<Atom, ByNumber> found;

 private:
  std::set<Formula> seen_;
  std::set<Atom> inside_;
};

std::optional<Integer> integerOf(const Value& value) {
  if (!isYes(isl_val_is_int(value.get()))) return std::nullopt;
  std::array<std::uint64_t, 2> chunks{};
  if (sizeOf(isl_val_n_abs_num_chunks(value.get(), sizeof chunks[0])) > 2) return std::nullopt;
  if (isl_val_get_abs_num_chunks(value.get(), sizeof chunks[0], chunks.data()) < 0) throw OverBudget{};
  if (chunks[1] >> 63 != 0) return std::nullopt;
  const Integer size = static_cast<Integer>(chunks[1]) << 64 | static_cast<Integer>(chunks[0]);
  if (size > kLargestFactor) return std::nullopt;
  return isYes(isl_val_is_neg(value.get())) ? -size : size;
}

}  // namespace

namespace {

/// Pieces that are cut by a literal, times their dimensions: a value under a condition doubles the pieces, which isl's
/// count of operations does not see. (Measured on benchmarks/conditions/arrays: merge sort takes 14,000 of them. A loop
/// of cJSON took 180,000, and half a minute.)
constexpr long kMostWork = 30'000;

}  // namespace

std::vector<Atom> coordinatesOf(const std::vector<Formula>& formulas) {
  Coordinates coordinates;
  for (Formula each : formulas) coordinates.visit(each);
  return {coordinates.found.begin(), coordinates.found.end()};
}

bool Mentions::operator()(Atom atom) {
  if (const auto found = atoms_.find(atom); found != atoms_.end()) return found->second;
  bool answer = is_gone_(atom);
  for (Term each : atom->arguments) answer = answer || (*this)(each);
  if (atom->condition != nullptr) answer = answer || (*this)(atom->condition);
  atoms_.emplace(atom, answer);
  return answer;
}

bool Mentions::operator()(Term term) {
  return std::any_of(term->summands.begin(), term->summands.end(),
                     [&](const Summand& each) { return (*this)(each.atom); });
}

bool Mentions::operator()(Formula formula) {
  if (const auto found = formulas_.find(formula); found != formulas_.end()) return found->second;
  bool answer = formula->term != nullptr && (*this)(formula->term);
  for (Formula each : formula->operands) answer = answer || (*this)(each);
  formulas_.emplace(formula, answer);
  return answer;
}

std::vector<Term> termsOf(Terms& terms, const std::vector<Atom>& atoms) {
  std::vector<Term> made;
  for (Atom each : atoms) made.push_back(terms.of(each));
  return made;
}

Translation::Translation(Session& session, Terms& terms, std::vector<Atom> coordinates, std::vector<Atom> parameters)
    : session_(session),
      terms_(terms),
      space_(isl_space_set_alloc(session.context(), static_cast<unsigned>(parameters.size()),
                                 static_cast<unsigned>(coordinates.size()))),
      ranges_(isl_set_universe(space_.copy())) {
  // isl aligns parameters by their names.
  for (size_t i = 0; i < parameters.size(); ++i) {
    const std::string name = "p" + std::to_string(i);
    space_ = Space(isl_space_set_dim_name(space_.take(), isl_dim_param, static_cast<unsigned>(i), name.c_str()));
    place_[parameters[i]] = {isl_dim_param, static_cast<int>(i)};
  }
  for (size_t i = 0; i < coordinates.size(); ++i) place_[coordinates[i]] = {isl_dim_set, static_cast<int>(i)};
  ranges_ = Set(isl_set_universe(space_.copy()));
  const auto restrict = [&](isl_dim_type type, size_t i, const Interval& range) {
    const auto at = static_cast<unsigned>(i);
    if (range.low) ranges_ = Set(isl_set_lower_bound_val(ranges_.take(), type, at, valueOf(*range.low).take()));
    if (range.high) ranges_ = Set(isl_set_upper_bound_val(ranges_.take(), type, at, valueOf(*range.high).take()));
  };
  for (size_t i = 0; i < parameters.size(); ++i) restrict(isl_dim_param, i, parameters[i]->range);
  for (size_t i = 0; i < coordinates.size(); ++i) restrict(isl_dim_set, i, coordinates[i]->range);
}

Value Translation::valueOf(Integer value) {
  const bool is_negative = value < 0;
  const auto size = is_negative ? -static_cast<unsigned __int128>(value) : static_cast<unsigned __int128>(value);
  const std::array<std::uint64_t, 2> chunks{static_cast<std::uint64_t>(size), static_cast<std::uint64_t>(size >> 64)};
  Value made(isl_val_int_from_chunks(session_.context(), chunks.size(), sizeof chunks[0], chunks.data()));
  return is_negative ? Value(isl_val_neg(made.take())) : made;
}

Affine Translation::affineOf(Term term) {
  Affine sum(isl_aff_zero_on_domain_space(space_.copy()));
  sum = Affine(isl_aff_set_constant_val(sum.take(), valueOf(term->constant).take()));
  for (const Summand& each : term->summands) {
    if (each.atom->kind == AtomKind::Quotient) {
      Affine inside = affineOf(each.atom->arguments[0]);
      inside = Affine(isl_aff_scale_down_val(inside.take(), valueOf(each.atom->divisor).take()));
      inside = Affine(isl_aff_floor(inside.take()));
      inside = Affine(isl_aff_scale_val(inside.take(), valueOf(each.factor).take()));
      sum = Affine(isl_aff_add(sum.take(), inside.take()));
      continue;
    }
    const auto found = place_.find(each.atom);
    INVARIANT(found != place_.end(), "every atom of a formula is a coordinate or a parameter");
    const auto [type, at] = found->second;
    sum = Affine(isl_aff_add_coefficient_val(sum.take(), type == isl_dim_set ? isl_dim_in : type, at,
                                             valueOf(each.factor).take()));
  }
  return sum;
}

Atom Translation::firstChoice(Term term) const {
  for (const Summand& each : term->summands) {
    if (each.atom->kind == AtomKind::Choose && !place_.contains(each.atom)) return each.atom;
    if (each.atom->kind == AtomKind::Quotient) {
      if (const Atom found = firstChoice(each.atom->arguments[0])) return found;
    }
  }
  return nullptr;
}

Set Translation::literal(Formula formula, const Set& within) {
  spent_ +=
      static_cast<long>(sizeOf(isl_set_n_basic_set(within.get()))) * sizeOf(isl_set_dim(within.get(), isl_dim_all));
  if (spent_ > kMostWork) throw OverBudget{};
  session_.stopIfOver();
  if (const Atom choice = firstChoice(formula->term)) {
    const auto branch = [&](Formula condition, Term value) {
      const Set inside = setOf(condition, within);
      if (isYes(isl_set_is_empty(inside.get()))) return inside;
      // Arguments of functions stay as they are: their applications are coordinates.
      Substitution chosen(terms_, [&](Atom atom) -> Term {
        if (atom == choice) return value;
        return atom->kind == AtomKind::Apply ? terms_.of(atom) : nullptr;
      });
      return setOf(chosen.apply(formula), inside);
    };
    Set then = branch(choice->condition, choice->arguments[0]);
    Set otherwise = branch(terms_.negate(choice->condition), choice->arguments[1]);
    return Set(isl_set_union(then.take(), otherwise.take()));
  }
  Affine term = affineOf(formula->term);
  const auto with = [&](isl_basic_set* added) {
    Set restriction(isl_set_from_basic_set(added));
    return Set(isl_set_intersect(within.copy(), restriction.take()));
  };
  if (formula->kind == FormulaKind::Equal) return with(isl_aff_zero_basic_set(term.take()));
  const auto below = [&](Affine each) {
    return with(isl_basic_set_from_constraint(isl_inequality_from_aff(isl_aff_neg(each.take()))));
  };
  if (formula->kind == FormulaKind::LessEqual) return below(term);
  Affine less(isl_aff_add_constant_si(term.copy(), 1));
  Affine more(isl_aff_add_constant_si(isl_aff_neg(term.take()), 1));
  Set low = below(less);
  Set high = below(more);
  return Set(isl_set_union(low.take(), high.take()));
}

namespace {

/// Pieces are put together where that is cheap; isl tries each pair, and its cost grows steeply with the dimensions.
/// (Measured on hiredis: a loop with 30 coordinates took minutes, where nothing was found that could be put together.)
Set coalescedIfSmall(Set set) {
  constexpr int kMostPieces = 64;
  constexpr int kCheapPieces = 16;
  constexpr int kCheapDimensions = 24;
  const auto pieces = sizeOf(isl_set_n_basic_set(set.get()));
  if (pieces > kMostPieces) throw OverBudget{};
  const bool is_cheap = pieces <= kCheapPieces && sizeOf(isl_set_dim(set.get(), isl_dim_all)) <= kCheapDimensions;
  return is_cheap || pieces <= 3 ? Set(isl_set_coalesce(set.take())) : set;
}

}  // namespace

Set Translation::setOf(Formula formula, const Set& within) {
  switch (formula->kind) {
    case FormulaKind::True: return within;
    case FormulaKind::False: return Set(isl_set_empty(space_.copy()));
    case FormulaKind::And: {
      // Short operands first: what they exclude is not multiplied out.
      std::vector<Formula> operands = formula->operands;
      std::stable_sort(operands.begin(), operands.end(), [](Formula a, Formula b) {
        const auto cost = [](Formula each) { return each->kind == FormulaKind::NotEqual ? 2 : each->leaves; };
        return cost(a) < cost(b);
      });
      Set made = within;
      for (Formula each : operands) {
        made = setOf(each, made);
        if (isYes(isl_set_is_empty(made.get()))) return made;
      }
      return made;
    }
    case FormulaKind::Or: {
      Set made(isl_set_empty(space_.copy()));
      for (Formula each : formula->operands) made = Set(isl_set_union(made.take(), setOf(each, within).take()));
      return coalescedIfSmall(std::move(made));
    }
    default: return literal(formula, within);
  }
}

namespace {

/// Writes sets as formulas, and remembers whether something could not be written.
class Writer {
 public:
  Writer(Terms& terms, const std::vector<Term>& coordinates, const std::vector<Term>& parameters)
      : terms_(terms), coordinates_(coordinates), parameters_(parameters) {}

  bool is_exact = true;

  Formula pieces(const Set& set) {
    std::vector<Formula> alternatives;
    for (const BasicSet& piece : piecesOf(set)) alternatives.push_back(conjunction(piece));
    return terms_.disjoin(std::move(alternatives));
  }

 private:
  Formula conjunction(const BasicSet& piece) {
    std::vector<Formula> operands;
    for (const Constraint& each : constraintsOf(piece)) {
      if (isYes(isl_constraint_is_div_constraint(each.get()))) continue;
      const std::optional<Term> term = termOf(Affine(isl_constraint_get_aff(each.get())));
      if (!term) {
        is_exact = false;
        continue;
      }
      const Term zero = terms_.constant(0);
      operands.push_back(isYes(isl_constraint_is_equality(each.get())) ? terms_.equal(*term, zero)
                                                                       : terms_.lessEqual(zero, *term));
    }
    return terms_.conjoin(std::move(operands));
  }

  /// The term `affine` times its denominator.
  std::optional<Term> termOf(const Affine& affine) {
    const Value denominator(isl_aff_get_denominator_val(affine.get()));
    const auto whole = [&](isl_val* value) {
      return integerOf(Value(isl_val_mul(Value(value).take(), denominator.copy())));
    };
    const auto constant = whole(isl_aff_get_constant_val(affine.get()));
    if (!constant) return std::nullopt;
    Term sum = terms_.constant(*constant);
    for (const isl_dim_type type : {isl_dim_param, isl_dim_in, isl_dim_div}) {
      for (int i = 0; i < sizeOf(isl_aff_dim(affine.get(), type)); ++i) {
        const auto factor = whole(isl_aff_get_coefficient_val(affine.get(), type, i));
        if (!factor) return std::nullopt;
        if (*factor == 0) continue;
        const std::optional<Term> part = type == isl_dim_param ? parameters_[static_cast<size_t>(i)]
                                         : type == isl_dim_in  ? coordinates_[static_cast<size_t>(i)]
                                                               : division(affine, i);
        if (!part) return std::nullopt;
        sum = terms_.add(sum, terms_.scale(*part, *factor));
      }
    }
    return sum;
  }

  std::optional<Term> division(const Affine& affine, int at) {
    isl_aff* inside = isl_aff_get_div(affine.get(), at);
    if (inside == nullptr) return std::nullopt;
    const Affine divided(inside);
    const auto divisor = integerOf(Value(isl_aff_get_denominator_val(divided.get())));
    const std::optional<Term> numerator = termOf(divided);
    if (!divisor || !numerator) return std::nullopt;
    return terms_.quotient(*numerator, *divisor);
  }

  Terms& terms_;
  const std::vector<Term>& coordinates_;
  const std::vector<Term>& parameters_;
};

Set tidied(Set set, const Set& known) {
  set = Set(isl_set_coalesce(set.take()));
  set = Set(isl_set_detect_equalities(set.take()));
  set = Set(isl_set_gist(set.take(), known.copy()));
  set = Set(isl_set_remove_redundancies(set.take()));
  return Set(isl_set_coalesce(set.take()));
}

}  // namespace

Written formulaOf(Terms& terms, const Set& set, const Set& known, const std::vector<Term>& coordinates,
                  const std::vector<Term>& parameters) {
  Writer writer(terms, coordinates, parameters);
  Set inside(isl_set_intersect(set.copy(), known.copy()));
  inside = Set(isl_set_compute_divs(inside.take()));
  inside = Set(isl_set_coalesce(inside.take()));
  Written best{writer.pieces(tidied(inside, known)), true};
  best.is_exact = writer.is_exact;
  if (sizeOf(isl_set_n_basic_set(inside.get())) < 2) return best;

  // What all pieces share, and which part of that is missing: 0 <= x and x != 4.
  const auto better = [&](Formula formula, const Writer& by) {
    if (by.is_exact >= best.is_exact && formula->leaves < best.formula->leaves) best = {formula, by.is_exact};
  };
  const Set around(isl_set_from_basic_set(isl_set_simple_hull(inside.copy())));
  const Set shared(isl_set_intersect(around.copy(), known.copy()));
  Writer outer(terms, coordinates, parameters);
  const Formula common = outer.pieces(tidied(around, known));
  Writer parts = outer;
  better(terms.conjoin(common, parts.pieces(tidied(inside, shared))), parts);
  Writer negative = outer;
  const Set missing(isl_set_subtract(shared.copy(), inside.copy()));
  const Formula excluded = negative.pieces(tidied(missing, shared));
  if (negative.is_exact) better(terms.conjoin(common, terms.negate(excluded)), negative);
  return best;
}

}  // namespace weir::conditions::numeric
