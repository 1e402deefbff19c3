// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "tests/unit/frontend/read_source.h"

namespace weir::frontend {
namespace {

using Texts = std::vector<std::string>;

Texts annotationsOf(const program::Program& program, const std::string& name) {
  const auto found = program.findProcedures(name);
  return found.size() == 1 ? found[0]->annotations : Texts{"?"};
}

TEST(Annotations, LinesAboveADeclarationBelongToIt) {
  const auto program = readText(
      "struct List {\n"
      "  //@ requires x > 0\n"
      "  // an ordinary comment\n"
      "  //@ ensures done: return\n"
      "  bool add(int x);\n"
      "  bool plain(int x);\n"
      "};\n"
      "bool List::add(int) { return true; }\n"
      "bool List::plain(int) { return true; }\n");
  EXPECT_EQ(annotationsOf(program, "List::add"), (Texts{" requires x > 0", " ensures done: return"}));
  EXPECT_EQ(annotationsOf(program, "List::plain"), Texts{});
}

TEST(Annotations, BlockCommentsKeepTheirLines) {
  const auto program = readText("/*@ requires x > 0\n    ensures return = x */\nint f(int x) { return x; }\n");
  EXPECT_EQ(annotationsOf(program, "f"), (Texts{" requires x > 0\n    ensures return = x "}));
}

TEST(Annotations, PlacesPointBehindTheOpening) {
  const auto program = readText("\n  //@ requires x > 0\nint f(int x) { return x; }\n");
  const auto found = program.findProcedures("f");
  ASSERT_EQ(found.size(), 1U);
  ASSERT_EQ(found[0]->annotation_ranges.size(), 1U);
  EXPECT_EQ(found[0]->annotation_ranges[0].begin, (SourceLocation{2, 6}));
}

TEST(Annotations, ClassesHaveThemToo) {
  const auto program = readText("//@ invariant positive: this.x > 0\nstruct S { int x; };\n");
  EXPECT_EQ(program.findClass("S")->annotations, Texts{" invariant positive: this.x > 0"});
}

TEST(Annotations, CodeBetweenCutsThemOff) {
  const auto program = readText("//@ requires x > 0\nint g;\nint f(int x) { return x; }\n");
  EXPECT_EQ(annotationsOf(program, "f"), Texts{});
}

TEST(Annotations, TemplatesHaveThemAboveTheTemplateLine) {
  const auto program =
      readText("//@ ensures return = x\ntemplate <class T>\nT same(T x) { return x; }\nint f() { return same(3); }\n");
  EXPECT_EQ(annotationsOf(program, "same<int>"), Texts{" ensures return = x"});
}

}  // namespace
}  // namespace weir::frontend
