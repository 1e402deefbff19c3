// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/model_finder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "ir/logic/evaluator.h"

namespace weir::solver {
namespace {

using logic::BoundCell;
using logic::BoundTuple;
using logic::Expr;
using logic::Formula;
using logic::Multiplicity;
using logic::Relation;
using logic::RelationBound;
using testing::ElementsAre;

class ModelFinderTest : public testing::TestWithParam<BackEnd> {
 protected:
  ModelFinderTest() {
    for (int i = 0; i < 4; ++i) universe_.add("Node" + std::to_string(i), node_);
    options_.back_end = GetParam();
    options_.check_answers = true;
  }

  RelationBound square(Multiplicity multiplicity) const {
    RelationBound bound;
    bound.multiplicity = multiplicity;
    for (const int a : universe_.atomsOf(node_))
      for (const int b : universe_.atomsOf(node_))
        bound.tuples.push_back({{BoundCell::ofAtom(a), BoundCell::ofAtom(b)}});
    return bound;
  }
  RelationBound number(int width, bool is_signed) const {
    return {{{{BoundCell::free(width, is_signed)}}}, Multiplicity::One};
  }
  Expr of(Relation relation) { return context_.relation(relation); }

  logic::Context context_;
  logic::Universe universe_;
  logic::Sort node_ = context_.addSort("Node");
  Relation next_ = context_.addRelation("next", {node_, node_}, true);
  Relation edge_ = context_.addRelation("edge", {node_, node_}, false);
  Relation x_ = context_.addRelation("x", {context_.intSort()}, true);
  Relation y_ = context_.addRelation("y", {context_.intSort()}, true);
  Options options_;
};

TEST_P(ModelFinderTest, InstanceRespectsBoundsAndFormulas) {
  ModelFinder finder(context_, universe_, options_);
  finder.addRelation(next_, square(Multiplicity::Lone));
  finder.assertFormula(context_.no(context_.intersect(context_.closure(of(next_)), context_.iden())));
  finder.assertFormula(context_.equal(context_.count(of(next_)), context_.integer(3)));
  ASSERT_EQ(finder.solve(), Answer::Satisfiable);
  EXPECT_EQ(finder.instance().valueOf(next_).size(), 3U);
  finder.assertFormula(context_.less(context_.integer(3), context_.count(of(next_))));
  EXPECT_EQ(finder.solve(), Answer::Unsatisfiable);
}

TEST_P(ModelFinderTest, DefinedRelationHasTheValueOfItsExpression) {
  const Relation reach = context_.addRelation("reach", {node_, node_}, false);
  ModelFinder finder(context_, universe_, options_);
  finder.addRelation(next_, square(Multiplicity::Lone));
  finder.define(reach, context_.closure(of(next_)));
  finder.assertFormula(context_.equal(context_.count(of(reach)), context_.integer(6)));
  ASSERT_EQ(finder.solve(), Answer::Satisfiable);
  logic::Instance instance = finder.instance();
  EXPECT_EQ(instance.valueOf(reach).size(), 6U);
  EXPECT_EQ(logic::Evaluator(instance).evaluate(context_.closure(of(next_))), instance.valueOf(reach));
}

TEST_P(ModelFinderTest, CoreHasOnlyWhatIsNeeded) {
  ModelFinder finder(context_, universe_, options_);
  finder.addRelation(next_, square(Multiplicity::Lone));
  finder.addRelation(edge_, square(Multiplicity::Any));
  finder.assertLabelled(context_.some(of(edge_)), 1);
  finder.assertLabelled(context_.subset(context_.iden(), of(next_)), 2);
  finder.assertLabelled(context_.no(context_.intersect(context_.closure(of(next_)), context_.iden())), 3);
  finder.assertLabelled(context_.subset(of(edge_), of(next_)), 4);
  ASSERT_EQ(finder.solve({1, 2, 3, 4}), Answer::Unsatisfiable);
  finder.minimiseCore({});
  EXPECT_TRUE(finder.isMinimal());
  EXPECT_THAT(finder.core(), ElementsAre(2, 3));
  EXPECT_EQ(finder.solve({1, 2, 4}), Answer::Satisfiable);
  EXPECT_EQ(finder.solve({1, 3, 4}), Answer::Satisfiable);
}

TEST_P(ModelFinderTest, RelationsAndFormulasCanBeAddedAfterASolve) {
  ModelFinder finder(context_, universe_, options_);
  finder.addRelation(next_, square(Multiplicity::Lone));
  finder.assertFormula(context_.some(of(next_)));
  ASSERT_EQ(finder.solve(), Answer::Satisfiable);
  finder.addRelation(edge_, square(Multiplicity::Any));
  finder.assertLabelled(context_.equal(of(edge_), context_.transpose(of(next_))), 1);
  ASSERT_EQ(finder.solve({1}), Answer::Satisfiable);
  finder.assertLabelled(context_.no(of(edge_)), 2);
  EXPECT_EQ(finder.solve({2}), Answer::Satisfiable);
  EXPECT_EQ(finder.solve({1, 2}), Answer::Unsatisfiable);
  EXPECT_THAT(finder.core(), ElementsAre(1, 2));
}

// The first solve takes all atoms as interchangeable; what is added afterwards tells them apart.
TEST_P(ModelFinderTest, NamingAnAtomAfterASolveIsSound) {
  for (int named = 0; named < 4; ++named) {
    ModelFinder finder(context_, universe_, options_);
    finder.addRelation(edge_, square(Multiplicity::Any));
    finder.assertFormula(context_.one(of(edge_)));
    ASSERT_EQ(finder.solve(), Answer::Satisfiable);
    finder.assertFormula(context_.subset(of(edge_), context_.product(context_.atom(named), context_.univ())));
    EXPECT_EQ(finder.solve(), Answer::Satisfiable) << "Node" << named;
  }
}

TEST_P(ModelFinderTest, SpecificationArithmeticDoesNotWrapAndProgramArithmeticDoes) {
  ModelFinder finder(context_, universe_, options_);
  finder.addRelation(x_, number(32, true));
  const Expr next = context_.plus(of(x_), context_.integer(1));
  finder.assertLabelled(context_.less(next, of(x_)), 1);
  finder.assertLabelled(context_.less(context_.wrap(next, 32, true), of(x_)), 2);
  EXPECT_EQ(finder.solve({1}), Answer::Unsatisfiable);
  ASSERT_EQ(finder.solve({2}), Answer::Satisfiable);
  EXPECT_TRUE(finder.instance().valueOf(x_).contains({logic::Cell::ofInteger(2147483647)}));
}

TEST_P(ModelFinderTest, SetOfIntegersIsCountedByItsValues) {
  const Relation set = context_.addRelation("set", {context_.intSort()}, false);
  ModelFinder finder(context_, universe_, options_);
  RelationBound bound;
  for (int i = 0; i < 3; ++i) bound.tuples.push_back({{BoundCell::free(32, true)}, true});
  finder.addRelation(set, bound);
  finder.assertLabelled(context_.equal(context_.count(of(set)), context_.integer(2)), 2);
  finder.assertLabelled(context_.equal(context_.count(of(set)), context_.integer(0)), 0);
  ASSERT_EQ(finder.solve({2}), Answer::Satisfiable);
  EXPECT_EQ(finder.instance().valueOf(set).size(), 2U);
  EXPECT_EQ(finder.solve({0}), Answer::Unsatisfiable);
}

TEST_P(ModelFinderTest, LongChainOfUpdatesStaysSmall) {
  const Relation depth = context_.addRelation("depth", {node_, context_.intSort()}, true);
  ModelFinder finder(context_, universe_, options_);
  RelationBound bound;
  bound.multiplicity = Multiplicity::One;
  for (const int atom : universe_.atomsOf(node_))
    bound.tuples.push_back({{BoundCell::ofAtom(atom), BoundCell::free(32, true)}});
  finder.addRelation(depth, bound);
  finder.addRelation(x_, number(32, true));
  Relation current = depth;
  for (int i = 0; i < 40; ++i) {
    const Relation after = context_.addRelation("depth", {node_, context_.intSort()}, true);
    const Expr value = context_.wrap(context_.plus(of(x_), context_.integer(i)), 32, true);
    finder.define(after, context_.update(of(current), context_.atom(i % 4), value));
    current = after;
  }
  finder.assertFormula(context_.equal(context_.join(context_.atom(3), of(current)), of(x_)));
  EXPECT_EQ(finder.solve(), Answer::Unsatisfiable);
  EXPECT_LT(finder.statistics().clauses, 1000);
}

TEST_P(ModelFinderTest, UnlistableSetIsReported) {
  ModelFinder finder(context_, universe_, options_);
  finder.addRelation(x_, number(32, true));
  const Expr range = context_.range(context_.integer(0), of(x_));
  finder.assertFormula(context_.subset(context_.integer(7), range));
  ASSERT_EQ(finder.solve(), Answer::Satisfiable);
  // Only a range that is longer than what is listed could satisfy this.
  finder.assertLabelled(context_.equal(context_.count(range), context_.integer(1000)), 1);
  EXPECT_THROW(finder.solve({1}), std::runtime_error);
  EXPECT_EQ(finder.solve(), Answer::Satisfiable);
}

TEST_P(ModelFinderTest, RangeOfUnknownEndsIsListedAsFarAsItMatters) {
  ModelFinder finder(context_, universe_, options_);
  finder.addRelation(x_, number(32, true));
  const Expr range = context_.range(context_.integer(0), of(x_));
  const logic::Variable i = context_.addVariable("i", true);
  const logic::Formula all_small =
      context_.forAll({{i, range}}, context_.less(context_.variable(i), context_.integer(5)));
  finder.assertLabelled(context_.equal(context_.count(range), context_.integer(3)), 1);
  ASSERT_EQ(finder.solve({1}), Answer::Satisfiable);
  EXPECT_EQ(finder.instance().valueOf(x_), logic::TupleSet({{logic::Cell::ofInteger(3)}}));
  // A conjunct that keeps the range short settles the others; so does a witness, which need not be listed.
  finder.assertLabelled(context_.lessEqual(of(x_), context_.integer(4)), 2);
  finder.assertLabelled(context_.equal(context_.count(range), context_.integer(30)), 3);
  EXPECT_EQ(finder.solve({2, 3}), Answer::Unsatisfiable);
  finder.assertLabelled(context_.negate(all_small), 4);
  EXPECT_EQ(finder.solve({2, 4}), Answer::Unsatisfiable);
  EXPECT_EQ(finder.solve({4}), Answer::Satisfiable);
}

TEST_P(ModelFinderTest, QueriesAreDumpedAsDimacsAndAsFormulas) {
  options_.dump_directory = testing::TempDir() + "weir-queries-" + toString(GetParam());
  options_.name = "sample";
  ModelFinder finder(context_, universe_, options_);
  finder.addRelation(next_, square(Multiplicity::Lone));
  finder.assertLabelled(context_.some(of(next_)), 5);
  finder.solve({5});
  std::ifstream cnf(options_.dump_directory + "/sample-1.cnf");
  std::ifstream text(options_.dump_directory + "/sample-1.txt");
  const std::string clauses{std::istreambuf_iterator<char>(cnf), {}};
  const std::string formulas{std::istreambuf_iterator<char>(text), {}};
  std::filesystem::remove_all(options_.dump_directory);
  EXPECT_THAT(clauses, testing::StartsWith("p cnf "));
  EXPECT_THAT(formulas, testing::HasSubstr("assert 5: some next"));
}

// Forty doublings: as a tree the formula has a million million parts.
TEST_P(ModelFinderTest, DumpedFormulasAreAsLargeAsTheirGraphs) {
  options_.dump_directory = testing::TempDir() + "weir-shared-" + toString(GetParam());
  options_.check_answers = false;
  ModelFinder finder(context_, universe_, options_);
  finder.addRelation(next_, square(Multiplicity::Lone));
  finder.addRelation(edge_, square(Multiplicity::Any));
  Expr shared = of(edge_);
  for (int i = 0; i < 40; ++i)
    shared = context_.ifElse(context_.some(shared), context_.join(shared, of(next_)), shared);
  finder.assertFormula(context_.some(shared));
  finder.solve();
  std::ifstream text(options_.dump_directory + "/query-1.txt");
  const std::string formulas{std::istreambuf_iterator<char>(text), {}};
  std::filesystem::remove_all(options_.dump_directory);
  EXPECT_LT(formulas.size(), 10'000U);
  EXPECT_THAT(formulas, testing::HasSubstr("let e1 = some edge => edge.next else edge"));
}

INSTANTIATE_TEST_SUITE_P(BackEnds, ModelFinderTest, testing::Values(BackEnd::Cadical, BackEnd::Z3, BackEnd::Auto),
                         [](const auto& back_end) { return std::string(toString(back_end.param)); });

}  // namespace
}  // namespace weir::solver
