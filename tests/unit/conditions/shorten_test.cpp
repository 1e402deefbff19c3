// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons of the same value with numbers become fewer and mean the same.
#include "conditions/decide/shorten.h"

#include <gtest/gtest.h>

#include "tests/unit/conditions/random_conditions.h"

namespace weir::conditions {
namespace {

struct Shorten : testing::Test {
  Terms terms;
  Term x = terms.of(terms.symbol("x", {}, false));
  Term y = terms.of(terms.symbol("y", {}, false));

  Formula is(Term term, Integer value) { return terms.equal(term, terms.constant(value)); }
  Formula isNot(Term term, Integer value) { return terms.notEqual(term, terms.constant(value)); }
  Formula atMost(Term term, Integer value) { return terms.lessEqual(term, terms.constant(value)); }
  Formula atLeast(Term term, Integer value) { return terms.lessEqual(terms.constant(value), term); }
};

TEST_F(Shorten, NumbersBesideAnIntervalJoinIt) {
  EXPECT_EQ(shorten(terms, terms.disjoin(atMost(x, 3), is(x, 4))), atMost(x, 4));
  EXPECT_EQ(shorten(terms, terms.conjoin(isNot(x, 0), atLeast(x, 0))), atLeast(x, 1));
  EXPECT_EQ(shorten(terms, terms.conjoin(terms.lessEqual(x, y), terms.notEqual(x, y))), terms.less(x, y));
  EXPECT_EQ(shorten(terms, terms.disjoin({is(x, 1), is(x, 2), is(x, 3)})), terms.conjoin(atLeast(x, 1), atMost(x, 3)));
  EXPECT_EQ(shorten(terms, terms.disjoin(terms.conjoin(atLeast(x, 1), atMost(x, 3)), is(x, 0))),
            terms.conjoin(atLeast(x, 0), atMost(x, 3)));
}

TEST_F(Shorten, WhatAnotherLiteralSaysIsDropped) {
  EXPECT_EQ(shorten(terms, terms.conjoin({atMost(x, 3), atMost(x, 5), is(y, 0)})),
            terms.conjoin(atMost(x, 3), is(y, 0)));
  EXPECT_EQ(shorten(terms, terms.disjoin({atMost(x, 3), atMost(x, 5), is(y, 0)})),
            terms.disjoin(atMost(x, 5), is(y, 0)));
  EXPECT_EQ(shorten(terms, terms.conjoin(atMost(x, 3), atLeast(x, 4))), terms.no());
  EXPECT_EQ(shorten(terms, terms.disjoin(atMost(x, 3), atLeast(x, 3))), terms.yes());
  EXPECT_EQ(shorten(terms, terms.conjoin(atMost(x, 3), atLeast(x, 3))), is(x, 3));
  EXPECT_EQ(shorten(terms, terms.disjoin(atMost(x, 3), atLeast(x, 5))), isNot(x, 4));
}

TEST_F(Shorten, EndsOfTheRangeNeedNotBeSaid) {
  const Term z = terms.of(terms.symbol("z", {{0}, {10}}, false));
  EXPECT_EQ(shorten(terms, terms.disjoin(is(z, 0), is(z, 1))), atMost(z, 1));
  EXPECT_EQ(shorten(terms, terms.conjoin(isNot(z, 10), isNot(z, 9))), atMost(z, 8));
}

TEST_F(Shorten, WhatIsShortStays) {
  const Formula two = terms.disjoin(is(x, 1), is(x, 2));
  EXPECT_EQ(shorten(terms, two), two);
  const Formula apart = terms.disjoin({is(x, 1), is(x, 3), is(y, 2)});
  EXPECT_EQ(shorten(terms, apart), apart);
  EXPECT_EQ(shorten(terms, terms.yes()), terms.yes());
}

TEST(ShortenRandom, EquivalentAndNeverLarger) {
  long before = 0;
  long after = 0;
  for (unsigned seed = 0; seed < 5000; ++seed) {
    Terms terms;
    RandomConditions random(terms, seed, {.symbols = 2, .applications = 1, .parts = 1, .largest_factor = 2});
    const Formula formula = random.formulaOf(2 + random.pick(12));
    const Formula made = shorten(terms, formula);
    before += formula->leaves;
    after += made->leaves;
    ASSERT_LE(made->leaves, formula->leaves) << "seed " << seed;
    ASSERT_TRUE(areEquivalent(formula, made, terms.yes()))
        << "seed " << seed << ": " << toString(formula) << "\n becomes " << toString(made);
  }
  EXPECT_LT(after, before);
}

}  // namespace
}  // namespace weir::conditions
