// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/unit/ir/program/interpreter_fixture.h"

namespace weir::program {
namespace {

using namespace build;

std::vector<Handler> one(Handler handler) {
  std::vector<Handler> handlers;
  handlers.push_back(std::move(handler));
  return handlers;
}

class ControlTest : public InterpreterTest {
 protected:
  Var n = f.parameter("n", b.int32());
  Var i = f.local("i", b.int32());
  Var s = f.local("s", b.int32());
};

TEST_F(ControlTest, ALoopRunsHeaderTestBodyStep) {
  auto c = f.local("c", b.boolean());
  f.body(assign(i, b.integer(0)), assign(s, b.integer(0)),
         loop("L", c, seq(assign(s, s + i)), seq(assign(c, i < n)), seq(assign(i, i + 1))), give(s));
  EXPECT_EQ(outcomeOf({number(5)}), "returned 10");
  EXPECT_EQ(outcomeOf({number(0)}), "returned 0");
  EXPECT_EQ(run({number(5)}).max_iterations, 5);
  EXPECT_EQ(run({number(0)}).max_iterations, 0);
}

TEST_F(ControlTest, ALoopTestedLastRunsOnceAtLeast) {
  f.body(assign(i, b.integer(0)), loopTestedLast("L", i < n, seq(assign(i, i + 1))), give(i));
  EXPECT_EQ(outcomeOf({number(0)}), "returned 1");
  EXPECT_EQ(outcomeOf({number(4)}), "returned 4");
  EXPECT_EQ(run({number(0)}).max_iterations, 1);
}

TEST_F(ControlTest, ContinueGoesToTheStep) {
  f.body(assign(i, b.integer(0)), assign(s, b.integer(0)),
         loop("L", i < n, seq(branch(i % 2 == 0, seq(proceed("L"))), assign(s, s + i)), {}, seq(assign(i, i + 1))),
         give(s));
  EXPECT_EQ(outcomeOf({number(6)}), "returned 9");
}

TEST_F(ControlTest, JumpsLeaveAllLoopsUpToTheirLabel) {
  auto j = f.local("j", b.int32());
  f.body(assign(i, b.integer(0)), assign(s, b.integer(0)),
         loop("Outer", i < 10,
              seq(assign(j, b.integer(0)),
                  loop("Inner", j < 10,
                       seq(branch(j > i, seq(proceed("Outer"))), branch(s > n, seq(leave("Outer"))), assign(s, s + 1)),
                       {}, seq(assign(j, j + 1)))),
              {}, seq(assign(i, i + 1))),
         give(i * 100 + s));
  EXPECT_EQ(outcomeOf({number(1'000)}), "returned 1055");
  EXPECT_EQ(outcomeOf({number(4)}), "returned 205");
}

TEST_F(ControlTest, ABreakLeavesItsBlock) {
  f.body(block("B", seq(branch(n > 0, seq(leave("B"))), give(b.integer(1)))), give(b.integer(2)));
  EXPECT_EQ(outcomeOf({number(0)}), "returned 1");
  EXPECT_EQ(outcomeOf({number(1)}), "returned 2");
}

TEST_F(ControlTest, LimitsEndTheExecution) {
  f.body(loop("L", b.truth(true), {}), give(n));
  EXPECT_EQ(outcomeOf({number(0)}, {.max_steps = 100}), "limit reached");
  EXPECT_EQ(outcomeOf({number(0)}, {.max_iterations = 3}), "limit reached");
}

TEST_F(ControlTest, AssumeAndAssertDiffer) {
  f.body(assume(n != 1), require(n != 2), give(n));
  EXPECT_EQ(outcomeOf({number(0)}), "returned 0");
  EXPECT_EQ(outcomeOf({number(1)}), "assumption");
  EXPECT_EQ(outcomeOf({number(2)}), "error assert");
}

TEST_F(ControlTest, AbortExitAndUnsupportedEndTheExecution) {
  f.body(branch(n == 0, seq(stop(AssertKind::Abort))), branch(n == 1, seq(stop(AssertKind::Exit))),
         unsupported("floating point"), give(n));
  EXPECT_EQ(run({number(0)}).reason, "abort");
  EXPECT_EQ(run({number(1)}).reason, "exit");
  const Execution execution = run({number(2)});
  EXPECT_EQ(execution.outcome, Outcome::Unsupported);
  EXPECT_EQ(execution.reason, "floating point");
}

TEST_F(ControlTest, TheEndWithoutReturnGivesNoValue) {
  f.body(branch(n == 0, seq(give(n))));
  EXPECT_EQ(outcomeOf({number(0)}), "returned 0");
  EXPECT_EQ(outcomeOf({number(1)}), "returned uninitialized");
}

class ExceptionTest : public ControlTest {
 protected:
  ClassDecl* base = b.addClass("Error");
  ClassDecl* derived = b.addClass("RangeError", {base});
  TypeRef base_type = b.program.classType(base);
  TypeRef derived_type = b.program.classType(derived);
  Var e = f.local("e", b.pointer(base));
  Var d = f.local("d", b.pointer(derived));
};

TEST_F(ExceptionTest, AnUncaughtExceptionLeavesTheProcedure) {
  f.body(branch(n > 0, seq(raise(b.int32(), n + 1))), give(n));
  EXPECT_EQ(outcomeOf({number(0)}), "returned 0");
  EXPECT_EQ(outcomeOf({number(1)}), "threw int 2");
  const Execution execution = run({number(1)});
  EXPECT_EQ(toString(*execution.at), "throw int (n + 1)");
  EXPECT_FALSE(execution.result.has_value());
}

TEST_F(ExceptionTest, AHandlerCatchesDerivedClasses) {
  std::vector<Handler> handlers;
  handlers.push_back(handler(b.int32(), s.local, seq(give(s))));
  handlers.push_back(handler(base_type, e.local, seq(give(cast(isInstance(e, derived), b.int32()) + 10))));
  f.body(allocate(d, derived, Storage::Automatic), allocate(e, base, Storage::Automatic),
         guarded(seq(branch(n == 0, seq(raise(derived_type, d))), branch(n == 1, seq(raise(base_type, e))),
                     branch(n == 2, seq(raise(b.int32(), n))), raise(b.boolean(), b.truth(true))),
                 std::move(handlers)),
         give(b.integer(-1)));
  EXPECT_EQ(outcomeOf({number(0)}), "returned 11");
  EXPECT_EQ(outcomeOf({number(1)}), "returned 10");
  EXPECT_EQ(outcomeOf({number(2)}), "returned 2");
  EXPECT_EQ(outcomeOf({number(3)}), "threw bool 1");
}

TEST_F(ExceptionTest, ABaseIsNotCaughtAsADerived) {
  f.body(allocate(e, base, Storage::Automatic),
         guarded(seq(raise(base_type, e)), one(handler(derived_type, d.local, seq(give(n))))), give(n));
  EXPECT_EQ(outcomeOf({number(0)}), "threw Error Error0");
}

TEST_F(ExceptionTest, NumbersAreCaughtByTheirOwnTypeOnly) {
  const TypeRef color = b.program.intType(32, true, "Color");
  f.body(guarded(seq(raise(color, cast(n, color))), one(handler(b.int32(), nullptr, seq(give(n))))), give(n));
  EXPECT_EQ(outcomeOf({number(4)}), "threw Color 4");
}

TEST_F(ExceptionTest, PointersAreCaughtAsPointersToTheirBase) {
  f.body(allocate(d, derived),
         guarded(seq(raise(b.pointer(derived), d)),
                 one(handler(b.pointer(base), e.local, seq(give(cast(d == e, b.int32())))))),
         give(b.integer(-1)));
  EXPECT_EQ(outcomeOf({number(0)}), "returned 1");
}

TEST_F(ExceptionTest, ACleanupRunsAndPassesOn) {
  f.body(assign(s, b.integer(0)),
         guarded(seq(guarded(seq(branch(n > 0, seq(raise(b.int32(), n)))),
                             one(handler(nullptr, nullptr, seq(assign(s, b.integer(5)), raiseAgain()))))),
                 one(handler(b.int32(), i.local, seq(give(s * 10 + i))))),
         give(s));
  EXPECT_EQ(outcomeOf({number(0)}), "returned 0");
  EXPECT_EQ(outcomeOf({number(3)}), "returned 53");
}

TEST_F(ExceptionTest, ARethrowIsOfTheInnermostHandledException) {
  f.body(guarded(seq(guarded(
                     seq(raise(b.int32(), b.integer(1))),
                     one(handler(b.int32(), nullptr,
                                 seq(guarded(seq(raise(b.int32(), b.integer(2))), one(handler(b.int32(), nullptr, {}))),
                                     raiseAgain()))))),
                 one(handler(b.int32(), i.local, seq(give(i))))),
         give(b.integer(-1)));
  EXPECT_EQ(outcomeOf({number(0)}), "returned 1");
}

TEST_F(ExceptionTest, ARethrowInACalleeFindsTheCallersHandler) {
  auto again = b.procedure("again");
  again.body(raiseAgain());
  f.body(branch(n == 0, seq(call(again, {}))),
         guarded(seq(guarded(seq(raise(b.int32(), n)), one(handler(nullptr, nullptr, seq(call(again, {})))))),
                 one(handler(b.int32(), i.local, seq(give(i))))),
         give(b.integer(-1)));
  EXPECT_EQ(outcomeOf({number(6)}), "returned 6");
  EXPECT_EQ(outcomeOf({number(0)}), "aborted");
}

TEST_F(ExceptionTest, AnExceptionPassesThroughCalls) {
  auto thrower = b.procedure("thrower", b.int32());
  thrower.body(raise(b.int32(), b.integer(8)));
  auto middle = b.procedure("middle", b.int32());
  auto r = middle.local("r", b.int32());
  middle.body(call(r, thrower, {}), give(r));
  f.body(guarded(seq(call(s, middle, {}), give(s)), one(handler(b.int32(), i.local, seq(give(i + 1))))), give(n));
  const Execution execution = run({number(0)});
  EXPECT_EQ(execution.result, number(9));
  ASSERT_EQ(execution.calls.size(), 2u);
  EXPECT_FALSE(execution.calls[0].result.has_value());
}

TEST_F(ExceptionTest, ErrorsAreNoExceptions) {
  f.body(guarded(seq(give(n / 0)), one(handler(nullptr, nullptr, seq(give(b.integer(1)))))), give(n));
  EXPECT_EQ(outcomeOf({number(0)}), "error div-zero");
}

}  // namespace
}  // namespace weir::program
