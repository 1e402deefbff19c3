// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/stage.h"

#include <gtest/gtest.h>

namespace weir::tools {
namespace {

using Texts = std::vector<std::string>;

TEST(StageReporter, EachCallIsAStage) {
  Texts told;
  StageReporter reporter([&](const Stage& stage) { told.push_back(stage.text()); });
  reporter.reading("list.cpp");
  reporter.lowering("list.weir");
  reporter.encoding(true);
  reporter.summarizing("find");
  reporter.encoding(false);
  reporter.translating();
  reporter.executing();
  reporter.shrinking();
  reporter.covering();
  reporter.replaying(2);
  EXPECT_EQ(told,
            (Texts{"reading list.cpp", "lowering the properties of list.weir", "encoding, calls abstract",
                   "summarizing find", "encoding, calls inlined", "translating", "executing the counterexample",
                   "shrinking the counterexample", "asking what the scope leaves out", "replaying 2 counterexamples"}));
}

TEST(StageReporter, CountsAreThoseOfTheLastCall) {
  Texts told;
  StageReporter reporter([&](const Stage& stage) { told.push_back(stage.text()); });
  reporter.solving(1, 0, 1200);
  reporter.validating("find", "list.cpp:12");
  reporter.refining("find", "list.cpp:12");
  reporter.solving(2, 1, 1300);
  reporter.restart();
  reporter.solving(0, 0, 40);
  EXPECT_EQ(told, (Texts{"solving, round 1, 1200 clauses", "validating find at list.cpp:12, round 1, 1200 clauses",
                         "refining find at list.cpp:12, round 1, 1200 clauses",
                         "solving, round 2, 1 refinement, 1300 clauses", "solving, 40 clauses"}));
}

/// Time passes when the test says so.
class StageLinesTest : public testing::Test {
 protected:
  double now_ = 1000;
  Texts lines_;
  StageLines stages_{[this](const std::string& line) { lines_.push_back(line); }};
  StageReporter input_{[this](const Stage& stage) { stages_.begin("", stage); }, [this] { return now_; }};
  StageReporter push_{[this](const Stage& stage) { stages_.begin("push.added", stage); }, [this] { return now_; }};
};

TEST_F(StageLinesTest, AStageIsPrintedWhenTheNextOneBegins) {
  input_.reading("list.cpp");
  EXPECT_EQ(lines_, Texts{});
  now_ += 40;
  input_.lowering("list.weir");
  EXPECT_EQ(lines_, Texts{"reading list.cpp (40 ms)"});
  now_ += 2000;
  stages_.end("", now_);
  EXPECT_EQ(lines_, (Texts{"reading list.cpp (40 ms)", "lowering the properties of list.weir (2.0 s)"}));
  stages_.end("", now_);
  EXPECT_EQ(lines_.size(), 2U);
}

TEST_F(StageLinesTest, PropertiesThatAreCheckedTogetherHaveTheirOwnStages) {
  input_.translating();
  now_ += 5;
  push_.translating();
  now_ += 5;
  stages_.end("push.added", now_);
  stages_.end("", now_);
  EXPECT_EQ(lines_, (Texts{"push.added: translating (5 ms)", "translating (10 ms)"}));
}

}  // namespace
}  // namespace weir::tools
