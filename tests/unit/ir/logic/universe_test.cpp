// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/logic/universe.h"

#include <gtest/gtest.h>

#include "ir/logic/context.h"

namespace weir::logic {
namespace {

TEST(Universe, AtomsOfASortIncludeThoseBelowIt) {
  Context context;
  const Sort base = context.addSort("Base");
  const Sort derived = context.addSort("Derived", {base});
  Universe universe;
  universe.add("Base0", base);
  EXPECT_EQ(universe.atomsOf(base), (std::vector<int>{0}));
  universe.add("Derived0", derived);
  EXPECT_EQ(universe.atomsOf(base), (std::vector<int>{0, 1}));
  EXPECT_EQ(universe.atomsOf(derived), (std::vector<int>{1}));
  EXPECT_EQ(universe.atomsOf(context.univSort()), (std::vector<int>{0, 1}));
}

TEST(Instance, ARelationThatIsNotMentionedIsEmpty) {
  Context context;
  const Relation relation = context.addRelation("r", {context.univSort()}, false);
  const Universe universe;
  const Instance instance(universe);
  EXPECT_TRUE(instance.valueOf(relation).empty());
  EXPECT_FALSE(instance.has(relation));
}

TEST(TupleSet, PrintsWithTheNamesOfItsAtoms) {
  Context context;
  const Sort node = context.addSort("Node");
  Universe universe;
  universe.add("Node0", node);
  EXPECT_EQ(toString(TupleSet{{Cell::ofAtom(0), Cell::ofInteger(-3)}}, universe), "{(Node0, -3)}");
  EXPECT_EQ(toString(TupleSet{}, universe), "{}");
}

}  // namespace
}  // namespace weir::logic
