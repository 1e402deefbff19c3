// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/encode/encoder.h"

#include <gtest/gtest.h>

#include <set>

#include "refine/query.h"
#include "tests/unit/refine/subject.h"

namespace weir::refine {
namespace {

constexpr const char* kEncodedSource = R"(
  struct Cell { Cell* next; int value; };
  int seven() { int x = 3; if (x < 4) x = x + 4; return x; }
  void walk(Cell* c) { while (c) c = c->next; }
  int value(Cell* c) { return c->value; }
  static Cell* follow(Cell* c) { return c ? c->next : nullptr; }
  Cell* third(Cell* c) { return follow(follow(c)); }
  Cell* thirdByHand(Cell* c) { Cell* d = c ? c->next : nullptr; return d ? d->next : nullptr; }
  void relink(Cell* a, Cell* b) { a->next = b; b->next = a; }
  Cell* make(int v) { Cell* c = new Cell; c->value = v; c->next = nullptr; return c; }
  int down(int n) { if (n <= 0) return 0; return down(n - 1); }
  int both(bool c) { int x; if (c) x = 1; else x = 2; return x; }
)";

/// Keeps the labels that a refinement would be made of.
class LabelSink : public Sink {
 public:
  using Sink::Sink;
  logic::Expr assigned(const Place& place, const Target& target, logic::Expr value) override {
    places.emplace_back(place.activation->path, place.stmt, target.local, target.component);
    return Sink::assigned(place, target, value);
  }
  logic::Expr merged(const Place& place, const Target& target, logic::Formula condition, logic::Expr then_value,
                     logic::Expr else_value) override {
    ++merges;
    return Sink::merged(place, target, condition, then_value, else_value);
  }
  std::vector<std::tuple<CallPath, const program::Stmt*, const program::Local*, int>> places;
  int merges = 0;
};

class EncoderTest : public testing::Test {
 protected:
  struct Encoded {
    Footprint footprint;
    std::unique_ptr<CallTree> tree;
    std::unique_ptr<HeapModel> model;
    std::unique_ptr<Components> components;
    std::unique_ptr<LabelSink> sink;
    std::unique_ptr<Encoder> encoder;
    Outcomes outcomes;
  };

  Encoded encode(const std::string& name, int objects, int unroll) {
    Encoded made;
    const program::Procedure& procedure = subject_.procedure(name);
    made.footprint = footprintOf(procedure, subject_.vocabulary(), {});
    made.model =
        std::make_unique<HeapModel>(subject_.vocabulary(), made.footprint, withScope(objects, unroll).scope, procedure);
    made.tree = std::make_unique<CallTree>(procedure);
    made.components = std::make_unique<Components>(*made.model);
    made.sink = std::make_unique<LabelSink>(context_);
    made.encoder = std::make_unique<Encoder>(*made.model, *made.components, *made.sink);
    made.outcomes = made.encoder->encodeRoot(*made.tree);
    return made;
  }

  /// Is there a state at entry with this?
  bool isPossible(Encoded& made, logic::Formula formula) {
    solver::ModelFinder finder(context_, made.model->universe(), {.break_symmetry = false, .check_answers = true});
    made.model->declare(finder);
    finder.assertFormula(formula);
    return finder.solve({}) == solver::Answer::Satisfiable;
  }

  static int count(const std::vector<StopSite>& stops, StopSite::Kind kind) {
    int number = 0;
    for (const StopSite& stop : stops) number += stop.kind == kind ? 1 : 0;
    return number;
  }

  Subject subject_{kEncodedSource, ""};
  logic::Context& context_ = subject_.vocabulary().context();
};

TEST_F(EncoderTest, WhatDependsOnNoInputFoldsToItsValue) {
  const Encoded made = encode("seven", 1, 1);
  EXPECT_EQ(made.outcomes.normal.result, context_.integer(7));
  EXPECT_EQ(made.outcomes.normal.state.active, context_.truth(true));
}

TEST_F(EncoderTest, ALoopThatNeedsMoreIterationsStopsOutOfScope) {
  Encoded made = encode("walk", 3, 2);
  EXPECT_EQ(count(made.encoder->stops(), StopSite::Kind::Iterations), 1);
  // Three cells in a row, or a cycle, need a third iteration; with as many iterations as cells only a cycle does.
  EXPECT_TRUE(isPossible(made, made.encoder->stops().front().condition));
  Encoded short_list = encode("walk", 1, 1);
  EXPECT_TRUE(isPossible(short_list, short_list.encoder->stops().front().condition));
  const logic::Expr next =
      context_.relation(subject_.vocabulary().field(subject_.classNamed("Cell")->fields[0], program::State::Pre));
  EXPECT_FALSE(
      isPossible(short_list, context_.conjoin(short_list.encoder->stops().front().condition, context_.no(next))));
}

TEST_F(EncoderTest, RecursionBeyondTheScopeStops) {
  Encoded made = encode("down", 1, 2);
  EXPECT_EQ(count(made.encoder->stops(), StopSite::Kind::Recursion), 1);
  const logic::Expr n = context_.relation(subject_.vocabulary().parameter(subject_.procedure("down").parameters[0]));
  EXPECT_TRUE(
      isPossible(made, context_.conjoin(made.outcomes.normal.state.active, context_.equal(n, context_.integer(2)))));
  EXPECT_FALSE(
      isPossible(made, context_.conjoin(made.outcomes.normal.state.active, context_.equal(n, context_.integer(3)))));
}

TEST_F(EncoderTest, ANullDereferenceIsAnErrorAndNoReturn) {
  Encoded made = encode("value", 1, 1);
  ASSERT_EQ(made.encoder->errors().size(), 1u);
  EXPECT_EQ(made.encoder->errors().front().kind, program::ErrorKind::NullDeref);
  EXPECT_TRUE(isPossible(made, made.encoder->errors().front().condition));
  EXPECT_FALSE(
      isPossible(made, context_.conjoin(made.encoder->errors().front().condition, made.outcomes.normal.state.active)));
}

TEST_F(EncoderTest, ACallIsItsBody) {
  Encoded called = encode("third", 3, 1);
  const Encoded by_hand = encode("thirdByHand", 3, 1);
  // The two have parameters of their own: say that they are the same.
  const auto parameter = [&](const char* name) {
    return context_.relation(subject_.vocabulary().parameter(subject_.procedure(name).parameters[0]));
  };
  solver::ModelFinder finder(context_, called.model->universe(), {.break_symmetry = false, .check_answers = true});
  called.model->declare(finder);
  finder.define(parameter("thirdByHand")->relation, parameter("third"));
  finder.assertFormula(context_.negate(context_.equal(called.outcomes.normal.result, by_hand.outcomes.normal.result)));
  EXPECT_EQ(finder.solve({}), solver::Answer::Unsatisfiable);
}

TEST_F(EncoderTest, EveryAssignmentHasALabelOfItsOwn) {
  const Encoded made = encode("walk", 3, 3);
  const auto& places = made.sink->places;
  // One assignment to c in each iteration; iterations have paths of their own.
  EXPECT_GE(places.size(), 3u);
  EXPECT_EQ(std::set(places.begin(), places.end()).size(), places.size());
}

TEST_F(EncoderTest, AMergeAsksTheSinkOnce) { EXPECT_EQ(encode("both", 1, 1).sink->merges, 1); }

TEST_F(EncoderTest, StoresThroughAliasesAreSeen) {
  Encoded made = encode("relink", 2, 1);
  const program::Procedure& procedure = subject_.procedure("relink");
  const auto parameter = [&](int i) {
    return context_.relation(subject_.vocabulary().parameter(procedure.parameters[i]));
  };
  const logic::Expr next =
      made.outcomes.normal.state.heap[made.components->field(subject_.classNamed("Cell")->fields[0])];
  const logic::Formula returns = made.outcomes.normal.state.active;
  const logic::Formula itself = context_.subset(context_.product(parameter(0), parameter(0)), next);
  EXPECT_FALSE(isPossible(made, context_.conjoin(std::vector{returns, context_.equal(parameter(0), parameter(1)),
                                                             context_.negate(itself)})));
  EXPECT_FALSE(isPossible(made, context_.conjoin(std::vector{
                                    returns, context_.no(context_.intersect(parameter(0), parameter(1))), itself})));
}

TEST_F(EncoderTest, AnAllocationTakesTheFirstObjectThatWasNeverLive) {
  Encoded made = encode("make", 2, 1);
  const program::ClassDecl* cell = subject_.classNamed("Cell");
  const logic::Expr live_before = context_.relation(subject_.vocabulary().live(cell, program::State::Pre));
  const logic::Formula returns = made.outcomes.normal.state.active;
  EXPECT_FALSE(isPossible(
      made, context_.conjoin(returns, context_.some(context_.intersect(made.outcomes.normal.result, live_before)))));
  // With both objects live there is none left: that execution is out of scope, not wrong.
  const auto& objects = made.model->objectsOf(cell);
  const logic::Formula full = context_.subset(context_.atom(objects.back()), live_before);
  EXPECT_FALSE(isPossible(made, context_.conjoin(returns, full)));
  EXPECT_EQ(count(made.encoder->stops(), StopSite::Kind::Objects), 1);
}

}  // namespace
}  // namespace weir::refine
