// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/shrink.h"

#include <gtest/gtest.h>

#include "refine/judge.h"
#include "tests/support/pre_state.h"
#include "tests/unit/refine/subject.h"

namespace weir::refine {
namespace {

constexpr const char* kListSource = R"(
  struct Cell { Cell* next; Cell* other; int value; };
  static bool isLast(Cell* c) { return !c->next; }
  void clip(Cell* c) {
    while (c && !isLast(c)) { Cell* next = c->next; c->next = nullptr; c = next; }
  }
  bool differ(Cell* c) { return c && c->next && c->value > c->next->value; }
  bool big(Cell* c) { return c->value > 6; }
  bool negative(int x, int y) { return x < 0 && y < x; }
  void first(Cell* a, Cell* b, Cell* c) { if (a != b || b != c) a->value = 5; }
)";
constexpr const char* kListSpecification = R"(
  method clip { ensures kept: all c: Cell | c.next' = c.next }
  method differ { ensures never: not return }
  method big { requires some c  ensures never: not return }
  method negative { ensures never: not return }
  method first { requires some a and some b and some c  ensures same: a != b and b != c and a != c => a.value' = a.value }
)";

class Least : public testing::Test {
 protected:
  Subject subject_{kListSource, kListSpecification};
};

TEST_F(Least, HasNoMoreObjectsThanTheErrorNeeds) {
  EXPECT_EQ(entryOf(subject_.run("clip", "kept", withScope(5, 5))), "Cell0 \nCell0: next=Cell0 other=null value=0");
  EXPECT_EQ(entryOf(subject_.run("differ", "never", withScope(5, 5))),
            "Cell0 \nCell0: next=Cell1 other=null value=1\nCell1: next=null other=null value=0");
}

TEST_F(Least, HasSmallNumbers) {
  EXPECT_EQ(entryOf(subject_.run("big", "never", withScope(3, 3))), "Cell0 \nCell0: next=null other=null value=7");
}

TEST_F(Least, HasNegativeNumbersOnlyWhereItMust) {
  EXPECT_EQ(entryOf(subject_.run("negative", "never", withScope(3, 3))), "-1 -2 ");
}

TEST_F(Least, HasObjectsInOrder) {
  EXPECT_EQ(entryOf(subject_.run("first", "same", withScope(4, 3))),
            "Cell0 Cell1 Cell2 "
            "\nCell0: next=null other=null value=0\nCell1: next=null other=null value=0"
            "\nCell2: next=null other=null value=0");
}

TEST_F(Least, IsTheSameWithEveryEngine) {
  for (const auto& [method, label] : {std::pair{"clip", "kept"}, {"differ", "never"}, {"first", "same"}}) {
    CheckOptions options = withScope(4, 4);
    options.back_end = solver::BackEnd::Cadical;
    const std::string expected = entryOf(subject_.run(method, label, options));
    for (const solver::BackEnd other : {solver::BackEnd::Z3, solver::BackEnd::Auto}) {
      options.back_end = other;
      EXPECT_EQ(entryOf(subject_.run(method, label, options)), expected) << method << " " << toString(other);
    }
  }
}

TEST_F(Least, IsTheSameInEveryMode) {
  const std::string expected = entryOf(subject_.run("clip", "kept", withScope(4, 4)));
  for (const Mode mode : {Mode::Refine, Mode::Frames})
    EXPECT_EQ(entryOf(subject_.run("clip", "kept", withScope(4, 4, mode))), expected) << toString(mode);
}

/// By executing every state: none that breaks the property has fewer objects.
TEST_F(Least, HasAsFewObjectsAsAnyStateThatBreaksTheProperty) {
  for (const auto& [method, label] : {std::pair{"clip", "kept"}, {"differ", "never"}}) {
    const CheckOptions options = withScope(2, 2);
    const specs::MethodSpec& spec = subject_.spec(method);
    const Property property(spec.properties.front());
    int fewest = 100;
    program::PreStateOptions states;
    states.objects = 2;
    ASSERT_TRUE(program::forEachPreState(subject_.program(), *spec.procedure, states, [&](program::PreState& state) {
      const Judgement judgement =
          judge({state.heap, state.arguments}, *spec.procedure, property, property.specified()->formula(),
                subject_.vocabulary(), {.scope = options.scope});
      if (judgement.kind == Judgement::Kind::Breaks) fewest = std::min(fewest, state.heap.size());
      return true;
    }));
    const PropertyOutcome outcome = subject_.run(method, label, options);
    ASSERT_TRUE(outcome.violation) << method;
    EXPECT_EQ(outcome.violation->before->size(), fewest) << method;
  }
}

}  // namespace
}  // namespace weir::refine
