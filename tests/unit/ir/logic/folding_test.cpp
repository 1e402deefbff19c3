// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Folding keeps the value: a formula and its opaque twin, which nothing can fold, agree in every instance.
#include <gtest/gtest.h>

#include "ir/logic/evaluator.h"
#include "tests/support/random_formula.h"

namespace weir::logic {
namespace {

constexpr int kFormulas = 4000;
constexpr int kInstances = 4;

struct Twins {
  Context plain_context, opaque_context;
  test_support::RandomFormulas plain{plain_context, false};
  test_support::RandomFormulas opaque{opaque_context, true};

  void seed(int seed) {
    plain.seed(seed);
    opaque.seed(seed);
  }
};

template <typename Make, typename Compare>
void compareTwins(Make make, Compare compare) {
  for (int seed = 0; seed < kFormulas; ++seed) {
    Twins twins;
    twins.seed(seed);
    const auto plain = make(twins.plain);
    const auto opaque = make(twins.opaque);
    const Universe plain_universe = twins.plain.universe(3 + seed % 2);
    const Universe opaque_universe = twins.opaque.universe(3 + seed % 2);
    for (int i = 0; i < kInstances; ++i) {
      twins.seed(seed * 31 + i);
      const Instance plain_instance = twins.plain.instance(plain_universe);
      Instance opaque_instance = twins.opaque.instance(opaque_universe);
      twins.opaque.reveal(opaque_instance);
      ASSERT_EQ(compare(plain_instance, plain), compare(opaque_instance, opaque))
          << "seed " << seed << " instance " << i << "\n"
          << toString(plain) << "\n"
          << toString(opaque);
    }
  }
}

TEST(Folding, AFormulaHasTheValueOfItsOpaqueTwin) {
  compareTwins([](auto& random) { return random.formula(5); },
               [](const Instance& instance, Formula formula) { return Evaluator(instance).evaluate(formula); });
}

TEST(Folding, ASetHasTheValueOfItsOpaqueTwin) {
  compareTwins([](auto& random) { return random.set(4); },
               [](const Instance& instance, Expr expr) { return Evaluator(instance).evaluate(expr); });
}

TEST(Folding, ARelationHasTheValueOfItsOpaqueTwin) {
  compareTwins([](auto& random) { return random.relation(4); },
               [](const Instance& instance, Expr expr) { return Evaluator(instance).evaluate(expr); });
}

TEST(Folding, AnIntegerHasTheValueOfItsOpaqueTwin) {
  compareTwins([](auto& random) { return random.integer(5); },
               [](const Instance& instance, Expr expr) { return Evaluator(instance).evaluate(expr); });
}

TEST(Folding, AFunctionalExpressionHasAtMostOneValueForEachKey) {
  int seen = 0;
  for (int seed = 0; seed < kFormulas; ++seed) {
    Context context;
    test_support::RandomFormulas random(context);
    random.seed(seed);
    const Expr expr = seed % 2 == 0 ? random.relation(4) : random.set(4);
    if (!expr->functional) continue;
    ++seen;
    const Universe universe = random.universe(4);
    for (int i = 0; i < kInstances; ++i) {
      const Instance instance = random.instance(universe);
      std::set<Tuple> keys;
      for (const Tuple& tuple : Evaluator(instance).evaluate(expr)) {
        ASSERT_TRUE(keys.insert(Tuple(tuple.begin(), tuple.end() - 1)).second) << toString(expr);
      }
    }
  }
  EXPECT_GT(seen, kFormulas / 10);
}

TEST(Folding, IntegerColumnsHoldIntegers) {
  for (int seed = 0; seed < kFormulas; ++seed) {
    Context context;
    test_support::RandomFormulas random(context);
    random.seed(seed);
    const Expr expr = seed % 2 == 0 ? random.integerSet(4) : random.set(4);
    const Universe universe = random.universe(3);
    const Instance instance = random.instance(universe);
    for (const Tuple& tuple : Evaluator(instance).evaluate(expr)) {
      ASSERT_EQ(tuple[0].is_integer, expr->int_columns == 1) << toString(expr);
    }
  }
}

}  // namespace
}  // namespace weir::logic
