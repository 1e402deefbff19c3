// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of symbols and functions, and what formulas are under them.
//
//   x = 3, f(3) = 7        x <= f(x) holds
//
// One solution answers many questions: whoever knows it need not ask a solver whether another formula that it satisfies
// is satisfiable. What no value is known of gets one from its range when it is first met, and keeps it.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "conditions/logic/terms.h"

namespace weir::conditions {

class Assignment {
 public:
  /// The value of a symbol or an application. Of an application after those of all atoms in its arguments. False where
  /// it cannot be: outside the range, or the function has another value for these arguments.
  bool set(Atom atom, Integer value);

  /// Absent: too large to compute, or a part of an object that is not known.
  std::optional<Integer> valueOf(Atom atom);
  std::optional<Integer> valueOf(Term term);
  std::optional<bool> holds(Formula formula);

 private:
  using Call = std::pair<const Function*, std::vector<Integer>>;

  std::optional<Call> call(Atom atom);
  std::optional<Integer> computed(Atom atom);
  std::optional<bool> computed(Formula formula);

  std::unordered_map<Atom, std::optional<Integer>> atoms_;
  std::unordered_map<Formula, std::optional<bool>> formulas_;
  std::map<Call, Integer> functions_;
};

}  // namespace weir::conditions
