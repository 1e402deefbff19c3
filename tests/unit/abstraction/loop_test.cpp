// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops beyond the thesis's figures. Every summary here is held to executions by summaryOf.
#include "tests/unit/abstraction/graph_program.h"

namespace weir::abstraction {
namespace {

struct LoopTest : ::testing::Test {
  GraphProgram b;
  std::string summary(const ProcedureBuilder& f) {
    b.finish();
    return summaryOf(b.program, *f.get());
  }
  E null() { return b.null(b.entry); }
};

// The thesis reports "true or false" for such functions.
TEST_F(LoopTest, AFunctionThatSearchesIsExact) {
  auto f = b.procedure("contains", b.boolean());
  auto l = f.parameter("l", b.pointer(b.list));
  auto k = f.parameter("k", b.pointer(b.node));
  auto p = f.local("p", b.pointer(b.entry));
  auto n = f.local("n", b.pointer(b.node));
  f.body(load(p, l, b.head),
         loop("L", p != null(),
              seq(load(n, p, b.entry_node), branch(n == k, seq(give(b.truth(true)))), load(p, p, b.next))),
         give(b.truth(false)));
  EXPECT_EQ(summary(f), "return = some {p: l.head.*next | k = p.node} => 1 else 0\n");
}

TEST_F(LoopTest, AFlagThatIsSetAndNeverClearedIsExact) {
  auto f = b.procedure("contains", b.boolean());
  auto l = f.parameter("l", b.pointer(b.list));
  auto k = f.parameter("k", b.pointer(b.node));
  auto p = f.local("p", b.pointer(b.entry));
  auto n = f.local("n", b.pointer(b.node));
  auto found = f.local("found", b.boolean());
  f.body(load(p, l, b.head), assign(found, b.truth(false)),
         loop("L", p != null(),
              seq(load(n, p, b.entry_node), branch(n == k, seq(assign(found, b.truth(true)))), load(p, p, b.next))),
         give(found));
  EXPECT_EQ(summary(f), "return = some {p: l.head.*next | k = p.node} => 1 else 0\n");
}

// The thesis: "the list is updated at most once, as part of the loop", and only frame conditions are left. Here the
// update is on the way out, so the links stand still while they are followed.
TEST_F(LoopTest, RemovingTheFirstMatchIsExact) {
  auto f = b.procedure("remove", b.boolean());
  auto l = f.parameter("l", b.pointer(b.list));
  auto k = f.parameter("k", b.pointer(b.node));
  auto prev = f.local("before", b.pointer(b.entry));
  auto p = f.local("p", b.pointer(b.entry));
  auto n = f.local("n", b.pointer(b.node));
  auto t = f.local("t", b.pointer(b.entry));
  f.body(load(p, l, b.head), assign(prev, null()),
         loop("L", p != null(),
              seq(load(n, p, b.entry_node),
                  branch(n == k, seq(load(t, p, b.next),
                                     branch(prev != null(), seq(store(prev, b.next, t)), seq(store(l, b.head, t))),
                                     give(b.truth(true)))),
                  assign(prev, p), load(p, p, b.next))),
         give(b.truth(false)));
  const std::string text = summary(f);
  EXPECT_EQ(text.find("except at"), std::string::npos) << text;
  EXPECT_EQ(text.find(" in next'"), std::string::npos) << text;
  EXPECT_EQ(text.find(" in head'"), std::string::npos) << text;
}

TEST_F(LoopTest, AConditionalWriteIsExact) {
  auto f = b.procedure("mark");
  auto e = f.parameter("e", b.pointer(b.entry));
  auto n = f.local("n", b.pointer(b.node));
  auto d = f.local("d", b.int32());
  f.body(loop("L", e != null(),
              seq(load(n, e, b.entry_node), load(d, n, b.in_deg),
                  branch(d == 0, seq(store(n, b.visited, b.integer(7)))), load(e, e, b.next))));
  EXPECT_EQ(summary(f), "visitedInsNum' = visitedInsNum ++ ({e: e.*next | e.node.inDeg = 0}.node -> 7)\n");
}

TEST_F(LoopTest, EachObjectOnThePathHasItsOwnRow) {
  auto f = b.procedure("link");
  auto e = f.parameter("e", b.pointer(b.entry));
  auto t = f.local("t", b.pointer(b.entry));
  f.body(loop("L", e != null(), seq(load(t, e, b.next), store(e, b.prev, t), assign(e, t))));
  EXPECT_EQ(summary(f), "prev' = prev ++ (e.*next -> null) + e.*next <: next\n");
}

// Reads the link before it changes it, so the values it follows are old ones.
TEST_F(LoopTest, TakingAListApartStaysWithinIt) {
  auto f = b.procedure("clear");
  auto e = f.parameter("e", b.pointer(b.entry));
  auto t = f.local("t", b.pointer(b.entry));
  f.body(loop("L", e != null(), seq(load(t, e, b.next), store(e, b.next, null()), assign(e, t))));
  EXPECT_EQ(summary(f), "next ++ (e.*next -> null) in next'\nnext' in next\n");
}

TEST_F(LoopTest, ReversingAListStaysWithinIt) {
  auto f = b.procedure("reverse", b.pointer(b.entry));
  auto e = f.parameter("e", b.pointer(b.entry));
  auto r = f.local("r", b.pointer(b.entry));
  auto t = f.local("t", b.pointer(b.entry));
  f.body(assign(r, null()),
         loop("L", e != null(), seq(load(t, e, b.next), store(e, b.next, r), assign(r, e), assign(e, t))), give(r));
  const std::string text = summary(f);
  EXPECT_NE(text.find("return in e.*next"), std::string::npos) << text;
}

TEST_F(LoopTest, ASentinelEndsThePath) {
  auto f = b.procedure("reset");
  auto header = f.parameter("header", b.pointer(b.entry));
  auto e = f.local("e", b.pointer(b.entry));
  f.body(load(e, header, b.next),
         loop("L", e != header, seq(store(e, b.entry_node, b.null(b.node)), load(e, e, b.next))));
  EXPECT_EQ(summary(f),
            "node' = node ++ ((header.next.*((header.next.*next - header) <: next) & (header.next.*next - header)) -> "
            "null)\n");
}

// A member of floating type has no values here; the object that has it comes and goes all the same.
TEST_F(LoopTest, FreeingAnObjectWithAMemberOfAnotherTypeIsSummarised) {
  b.field(b.node, "weight", b.program.unsupportedType("double", "floating point"));
  auto f = b.procedure("drop");
  auto n = f.parameter("n", b.pointer(b.node));
  f.body(release(n, program::FreeKind::Delete));
  EXPECT_NE(summary(f).find("Node' = Node - n"), std::string::npos);
}

TEST_F(LoopTest, FreeingAListFreesAllOfIt) {
  auto f = b.procedure("destroy");
  auto e = f.parameter("e", b.pointer(b.entry));
  auto t = f.local("t", b.pointer(b.entry));
  f.body(loop("L", e != null(), seq(load(t, e, b.next), release(e, program::FreeKind::Delete), assign(e, t))));
  const std::string text = summary(f);
  EXPECT_NE(text.find("ListEntry' in ListEntry"), std::string::npos) << text;
}

// Figure 7-6 in small: what is allocated is a set, its rows come from the list that is copied, the list stays.
TEST_F(LoopTest, CopyingAListLeavesItAlone) {
  auto f = b.procedure("copy", b.pointer(b.entry));
  auto e = f.parameter("e", b.pointer(b.entry));
  auto c = f.local("c", b.pointer(b.entry));
  auto r = f.local("r", b.pointer(b.entry));
  auto n = f.local("n", b.pointer(b.node));
  f.body(assign(r, null()),
         loop("L", e != null(),
              seq(allocate(c, b.entry), load(n, e, b.entry_node), store(c, b.entry_node, n), store(c, b.next, r),
                  assign(r, c), load(e, e, b.next))),
         give(r));
  const std::string text = summary(f);
  EXPECT_NE(text.find("ListEntry' = ListEntry + NewSet$ListEntry"), std::string::npos) << text;
  EXPECT_NE(text.find("node' in node + NewSet$ListEntry -> e.*next.node"), std::string::npos) << text;
  EXPECT_NE(text.find("node in node'"), std::string::npos) << text;
  EXPECT_NE(text.find("return in NewSet$ListEntry"), std::string::npos) << text;
}

TEST_F(LoopTest, ARecursionWritesWhatItsTextWrites) {
  auto f = b.procedure("zero");
  auto e = f.parameter("e", b.pointer(b.entry));
  auto t = f.local("t", b.pointer(b.entry));
  auto n = f.local("n", b.pointer(b.node));
  f.body(branch(e == null(), seq(give())), load(n, e, b.entry_node), store(n, b.visited, b.integer(0)),
         load(t, e, b.next), call(f.get(), {t}));
  const std::string text = summary(f);
  EXPECT_NE(text.find("visitedInsNum"), std::string::npos) << text;
  EXPECT_EQ(text.find("next'"), std::string::npos) << text;
}

TEST_F(LoopTest, ALoopThatIsTestedLastRunsOnce) {
  auto f = b.procedure("once");
  auto e = f.parameter("e", b.pointer(b.entry));
  f.body(loopTestedLast("L", e != null(), seq(store(e, b.prev, null()), load(e, e, b.next))));
  const std::string text = summary(f);
  EXPECT_NE(text.find("prev'"), std::string::npos) << text;
}

TEST_F(LoopTest, ALoopInALoopIsSolvedFromInside) {
  auto f = b.procedure("Graph::clearAll");
  auto e = f.parameter("e", b.pointer(b.entry));
  auto n = f.local("n", b.pointer(b.node));
  auto l = f.local("l", b.pointer(b.list));
  auto p = f.local("p", b.pointer(b.entry));
  auto m = f.local("m", b.pointer(b.node));
  f.body(loop(
      "L", e != null(),
      seq(load(n, e, b.entry_node), load(l, n, b.out_list), load(p, l, b.head),
          loop("M", p != null(), seq(load(m, p, b.entry_node), store(m, b.visited, b.integer(0)), load(p, p, b.next))),
          load(e, e, b.next))));
  EXPECT_EQ(summary(f), "visitedInsNum' = visitedInsNum ++ (e.*next.(node.outNodesList.head.*next.node) -> 0)\n");
}

}  // namespace
}  // namespace weir::abstraction
