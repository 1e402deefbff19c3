// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/logic/substitute.h"

#include <gtest/gtest.h>

#include "ir/logic/evaluator.h"
#include "tests/support/random_formula.h"

namespace weir::logic {
namespace {

TEST(Substitution, PuttingInAnExpressionIsPuttingInItsValue) {
  for (int seed = 0; seed < 2000; ++seed) {
    Context context;
    test_support::RandomFormulas random(context);
    random.seed(seed);
    const Formula formula = random.formula(5);
    const Relation s = random.relations()[0];
    const Relation r = random.relations()[4];
    const Expr new_s = random.set(3);
    const Expr new_r = random.relation(3);
    Substitution substitution(context);
    substitution.replace(s, new_s);
    substitution.replace(r, new_r);
    const Universe universe = random.universe(3);
    const Instance before = random.instance(universe);
    Instance after = before;
    after.set(s, Evaluator(before).evaluate(new_s));
    after.set(r, Evaluator(before).evaluate(new_r));
    ASSERT_EQ(Evaluator(before).evaluate(substitution.apply(formula)), Evaluator(after).evaluate(formula))
        << toString(formula);
  }
}

TEST(Substitution, FoldsWhatBecomesKnown) {
  Context c;
  const Sort node = c.addSort("Node");
  const Relation x = c.addRelation("x", {node}, true);
  const Expr next = c.relation(c.addRelation("next", {node, node}, true));
  Substitution substitution(c);
  substitution.replace(x, c.none(1));
  EXPECT_EQ(substitution.apply(c.some(c.join(c.relation(x), next))), c.truth(false));
}

TEST(Substitution, ReplacesFreeVariables) {
  Context c;
  const Variable v = c.addVariable("v", false);
  Substitution substitution(c);
  substitution.replace(v, c.atom(2));
  EXPECT_EQ(substitution.apply(c.variable(v)), c.atom(2));
}

}  // namespace
}  // namespace weir::logic
