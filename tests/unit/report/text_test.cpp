// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/text.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/unit/report/fixture.h"

namespace weir::report {
namespace {

using namespace weir::results;

TEST(Text, ARunReadsAsItsGoldenFile) {
  std::ostringstream out;
  writeText(out, queueRun(), {});
  expectGolden("queue.txt", out.str());
}

TEST(Text, ColourAddsNothingButColour) {
  std::ostringstream plain, coloured;
  writeText(plain, queueRun(), {});
  writeText(coloured, queueRun(), {.colour = true});
  std::string stripped;
  const std::string text = coloured.str();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033') {
      i = text.find('m', i);
    } else {
      stripped += text[i];
    }
  }
  EXPECT_EQ(stripped, plain.str());
  EXPECT_EQ(plain.str().find('\033'), std::string::npos);
}

TEST(Text, AFileIsNoTerminal) { EXPECT_FALSE(styleFor(-1).colour); }

TEST(Text, ATimeIsShownInTheUnitThatSuitsIt) {
  EXPECT_EQ(shownTime(0.2), "0 ms");
  EXPECT_EQ(shownTime(999.4), "999 ms");
  EXPECT_EQ(shownTime(999.6), "1.0 s");
  EXPECT_EQ(shownTime(59940), "59.9 s");
  EXPECT_EQ(shownTime(59960), "1 min");
  EXPECT_EQ(shownTime(125000), "2 min 5 s");
}

/// Of which these limits are cut.
Scope cutting(std::initializer_list<std::pair<Limit, Cut>> limits) {
  Scope scope;
  for (const auto& [limit, cut] : limits) scope.cut(limit) = cut;
  return scope;
}

TEST(Text, AHoldsThatCutALoopSaysSo) {
  std::ostringstream out;
  Scope scope{.unroll = 3};
  scope.cut(Limit::Iterations) = Cut::Yes;
  writeLine(out, {.method = "f", .property = "p", .verdict = Verdict::Holds, .scope = scope}, {});
  EXPECT_EQ(out.str(), "holds     f.p      0 ms  some executions need more than 3 iterations\n");
}

TEST(Text, AHoldsThatCutContainersAndStringsSaysSo) {
  const auto line = [](Scope scope) {
    scope.unroll = 3;
    scope.most(Limit::Objects) = {{"Cell", 9}};
    scope.most(Limit::Characters) = {{"std::string", 8}};
    scope.most(Limit::Elements) = {{"std::vector<int>", 4}};
    std::ostringstream out;
    writeLine(out, {.method = "f", .property = "p", .verdict = Verdict::Holds, .scope = scope}, {});
    return out.str().substr(out.str().find("ms") + 2);
  };
  EXPECT_EQ(line({}), "\n");
  EXPECT_EQ(line(cutting({{Limit::Elements, Cut::Yes}})), "  some executions need more than 4 elements\n");
  EXPECT_EQ(line(cutting({{Limit::Elements, Cut::Yes}, {Limit::Characters, Cut::Yes}})),
            "  some executions need more than 4 elements or 8 characters\n");
  EXPECT_EQ(line(cutting({{Limit::Iterations, Cut::Yes}, {Limit::Elements, Cut::Yes}, {Limit::Characters, Cut::Yes}})),
            "  some executions need more than 3 iterations, 4 elements or 8 characters\n");
}

TEST(Text, AHoldsThatCutObjectsAndArraysSaysSo) {
  const auto line = [](Scope scope, bool never_returns = false) {
    scope.most(Limit::Objects) = {{"Cell", 3}};
    scope.most(Limit::Elements) = {{"std::vector<int>", 9}};
    scope.most(Limit::ArrayElements) = {{"int[]", 4}};
    scope.unroll = 2;
    std::ostringstream out;
    writeLine(
        out,
        {.method = "f", .property = "p", .verdict = Verdict::Holds, .never_returns = never_returns, .scope = scope},
        {});
    return out.str().substr(out.str().find("ms") + 2);
  };
  EXPECT_EQ(line(cutting({{Limit::Objects, Cut::Yes}, {Limit::ArrayElements, Cut::Yes}})),
            "  some executions need more than 3 objects or 4 array elements\n");
  EXPECT_EQ(line(cutting({{Limit::Iterations, Cut::Unsettled}, {Limit::Objects, Cut::Yes}})),
            "  some executions need more than 3 objects; some executions may need more than 2 iterations\n");
  EXPECT_EQ(line({}, true), "  no execution returns\n");
  EXPECT_EQ(line(cutting({{Limit::Iterations, Cut::Yes}}), true),
            "  no execution returns; some executions need more than 2 iterations\n");
}

TEST(Text, AViolationThatWasNotReplayedSaysWhy) {
  CheckResult r = queueResult("Queue::promote.ends");
  r.counterexample->replay = Replay{.reason = "no compiler was found"};
  std::ostringstream out;
  writeLine(out, r, {});
  EXPECT_NE(out.str().find("not replayed: no compiler was found"), std::string::npos);
}

}  // namespace
}  // namespace weir::report
