// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/encode/compared_numbers.h"

#include <gtest/gtest.h>

#include "refine/query.h"
#include "tests/unit/refine/subject.h"

namespace weir::refine {
namespace {

constexpr const char* kComparedSource = R"(
  struct Cell { int val; Cell* next; };
  bool less(Cell* a, Cell* b, int v) { return a && b && a->val < b->val && b->val == v; }
  bool isSum(Cell* a, int v, int w) { return a && a->val == v + w; }
  bool beyond(int v) { return v > 1000; }
  bool bytes(signed char c, int v) { return c == v; }
  bool cut(int v) { return (signed char)v == v; }
  bool flags(bool b, unsigned u, unsigned w) { return b && u != w; }
  struct Row { int at[3]; };
  int element(Row* r, int i) { return r && i >= 0 && i < 3 ? r->at[i] : 0; }
)";

constexpr const char* kComparedSpecification = R"(
  method beyond { ensures sums: (sum x: range[0, 2] | x) = 1 }
  method less { ensures total: some a and some b => (a + b).val < 10 }
)";

class ComparedNumbersTest : public testing::Test {
 protected:
  /// The width of the cells that a parameter's or field's numbers get; 0 where they keep all values.
  int widthOf(const std::string& method, const std::string& name, const std::vector<logic::Formula>& formulas = {}) {
    const CallTree tree(subject_.procedure(method));
    const Query query(subject_.vocabulary(), tree, {}, formulas, withScope(3, 3), {},
                      {.inline_bodies = true, .summarizer = nullptr, .specification = nullptr});
    ComparedNumbers numbers(const_cast<Query&>(query).model());
    numbers.add(query.outcomes().normal.state.active);
    if (query.outcomes().normal.result != nullptr) numbers.add(query.outcomes().normal.result);
    for (const logic::Formula formula : formulas) numbers.add(formula);
    for (const auto& [relation, cell] : numbers.narrowed()) {
      const auto* meaning = subject_.vocabulary().meaningOf(relation);
      if ((meaning->field != nullptr && meaning->field->name == name) ||
          (meaning->local != nullptr && meaning->local->name == name))
        return cell.width;
    }
    return 0;
  }

  Subject subject_{kComparedSource, kComparedSpecification};
};

TEST_F(ComparedNumbersTest, ComparedNumbersNeedAsManyValuesAsThereAreOfThem) {
  // Three cells and v on either side of 0: -4 .. 4.
  EXPECT_EQ(widthOf("less", "val"), 4);
  EXPECT_EQ(widthOf("less", "v"), 4);
}

TEST_F(ComparedNumbersTest, ArithmeticNeedsEveryValue) {
  EXPECT_EQ(widthOf("isSum", "val"), 0);
  EXPECT_EQ(widthOf("isSum", "v"), 0);
}

TEST_F(ComparedNumbersTest, ConstantsStayWithinReach) { EXPECT_EQ(widthOf("beyond", "v"), 11); }

TEST_F(ComparedNumbersTest, AWideningConversionIsACopyAndANarrowingOneIsNot) {
  EXPECT_GT(widthOf("bytes", "v"), 0);
  EXPECT_GT(widthOf("bytes", "c"), 0);
  EXPECT_EQ(widthOf("cut", "v"), 0);
}

TEST_F(ComparedNumbersTest, UnsignedNumbersHaveNoneBelowZero) {
  EXPECT_EQ(widthOf("flags", "u"), 2);
  EXPECT_EQ(widthOf("flags", "b"), 0);  // one bit already
}

TEST_F(ComparedNumbersTest, AnIndexKeepsItsValueAndAnElementDoesNot) {
  EXPECT_EQ(widthOf("element", "i"), 0);
  EXPECT_GT(widthOf("element", "at"), 0);
}

TEST_F(ComparedNumbersTest, ASetThatStandsForItsSumIsArithmetic) {
  EXPECT_EQ(widthOf("less", "val", {subject_.spec("less").properties.front().formula()}), 0);
}

TEST_F(ComparedNumbersTest, TheQueryUsesThem) {
  solver::Statistics narrow, wide;
  for (const auto& [method, statistics] : {std::pair{"less", &narrow}, std::pair{"isSum", &wide}}) {
    const CallTree tree(subject_.procedure(method));
    Query query(subject_.vocabulary(), tree, {}, {}, withScope(3, 3), {},
                {.inline_bodies = true, .summarizer = nullptr, .specification = nullptr});
    *statistics = query.finder().statistics();
  }
  EXPECT_LT(narrow.primary_variables, 40);
  EXPECT_GT(wide.primary_variables, 3 * 32);
}

}  // namespace
}  // namespace weir::refine
