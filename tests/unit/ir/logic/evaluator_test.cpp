// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/logic/evaluator.h"

#include <gtest/gtest.h>

#include "ir/logic/context.h"

namespace weir::logic {
namespace {

// Three nodes in a ring of two with a tail: 0 -> 1 -> 2 -> 1, values 5, 7, 5.
class EvaluatorTest : public ::testing::Test {
 protected:
  EvaluatorTest() {
    for (int i = 0; i < 3; ++i) universe.add("Node" + std::to_string(i), node);
    instance.set(next->relation, {pair(0, 1), pair(1, 2), pair(2, 1)});
    instance.set(value->relation, {valued(0, 5), valued(1, 7), valued(2, 5)});
    instance.set(cells->relation, {{atom(0), number(0), atom(2)}, {atom(0), number(1), atom(1)}});
  }
  static Cell atom(int i) { return Cell::ofAtom(i); }
  static Cell number(Integer i) { return Cell::ofInteger(i); }
  static Tuple pair(int a, int b) { return {atom(a), atom(b)}; }
  static Tuple valued(int a, Integer b) { return {atom(a), number(b)}; }
  TupleSet eval(Expr expr) { return Evaluator(instance).evaluate(expr); }
  bool eval(Formula formula) { return Evaluator(instance).evaluate(formula); }
  std::string text(Expr expr) { return toString(eval(expr), universe); }

  Context c;
  Sort node = c.addSort("Node");
  Expr next = c.relation(c.addRelation("next", {node, node}, true));
  Expr value = c.relation(c.addRelation("value", {node, c.intSort()}, true));
  Expr cells = c.relation(c.addRelation("cells", {node, c.intSort(), node}, true));
  Universe universe;
  Instance instance{universe};
};

TEST_F(EvaluatorTest, JoinFollowsAField) {
  EXPECT_EQ(text(c.join(c.atom(0), next)), "{Node1}");
  EXPECT_EQ(text(c.join(next, c.atom(1))), "{Node0, Node2}");
  EXPECT_EQ(text(c.join(c.integer(0), c.join(c.atom(0), cells))), "{Node2}");
}

TEST_F(EvaluatorTest, ClosureReachesThroughARing) {
  EXPECT_EQ(text(c.join(c.atom(0), c.closure(next))), "{Node1, Node2}");
  EXPECT_EQ(text(c.join(c.atom(0), c.reflexiveClosure(next))), "{Node0, Node1, Node2}");
  EXPECT_TRUE(eval(c.subset(c.product(c.atom(1), c.atom(1)), c.closure(next))));
  EXPECT_FALSE(eval(c.subset(c.product(c.atom(0), c.atom(0)), c.closure(next))));
}

TEST_F(EvaluatorTest, UpdateReplacesRowsAndNullRemovesThem) {
  EXPECT_EQ(text(c.update(next, c.atom(1), c.atom(0))), "{(Node0, Node1), (Node1, Node0), (Node2, Node1)}");
  EXPECT_EQ(text(c.update(next, c.atom(1), c.none(1))), "{(Node0, Node1), (Node2, Node1)}");
  const Expr cell = c.product(c.atom(0), c.integer(1));
  EXPECT_EQ(text(c.update(cells, cell, c.atom(0))), "{(Node0, 0, Node2), (Node0, 1, Node0)}");
}

TEST_F(EvaluatorTest, OverrideMatchesAllColumnsButTheLast) {
  const Expr over = c.product(c.product(c.atom(0), c.integer(1)), c.atom(0));
  EXPECT_EQ(text(c.override(cells, over)), "{(Node0, 0, Node2), (Node0, 1, Node0)}");
}

TEST_F(EvaluatorTest, ASetOfIntegersIsASetAndSumsWhereANumberIsNeeded) {
  const Expr all = c.join(c.univ(), value);
  EXPECT_EQ(text(all), "{5, 7}");
  EXPECT_EQ(Evaluator(instance).evaluateInteger(all), 12);
  EXPECT_TRUE(eval(c.less(c.integer(11), all)));
  EXPECT_EQ(Evaluator(instance).evaluateInteger(c.none(1, 1)), 0);
}

TEST_F(EvaluatorTest, ArithmeticRoundsAsCDoes) {
  const auto number = [&](Expr expr) { return static_cast<long>(Evaluator(instance).evaluateInteger(expr)); };
  const Expr minus_seven = c.minus(c.integer(0), c.join(c.atom(1), value));
  EXPECT_EQ(number(c.divide(minus_seven, c.integer(2))), -3);
  EXPECT_EQ(number(c.remainder(minus_seven, c.integer(2))), -1);
  EXPECT_EQ(number(c.divide(minus_seven, c.count(c.none(1)))), 0);
  EXPECT_EQ(number(c.shiftRight(minus_seven, c.integer(1))), -4);
  EXPECT_EQ(number(c.shiftLeft(minus_seven, c.integer(-3))), -7) << "the shift is clamped";
  EXPECT_EQ(number(c.wrap(minus_seven, 8, false)), 249);
  EXPECT_EQ(number(c.wrap(minus_seven, 3, true)), 1);
  EXPECT_EQ(number(c.bitAnd(minus_seven, c.integer(0xff))), 249);
}

TEST_F(EvaluatorTest, QuantifiersAndComprehensionsBindTheirVariables) {
  const Variable v = c.addVariable("v", false);
  const Formula has_five = c.equal(c.join(c.variable(v), value), c.integer(5));
  EXPECT_EQ(text(c.comprehension({{v, c.univ()}}, has_five)), "{Node0, Node2}");
  EXPECT_FALSE(eval(c.forAll({{v, c.univ()}}, has_five)));
  EXPECT_TRUE(eval(c.exists({{v, c.univ()}}, has_five)));
  EXPECT_TRUE(eval(c.forAll({{v, c.none(1)}}, has_five)));
  EXPECT_EQ(Evaluator(instance).evaluateInteger(c.sum({{v, c.univ()}}, c.join(c.variable(v), value))), 17);
  Evaluator evaluator(instance);
  evaluator.bind(v, Cell::ofAtom(1));
  EXPECT_FALSE(evaluator.evaluate(has_five));
}

TEST_F(EvaluatorTest, InfiniteSetsMayBeContainedInButNotListed) {
  EXPECT_TRUE(eval(c.subset(value, c.product(c.univ(), c.integers()))));
  EXPECT_FALSE(eval(c.subset(value, c.update(c.product(c.univ(), c.integers()), c.atom(1), c.integer(8)))));
  EXPECT_THROW(eval(c.product(c.univ(), c.integers())), EvaluationError);
  EXPECT_THROW(Evaluator(instance).evaluate(c.variable(c.addVariable("u", false))), EvaluationError);
}

TEST_F(EvaluatorTest, LeavingTheRangeIsAnError) {
  Expr big = c.join(c.atom(1), value);
  for (int i = 0; i < 7; ++i) big = c.times(big, big);
  EXPECT_THROW(eval(big), EvaluationError);
}

}  // namespace
}  // namespace weir::logic
