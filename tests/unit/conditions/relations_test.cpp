// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Projection, hulls and loops, by facts that are known of them.
#include "conditions/numeric/relations.h"

#include <gtest/gtest.h>

namespace weir::conditions {
namespace {

class RelationsTest : public testing::Test {
 protected:
  Term number(Integer value) { return terms.constant(value); }
  Atom integer(const std::string& name) { return terms.symbol(name, int32, false); }
  bool has(Formula all, Formula fact) { return includes(terms, fact, all); }
  Formula eliminated(Formula formula, std::vector<Atom> atoms) {
    const Projected made = eliminate(
        terms, formula, [&](Atom each) { return std::find(atoms.begin(), atoms.end(), each) != atoms.end(); });
    EXPECT_TRUE(made.is_exact) << toString(formula);
    return made.formula;
  }
  bool areEqual(Formula a, Formula b) { return includes(terms, a, b) && includes(terms, b, a); }

  Terms terms;
  Interval int32{-(Integer(1) << 31), (Integer(1) << 31) - 1};
  Atom x = integer("x"), y = integer("y"), z = integer("z");
  Term tx = terms.of(x), ty = terms.of(y), tz = terms.of(z);
};

TEST_F(RelationsTest, ProjectionKeepsWhatTheBoundsImply) {
  const Formula between = terms.conjoin(terms.less(tx, ty), terms.less(ty, tz));
  EXPECT_EQ(eliminated(between, {y}), terms.lessEqual(terms.add(tx, 2), tz));
}

TEST_F(RelationsTest, ProjectionKeepsDivisibility) {
  const Formula even = eliminated(terms.equal(tx, terms.scale(ty, 2)), {y});
  EXPECT_EQ(even, terms.equal(tx, terms.scale(terms.quotient(tx, 2), 2)));
}

TEST_F(RelationsTest, ProjectionSubstitutesInsideArguments) {
  const Function* next = terms.function({.name = "next", .arity = 1});
  const Formula formula =
      terms.conjoin(terms.equal(tx, terms.add(ty, 1)), terms.notEqual(terms.apply(next, {tx}), number(0)));
  EXPECT_TRUE(areEqual(eliminated(formula, {x}),
                       terms.conjoin(terms.less(ty, number(int32.high.value())),
                                     terms.notEqual(terms.apply(next, {terms.add(ty, 1)}), number(0)))));
}

TEST_F(RelationsTest, ProjectionOfAnApplicationToWhatIsGoneIsNotExact) {
  const Function* next = terms.function({.name = "next", .arity = 1});
  const Formula formula =
      terms.conjoin(terms.equal(terms.apply(next, {tx}), ty), terms.less(tx, terms.apply(next, {tx})));
  const Projected made = eliminate(terms, formula, [&](Atom each) { return each == x; });
  EXPECT_FALSE(made.is_exact);
  EXPECT_EQ(made.formula, terms.notEqual(ty, number(*int32.low)));
}

TEST_F(RelationsTest, CoalescedIsShort) {
  const Formula gap = terms.disjoin(terms.lessEqual(tx, number(3)), terms.lessEqual(number(5), tx));
  EXPECT_EQ(coalesced(terms, gap), terms.notEqual(tx, number(4)));
  const Formula steps = terms.disjoin(terms.lessEqual(tx, number(3)), terms.equal(tx, number(4)));
  EXPECT_EQ(coalesced(terms, steps), terms.lessEqual(tx, number(4)));
}

TEST_F(RelationsTest, HullHoldsOfBoth) {
  const Formula before = terms.conjoin(terms.equal(tx, number(0)), terms.equal(ty, number(0)));
  const Formula now = terms.conjoin(terms.equal(tx, number(1)), terms.equal(ty, number(2)));
  const Formula joined = hull(terms, before, now, false, 1);
  EXPECT_TRUE(includes(terms, joined, before));
  EXPECT_TRUE(includes(terms, joined, now));
  EXPECT_TRUE(has(joined, terms.lessEqual(tx, number(1))));
  const Formula widened = hull(terms, before, now, true, 1);
  EXPECT_TRUE(includes(terms, widened, joined));
  EXPECT_TRUE(has(widened, terms.lessEqual(number(0), tx)));
  EXPECT_FALSE(has(widened, terms.lessEqual(tx, number(1000))));
}

class ReachTest : public RelationsTest {
 protected:
  Reached reached(std::vector<Atom> variables, std::vector<Step> steps) {
    const std::vector<Atom> all_initial{i0, j0};
    const std::vector<Atom> initial(all_initial.begin(),
                                    all_initial.begin() + static_cast<std::ptrdiff_t>(variables.size()));
    return reach(terms, variables, initial, steps, [&](Atom each) { return each == inner; }, terms.yes());
  }
  Formula stayed() { return terms.equal(ti, ti0); }

  Atom i = integer("i"), j = integer("j"), i0 = integer("i0"), j0 = integer("j0"), n = integer("n");
  Atom inner = terms.symbol("inner", {0, 3}, true);
  Term ti = terms.of(i), tj = terms.of(j), ti0 = terms.of(i0), tj0 = terms.of(j0), tn = terms.of(n);
};

TEST_F(ReachTest, CountingDown) {
  const Reached made = reached({i}, {{terms.less(number(0), ti), {terms.add(ti, -1)}}});
  EXPECT_TRUE(made.is_exact);
  EXPECT_TRUE(areEqual(made.relation,
                       terms.disjoin(stayed(), terms.conjoin(terms.less(ti, ti0), terms.lessEqual(number(0), ti)))));
}

TEST_F(ReachTest, CountingUpEndsAtTheLarger) {
  const Reached made = reached({i}, {{terms.less(ti, tn), {terms.add(ti, 1)}}});
  EXPECT_TRUE(made.is_exact);
  const Formula at_exit = terms.conjoin(made.relation, terms.lessEqual(tn, ti));
  EXPECT_TRUE(areEqual(at_exit, terms.equal(ti, terms.choose(terms.less(ti0, tn), tn, ti0))));
}

TEST_F(ReachTest, TwoCountersKeepTheirSum) {
  const Reached made = reached({i, j}, {{terms.less(ti, tn), {terms.add(ti, 1), terms.add(tj, -1)}}});
  EXPECT_TRUE(has(made.relation, terms.equal(terms.add(ti, tj), terms.add(ti0, tj0))));
  EXPECT_TRUE(has(made.relation, terms.lessEqual(ti0, ti)));
}

TEST_F(ReachTest, BinarySearchStaysInside) {
  const Term middle = terms.quotient(terms.add(ti, tj), 2);
  const Formula guard = terms.lessEqual(ti, tj);
  const Reached made = reached({i, j}, {{guard, {terms.add(middle, 1), tj}}, {guard, {ti, terms.add(middle, -1)}}});
  EXPECT_TRUE(has(made.relation, terms.lessEqual(ti0, ti)));
  EXPECT_TRUE(has(made.relation, terms.lessEqual(tj, tj0)));
  EXPECT_TRUE(has(terms.conjoin(made.relation, terms.lessEqual(ti0, tj0)), terms.lessEqual(ti, terms.add(tj, 1))));
}

TEST_F(ReachTest, WhatStaysStays) {
  const Reached made = reached({i}, {{terms.lessEqual(number(0), ti), {ti}}});
  EXPECT_TRUE(made.is_exact);
  EXPECT_EQ(made.relation, stayed());
}

TEST_F(ReachTest, NeverReachesWhatItPassed) {
  const Reached made = reached({i}, {{terms.notEqual(ti, number(10)), {terms.add(ti, 1)}}});
  EXPECT_TRUE(has(terms.conjoin(made.relation, terms.less(number(10), ti0)), terms.less(number(10), ti)));
  EXPECT_TRUE(has(terms.conjoin(made.relation, terms.less(ti0, number(10))), terms.lessEqual(ti, number(10))));
}

TEST_F(ReachTest, ChoiceInsideARound) {
  const Reached made = reached({i}, {{terms.less(ti, tn), {terms.add(ti, terms.of(inner))}}});
  EXPECT_TRUE(has(made.relation, terms.lessEqual(ti0, ti)));
  EXPECT_TRUE(has(terms.conjoin(made.relation, terms.less(ti0, tn)), terms.less(ti, terms.add(tn, 3))));
}

TEST_F(ReachTest, UnknownVariableLeavesTheOthersKnown) {
  const Reached made = reached({i, j}, {{terms.less(ti, tn), {terms.add(ti, 1), terms.of(inner)}}});
  EXPECT_TRUE(
      has(terms.conjoin(made.relation, terms.less(ti0, ti)),
          terms.conjoin({terms.lessEqual(ti, tn), terms.lessEqual(number(0), tj), terms.lessEqual(tj, number(3))})));
}

TEST_F(ReachTest, DoublingMovesAwayFromZero) {
  const Reached made = reached({i}, {{terms.less(ti, tn), {terms.scale(ti, 2)}}});
  EXPECT_TRUE(has(terms.conjoin(made.relation, terms.less(number(0), ti0)), terms.lessEqual(ti0, ti)));
  EXPECT_TRUE(has(terms.conjoin(made.relation, terms.less(ti0, number(0))), terms.lessEqual(ti, ti0)));
  EXPECT_TRUE(has(terms.conjoin(made.relation, terms.equal(ti0, number(0))), terms.equal(ti, number(0))));
}

TEST_F(ReachTest, HalvingEndsAtZero) {
  const Reached made = reached({i}, {{terms.less(number(0), ti), {terms.quotient(ti, 2)}}});
  EXPECT_TRUE(has(terms.conjoin(made.relation, terms.lessEqual(number(0), ti0)),
                  terms.conjoin(terms.lessEqual(number(0), ti), terms.lessEqual(ti, ti0))));
}

}  // namespace
}  // namespace weir::conditions
