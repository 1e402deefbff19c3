// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Projection, hulls and loops against brute force over small integers.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <random>
#include <set>

#include "conditions/numeric/relations.h"

namespace weir::conditions {
namespace {

using Assignment = std::map<Atom, Integer>;

Integer floorQuotient(Integer a, Integer b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

bool evaluate(Formula formula, const Assignment& values);

Integer evaluate(Term term, const Assignment& values) {
  Integer sum = term->constant;
  for (const Summand& each : term->summands) {
    const Atom atom = each.atom;
    Integer value = 0;
    switch (atom->kind) {
      case AtomKind::Symbol: value = values.at(atom); break;
      // Some function, with values in its range.
      case AtomKind::Apply: {
        const Integer argument = evaluate(atom->arguments[0], values);
        value = ((argument * argument + 3 * argument) % 5 + 5) % 5 - 2;
        break;
      }
      case AtomKind::Choose:
        value = evaluate(atom->arguments[evaluate(atom->condition, values) ? 0 : 1], values);
        break;
      case AtomKind::Quotient: value = floorQuotient(evaluate(atom->arguments[0], values), atom->divisor); break;
    }
    sum += each.factor * value;
  }
  return sum;
}

bool evaluate(Formula formula, const Assignment& values) {
  const auto holds = [&](Formula each) { return evaluate(each, values); };
  switch (formula->kind) {
    case FormulaKind::True: return true;
    case FormulaKind::False: return false;
    case FormulaKind::LessEqual: return evaluate(formula->term, values) <= 0;
    case FormulaKind::Equal: return evaluate(formula->term, values) == 0;
    case FormulaKind::NotEqual: return evaluate(formula->term, values) != 0;
    case FormulaKind::And: return std::all_of(formula->operands.begin(), formula->operands.end(), holds);
    case FormulaKind::Or: return std::any_of(formula->operands.begin(), formula->operands.end(), holds);
  }
  return false;
}

/// Calls `visit` for every assignment of values in range to `atoms`, on top of `values`.
void forAll(const std::vector<Atom>& atoms, Assignment& values, const std::function<void()>& visit, size_t at = 0) {
  if (at == atoms.size()) {
    visit();
    return;
  }
  for (Integer value = *atoms[at]->range.low; value <= *atoms[at]->range.high; ++value) {
    values[atoms[at]] = value;
    forAll(atoms, values, visit, at + 1);
  }
}

class RandomRelationsTest : public testing::TestWithParam<unsigned> {
 protected:
  int upTo(int most) { return std::uniform_int_distribution<int>(0, most)(random); }

  Term term(const std::vector<Atom>& atoms, int depth) {
    Term made = terms.constant(upTo(6) - 3);
    for (int count = 1 + upTo(1); count > 0; --count) {
      Term part = terms.of(atoms[static_cast<size_t>(upTo(static_cast<int>(atoms.size()) - 1))]);
      const int shape = depth > 0 ? upTo(11) : 11;
      if (shape == 0) part = terms.quotient(term(atoms, depth - 1), 2 + upTo(1));
      if (shape == 1) part = terms.choose(formula(atoms, 1), term(atoms, depth - 1), term(atoms, depth - 1));
      if (shape == 2 && function != nullptr) part = terms.apply(function, {term(atoms, 0)});
      const int factor = upTo(9) == 0 ? 3 : upTo(3) == 0 ? 2 : 1;
      made = terms.add(made, terms.scale(part, upTo(1) == 0 ? factor : -factor));
    }
    return made;
  }

  Formula formula(const std::vector<Atom>& atoms, int depth) {
    if (depth == 0 || upTo(5) == 0) {
      const Term one = term(atoms, 1);
      const int kind = upTo(5);
      if (kind == 0) return terms.equal(one, terms.constant(0));
      if (kind == 1) return terms.notEqual(one, terms.constant(0));
      return terms.lessEqual(one, terms.constant(0));
    }
    std::vector<Formula> operands;
    for (int count = 2 + upTo(1); count > 0; --count) operands.push_back(formula(atoms, depth - 1));
    return upTo(1) == 0 ? terms.conjoin(operands) : terms.disjoin(operands);
  }

  Atom small(const std::string& name, Integer size, bool is_choice = false) {
    return terms.symbol(name, {-size, size}, is_choice);
  }

  std::mt19937 random{GetParam()};
  Terms terms;
  const Function* function = nullptr;
};

TEST_P(RandomRelationsTest, ProjectionIsImpliedAndWhereExactEquivalent) {
  const std::vector<Atom> kept{small("a", 4), small("b", 4)};
  const std::vector<Atom> gone{small("c", 4, true), small("d", 3, true)};
  if (GetParam() % 3 == 0) function = terms.function({.name = "f", .arity = 1, .range = {-2, 2}});
  const Formula given = formula({kept[0], kept[1], gone[0], gone[1]}, 2);
  const Projected made = eliminate(terms, given, [](Atom each) { return each->is_choice; });
  EXPECT_TRUE(made.is_exact || function != nullptr);
  EXPECT_FALSE(made.formula->has_choice);
  Assignment values;
  forAll(kept, values, [&] {
    bool expected = false;
    forAll(gone, values, [&] { expected = expected || evaluate(given, values); });
    const bool found = evaluate(made.formula, values);
    ASSERT_TRUE(found || !expected) << toString(given) << "\n" << toString(made.formula);
    ASSERT_TRUE(!made.is_exact || found == expected) << toString(given) << "\n" << toString(made.formula);
  });
}

TEST_P(RandomRelationsTest, CoalescedIsEquivalentAndNotLonger) {
  const std::vector<Atom> atoms{small("a", 4), small("b", 4), small("c", 4)};
  const Formula given = formula(atoms, 2);
  const Formula made = coalesced(terms, given);
  EXPECT_LE(made->leaves, given->leaves);
  Assignment values;
  forAll(atoms, values, [&] {
    ASSERT_EQ(evaluate(made, values), evaluate(given, values)) << toString(given) << "\n" << toString(made);
  });
}

TEST_P(RandomRelationsTest, HullHoldsOfBothAndInclusionIsRight) {
  const std::vector<Atom> atoms{small("a", 4), small("b", 4), small("c", 4)};
  const Formula before = formula(atoms, 2);
  const Formula now = formula(atoms, 2);
  const Formula made = hull(terms, before, now, GetParam() % 2 == 0, 1 + upTo(2));
  const bool is_included = includes(terms, now, before);
  bool expected = true;
  Assignment values;
  forAll(atoms, values, [&] {
    const bool held = evaluate(before, values);
    const bool holds = evaluate(now, values);
    ASSERT_TRUE(evaluate(made, values) || !(held || holds)) << toString(made);
    if (held && !holds) expected = false;
  });
  EXPECT_EQ(is_included, expected) << toString(before) << "\n" << toString(now);
}

/// The pairs of variables and of values that rounds lead from.
class RandomLoop : public RandomRelationsTest {
 protected:
  std::vector<Atom> variables{small("i", 4), small("j", 3)};
  std::vector<Atom> initial{small("i0", 4), small("j0", 3)};
  Atom parameter = small("n", 2);
  Atom inner = terms.symbol("c", {0, 2}, true);
  std::vector<Step> steps;

  void makeSteps() {
    const std::vector<Atom> inside{variables[0], variables[1], parameter};
    for (int count = 1 + upTo(2); count > 0; --count) {
      Step step{formula(inside, upTo(1)), {}};
      for (Atom each : variables) {
        const int shape = upTo(9);
        Term after = terms.add(terms.of(each), upTo(2) - 1);
        if (shape == 0) after = terms.of(inner);
        if (shape == 1) after = terms.add(terms.of(each), terms.of(inner));
        if (shape == 2) after = term(inside, 1);
        if (shape == 3) after = terms.quotient(terms.of(each), 2);
        if (shape == 4) after = terms.scale(terms.of(each), 2);
        step.after.push_back(after);
      }
      steps.push_back(step);
    }
  }

  std::set<std::pair<Integer, Integer>> reachedFrom(Assignment values) {
    std::set<std::pair<Integer, Integer>> seen;
    std::vector<std::pair<Integer, Integer>> open{{values.at(initial[0]), values.at(initial[1])}};
    while (!open.empty()) {
      const auto state = open.back();
      open.pop_back();
      if (!seen.insert(state).second) continue;
      values[variables[0]] = state.first;
      values[variables[1]] = state.second;
      forAll({inner}, values, [&] {
        for (const Step& step : steps) {
          if (!evaluate(step.guard, values)) continue;
          const Integer first = evaluate(step.after[0], values);
          const Integer second = evaluate(step.after[1], values);
          const bool is_in_range = first >= *variables[0]->range.low && first <= *variables[0]->range.high &&
                                   second >= *variables[1]->range.low && second <= *variables[1]->range.high;
          if (is_in_range) open.emplace_back(first, second);
        }
      });
    }
    return seen;
  }
};

TEST_P(RandomLoop, ReachesAtLeastWhatRoundsReachAndWhereExactNoMore) {
  makeSteps();
  const Reached made = reach(terms, variables, initial, steps, [&](Atom each) { return each == inner; }, terms.yes());
  long more = 0;
  long all = 0;
  Assignment values;
  forAll({initial[0], initial[1], parameter}, values, [&] {
    const auto expected = reachedFrom(values);
    forAll(variables, values, [&] {
      const bool is_reached = expected.contains({values.at(variables[0]), values.at(variables[1])});
      const bool found = evaluate(made.relation, values);
      ASSERT_TRUE(found || !is_reached) << toString(made.relation);
      ASSERT_TRUE(!made.is_exact || found == is_reached) << toString(made.relation);
      more += found && !is_reached;
      all += is_reached;
    });
  });
  if (std::getenv("SHOW")) {
    std::printf("%u: exact %d, %ld more than %ld, leaves %ld\n", GetParam(), made.is_exact, more, all,
                made.relation->leaves);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomRelationsTest, testing::Range(0U, 300U));
INSTANTIATE_TEST_SUITE_P(Seeds, RandomLoop, testing::Range(0U, 60U));

}  // namespace
}  // namespace weir::conditions
