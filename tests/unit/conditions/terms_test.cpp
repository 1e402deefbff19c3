// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the constructors make means what was asked for, under random values.
#include "conditions/logic/terms.h"

#include <gtest/gtest.h>

#include "tests/unit/conditions/random_conditions.h"

namespace weir::conditions {
namespace {

constexpr Interval kByte{0, 255};

TEST(ConditionTerms, RandomTermsHaveTheValueOfWhatTheyWereMadeOf) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Terms terms;
    RandomConditions random(terms, seed, {.symbols = 3, .applications = 4, .parts = 2, .largest_factor = 4});
    const MeantTerm made = random.term(3);
    const Interval range = terms.rangeOf(made.term);
    for (unsigned each = 0; each < 30; ++each) {
      World world(each);
      const Integer value = world.value(made.term);
      ASSERT_TRUE(value == made.meaning(world)) << "seed " << seed << ": " << toString(made.term);
      ASSERT_TRUE(range.contains({value, value})) << "seed " << seed << ": " << toString(made.term);
    }
  }
}

TEST(ConditionTerms, RandomFormulasMeanWhatTheyWereMadeOf) {
  for (unsigned seed = 0; seed < 10000; ++seed) {
    Terms terms;
    RandomConditions random(terms, seed, {.symbols = 3, .applications = 4, .parts = 2, .largest_factor = 3});
    const MeantFormula made = random.formula(4);
    const Formula negation = terms.negate(made.formula);
    for (unsigned each = 0; each < 20; ++each) {
      World world(each);
      const bool meant = made.meaning(world);
      ASSERT_EQ(world.holds(made.formula), meant) << "seed " << seed << ": " << toString(made.formula);
      ASSERT_EQ(world.holds(negation), !meant) << "seed " << seed << ": " << toString(negation);
    }
  }
}

TEST(ConditionTerms, RandomSubstitutionsAreThoseOfTheValues) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Terms terms;
    RandomConditions random(terms, seed, {.symbols = 2, .applications = 3, .parts = 0, .largest_factor = 2});
    const Formula formula = random.formula(3).formula;
    const MeantTerm by = random.term(2);
    std::vector<Atom> symbols;
    for (Atom each : atomsOf(formula)) {
      if (each->kind == AtomKind::Symbol) symbols.push_back(each);
    }
    if (symbols.empty()) continue;
    const Atom replaced = symbols.front();
    // Ranges are of the symbol that is replaced: what comes in must lie in them.
    const Formula made =
        Substitution(terms, [&](Atom atom) { return atom == replaced ? by.term : nullptr; }).apply(formula);
    for (unsigned each = 0; each < 20; ++each) {
      World world(each);
      const Integer value = world.value(by.term);
      if (!replaced->range.contains({value, value})) continue;
      const bool is_true = world.holds(made);
      world.symbols[replaced] = value;
      ASSERT_EQ(world.holds(formula), is_true)
          << "seed " << seed << ": " << toString(formula) << " becomes " << toString(made);
    }
  }
}

TEST(ConditionTerms, TheSameIsMadeOnce) {
  Terms terms;
  const Term x = terms.of(terms.symbol("x", kByte, false));
  const Term y = terms.of(terms.symbol("y", kByte, false));
  EXPECT_EQ(terms.add(x, y), terms.add(y, x));
  EXPECT_EQ(terms.less(x, y), terms.lessEqual(terms.add(x, 1), y));
  EXPECT_EQ(terms.negate(terms.less(x, y)), terms.lessEqual(y, x));
  EXPECT_EQ(terms.equal(x, y), terms.equal(y, x));
  EXPECT_EQ(terms.conjoin(terms.less(x, y), terms.equal(x, terms.constant(3))),
            terms.conjoin(terms.equal(x, terms.constant(3)), terms.less(x, y)));
}

TEST(ConditionTerms, WhatRangesDecideIsDecided) {
  Terms terms;
  const Term x = terms.of(terms.symbol("x", kByte, false));
  EXPECT_EQ(terms.lessEqual(terms.constant(0), x), terms.yes());
  EXPECT_EQ(terms.less(x, terms.constant(0)), terms.no());
  EXPECT_EQ(terms.lessEqual(x, terms.constant(0)), terms.equal(x, terms.constant(0)));
  EXPECT_EQ(terms.equal(terms.scale(x, 2), terms.constant(5)), terms.no());
  EXPECT_EQ(terms.quotient(x, 256), terms.constant(0));
}

TEST(ConditionTerms, WhatAConditionSaysIsNotSaidAgain) {
  Terms terms;
  const Term x = terms.of(terms.symbol("x", kByte, false));
  const Term y = terms.of(terms.symbol("y", kByte, false));
  const Formula a = terms.equal(x, terms.constant(3));
  const Formula b = terms.equal(y, terms.constant(4));
  EXPECT_EQ(terms.conjoin(a, terms.disjoin(a, b)), a);
  EXPECT_EQ(terms.conjoin(a, terms.disjoin(terms.negate(a), b)), terms.conjoin(a, b));
  EXPECT_EQ(terms.disjoin(terms.conjoin(a, b), terms.conjoin(terms.negate(a), b)), b);
  EXPECT_EQ(terms.disjoin(a, terms.negate(a)), terms.yes());
  EXPECT_EQ(terms.notEqual(terms.choose(a, terms.constant(1), terms.constant(0)), terms.constant(0)), a);
}

TEST(ConditionTerms, PartsOfObjects) {
  Terms terms;
  const Term x = terms.of(terms.symbol("x", kByte, false));
  const Term y = terms.of(terms.symbol("y", kByte, false));
  const Function* left = terms.function({.name = "left", .is_injective = true});
  const Function* right = terms.function({.name = "right", .is_injective = true});
  EXPECT_EQ(terms.equal(terms.apply(left, {x}), terms.constant(0)), terms.no());
  EXPECT_EQ(terms.equal(terms.apply(left, {x}), terms.apply(left, {y})), terms.equal(x, y));
  EXPECT_EQ(terms.equal(terms.apply(left, {x}), terms.apply(right, {x})), terms.no());
}

}  // namespace
}  // namespace weir::conditions
