// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/diagnostics.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>

namespace weir {
namespace {

SourceRange at(std::string file, int line, int begin, int end) { return {std::move(file), {line, begin}, {line, end}}; }

TEST(Diagnostics, OnlyAnErrorCountsAsOne) {
  Diagnostics diagnostics;
  diagnostics.warning({}, "unused parameter");
  diagnostics.note({}, "declared here");
  EXPECT_FALSE(diagnostics.hasErrors());
  diagnostics.error({}, "no such class");
  EXPECT_TRUE(diagnostics.hasErrors());
}

TEST(Diagnostics, AllArePrintedInTheOrderTheyWereReported) {
  Diagnostics diagnostics;
  diagnostics.error({}, "first");
  diagnostics.warning({}, "second");
  std::ostringstream out;
  diagnostics.print(out, false);
  EXPECT_EQ(out.str(), "error: first\nwarning: second\n");
}

TEST(Diagnostics, ACaretUnderlinesTheRange) {
  const std::string path = testing::TempDir() + "caret.weir";
  std::ofstream(path) << "pred p {\n\tl.nxt = l\n}\n";
  Diagnostics diagnostics;
  diagnostics.error(at(path, 2, 4, 7), "no field 'nxt'");
  std::ostringstream out;
  diagnostics.print(out, false);
  // The tab is kept so that the caret stands under the name whatever the width of a tab.
  EXPECT_EQ(out.str(), path + ":2:4: error: no field 'nxt'\n  \tl.nxt = l\n  \t  ^~~\n");
  std::remove(path.c_str());
}

TEST(Diagnostics, AFileThatIsGoneStillGivesThePlace) {
  Diagnostics diagnostics;
  diagnostics.error(at("/nowhere/x.weir", 3, 1, 2), "unexpected end");
  std::ostringstream out;
  diagnostics.print(out, false);
  EXPECT_EQ(out.str(), "/nowhere/x.weir:3:1: error: unexpected end\n");
}

TEST(Diagnostics, ColourIsOnlyThereWhenAsked) {
  Diagnostics diagnostics;
  diagnostics.error({}, "x");
  std::ostringstream plain;
  std::ostringstream coloured;
  diagnostics.print(plain, false);
  diagnostics.print(coloured, true);
  EXPECT_EQ(plain.str().find('\033'), std::string::npos);
  EXPECT_NE(coloured.str().find('\033'), std::string::npos);
}

TEST(NearestName, FindsATypo) {
  EXPECT_EQ(nearestName("nxt", {"head", "next", "tail"}), "next");
  EXPECT_EQ(nearestName("topologicSort", {"topologicalSort", "init"}), "topologicalSort");
}

TEST(NearestName, DoesNotGuessWildly) {
  EXPECT_EQ(nearestName("size", {"head", "next"}), std::nullopt);
  EXPECT_EQ(nearestName("x", {}), std::nullopt);
}

TEST(NearestName, PrefersTheNearest) { EXPECT_EQ(nearestName("heads", {"beads!", "head"}), "head"); }

}  // namespace
}  // namespace weir
