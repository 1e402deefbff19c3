// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products and quotients of unknowns, which Z3 gets as words: the values are those of the machine, cores and models
// stay what they are, and what is obvious in words is not searched for in bits.
#include "solver/circuit/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "ir/logic/evaluator.h"
#include "solver/model_finder.h"

namespace weir::solver {
namespace {

using logic::BoundCell;
using logic::Cell;
using logic::Expr;
using logic::Formula;
using logic::Integer;
using logic::Multiplicity;
using logic::Relation;

class WordsTest : public testing::TestWithParam<BackEnd> {
 protected:
  Expr number(ModelFinder& finder, const char* name, int width, bool is_signed) {
    const Relation relation = c_.addRelation(name, {c_.intSort()}, true);
    finder.addRelation(relation, {{{{BoundCell::free(width, is_signed)}}}, Multiplicity::One});
    return c_.relation(relation);
  }
  // |x| * |y| is x * y or its negation, as the signs say.
  Formula productOfMagnitudesDiffers(Expr x, Expr y, int width) {
    const auto wrapped = [&](Expr e) { return c_.wrap(e, width, true); };
    const auto negated = [&](Expr e) { return wrapped(c_.minus(c_.integer(0), e)); };
    const auto isNegative = [&](Expr e) { return c_.less(e, c_.integer(0)); };
    const auto magnitude = [&](Expr e) { return c_.ifElse(isNegative(e), negated(e), e); };
    const Expr product = wrapped(c_.times(x, y));
    const Expr expected = c_.ifElse(c_.iff(isNegative(x), isNegative(y)), product, negated(product));
    return c_.negate(c_.equal(wrapped(c_.times(magnitude(x), magnitude(y))), expected));
  }
  Options options() const {
    Options result;
    result.back_end = GetParam();
    return result;
  }

  logic::Context c_;
  logic::Universe universe_;
};

// The operands are fixed by the query, not by the problem: nothing folds.
void expectMachineValues(logic::Context& c, const Options& options, int width, bool is_signed,
                         const std::vector<std::pair<Integer, Integer>>& samples) {
  logic::Universe universe;
  ModelFinder finder(c, universe, options);
  const auto number = [&](const char* name, int bits) {
    const Relation relation = c.addRelation(name, {c.intSort()}, true);
    finder.addRelation(relation, {{{{BoundCell::free(bits, true)}}}, Multiplicity::One});
    return relation;
  };
  const int room = is_signed ? width : width + 1;
  const Relation x = number("x", room);
  const Relation y = number("y", room);
  const Expr a = c.relation(x);
  const Expr b = c.relation(y);
  const std::vector<std::pair<Expr, Integer (*)(Integer, Integer)>> operations = {
      {c.times(a, b), [](Integer p, Integer q) { return p * q; }},
      {c.divide(a, b), [](Integer p, Integer q) { return q == 0 ? 0 : p / q; }},
      {c.remainder(a, b), [](Integer p, Integer q) { return q == 0 ? 0 : p % q; }},
      {c.ifElse(c.less(c.times(a, b), a), c.integer(1), c.integer(0)),
       [](Integer p, Integer q) { return Integer{p * q < p}; }},
      {c.bitAnd(c.times(a, b), c.integer(5)), [](Integer p, Integer q) { return p * q & 5; }},
      {c.wrap(c.plus(c.times(a, b), a), 3, true), [](Integer p, Integer q) { return ((p * q + p) % 8 + 12) % 8 - 4; }},
  };
  std::vector<Relation> results;
  for (const auto& [expr, native] : operations) {
    results.push_back(number("z", std::min(2 * room + 2, 128)));
    finder.assertFormula(c.equal(c.relation(results.back()), expr));
  }
  Label label = 0;
  for (const auto& [p, q] : samples) {
    ++label;
    finder.assertLabelled(c.conjoin(c.equal(a, c.integer(p)), c.equal(b, c.integer(q))), label);
    ASSERT_EQ(finder.solve({label}), Answer::Satisfiable);
    const logic::Instance instance = finder.instance();
    for (std::size_t i = 0; i < operations.size(); ++i)
      ASSERT_TRUE(instance.valueOf(results[i]).contains({Cell::ofInteger(operations[i].second(p, q))}))
          << logic::toString(operations[i].first) << ' ' << logic::toString(p) << ' ' << logic::toString(q);
  }
}

TEST_P(WordsTest, AllValuesOfASmallWidthAgreeWithTheMachine) {
  for (const int width : {1, 2, 3, 4}) {
    std::vector<std::pair<Integer, Integer>> all;
    const Integer half = Integer{1} << (width - 1);
    for (Integer p = -half; p < half; ++p)
      for (Integer q = -half; q < half; ++q) all.emplace_back(p, q);
    expectMachineValues(c_, options(), width, true, all);
  }
}

TEST_P(WordsTest, RandomValuesOfProgramWidthsAgreeWithTheMachine) {
  std::mt19937_64 random(5);
  for (const int width : {5, 6, 7, 8, 32, 64}) {
    std::vector<std::pair<Integer, Integer>> some = {{-(Integer{1} << (width - 1)), -1}, {7, 0}, {0, 0}};
    for (int i = 0; i < 12; ++i) {
      const auto draw = [&] {
        return static_cast<Integer>(static_cast<std::int64_t>(random()) >>
                                    (64 - width + static_cast<int>(random() % 3)));
      };
      some.emplace_back(draw(), draw());
    }
    expectMachineValues(c_, options(), width, true, some);
  }
}

TEST_P(WordsTest, CoresAndModelsSpeakOfLabelsAsEver) {
  constexpr int kWidth = 5;
  Options checked = options();
  checked.check_answers = true;
  ModelFinder finder(c_, universe_, checked);
  const Expr x = number(finder, "x", kWidth, true);
  const Expr y = number(finder, "y", kWidth, true);
  const Expr product = c_.wrap(c_.times(x, y), kWidth, true);
  finder.assertLabelled(c_.less(c_.integer(2), x), 1);
  finder.assertLabelled(c_.negate(c_.equal(c_.times(x, c_.plus(y, c_.integer(1))), c_.plus(c_.times(x, y), x))), 2);
  finder.assertLabelled(c_.negate(c_.equal(c_.divide(product, x), y)), 3);
  ASSERT_EQ(finder.solve({1, 2, 3}), Answer::Unsatisfiable);
  EXPECT_THAT(finder.minimiseCore({}), testing::ElementsAre(2));
  ASSERT_EQ(finder.solve({1, 3}), Answer::Satisfiable) << "a product can wrap";
  finder.assertLabelled(c_.less(y, c_.integer(2)), 4);
  finder.assertLabelled(c_.less(c_.integer(-2), y), 5);
  ASSERT_EQ(finder.solve({1, 3, 4, 5}), Answer::Unsatisfiable) << "one of 0, 1, -1 and a divisor above 2";
  finder.minimiseCore({});
  EXPECT_THAT(finder.core(), testing::ElementsAre(1, 3, 4, 5));
}

INSTANTIATE_TEST_SUITE_P(BackEnds, WordsTest, testing::Values(BackEnd::Cadical, BackEnd::Z3, BackEnd::Auto),
                         [](const auto& back_end) { return std::string(toString(back_end.param)); });

// In bits 10 bits take CaDiCaL about ten seconds, and each bit more several times as long.
using RewritingTest = WordsTest;

TEST_P(RewritingTest, ProductsOfMagnitudesAreDecidedAtAnyWidth) {
  for (const int width : {10, 16, 32}) {
    ModelFinder finder(c_, universe_, options());
    const Expr x = number(finder, "x", width, true);
    const Expr y = number(finder, "y", width, true);
    finder.assertLabelled(productOfMagnitudesDiffers(x, y, width), 1);
    ASSERT_EQ(finder.solve({1}, {.seconds = 120}), Answer::Unsatisfiable) << width;
  }
}

TEST_P(RewritingTest, DistributivityIsDecidedWithoutWrapping) {
  ModelFinder finder(c_, universe_, options());
  const Expr x = number(finder, "x", 32, true);
  const Expr y = number(finder, "y", 32, true);
  const Expr z = number(finder, "z", 32, false);
  finder.assertLabelled(c_.negate(c_.equal(c_.times(x, c_.plus(y, z)), c_.plus(c_.times(z, x), c_.times(x, y)))), 1);
  ASSERT_EQ(finder.solve({1}, {.seconds = 120}), Answer::Unsatisfiable);
}

INSTANTIATE_TEST_SUITE_P(BackEnds, RewritingTest, testing::Values(BackEnd::Z3, BackEnd::Auto),
                         [](const auto& back_end) { return std::string(toString(back_end.param)); });

}  // namespace
}  // namespace weir::solver
