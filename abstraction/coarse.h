// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shorter bounds for what has become too long: the length widening of the thesis, in two steps. Before a bound is given
// up, its conditions are:
//
//   (c => f else f ++ (x -> y))                    f without x's row, and f + (x -> y) above
//   h.*({e: h.*next | e.key != k} <: next) - …     h.*next
//   x.(f ++ (k -> v)).*next                        (x.f + v).*next
//
// What is left says which objects may have been written and where the values came from, which is what a caller needs to
// know that its own objects were left alone.
//
// Ensures: every value within the bounds given is within the bounds returned.
#pragma once

#include <unordered_map>

#include "abstraction/state.h"
#include "abstraction/symbols.h"

namespace weir::abstraction {

class Coarse {
 public:
  Coarse(logic::Context& context, Symbols& symbols) : context_(&context), symbols_(&symbols) {}

  /// A superset of a set of objects or of numbers; `univ` where a set of objects has too many parts.
  logic::Expr above(logic::Expr set);
  /// a + b, each part once, without parts that lie in another: x + x.*r + x.*r.r is x.*r.
  logic::Expr united(logic::Expr a, logic::Expr b);
  /// Every row where nothing shorter is known.
  Rows around(const Rows& rows);

 private:
  /// x.relation in x.fixed + values, for every x.
  struct Step {
    logic::Expr fixed = nullptr;
    logic::Expr values = nullptr;
  };
  /// What a relation has beyond rows of the state: for each of the keys any of its values.
  struct Writes {
    logic::Expr base = nullptr;
    std::vector<std::pair<logic::Expr, logic::Expr>> rows;
  };
  Step stepOf(logic::Expr relation);
  Step computeStep(logic::Expr relation);
  logic::Expr computeAbove(logic::Expr set);
  bool collect(logic::Expr relation, Writes& writes);
  /// The rows of `base` that are left, but for those of `keys`; false: nothing is known of them.
  bool kept(logic::Expr relation, logic::Expr& base, logic::Expr& keys);
  logic::Expr below(logic::Expr set);

  logic::Context* context_;
  Symbols* symbols_;
  std::unordered_map<logic::Expr, logic::Expr> above_;
  std::unordered_map<logic::Expr, Step> steps_;
};

}  // namespace weir::abstraction
