// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/states.h"

#include <gtest/gtest.h>

#include "tests/unit/report/fixture.h"

namespace weir::report {
namespace {

using namespace weir::results;

TEST(States, TheChangesOfAllStepsLeadFromBeforeToAfter) {
  EXPECT_EQ(traceGaps(*queueResult("Queue::promote.ends").counterexample), std::vector<std::string>());
  EXPECT_EQ(traceGaps(*queueResult("Queue::dropFront.use-after-free").counterexample), std::vector<std::string>());
}

TEST(States, ALostChangeIsAGap) {
  Counterexample c = *queueResult("Queue::promote.ends").counterexample;
  for (Step& s : c.steps) std::erase_if(s.changes, [](const Change& x) { return x.target() == "Job0.prev"; });
  EXPECT_EQ(traceGaps(c), std::vector<std::string>{"Job0.prev is null, not Job1"});
}

TEST(States, ThereIsOneStateMoreThanSteps) {
  const Counterexample c = *queueResult("Queue::promote.ends").counterexample;
  const auto states = statesOf(c);
  ASSERT_EQ(states.size(), c.steps.size() + 1);
  EXPECT_EQ(states.front().heap, c.pre);
}

TEST(States, ACalleeHasItsOwnVariablesAndTheyEndWithIt) {
  Counterexample c;
  const auto step = [](int depth, const char* function, Step::Kind kind, std::vector<Change> changes) {
    return Step{.function = function, .depth = depth, .changes = std::move(changes), .kind = kind};
  };
  const auto set = [](int i) { return Change::local("i", std::nullopt, Value::integer(i)); };
  c.steps = {step(0, "f", Step::Kind::Statement, {set(1)}), step(0, "f", Step::Kind::Call, {}),
             step(1, "g", Step::Kind::Statement, {set(2)}), step(0, "f", Step::Kind::Call, {}),
             step(1, "g", Step::Kind::Statement, {})};
  const auto states = statesOf(c);
  ASSERT_EQ(states[3].frames.size(), 2u);
  EXPECT_EQ(states[3].frames[0].locals[0].second, Value::integer(1));
  EXPECT_EQ(states[3].frames[1].locals[0].second, Value::integer(2));
  EXPECT_EQ(states[4].frames.size(), 1u);
  EXPECT_TRUE(states[5].frames[1].locals.empty());
}

TEST(States, ANewObjectHasTheFieldsItEndsWithAndNoValuesYet) {
  Counterexample c;
  c.steps = {{.changes = {Change::allocate("Node0", "Node")}},
             {.changes = {Change::field("Node0", "a[1]", Value::uninitialized(), Value::integer(7))}}};
  c.post.objects = {{.id = "Node0",
                     .class_name = "Node",
                     .fields = {{"a", Value::array({Value::uninitialized(), Value::integer(7)})}}}};
  EXPECT_EQ(statesOf(c)[1].heap.objects[0].fields[0].second,
            Value::array({Value::uninitialized(), Value::uninitialized()}));
  EXPECT_EQ(traceGaps(c), std::vector<std::string>());
}

TEST(States, AnElementIsAFieldAndAnIndex) {
  EXPECT_EQ(splitElement("a[12]"), std::pair(std::string("a"), 12));
  EXPECT_EQ(splitElement("next"), std::pair(std::string("next"), -1));
  EXPECT_EQ(splitElement("operator[]"), std::pair(std::string("operator[]"), -1));
}

}  // namespace
}  // namespace weir::report
