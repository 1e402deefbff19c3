// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "ir/program/program.h"
#include "tests/support/build_program.h"

namespace weir::program {
namespace {

using namespace build;

TEST(Printer, ShowsEveryStatementOnItsLine) {
  ProgramBuilder b;
  auto* node = b.addClass("Node");
  auto* next = b.field(node, "next", b.pointer(node));
  auto* value = b.field(node, "value", b.int32());
  auto* cells = b.field(node, "cells", b.program.arrayOf(b.int32(), 2));
  auto g = b.method(node, "g", b.int32());
  g->is_virtual = true;
  g.body(give(b.integer(1)));
  auto f = b.procedure("f", b.int32());
  auto p = f.parameter("p", b.pointer(node));
  auto k = f.parameter("k", b.int32());
  auto t = f.local("t", b.int32());
  f.body(loop("L", p != b.null(node), seq(load(t, p, value), branch(t == k, seq(give(t)), seq(proceed("L")))), {},
              seq(load(p, p, next))),
         block("B", seq(leave("B"))), allocate(p, node), store(p, cells, b.integer(1), k),
         storeSlot(address(p, cells, b.integer(0)), -k), callVirtual(t, g, {p}),
         guarded(seq(raise(b.int32(), t)),
                 [&] {
                   std::vector<Handler> handlers;
                   handlers.push_back(handler(b.int32(), t.local, seq(raiseAgain())));
                   handlers.push_back(handler(nullptr, nullptr, seq(stop(AssertKind::Abort))));
                   return handlers;
                 }()),
         assume(b.truth(true)), require(!b.truth(false)), unsupported("floating point"), release(p, FreeKind::Delete),
         give(k));
  f->body[0]->range = {"a.cpp", {3, 1}, {5, 2}};
  f->body[1]->range = {"a.cpp", {3, 1}, {5, 2}};
  f->body[2]->range = {"a.cpp", {6, 1}, {6, 2}};
  b.finish();
  EXPECT_EQ(toString(b.program), R"(class Node {
  next: Node*
  value: int
  cells: int[2]
}

procedure Node::g()
  parameter this: Node*
  result int
  virtual
{
  return 1
}

procedure f()
  parameter p: Node*
  parameter k: int
  local t: int
  result int
{
  loop L {  // line 3
    while (p != null)
    body {
      t = load p.value
      if (t == k) {
        return t
      } else {
        continue L
      }
    }
    step {
      p = load p.next
    }
  }
  block B {
    break B
  }
  p = new Node  // line 6
  store p.cells[1] = k
  store *&p->cells[0] = -k
  t = virtual call Node::g(p)
  try {
    throw int t
  } catch int t {
    rethrow
  } catch ... {
    abort
  }
  assume true
  assert !false
  unsupported "floating point"
  delete p
  return k
}
)");
}

TEST(Printer, ShowsExpressionsAsCpp) {
  ProgramBuilder b;
  auto* link = b.addClass("Link");
  auto* node = b.addClass("Node");
  auto* part = b.part(node, "link", link);
  auto f = b.procedure("f");
  auto p = f.parameter("p", b.pointer(node));
  auto x = f.parameter("x", b.int32());
  EXPECT_EQ(toString(address(p, part).expr), "&p->link");
  EXPECT_EQ(toString(ownerOf(address(p, part), part).expr), "container_of<Node::link>(&p->link)");
  EXPECT_EQ(toString(cast(x, b.program.intType(8, false)).expr), "(unsigned char)x");
  EXPECT_EQ(toString(isInstance(p, node).expr), "instance<Node>(p)");
  EXPECT_EQ(toString(advance(p, 2).expr), "(p + 2)");
  EXPECT_EQ(toString(b.function(f).expr), "&f()");
  EXPECT_EQ(toString(b.globals().expr), "globals");
}

}  // namespace
}  // namespace weir::program
