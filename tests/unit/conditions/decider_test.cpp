// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the decider answers is what an enumeration of all values says.
#include "conditions/decide/decider.h"

#include <gtest/gtest.h>

#include "tests/unit/conditions/random_conditions.h"

namespace weir::conditions {
namespace {

TEST(Decider, RandomFormulasAreSatisfiableWhereAnEnumerationSaysSo) {
  int yes = 0;
  int no = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Terms terms;
    Decider decider(terms);
    RandomConditions random(terms, seed, {});
    const Formula formula = terms.conjoin(random.formula(3).formula, random.formula(2).formula);
    const bool expected = isSatisfiable(formula);
    ASSERT_EQ(decider.satisfiable(formula), expected ? Answer::Yes : Answer::No)
        << "seed " << seed << ": " << toString(formula);
    ++(expected ? yes : no);
  }
  EXPECT_GT(yes, 300);
  EXPECT_GT(no, 300);
}

/// One decider for many questions: what earlier ones leave behind answers none wrongly.
TEST(Decider, RandomContextsOfOneDecider) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    Terms terms;
    Decider decider(terms);
    RandomConditions random(terms, seed, {.symbols = 3, .applications = 2, .parts = 2, .largest_factor = 2});
    std::vector<Formula> facts;
    std::vector<size_t> levels;
    for (int step = 0; step < 40; ++step) {
      switch (random.pick(4)) {
        case 0:
          decider.push();
          levels.push_back(facts.size());
          break;
        case 1:
          if (levels.empty()) break;
          decider.pop();
          facts.resize(levels.back());
          levels.pop_back();
          break;
        case 2: {
          if (levels.empty()) break;
          const Formula fact = random.formula(1).formula;
          decider.assume(fact);
          facts.push_back(fact);
          break;
        }
        default: {
          const Formula a = random.formula(1).formula;
          const Formula b = random.formula(1).formula;
          std::vector<Formula> all = facts;
          all.push_back(a);
          const auto holdAll = [&](World& world, const std::vector<Formula>& which) {
            return std::all_of(which.begin(), which.end(), [&](Formula each) { return world.holds(each); });
          };
          const bool has_solution = !forEachWorld(all, [&](World& world) { return !holdAll(world, all); });
          ASSERT_EQ(decider.satisfiable(a), has_solution ? Answer::Yes : Answer::No) << "seed " << seed;
          all.push_back(terms.negate(b));
          const bool has_exception = !forEachWorld(all, [&](World& world) { return !holdAll(world, all); });
          ASSERT_EQ(decider.implies(a, b), !has_exception) << "seed " << seed;
        }
      }
    }
  }
}

TEST(Decider, PartsOfDifferentObjectsDiffer) {
  Terms terms;
  Decider decider(terms);
  const Term x = terms.of(terms.symbol("x", {}, false));
  const Term y = terms.of(terms.symbol("y", {}, false));
  const Term p = terms.of(terms.symbol("p", {}, false));
  const Function* left = terms.function({.name = "left", .is_injective = true});
  const Function* right = terms.function({.name = "right", .is_injective = true});
  const Formula of_x = terms.equal(p, terms.apply(left, {x}));
  const Formula of_y = terms.equal(p, terms.apply(left, {y}));
  EXPECT_EQ(decider.satisfiable(terms.conjoin(of_x, of_y)), Answer::Yes);
  EXPECT_TRUE(decider.implies(terms.conjoin(of_x, of_y), terms.equal(x, y)));
  EXPECT_FALSE(decider.implies(of_x, terms.equal(x, y)));
  EXPECT_TRUE(decider.implies(of_x, terms.notEqual(p, terms.constant(0))));
  EXPECT_TRUE(decider.implies(of_x, terms.notEqual(p, terms.apply(right, {y}))));
}

/// More questions and nodes than one context of Z3's is used for: those of a new one are answered as before.
TEST(Decider, ContextsThatHaveGrownAreMadeAnew) {
  Terms terms;
  Decider decider(terms, 0);
  const Term x = terms.of(terms.symbol("x", {}, false));
  decider.push();
  decider.assume(terms.less(terms.constant(10), x));
  for (int i = 0; i < 3000; ++i) {
    const Term y = terms.of(terms.symbol("y", {{0}, {Integer(i) + 20}}, false));
    ASSERT_EQ(decider.satisfiable(terms.less(terms.add(x, y), terms.constant(11))), Answer::No);
    ASSERT_EQ(decider.satisfiable(terms.less(x, y)), Answer::Yes);
  }
  decider.pop();
  EXPECT_EQ(decider.solved(), 6000);
  EXPECT_GT(decider.contexts(), 1);
}

TEST(Decider, WhatIsNotAskedAnyMoreIsUnknown) {
  Terms terms;
  Decider decider(terms, 0);
  const Term x = terms.of(terms.symbol("x", {}, false));
  const Term y = terms.of(terms.symbol("y", {}, false));
  const Formula both = terms.conjoin(terms.less(x, y), terms.less(y, x));
  decider.allow(1'000'000);
  EXPECT_EQ(decider.satisfiable(both), Answer::No);
  EXPECT_LT(decider.left(), 1'000'000);
  decider.allow(0);
  EXPECT_EQ(decider.satisfiable(both), Answer::Unknown);
  EXPECT_EQ(decider.satisfiable(terms.no()), Answer::No);
  decider.allow(1'000'000);
  decider.goOnWhile([] { return false; });
  EXPECT_EQ(decider.satisfiable(both), Answer::Unknown);
}

TEST(Decider, RangesOfValues) {
  Terms terms;
  Decider decider(terms);
  const Term x = terms.of(terms.symbol("x", {{0}, {255}}, false));
  const Term y = terms.of(terms.symbol("y", {{0}, {255}}, false));
  EXPECT_TRUE(decider.implies(terms.equal(terms.add(x, y), terms.constant(510)), terms.equal(x, y)));
  EXPECT_FALSE(decider.implies(terms.equal(terms.add(x, y), terms.constant(509)), terms.equal(x, y)));
  const Integer huge = Integer(1) << 80;
  const Term z = terms.of(terms.symbol("z", {{-huge}, {huge}}, false));
  EXPECT_TRUE(decider.implies(terms.less(terms.constant(huge - 2), z), terms.lessEqual(terms.constant(huge - 1), z)));
  EXPECT_FALSE(decider.implies(terms.less(terms.constant(huge - 3), z), terms.lessEqual(terms.constant(huge - 1), z)));
}

}  // namespace
}  // namespace weir::conditions
