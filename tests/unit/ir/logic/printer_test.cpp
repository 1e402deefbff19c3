// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "ir/logic/context.h"

namespace weir::logic {
namespace {

class PrinterTest : public ::testing::Test {
 protected:
  Context c;
  Sort node = c.addSort("Node");
  Expr next = c.relation(c.addRelation("next", {node, node}, true));
  Expr prev = c.relation(c.addRelation("prev", {node, node}, true));
  Expr value = c.relation(c.addRelation("value", {node, c.intSort()}, true));
  Expr cells = c.relation(c.addRelation("cells", {node, c.intSort(), node}, true));
  Expr x = c.relation(c.addRelation("x", {node}, true));
  Expr y = c.relation(c.addRelation("y", {node}, true));
  Expr z = c.relation(c.addRelation("z", {node}, true));
};

TEST_F(PrinterTest, JoinsAndClosuresNeedNoParentheses) {
  EXPECT_EQ(toString(c.join(c.join(x, c.reflexiveClosure(next)), value)), "x.*next.value");
  EXPECT_EQ(toString(c.join(x, c.join(next, prev))), "x.(next.prev)");
  EXPECT_EQ(toString(c.join(x, c.closure(c.unite(next, c.transpose(prev))))), "x.^(next + ~prev)");
  EXPECT_EQ(toString(c.join(c.integer(2), c.join(x, cells))), "x.cells[2]");
}

TEST_F(PrinterTest, DifferenceIsNotAssociative) {
  EXPECT_EQ(toString(c.subtract(x, c.subtract(y, z))), "x - (y - z)");
  EXPECT_EQ(toString(c.subtract(c.subtract(x, y), z)), "x - y - z");
  EXPECT_EQ(toString(c.unite(x, c.unite(y, z))), "x + y + z");
  EXPECT_EQ(toString(c.unite(x, c.subtract(y, z))), "x + (y - z)");
  EXPECT_EQ(toString(c.intersect(c.unite(x, y), z)), "(x + y) & z");
}

TEST_F(PrinterTest, AnUpdateIsAnOverride) {
  EXPECT_EQ(toString(c.update(next, x, y)), "next ++ (x -> y)");
  EXPECT_EQ(toString(c.update(next, x, c.none(1))), "next ++ (x -> null)");
  EXPECT_EQ(toString(c.update(c.update(next, x, y), y, c.unite(x, z))), "next ++ (x -> y) ++ (y -> (x + z))");
  EXPECT_EQ(toString(c.update(cells, c.product(x, c.integer(1)), y)), "cells ++ (x -> 1 -> y)");
}

TEST_F(PrinterTest, FormulasFollowThePrecedences) {
  const Formula a = c.some(x);
  const Formula b = c.subset(y, c.join(x, next));
  const Formula d = c.less(c.count(y), c.integer(3));
  EXPECT_EQ(toString(c.conjoin(a, c.disjoin(b, d))), "some x and (y in x.next or #y < 3)");
  EXPECT_EQ(toString(c.implies(c.implies(a, b), d)), "(some x => y in x.next) => #y < 3");
  EXPECT_EQ(toString(c.implies(a, c.implies(b, d))), "some x => y in x.next => #y < 3");
  EXPECT_EQ(toString(c.negate(b)), "y not in x.next");
  EXPECT_EQ(toString(c.negate(c.equal(x, y))), "x != y");
  EXPECT_EQ(toString(c.negate(c.conjoin(a, b))), "not (some x and y in x.next)");
}

TEST_F(PrinterTest, ConditionalsAndQuantifiersAreClosedByTheirContext) {
  const Variable v = c.addVariable("v", false);
  const Expr choice = c.ifElse(c.some(x), y, z);
  EXPECT_EQ(toString(c.equal(choice, x)), "x = (some x => y else z)");
  const Formula all = c.forAll({{v, x}}, c.some(c.join(c.variable(v), next)));
  EXPECT_EQ(toString(c.conjoin(all, c.some(y))), "(all v: x | some v.next) and some y");
  EXPECT_EQ(toString(c.comprehension({{v, x}}, c.some(c.join(c.variable(v), next)))), "{v: x | some v.next}");
}

TEST_F(PrinterTest, TwoVariablesInScopeHaveTwoNames) {
  const Variable outer = c.addVariable("v", false);
  const Variable inner = c.addVariable("v", false);
  const Formula body = c.subset(c.variable(inner), c.join(c.variable(outer), next));
  EXPECT_EQ(toString(c.forAll({{outer, x}}, c.exists({{inner, y}}, body))), "all v: x | some v2: y | v2 in v.next");
}

TEST_F(PrinterTest, IntegersPrintExactly) {
  const Integer least = static_cast<Integer>(static_cast<unsigned __int128>(1) << 127);
  EXPECT_EQ(toString(least), "-170141183460469231731687303715884105728");
  EXPECT_EQ(toString(static_cast<Integer>(-10)), "-10");
  EXPECT_EQ(toString(c.wrap(c.plus(c.join(x, value), c.integer(1)), 32, true)), "int32[x.value + 1]");
  EXPECT_EQ(toString(c.times(c.count(x), c.join(x, value))), "mul[#x, x.value]");
}

}  // namespace
}  // namespace weir::logic
