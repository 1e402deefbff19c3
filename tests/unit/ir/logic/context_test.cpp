// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/logic/context.h"

#include <gtest/gtest.h>

#include "support/invariant.h"

namespace weir::logic {
namespace {

class ContextTest : public ::testing::Test {
 protected:
  Context c;
  Sort node = c.addSort("Node");
  Expr next = c.relation(c.addRelation("next", {node, node}, true));
  Expr edges = c.relation(c.addRelation("edges", {node, node}, false));
  Expr value = c.relation(c.addRelation("value", {node, c.intSort()}, true));
  Expr x = c.relation(c.addRelation("x", {node}, true));
  Expr s = c.relation(c.addRelation("s", {node}, false));
};

TEST_F(ContextTest, EqualNodesAreMadeOnce) {
  EXPECT_EQ(c.join(x, next), c.join(x, next));
  EXPECT_EQ(c.integer(7), c.integer(7));
  EXPECT_NE(c.join(x, next), c.join(x, edges));
  EXPECT_EQ(c.some(x), c.some(x));
}

TEST_F(ContextTest, ANameIsGivenToOneRelation) {
  EXPECT_EQ(c.addRelation("next", {node, node}, true)->name, "next#2");
  EXPECT_EQ(c.addRelation("next", {node, node}, true)->name, "next#3");
}

TEST_F(ContextTest, SortsWithoutParentAreBelowUniv) {
  const Sort special = c.addSort("Special", {node});
  EXPECT_TRUE(Context::isSubsort(special, node));
  EXPECT_TRUE(Context::isSubsort(special, c.univSort()));
  EXPECT_FALSE(Context::isSubsort(node, special));
  EXPECT_FALSE(Context::isSubsort(c.intSort(), c.univSort()));
}

TEST_F(ContextTest, AWriteThatIsReadAtOnceIsItsValue) {
  const Variable v = c.addVariable("v", false);
  const Expr object = c.variable(v);
  EXPECT_EQ(c.join(object, c.update(next, object, s)), s);
  EXPECT_EQ(c.join(c.atom(1), c.update(next, c.atom(2), s)), c.join(c.atom(1), next));
}

TEST_F(ContextTest, AReadThatMayBeEmptyIsKept) {
  EXPECT_NE(c.join(x, c.update(next, x, s)), s) << "x may be null";
  EXPECT_EQ(c.plus(c.join(x, value), c.integer(0))->kind, ExprKind::Plus) << "the sum of an empty set is 0";
}

TEST_F(ContextTest, ATruthValueComparedWithOneIsTheFormula) {
  const Formula f = c.some(x);
  EXPECT_EQ(c.equal(c.fromFormula(f), c.integer(1)), f);
  EXPECT_EQ(c.equal(c.integer(0), c.fromFormula(f)), c.no(x));
  EXPECT_EQ(c.wrap(c.fromFormula(f), 8, false), c.fromFormula(f));
}

TEST_F(ContextTest, AnOverflowingConstantIsNotFolded) {
  const Integer big = static_cast<Integer>(1) << 126;
  EXPECT_EQ(c.plus(c.integer(big), c.integer(big))->kind, ExprKind::Plus);
  EXPECT_EQ(c.times(c.integer(big), c.integer(4))->kind, ExprKind::Times);
  EXPECT_EQ(c.plus(c.integer(big), c.integer(-big)), c.integer(0));
}

TEST_F(ContextTest, WrapsOfFittingValuesVanish) {
  const Expr sum = c.plus(c.join(x, value), c.integer(1));
  const Expr wrapped = c.wrap(sum, 32, true);
  EXPECT_EQ(c.wrap(wrapped, 32, true), wrapped);
  EXPECT_EQ(c.wrap(wrapped, 64, true), wrapped);
  EXPECT_EQ(c.wrap(wrapped, 16, true), c.wrap(sum, 16, true));
  EXPECT_NE(c.wrap(wrapped, 64, false), wrapped) << "a negative value does not fit";
  EXPECT_EQ(c.wrap(c.integer(255), 8, true), c.integer(-1));
}

TEST_F(ContextTest, FreeVariablesAreThoseNotBound) {
  const Variable a = c.addVariable("a", false);
  const Variable b = c.addVariable("b", false);
  const Formula body = c.subset(c.variable(a), c.join(c.variable(b), next));
  EXPECT_EQ(body->free_variables, (std::vector<Variable>{a, b}));
  EXPECT_EQ(c.forAll({{a, s}}, body)->free_variables, (std::vector<Variable>{b}));
  EXPECT_EQ(c.forAll({{a, c.join(c.variable(b), next)}}, c.some(c.join(c.variable(a), next)))->free_variables,
            (std::vector<Variable>{b}));
  EXPECT_TRUE(c.forAll({{b, s}, {a, c.join(c.variable(b), next)}}, body)->free_variables.empty());
}

TEST_F(ContextTest, OppositeGuardsMeet) {
  EXPECT_EQ(c.negate(c.some(x)), c.no(x));
  EXPECT_EQ(c.conjoin(c.some(x), c.no(x)), c.truth(false));
  EXPECT_EQ(c.disjoin(c.some(x), c.no(x)), c.truth(true));
}

TEST_F(ContextTest, ArityMistakesAreOurs) {
  EXPECT_THROW(c.unite(x, next), InternalError);
  EXPECT_THROW(c.transpose(x), InternalError);
}

}  // namespace
}  // namespace weir::logic
