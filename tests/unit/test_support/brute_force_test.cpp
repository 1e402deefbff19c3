// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/brute_force.h"

#include <gtest/gtest.h>

#include "tests/support/build_program.h"

namespace weir::tests {
namespace {

using namespace program;
using namespace program::build;

/// Node* reverse(Node* p)
class BruteForceTest : public testing::Test {
 protected:
  BruteForceTest() {
    f.body(assign(r, b.null(node)),
           loop("L", p != b.null(node), seq(load(t, p, next), store(p, next, r), assign(r, p), assign(p, t))), give(r));
    b.finish();
    v.emplace(b.program, context);
  }

  logic::Expr reached(logic::Expr from, State state) {
    return context.join(from, context.reflexiveClosure(v->fieldOf(next, state)));
  }

  std::string verdict(logic::Formula property, const std::vector<logic::Formula>& requirements = {}) {
    return toString(bruteForce(*v, *f.get(), requirements, {{.formula = property}}).front().verdict);
  }

  logic::Formula acyclic(State state) {
    const logic::Expr closure = context.closure(v->fieldOf(next, state));
    return context.no(context.intersect(closure, context.iden()));
  }

  ProgramBuilder b;
  ClassDecl* node = b.addClass("Node");
  Field* next = b.field(node, "next", b.pointer(node));
  ProcedureBuilder f = b.procedure("reverse", b.pointer(node));
  Var p = f.parameter("p", b.pointer(node));
  Var t = f.local("t", b.pointer(node));
  Var r = f.local("r", b.pointer(node));
  logic::Context context;
  std::optional<Vocabulary> v;
};

TEST_F(BruteForceTest, FindsThatReverseKeepsTheCells) {
  const logic::Expr before = reached(context.relation(v->parameter(p.local)), State::Pre);
  const logic::Expr after = reached(context.relation(v->result(f)), State::Post);
  EXPECT_EQ(verdict(context.equal(before, after)), "holds");
}

TEST_F(BruteForceTest, FindsAViolationWithItsState) {
  const logic::Formula same = context.equal(v->fieldOf(next, State::Pre), v->fieldOf(next, State::Post));
  const BruteForceResult result = bruteForce(*v, *f.get(), {}, {{.formula = same}}).front();
  EXPECT_EQ(result.verdict, BruteForceResult::Verdict::Violated);
  ASSERT_TRUE(result.state.has_value());
  EXPECT_EQ(result.state->heap.size(), 2);
}

TEST_F(BruteForceTest, RequirementsNarrowTheStates) {
  EXPECT_EQ(verdict(acyclic(State::Post)), "violated");
  EXPECT_EQ(verdict(acyclic(State::Post), {acyclic(State::Pre)}), "holds");
  EXPECT_EQ(verdict(acyclic(State::Post), {context.truth(false)}), "vacuous");
}

TEST_F(BruteForceTest, WhatNeedsMoreIterationsIsOutOfScope) {
  BruteForceCounts counts;
  const BruteForceScope scope{.objects = 3, .unroll = 2};
  const auto results = bruteForce(*v, *f.get(), {}, {{.formula = context.truth(true)}}, scope, &counts);
  EXPECT_EQ(results.front().verdict, BruteForceResult::Verdict::Holds);
  EXPECT_GT(counts.out_of_scope, 0);
}

TEST_F(BruteForceTest, ErrorsArePropertiesToo) {
  ProgramBuilder c;
  auto* cell = c.addClass("Cell");
  auto* tail = c.field(cell, "tail", c.pointer(cell));
  auto g = c.procedure("g", c.pointer(cell));
  auto q = g.parameter("q", c.pointer(cell));
  g.body(load(q, q, tail), give(q));
  c.finish();
  logic::Context other;
  Vocabulary vocabulary(c.program, other);
  const logic::Formula given = other.some(other.relation(vocabulary.parameter(q.local)));
  const std::vector<BruteForceQuery> safe = {{.error = ErrorKind::NullDeref}};
  EXPECT_STREQ(toString(bruteForce(vocabulary, *g.get(), {}, safe).front().verdict), "violated");
  EXPECT_STREQ(toString(bruteForce(vocabulary, *g.get(), {given}, safe).front().verdict), "holds");
}

}  // namespace
}  // namespace weir::tests
