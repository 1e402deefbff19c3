// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The examples of the chapter, and random formulas: what simplification promises.
#include "conditions/decide/simplify.h"

#include <gtest/gtest.h>

#include "tests/unit/conditions/random_conditions.h"

namespace weir::conditions {
namespace {

struct Simplify : testing::Test {
  Terms terms;
  Decider decider{terms};
  Simplifier simplifier{terms, decider};

  Term symbol(const std::string& name, Interval range = {}) { return terms.of(terms.symbol(name, range, false)); }
  Term number(Integer value) { return terms.constant(value); }
  Formula is(Term term, Integer value) { return terms.equal(term, number(value)); }
  Formula isNot(Term term, Integer value) { return terms.notEqual(term, number(value)); }
};

TEST_F(Simplify, PerformOperationReturns) {
  const Term op = symbol("op");
  const Term y = symbol("y");
  const Formula formula = terms.disjoin({
      is(op, 0),
      terms.conjoin(isNot(op, 0), is(op, 1)),
      terms.conjoin({isNot(op, 0), isNot(op, 1), is(op, 2)}),
      terms.conjoin({isNot(op, 0), isNot(op, 1), isNot(op, 2), is(op, 3), isNot(y, 0)}),
      terms.conjoin({isNot(op, 0), isNot(op, 1), isNot(op, 2), isNot(op, 3)}),
  });
  EXPECT_EQ(simplifier.simplify(formula), terms.disjoin(isNot(op, 3), isNot(y, 0)));
}

}  // namespace
}  // namespace weir::conditions
