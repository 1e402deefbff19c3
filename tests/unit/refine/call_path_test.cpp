// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/encode/call_path.h"

#include <gtest/gtest.h>

namespace weir::refine {
namespace {

class CallPathTest : public testing::Test {
 protected:
  CallPathTest() {
    sort_.name = "sort";
    put_.name = "put";
    put_front_.name = "put_front";
    loop_.id = 7;
    call_.id = 9;
    other_call_.id = 12;
  }

  program::Procedure sort_, put_, put_front_;
  program::LoopStmt loop_;
  program::CallStmt call_, other_call_;
  CallTree tree_{sort_};
  CallPath root_ = tree_.root();
};

TEST_F(CallPathTest, EqualPathsAreOne) {
  EXPECT_EQ(root_.iteration(loop_, 0).call(call_, put_), root_.iteration(loop_, 0).call(call_, put_));
  EXPECT_NE(root_.iteration(loop_, 0).call(call_, put_), root_.iteration(loop_, 1).call(call_, put_));
  EXPECT_NE(root_.call(call_, put_), root_.call(other_call_, put_));
  EXPECT_NE(root_.call(call_, put_), root_.call(call_, put_front_));  // one call by dynamic dispatch
  EXPECT_NE(root_, CallPath());
}

TEST_F(CallPathTest, EqualPathsStayOneWhenOthersAreMade) {
  const CallPath first = root_.call(call_, put_);
  for (int i = 0; i < 1000; ++i) root_.iteration(loop_, i).call(call_, put_);
  EXPECT_EQ(first, root_.call(call_, put_));
}

TEST_F(CallPathTest, AreOrderedAsTheyWereMade) {
  const CallPath second = root_.call(other_call_, put_);
  const CallPath third = root_.call(call_, put_);
  EXPECT_LT(CallPath(), root_);
  EXPECT_LT(root_, second);
  EXPECT_LT(second, third);
}

TEST_F(CallPathTest, APlaceLeadsToItselfAndToWhatIsInside) {
  const CallPath iteration = root_.iteration(loop_, 0);
  const CallPath inside = iteration.call(call_, put_).call(other_call_, put_front_);
  EXPECT_TRUE(inside.leadsTo(inside));
  EXPECT_TRUE(iteration.leadsTo(inside));
  EXPECT_TRUE(root_.leadsTo(inside));
  EXPECT_FALSE(inside.leadsTo(iteration));
  EXPECT_FALSE(root_.iteration(loop_, 1).leadsTo(inside));
  EXPECT_FALSE(CallPath().leadsTo(inside));
  EXPECT_FALSE(root_.leadsTo(CallPath()));
}

// "sort/9:put" is the beginning of "sort/9:put_front", which is another call.
TEST_F(CallPathTest, ANameThatBeginsAnotherLeadsNowhere) {
  EXPECT_FALSE(root_.call(call_, put_).leadsTo(root_.call(call_, put_front_)));
  EXPECT_FALSE(root_.iteration(loop_, 1).leadsTo(root_.iteration(loop_, 10)));
}

TEST_F(CallPathTest, TheStepsFromACallAreTheSameForEachCall) {
  const auto steps = [&](CallPath from) { return from.iteration(loop_, 2).call(call_, put_front_).after(from); };
  const CallPath first = root_.call(call_, put_);
  const CallPath second = root_.iteration(loop_, 0).call(other_call_, put_);
  EXPECT_EQ(steps(first), steps(second));
  EXPECT_EQ(first.after(first), second.after(second));
  EXPECT_NE(steps(first), first.after(first));
  EXPECT_NE(steps(first), first.iteration(loop_, 2).call(call_, put_).after(first));
  EXPECT_EQ(steps(first).text(), "#7.2/9:put_front");
}

TEST_F(CallPathTest, TheTextNamesEveryStep) {
  EXPECT_EQ(CallPath().text(), "");
  EXPECT_EQ(root_.text(), "sort");
  EXPECT_EQ(root_.iteration(loop_, 0).call(call_, put_).text(), "sort#7.0/9:put");
  EXPECT_EQ(root_.call(call_, put_).call(other_call_, put_front_).text(), "sort/9:put/12:put_front");
}

}  // namespace
}  // namespace weir::refine
