// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/parser.h"

#include <gtest/gtest.h>

#include <sstream>

#include "specs/lang/printer.h"
#include "tests/unit/specs/spec_text.h"

namespace weir::specs {
namespace {

std::string messages(const Diagnostics& diagnostics) {
  std::string all;
  for (const Diagnostic& diagnostic : diagnostics.all())
    all += std::to_string(diagnostic.range.begin.line) + ":" + std::to_string(diagnostic.range.begin.column) + " " +
           diagnostic.message + "\n";
  return all;
}

/// What an expression looks like when printed, or the mistakes in it.
std::string reprinted(const std::string& text) {
  Diagnostics diagnostics;
  const ExprPtr expr = parseExpression(textOf(text), diagnostics);
  return expr && !diagnostics.hasErrors() ? print(*expr) : messages(diagnostics);
}

/// Fully bracketed, to see what binds to what.
std::string shape(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Unary: return "(" + std::string(spelling(expr.op)) + " " + shape(*expr.children[0]) + ")";
    case ExprKind::Binary:
      return "(" + shape(*expr.children[0]) + " " + std::string(spelling(expr.op)) + " " + shape(*expr.children[1]) +
             ")";
    case ExprKind::Box: return "[" + shape(*expr.children[0]) + " " + shape(*expr.children[1]) + "]";
    case ExprKind::Conditional:
      return "(" + shape(*expr.children[0]) + " ? " + shape(*expr.children[1]) + " : " + shape(*expr.children[2]) + ")";
    default: return print(expr);
  }
}

std::string shapeOf(const std::string& text) {
  Diagnostics diagnostics;
  const ExprPtr expr = parseExpression(textOf(text), diagnostics);
  return expr ? shape(*expr) : messages(diagnostics);
}

std::string mistakesIn(const std::string& text) {
  Diagnostics diagnostics;
  parseSpec(textOf(text), diagnostics);
  return messages(diagnostics);
}

TEST(ParserTest, ClosureBindsTighterThanJoinAndPrimeTighterThanClosure) {
  EXPECT_EQ(shapeOf("l.head.*next.value"), "(((l . head) . (* next)) . value)");
  EXPECT_EQ(shapeOf("l.*next'"), "(l . (* (' next)))");
  EXPECT_EQ(shapeOf("e.node'.inDeg'"), "((e . (' node)) . (' inDeg))");
  EXPECT_EQ(shapeOf("(e.*prev)'"), "(' (e . (* prev)))");
  EXPECT_EQ(shapeOf("#(e.*prev)'"), "(# (' (e . (* prev))))");
}

TEST(ParserTest, PrimeOnABoxIsOnAllOfIt) {
  EXPECT_EQ(shapeOf("entries[this.nodes]'"), "(' [entries (this . nodes)])");
  EXPECT_EQ(shapeOf("entries[l].node"), "([entries l] . node)");
  EXPECT_EQ(shapeOf("x.a[i]"), "[(x . a) i]");
}

TEST(ParserTest, OperatorsBindInTheOrderOfTheTable) {
  EXPECT_EQ(shapeOf("a <=> b => c or d and not e = f"), "(a <=> (b => (c or (d and (not (e = f))))))");
  EXPECT_EQ(shapeOf("no a + b"), "(no (a + b))");
  EXPECT_EQ(shapeOf("#a + b"), "((# a) + b)");
  EXPECT_EQ(shapeOf("a + b ++ c & d -> e <: f.g"), "(a + (b ++ (c & (d -> (e <: (f . g))))))");
  EXPECT_EQ(shapeOf("a - b - c"), "((a - b) - c)");
  EXPECT_EQ(shapeOf("a => b => c"), "(a => (b => c))");
}

TEST(ParserTest, ElseBelongsToTheNearestImplication) {
  EXPECT_EQ(shapeOf("a => b => c else d"), "(a => (b ? c : d))");
  EXPECT_EQ(shapeOf("if a then b else c"), "(a ? b : c)");
  EXPECT_EQ(reprinted("if a then (b => c) else d"), "a => (b => c) else d");
}

TEST(ParserTest, SpellingsThatMeanTheSameAreTheSameTree) {
  EXPECT_EQ(reprinted("a && b || !c iff d implies e"), "a and b or not c <=> d => e");
  EXPECT_EQ(reprinted("size(l.head) = Int(3) and sole x and int(y) = 2"), "#l.head = 3 and lone x and y = 2");
  EXPECT_EQ(reprinted("a !in b"), "a not in b");
  EXPECT_EQ(reprinted("included(t.next', calendar)"), "included[t.next', calendar]");
  EXPECT_EQ(reprinted("some x: A { x = y }"), "some x: A | { x = y }");
}

TEST(ParserTest, ContextualWordsStayNames) {
  EXPECT_EQ(reprinted("this.size = sum + check.model"), "this.size = sum + check.model");
  EXPECT_EQ(reprinted("x.in.all' = C::one"), "x.in.all' = C::one");
}

TEST(ParserTest, TemplateArgumentsAreToldFromComparisons) {
  EXPECT_EQ(reprinted("List<int>' - List<int>"), "List<int>' - List<int>");
  EXPECT_EQ(reprinted("x in std::map<K,V*>::node"), "x in std::map<K, V *>::node");
  EXPECT_EQ(reprinted("List<unsigned  long>"), "List<unsigned long>");
  EXPECT_EQ(reprinted("a<b and c>d"), "a < b and c > d");
  EXPECT_EQ(reprinted("{ a<b c>d }"), "{ a < b c > d }");
}

TEST(ParserTest, CharactersAreToldFromPrimes) {
  EXPECT_EQ(reprinted("c.kind' = 'x' and d>'a'"), "c.kind' = 'x' and d > 'a'");
  EXPECT_EQ(reprinted("x = '\\n' + '\\''"), "x = '\\n' + '\\''");
}

TEST(ParserTest, FormulasStandSideBySideInBraces) {
  EXPECT_EQ(reprinted("{ some x  no y (a = b) not c all d: E | d in x }"),
            "{ some x no y a = b not c all d: E | d in x }");
}

TEST(ParserTest, DeclarationsReadAsTheGuideShowsThem) {
  const std::string text =
      "source \"a.cpp\" with \"-std=c++20\" \"-Iinclude\"\n"
      "use \"lists.weir\"\n"
      "use <heap>\n"
      "fun name[x: List, n: Int]: set Node = x.head.*next.node\n"
      "pred good[x, y: List, z: Int] { some x no y }\n"
      "invariant sizeIsCount: List { this.size = #this.head.*next }\n"
      "method C::m(int, const T &) const {\n"
      "  requires some x\n"
      "  ensures label: x' = x\n"
      "  modifies x.f, (a + b).g, h\n"
      "  checks null-deref, use-after-free\n"
      "  throws std::bad_alloc when no x\n"
      "}\n"
      "trusted method List<int>::~List {\n"
      "  modifies nothing\n"
      "}\n"
      "method operator==(const A &, const A &) {\n"
      "}\n"
      "model std::set<T> {\n"
      "  contents: set T\n"
      "  map: K -> lone V\n"
      "  method insert(x: T): lone T {\n"
      "    ensures contents' = contents + x\n"
      "  }\n"
      "}\n"
      "check C::m.null-deref for 4 but 2 List, 6 Node unroll 5\n";
  Diagnostics diagnostics;
  const SpecFile file = parseSpec(textOf(text), diagnostics);
  EXPECT_EQ(messages(diagnostics), "");
  EXPECT_EQ(print(file), text);
}

TEST(ParserTest, EveryMistakeOfAFileIsReportedInOneRun) {
  EXPECT_EQ(mistakesIn("fun f: set A = \n"
                       "pred p[x: A] {\n"
                       "  x == y\n"
                       "  some z\n"
                       "  x / 2 = 1\n"
                       "}\n"
                       "method C::m {\n"
                       "  requirs some x\n"
                       "  ensures a: b +\n"
                       "  ensures c: (d\n"
                       "}\n"
                       "chek C::m\n"
                       "check C::m for\n"),
            "2:1 expected an expression, found 'pred'\n"
            "3:6 expected an expression, found '='; equality is written '='\n"
            "5:5 expected an expression, found '/'; division is written 'div[i, j]'\n"
            "8:3 expected a clause (did you mean 'requires'?), found 'requirs'\n"
            "10:3 expected an expression, found 'ensures'\n"
            "11:1 expected ')' to match '(', found '}'\n"
            "12:1 expected a declaration, found 'chek'; did you mean 'check'?\n"
            "14:1 expected how many objects after 'for', found the end of the text\n");
}

TEST(ParserTest, ComparisonsDoNotChain) {
  EXPECT_EQ(reprinted("a < b < c"), "1:7 comparisons do not chain; use 'and' or parentheses\n");
}

TEST(ParserTest, CallsOfProgramMethodsAreRefused) {
  EXPECT_EQ(reprinted("l.contains(x)"),
            "1:11 a specification cannot call a method of the program; write a 'fun' or 'pred'\n");
}

TEST(ParserTest, DeepNestingIsAMistakeNotACrash) {
  EXPECT_NE(reprinted(std::string(100000, '(')).find("nested too deeply"), std::string::npos);
  EXPECT_NE(reprinted(std::string(100000, '~') + "a").find("nested too deeply"), std::string::npos);
  std::string sum = "a";
  for (int i = 0; i < 5000; ++i) sum += " + a";
  EXPECT_NE(reprinted(sum).find("too long"), std::string::npos);
}

}  // namespace
}  // namespace weir::specs
