// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random terms and formulas of conditions, what they mean written down beside them when they are made, and every
// assignment of values to what occurs in them.
#pragma once

#include <functional>
#include <map>
#include <random>
#include <vector>

#include "conditions/logic/terms.h"

namespace weir::conditions {

/// Values of symbols and functions. A function gets its value for new arguments when it is first asked.
class World {
 public:
  explicit World(unsigned seed = 0) : random_(seed) {}

  Integer symbol(Atom symbol);
  Integer apply(const Function* function, const std::vector<Integer>& arguments);
  Integer value(Atom atom);
  Integer value(Term term);
  bool holds(Formula formula);

  std::map<Atom, Integer> symbols;
  std::map<std::pair<const Function*, std::vector<Integer>>, Integer> functions;
  /// Can the function have this value there, beside what the world says of the others?
  bool isPossible(const Function* function, Integer value) const;

 private:
  Integer any(const Interval& range);
  std::mt19937 random_;
};

/// Calls `body` for every world that differs in what occurs in the formulas; false as soon as `body` returns false.
bool forEachWorld(const std::vector<Formula>& formulas, const std::function<bool(World&)>& body);
bool isSatisfiable(Formula formula);
bool areEquivalent(Formula a, Formula b, Formula context);

struct MeantTerm {
  Term term;
  std::function<Integer(World&)> meaning;
};
struct MeantFormula {
  Formula formula;
  std::function<bool(World&)> meaning;
};

class RandomConditions {
 public:
  /// At most so many symbols, applications and parts: what bounds the number of worlds.
  struct Shape {
    int symbols = 3;
    int applications = 2;
    int parts = 2;
    Integer largest_factor = 2;
  };

  RandomConditions(Terms& terms, unsigned seed, Shape shape);

  MeantTerm term(int depth);
  MeantFormula literal(int depth);
  MeantFormula formula(int depth);
  /// About so many leaves.
  Formula formulaOf(int leaves);
  int pick(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

 private:
  MeantTerm atom(int depth);

  Terms& terms_;
  Shape shape_;
  std::mt19937 random_;
  std::vector<Atom> symbols_;
  std::vector<const Function*> functions_;
  std::vector<const Function*> parts_;
};

}  // namespace weir::conditions
