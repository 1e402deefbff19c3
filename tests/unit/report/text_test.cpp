// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/text.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/unit/report/fixture.h"

namespace weir::report {
namespace {

using namespace weir::refine;

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

TEST(Text, AHoldsThatCutALoopSaysSo) {
  std::ostringstream out;
  writeLine(out, {.method = "f", .property = "p", .verdict = Verdict::Holds, .scope = {.unroll = 3, .loops_cut = true}},
            {});
  EXPECT_EQ(out.str(), "holds     f.p      0 ms  some executions need more than 3 iterations\n");
}

TEST(Text, AHoldsThatCutContainersAndStringsSaysSo) {
  const auto line = [](Scope scope) {
    scope.objects = {{"Cell", 9}, {"characters of std::string", 8}, {"elements of std::vector<int>", 4}};
    std::ostringstream out;
    writeLine(out, {.method = "f", .property = "p", .verdict = Verdict::Holds, .scope = scope}, {});
    return out.str().substr(out.str().find("ms") + 2);
  };
  EXPECT_EQ(line({}), "\n");
  EXPECT_EQ(line({.elements_cut = true}), "  some executions need more than 4 elements\n");
  EXPECT_EQ(line({.elements_cut = true, .characters_cut = true}),
            "  some executions need more than 4 elements or 8 characters\n");
  EXPECT_EQ(line({.unroll = 3, .loops_cut = true, .elements_cut = true, .characters_cut = true}),
            "  some executions need more than 3 iterations, 4 elements or 8 characters\n");
}

TEST(Text, AHoldsThatCutObjectsAndArraysSaysSo) {
  const auto line = [](Scope scope, bool never_returns = false) {
    scope.objects = {{"Cell", 3}, {"elements of std::vector<int>", 9}, {"elements of int[]", 4}};
    scope.unroll = 2;
    std::ostringstream out;
    writeLine(
        out,
        {.method = "f", .property = "p", .verdict = Verdict::Holds, .never_returns = never_returns, .scope = scope},
        {});
    return out.str().substr(out.str().find("ms") + 2);
  };
  EXPECT_EQ(line({.objects_cut = true, .arrays_cut = true}),
            "  some executions need more than 3 objects or 4 array elements\n");
  EXPECT_EQ(line({.loops_cut = true, .objects_cut = true, .unsettled = {"iterations"}}),
            "  some executions need more than 3 objects; some executions may need more than 2 iterations\n");
  EXPECT_EQ(line({}, true), "  no execution returns\n");
  EXPECT_EQ(line({.loops_cut = true}, true), "  no execution returns; some executions need more than 2 iterations\n");
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
