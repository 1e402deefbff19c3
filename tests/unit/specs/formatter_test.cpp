// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/formatter.h"

#include <gtest/gtest.h>

#include "specs/lang/parser.h"
#include "tests/unit/specs/spec_text.h"

namespace weir::specs {
namespace {

/// Formats, and checks the claims of the header on the way.
std::string formatted(const std::string& text) {
  Diagnostics diagnostics;
  const std::string once = format(textOf(text), diagnostics);
  EXPECT_FALSE(diagnostics.hasErrors()) << diagnostics.all().front().message;
  EXPECT_EQ(format(textOf(once), diagnostics), once) << "formatting is idempotent";
  EXPECT_TRUE(equal(parseSpec(textOf(text), diagnostics), parseSpec(textOf(once), diagnostics)));
  EXPECT_FALSE(diagnostics.hasErrors());
  return once;
}

TEST(FormatterTest, BracesOverSeveralLinesGetLinesOfTheirOwn) {
  EXPECT_EQ(formatted("pred  p[x:List]{ some x.head   // not empty\nno y}"),
            "pred p[x: List] {\n  some x.head  // not empty\n  no y\n}\n");
}

TEST(FormatterTest, OneLineStaysOneLine) {
  EXPECT_EQ(formatted("method C::m{checks use-after-free,leak}"), "method C::m { checks use-after-free, leak }\n");
}

TEST(FormatterTest, OperatorsAreSpacedAndSignsTouchTheirOperands) {
  EXPECT_EQ(formatted("fun f:set A=x.y+ * z .w' -#a&{ v:B|v<1 and!v in c }"),
            "fun f: set A = x.y + *z.w' - #a & {v: B | v < 1 and !v in c}\n");
  EXPECT_EQ(formatted("fun f: Int = -1 - -x + List<a,b * >::c"), "fun f: Int = -1 - -x + List<a, b*>::c\n");
  EXPECT_EQ(formatted("fun f: Int = size( x ) + ( a )"), "fun f: Int = size(x) + (a)\n");
}

TEST(FormatterTest, NeighboursAreAligned) {
  EXPECT_EQ(formatted("fun a[l: List]: set ListEntry = l.b\nfun cc[l: List]: set Node = l.d\n"),
            "fun a[l: List]: set ListEntry = l.b\nfun cc[l: List]: set Node     = l.d\n");
  EXPECT_EQ(formatted("method C::m {\nensures a: x\nensures bcd: y\nrequires z }"),
            "method C::m {\n  ensures a:   x\n  ensures bcd: y\n  requires z\n}\n");
}

TEST(FormatterTest, ContinuationsAreIndented) {
  EXPECT_EQ(formatted("method C::m {\nrequires a and\nb\n\n\n\nensures c }"),
            "method C::m {\n  requires a and\n    b\n\n  ensures c\n}\n");
}

TEST(FormatterTest, CommentsStayWhereTheyAre) {
  EXPECT_EQ(
      formatted("// top\n\nfun f: A = x /* why */ + y // end\n   // below\npred p { // open\n some x\n // last\n}"),
      "// top\n\nfun f: A = x /* why */ + y  // end\n// below\npred p {  // open\n  some x\n  // last\n}\n");
}

TEST(FormatterTest, DeclarationsGetLinesOfTheirOwn) {
  EXPECT_EQ(formatted("source \"a.cpp\" with \"-O\" use<heap> use \"x\" check C::operator==( int,const T & "
                      ")const.null-deref for 3"),
            "source \"a.cpp\" with \"-O\"\nuse <heap>\nuse \"x\"\n"
            "check C::operator==(int, const T&) const.null-deref for 3\n");
}

TEST(FormatterTest, TextWithMistakesIsLeftAlone) {
  Diagnostics diagnostics;
  EXPECT_EQ(format(textOf("fun  f"), diagnostics), "fun  f");
  EXPECT_TRUE(diagnostics.hasErrors());
}

}  // namespace
}  // namespace weir::specs
