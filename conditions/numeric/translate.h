// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formulas as sets of integer points, and back.
//
//   x = (c ? 2 : y) and z = x / 2        { [x, y, z] : (c and x = 2 or not c and x = y) and z = floor(x / 2) }
//
// A coordinate is a symbol or the application of a function (its arguments are not looked at); values under conditions
// become alternatives, quotients are isl's integer divisions. The translation is exact in both directions, but for
// numbers beyond every C type on the way back, which is told.
#pragma once

#include <map>
#include <vector>

#include "conditions/logic/terms.h"
#include "conditions/numeric/isl.h"

namespace weir::conditions::numeric {

/// The symbols and applications outside arguments of others, each once, in the order of their numbers.
std::vector<Atom> coordinatesOf(const std::vector<Formula>& formulas);

/// Are `atom` or atoms inside it among those of which `is_gone` says so?
class Mentions {
 public:
  explicit Mentions(std::function<bool(Atom)> is_gone) : is_gone_(std::move(is_gone)) {}
  bool operator()(Atom atom);
  bool operator()(Term term);
  bool operator()(Formula formula);

 private:
  std::function<bool(Atom)> is_gone_;
  std::map<Atom, bool> atoms_;
  std::map<Formula, bool> formulas_;
};

class Translation {
 public:
  /// Coordinates of sets are `coordinates`, their parameters `parameters`.
  Translation(Session& session, Terms& terms, std::vector<Atom> coordinates, std::vector<Atom> parameters = {});

  const Space& space() const { return space_; }
  /// Every point whose coordinates and parameters lie in the ranges of their atoms.
  const Set& ranges() const { return ranges_; }
  Set setOf(Formula formula) { return setOf(formula, ranges_); }
  /// The points of `within` that satisfy the formula.
  Set setOf(Formula formula, const Set& within);

 private:
  Affine affineOf(Term term);
  Set literal(Formula formula, const Set& within);
  Atom firstChoice(Term term) const;
  Value valueOf(Integer value);

  Session& session_;
  Terms& terms_;
  long spent_ = 0;  // pieces that were cut by a literal
  std::map<Atom, std::pair<isl_dim_type, int>> place_;
  Space space_;
  Set ranges_;
};

struct Written {
  Formula formula;
  bool is_exact = true;  // else it is implied by the set
};

/// The shortest formula that was found for the points of `set`, given that all points lie in `known`: what it says is
/// not said again. The term of a coordinate is that of `coordinates`.
Written formulaOf(Terms& terms, const Set& set, const Set& known, const std::vector<Term>& coordinates,
                  const std::vector<Term>& parameters = {});

/// The terms that are `atoms`.
std::vector<Term> termsOf(Terms& terms, const std::vector<Atom>& atoms);

}  // namespace weir::conditions::numeric
