// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The summaries that chapter 4 of the thesis prints, for the same procedures. Where ours says more, the test says why.
#include "tests/unit/abstraction/graph_program.h"

namespace weir::abstraction {
namespace {

// Figure 4-3.
TEST(Figures, NullifyMoveIsExact) {
  GraphProgram b;
  auto f = b.procedure("List::nullifyMove", b.pointer(b.node));
  auto e1 = f.parameter("e1", b.pointer(b.entry));
  auto e2 = f.parameter("e2", b.pointer(b.entry));
  auto t = f.local("t", b.pointer(b.node));
  auto r = f.local("r", b.pointer(b.node));
  f.body(load(t, e2, b.entry_node), store(e1, b.entry_node, t), store(e2, b.entry_node, b.null(b.node)),
         load(r, e1, b.entry_node), give(r));
  b.finish();
  EXPECT_EQ(summaryOf(b.program, *f.get()),
            "node' = node ++ (e1 -> e2.node) ++ (e2 -> null)\n"
            "return = e1.(node ++ (e1 -> e2.node) ++ (e2 -> null))\n");
}

// Figure 4-4. The thesis has bounds on prev': the branch condition is lost there. Kept, the update is exact; and where
// this.head is null it is no update at all, so the condition itself is not needed.
TEST(Figures, InsertIsExactWithItsConstructor) {
  GraphProgram b;
  auto constructor = b.method(b.entry, "ListEntry::ListEntry");
  auto self = Var{{&b.program, b.program.add({.kind = program::ExprKind::LocalRef,
                                              .type = constructor->parameters[0]->type,
                                              .local = constructor->parameters[0]})},
                  constructor->parameters[0]};
  auto n = constructor.parameter("n", b.pointer(b.node));
  constructor.body(store(self, b.entry_node, n), store(self, b.next, b.null(b.entry)),
                   store(self, b.prev, b.null(b.entry)));
  auto f = b.procedure("List::insert");
  auto list = f.parameter("this", b.pointer(b.list));
  auto node = f.parameter("n", b.pointer(b.node));
  auto e = f.local("e", b.pointer(b.entry));
  auto tmp = f.local("tmp", b.pointer(b.entry));
  f.body(allocate(e, b.entry), call(constructor, {e, node}), load(tmp, list, b.head), store(list, b.head, e),
         store(e, b.next, tmp), branch(tmp != b.null(b.entry), seq(store(tmp, b.prev, e))));
  b.finish();
  EXPECT_EQ(summaryOf(b.program, *f.get()),
            "New$ListEntry: one ListEntry allocated\n"
            "ListEntry' = ListEntry + New$ListEntry\n"
            "node' = node ++ (New$ListEntry -> n)\n"
            "next' = next ++ (New$ListEntry -> this.head)\n"
            "prev' = prev ++ (New$ListEntry -> null) ++ (this.head -> New$ListEntry)\n"
            "head' = head ++ (this -> New$ListEntry)\n");
}

// Figure 4-5.
TEST(Figures, InitIsExact) {
  GraphProgram b;
  auto f = b.procedure("Graph::init");
  auto graph = f.parameter("this", b.pointer(b.graph));
  auto l = f.local("l", b.pointer(b.list));
  auto c = f.local("c", b.pointer(b.entry));
  auto n = f.local("n", b.pointer(b.node));
  f.body(load(l, graph, b.nodes), load(c, l, b.head),
         loop("L", c != b.null(b.entry),
              seq(load(n, c, b.entry_node), store(n, b.visited, b.integer(0)), load(c, c, b.next))));
  b.finish();
  EXPECT_EQ(summaryOf(b.program, *f.get()), "visitedInsNum' = visitedInsNum ++ (this.nodes.head.*next.node -> 0)\n");
}

// Figure 4-6: any integers at these nodes, everything else as before.
TEST(Figures, FixInsHasBounds) {
  GraphProgram b;
  auto f = b.procedure("Graph::fixIns");
  auto n = f.parameter("n", b.pointer(b.node));
  auto l = f.local("l", b.pointer(b.list));
  auto p = f.local("p", b.pointer(b.entry));
  auto m = f.local("m", b.pointer(b.node));
  auto v = f.local("v", b.int32());
  f.body(load(l, n, b.out_list), load(p, l, b.head),
         loop("L", p != b.null(b.entry),
              seq(load(m, p, b.entry_node), load(v, m, b.visited), store(m, b.visited, v + 1), load(p, p, b.next))));
  b.finish();
  EXPECT_EQ(summaryOf(b.program, *f.get()),
            "visitedInsNum ++ (n.outNodesList.head.*next.node -> null) in visitedInsNum'\n"
            "visitedInsNum' in visitedInsNum ++ (n.outNodesList.head.*next.node -> null) except at "
            "n.outNodesList.head.*next.node\n");
}

// Figure 4-7. The thesis knows that the node's inDeg is the visitedInsNum of some node of the list; that it is its own,
// and that it is the first such entry, is known because the cursor alone decides when the loop is left.
TEST(Figures, FindSourceIsExact) {
  GraphProgram b;
  auto f = b.procedure("Graph::findSource", b.pointer(b.entry));
  auto entry = f.parameter("entry", b.pointer(b.entry));
  auto e = f.local("e", b.pointer(b.entry));
  auto c = f.local("c", b.boolean());
  auto n = f.local("n", b.pointer(b.node));
  auto x = f.local("x", b.int32());
  auto y = f.local("y", b.int32());
  f.body(assign(e, entry),
         loop("L", c, seq(load(e, e, b.next)),
              seq(assign(c, e != b.null(b.entry)), branch(c, seq(load(n, e, b.entry_node), load(x, n, b.in_deg),
                                                                 load(y, n, b.visited), assign(c, x != y))))),
         give(e));
  b.finish();
  EXPECT_EQ(summaryOf(b.program, *f.get()),
            "return = entry.*({e: entry.*next | e.node.visitedInsNum != e.node.inDeg} <: next) - "
            "{e: entry.*next | e.node.visitedInsNum != e.node.inDeg}\n");
}

}  // namespace
}  // namespace weir::abstraction
