// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The record of an execution becomes the trace of a counterexample: every change in order, nothing else.
#include "tests/unit/ir/program/interpreter_fixture.h"

namespace weir::program {
namespace {

using namespace build;
using testing::ElementsAre;

class RecordTest : public InterpreterTest {
 protected:
  std::vector<std::string> describe(const Execution& execution) {
    std::vector<std::string> lines;
    for (const Step& step : execution.steps) {
      std::string line = std::string(2 * step.depth, ' ') + toString(*step.stmt);
      if (step.condition) line += *step.condition ? " [true]" : " [false]";
      for (const Change& change : step.changes)
        line += " {" +
                (change.local ? change.local->name
                              : toString(heap, Value::ofSlot(change.object, change.field, change.index))) +
                ": " + toString(heap, change.before) + " -> " + toString(heap, change.after) + "}";
      for (ObjectId id : step.allocated) line += " +" + heap.at(id).name;
      for (ObjectId id : step.freed) line += " -" + heap.at(id).name;
      lines.push_back(line);
    }
    return lines;
  }

  Var p = f.parameter("p", b.pointer(node));
  Var t = f.local("t", b.int32());
};

TEST_F(RecordTest, HasEveryChange) {
  auto q = f.local("q", b.pointer(node));
  f.body(load(t, p, value), store(p, cells, b.integer(1), t + 1), allocate(q, node), store(p, next, q),
         release(q, FreeKind::Delete), give(t));
  const ObjectId a = heap.allocate(node, Storage::Heap, true);
  EXPECT_THAT(
      describe(run({Value::ofObject(a)})),
      ElementsAre("t = load p.value {t: uninitialized -> 0}", "store p.cells[1] = (t + 1) {Node0.cells[1]: 0 -> 1}",
                  "q = new Node {q: uninitialized -> Node1} +Node1", "store p.next = q {Node0.next: null -> Node1}",
                  "delete q -Node1", "return t"));
}

TEST_F(RecordTest, HasEveryTestOfALoop) {
  f.body(assign(t, b.integer(0)), loop("L", t < 2, seq(assign(t, t + 1))), give(t));
  EXPECT_THAT(describe(run({Value::null()})),
              ElementsAre("t = 0 {t: uninitialized -> 0}", "loop L while (t < 2) [true]", "t = (t + 1) {t: 0 -> 1}",
                          "loop L while (t < 2) [true]", "t = (t + 1) {t: 1 -> 2}", "loop L while (t < 2) [false]",
                          "return t"));
}

TEST_F(RecordTest, HasCallsWithTheirStepsInside) {
  auto g = b.procedure("g", b.int32());
  auto x = g.parameter("x", b.int32());
  g.body(branch(x > 0, seq(give(x))), give(-x));
  f.body(call(t, g, {b.integer(-3)}), call(t, g, {t}), give(t));
  const Execution execution = run({Value::null()});
  EXPECT_THAT(describe(execution),
              ElementsAre("t = call g(-3) {t: uninitialized -> 3}", "  if (x > 0) [false]", "  return -x",
                          "t = call g(t) {t: 3 -> 3}", "  if (x > 0) [true]", "  return x", "return t"));
  ASSERT_EQ(execution.calls.size(), 2u);
  const CallRecord& second = execution.calls[1];
  EXPECT_EQ(second.caller, f.get());
  EXPECT_EQ(second.callee, g.get());
  EXPECT_EQ(second.site, f->body[1].get());
  EXPECT_EQ(second.first_step, 4);
  EXPECT_EQ(second.last_step, 6);
  EXPECT_THAT(second.arguments, ElementsAre(number(3)));
  EXPECT_EQ(second.result, number(3));
}

TEST_F(RecordTest, ACallThatDidNotReturnReachesToTheEnd) {
  auto g = b.procedure("g", b.int32());
  auto y = g.parameter("y", b.pointer(node));
  auto z = g.local("z", b.int32());
  g.body(assign(z, b.integer(1)), load(z, y, value), give(z));
  f.body(call(t, g, {p}), give(t));
  const Execution execution = run({Value::null()});
  ASSERT_EQ(execution.calls.size(), 1u);
  EXPECT_EQ(execution.calls[0].first_step, 1);
  EXPECT_EQ(execution.calls[0].last_step, 3);
  EXPECT_FALSE(execution.calls[0].result.has_value());
  EXPECT_EQ(execution.at_procedure, g.get());
}

TEST_F(RecordTest, HasTheEntryOfAHandler) {
  std::vector<Handler> handlers;
  handlers.push_back(handler(b.int32(), t.local, seq(give(t))));
  f.body(guarded(seq(raise(b.int32(), b.integer(4))), std::move(handlers)), give(b.integer(0)));
  EXPECT_THAT(describe(run({Value::null()})), ElementsAre("throw int 4", "try {t: uninitialized -> 4}", "return t"));
}

TEST_F(RecordTest, ReplayingTheChangesGivesTheHeapAfter) {
  auto q = f.local("q", b.pointer(node));
  f.body(assign(t, b.integer(0)),
         loop("L", t < 3,
              seq(allocate(q, node, Storage::Heap, true), store(q, next, p), store(q, value, t), assign(p, q),
                  assign(t, t + 1))),
         give(t));
  const ObjectId a = heap.allocate(node, Storage::Heap, true);
  Heap replayed = heap;
  const Execution execution = run({Value::ofObject(a)});
  for (const Step& step : execution.steps) {
    for (ObjectId id : step.allocated) {
      EXPECT_EQ(replayed.allocate(heap.at(id).class_decl, Storage::Heap, true), id);
    }
    for (const Change& change : step.changes)
      if (change.local == nullptr) {
        EXPECT_EQ(replayed.read(change.object, change.field, change.index), change.before);
        replayed.write(change.object, change.field, change.after, change.index);
      }
  }
  ASSERT_EQ(replayed.size(), heap.size());
  for (ObjectId id = 0; id < heap.size(); ++id) EXPECT_EQ(replayed.at(id).fields, heap.at(id).fields);
}

TEST_F(RecordTest, IsLeftOutWhereNotAsked) {
  f.body(assign(t, b.integer(1)), call(t, f, {p}), give(t));
  const Execution execution = run({Value::null()}, {.record_steps = false, .max_depth = 4});
  EXPECT_EQ(execution.outcome, Outcome::LimitReached);
  EXPECT_TRUE(execution.steps.empty());
  EXPECT_TRUE(execution.calls.empty());
}

}  // namespace
}  // namespace weir::program
