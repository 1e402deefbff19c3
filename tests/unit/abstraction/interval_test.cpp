// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abstraction/interval.h"

#include <gtest/gtest.h>

#include "ir/logic/evaluator.h"
#include "tests/support/random_formula.h"

namespace weir::abstraction {
namespace {

using logic::Expr;
using logic::Relation;

// Each relation lies between two others. Where the lower one is what both have and the upper one what any has, whatever
// an expression says of the relation has to lie within its bounds.
struct Bounded {
  logic::Context context;
  test_support::RandomFormulas random{context};
  std::map<Relation, std::pair<Relation, Relation>> bounds;
  Interval interval{context};

  explicit Bounded(int seed) {
    random.seed(seed);
    for (const Relation relation : random.relations()) {
      if (relation->id % 3 == seed % 3) continue;  // this one is exact
      const Relation low = context.addRelation("low", relation->columns, relation->functional);
      const Relation high = context.addRelation("high", relation->columns, false);
      bounds[relation] = {low, high};
      interval.replace(relation, {context.relation(low), context.relation(high)});
    }
  }

  logic::Instance instance(const logic::Universe& universe) {
    logic::Instance result = random.instance(universe);
    const logic::Instance less = random.instance(universe);
    const logic::Instance more = random.instance(universe);
    for (const auto& [relation, pair] : bounds) {
      logic::TupleSet low, high = result.valueOf(relation);
      for (const logic::Tuple& tuple : result.valueOf(relation)) {
        if (less.valueOf(relation).contains(tuple)) low.insert(tuple);
      }
      high.insert(more.valueOf(relation).begin(), more.valueOf(relation).end());
      result.set(pair.first, low);
      result.set(pair.second, high);
    }
    return result;
  }
};

TEST(Interval, AValueLiesWithinTheBoundsOfItsExpression) {
  int exact = 0, bounded = 0;
  for (int seed = 0; seed < 4000; ++seed) {
    Bounded b(seed);
    const Expr expr = seed % 2 == 0 ? b.random.set(4) : b.random.relation(4);
    const Bounds bounds = b.interval.evaluate(expr);
    (bounds.isExact() ? exact : bounded) += 1;
    const logic::Universe universe = b.random.universe(3);
    for (int i = 0; i < 3; ++i) {
      const logic::Instance instance = b.instance(universe);
      logic::Evaluator evaluator(instance);
      ASSERT_TRUE(evaluator.evaluate(b.context.subset(bounds.lower, expr))) << seed << "\n" << toString(expr);
      if (bounds.upper == nullptr) continue;
      ASSERT_TRUE(evaluator.evaluate(b.context.subset(expr, bounds.upper))) << seed << "\n" << toString(expr);
    }
  }
  EXPECT_GT(exact, 200);
  EXPECT_GT(bounded, 200);
}

TEST(Interval, AConditionLiesBetweenMustAndMay) {
  int decided = 0;
  for (int seed = 0; seed < 4000; ++seed) {
    Bounded b(seed);
    const logic::Formula formula = b.random.formula(5);
    const Guard guard = b.interval.evaluate(formula);
    const logic::Universe universe = b.random.universe(3);
    for (int i = 0; i < 3; ++i) {
      const logic::Instance instance = b.instance(universe);
      logic::Evaluator evaluator(instance);
      const bool holds = evaluator.evaluate(formula);
      ASSERT_TRUE(!evaluator.evaluate(guard.must) || holds) << seed << "\n" << toString(formula);
      ASSERT_TRUE(!holds || evaluator.evaluate(guard.may)) << seed << "\n" << toString(formula);
      decided += guard.must->kind != logic::FormulaKind::False ? 1 : 0;
    }
  }
  EXPECT_GT(decided, 1000);
}

TEST(Interval, WhatIsExactStaysExact) {
  logic::Context c;
  const logic::Sort node = c.addSort("Node");
  const Relation f = c.addRelation("f", {node, node}, true);
  const Relation x = c.addRelation("x", {node}, true);
  const Expr y = c.relation(c.addRelation("y", {node}, true));
  Interval interval(c);
  interval.replace(x, {y, y});
  const Expr expr = c.update(c.relation(f), c.relation(x), c.join(c.relation(x), c.relation(f)));
  EXPECT_TRUE(interval.evaluate(expr).isExact());
  EXPECT_EQ(toString(interval.evaluate(expr).lower), "f ++ (y -> y.f)");
}

}  // namespace
}  // namespace weir::abstraction
