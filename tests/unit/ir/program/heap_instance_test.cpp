// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/heap_instance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "ir/logic/evaluator.h"
#include "ir/program/interpreter.h"
#include "tests/support/build_program.h"
#include "tests/support/instance_heap.h"
#include "tests/support/pre_state.h"

namespace weir::program {
namespace {

using namespace build;
using logic::Evaluator;

class HeapInstanceTest : public testing::Test {
 protected:
  HeapInstanceTest() {
    b.program.arrayClass(b.int32());
    b.program.arrayClass(b.program.classType(link));
    b.program.boxClass(b.int32());
    f.body(store(p, next, b.null(node)), store(p, value, k), storeSlot(s, k), allocate(q, node, Storage::Heap, true),
           store(q, next, p), release(r, FreeKind::Delete), give(q));
  }

  /// Makes every relation there can be, as a formula over all of them would.
  void mentionAll(Vocabulary& vocabulary) {
    for (const ClassDecl* class_decl : b.program.classes()) {
      for (State state : {State::Pre, State::Post}) {
        vocabulary.live(class_decl, state);
        if (class_decl->is_array) vocabulary.extent(class_decl, state);
        for (const Field* field : class_decl->fields)
          if (!field->holdsParts()) vocabulary.field(field, state);
      }
      for (const Field* field : class_decl->fields)
        if (field->holdsParts()) {
          vocabulary.part(field);
          vocabulary.partOwner(field);
          vocabulary.partIndex(field);
        } else {
          vocabulary.slotOwner(field);
          vocabulary.slotIndex(field);
        }
    }
    vocabulary.globalsObject();
    for (const Procedure* procedure : b.program.procedures()) vocabulary.procedureAtom(procedure);
    for (const Local* parameter : f->parameters) vocabulary.parameter(parameter);
    vocabulary.result(f);
  }

  /// The instance is made last: it has the relations that exist by then.
  static std::string textOf(Vocabulary& vocabulary, const CallStates& states, logic::Expr expr) {
    const HeapInstance made(vocabulary, states);
    return logic::toString(Evaluator(made.instance()).evaluate(expr), made.instance().universe());
  }

  static std::string describe(const Heap& heap, const std::vector<Value>& arguments) {
    std::string text;
    for (const Value& argument : arguments) text += toString(heap, argument) + " ";
    for (ObjectId id = 0; id < heap.size(); ++id) {
      const Object& object = heap.at(id);
      text += (object.live ? "| " : "| dead ") + object.name;
      for (const Field* field : allFields(object.class_decl))
        for (const Value& each : object.fields.at(field)) text += " " + toString(heap, each);
    }
    return text;
  }

  ProgramBuilder b;
  ClassDecl* link = b.addClass("Link");
  Field* to = b.field(link, "to", b.pointer(link));
  ClassDecl* node = b.addClass("Node");
  Field* next = b.field(node, "next", b.pointer(node));
  Field* value = b.field(node, "value", b.int32());
  Field* slot = b.field(node, "slot", b.pointer(b.int32()));
  Field* cells = b.field(node, "cells", b.program.arrayOf(b.int32(), 2));
  Field* part = b.part(node, "link", link);
  Field* parts = b.field(node, "links", b.program.arrayOf(b.program.classType(link), 2));
  ClassDecl* special = b.addClass("Special", {node});
  Field* counter = b.field(b.program.globals(), "counter", b.int32());
  ProcedureBuilder f = b.procedure("f", b.pointer(node));
  Var p = f.parameter("p", b.pointer(node));
  Var r = f.parameter("r", b.pointer(node));
  Var k = f.parameter("k", b.int32());
  Var s = f.parameter("s", b.pointer(b.int32()));
  Var any = f.parameter("any", b.pointer(b.program.voidType()));
  Var callback = f.parameter("callback", b.function(f).type());
  Var q = f.local("q", b.pointer(node));
};

TEST_F(HeapInstanceTest, ShowsBothStatesOfAnExecution) {
  b.finish();
  Heap pre(b.program);
  const ObjectId a = pre.allocate(node, Storage::Heap, true);
  const ObjectId c = pre.allocate(special, Storage::Heap, true);
  pre.write(a, next, Value::ofObject(c));
  pre.write(a, cells, Value::ofInteger(9), 1);
  Heap post = pre;
  const std::vector<Value> arguments = {Value::ofObject(a),         Value::ofObject(c), Value::ofInteger(5),
                                        Value::ofSlot(a, cells, 0), Value::null(),      Value::null()};
  const Execution execution = run(*f.get(), arguments, post);
  ASSERT_EQ(execution.outcome, Outcome::Returned) << execution.reason;

  logic::Context context;
  Vocabulary v(b.program, context);
  const CallStates states{f, &pre, &post, arguments, execution.result};
  EXPECT_EQ(textOf(v, states, v.liveObjects(node, State::Pre)), "{Node0, Special0}");
  EXPECT_EQ(textOf(v, states, v.liveObjects(node, State::Post)), "{Node0, Node1}");
  EXPECT_EQ(textOf(v, states, v.fieldOf(next, State::Pre)), "{(Node0, Special0)}");
  EXPECT_EQ(textOf(v, states, v.fieldOf(next, State::Post)), "{(Node1, Node0)}");
  EXPECT_EQ(textOf(v, states, v.fieldOf(value, State::Post)), "{(Node0, 5), (Node1, 0)}");
  EXPECT_EQ(textOf(v, states, v.fieldOf(cells, State::Pre)),
            "{(Node0, 0, 0), (Node0, 1, 9), (Special0, 0, 0), (Special0, 1, 0)}");
  EXPECT_EQ(textOf(v, states, v.fieldOf(part, State::Pre)),
            "{(Node0, Node0.link), (Special0, Special0.link), (Node1, Node1.link)}");
  EXPECT_EQ(textOf(v, states, context.join(context.relation(v.parameter(p.local)), v.fieldOf(parts, State::Pre))),
            "{(0, Node0.links[0]), (1, Node0.links[1])}");
  const logic::Expr pointer = context.relation(v.parameter(s.local));
  EXPECT_EQ(textOf(v, states, v.deref(pointer, b.int32(), State::Pre)), "{0}");
  EXPECT_EQ(textOf(v, states, v.deref(pointer, b.int32(), State::Post)), "{5}");
  EXPECT_EQ(textOf(v, states, v.ownerOf(pointer)), "{Node0}");
  EXPECT_EQ(textOf(v, states, context.relation(v.result(f))), "{Node1}");
  EXPECT_EQ(textOf(v, states, context.relation(v.parameter(callback.local))), "{}");
}

TEST_F(HeapInstanceTest, ADeadObjectIsAValueWithoutFields) {
  b.finish();
  Heap heap(b.program);
  const ObjectId a = heap.allocate(node, Storage::Heap, true);
  const ObjectId c = heap.allocate(node, Storage::Heap, true);
  heap.write(a, next, Value::ofObject(c));
  heap.write(c, next, Value::ofObject(a));
  heap.kill(c);
  logic::Context context;
  Vocabulary v(b.program, context);
  const std::vector<Value> arguments = {Value::ofObject(a), Value::null(), Value::ofInteger(0),
                                        Value::null(),      Value::null(), Value::ofFunction(f)};
  const CallStates states{f, &heap, &heap, arguments, std::nullopt};
  EXPECT_EQ(textOf(v, states, v.fieldOf(next, State::Pre)), "{(Node0, Node1)}");
  EXPECT_EQ(textOf(v, states, v.liveObjects(node, State::Pre)), "{Node0}");
  mentionAll(v);
  const ConcretePreState back = preStateOf(v, *f.get(), HeapInstance(v, states).instance());
  EXPECT_EQ(toString(back.heap, back.heap.read(back.arguments[0].object, next)), "Node1");
  EXPECT_FALSE(back.heap.at(back.heap.read(back.arguments[0].object, next).object).live);
  EXPECT_EQ(back.arguments[5], Value::ofFunction(f));
}

TEST_F(HeapInstanceTest, WhatAnInstanceDoesNotMentionIsZeroAndNull) {
  b.finish();
  Heap heap(b.program);
  const ObjectId a = heap.allocate(node, Storage::Heap, true);
  heap.write(a, next, Value::ofObject(a));
  heap.write(a, value, Value::ofInteger(3));
  logic::Context context;
  Vocabulary v(b.program, context);
  v.live(node, State::Pre);
  v.field(next, State::Pre);
  v.parameter(p.local);
  v.part(part);
  v.part(parts);
  const std::vector<Value> arguments = {Value::ofObject(a), Value::ofObject(a), Value::ofInteger(4),
                                        Value::null(),      Value::null(),      Value::null()};
  const CallStates states{f, &heap, &heap, arguments, std::nullopt};
  const ConcretePreState back = preStateOf(v, *f.get(), HeapInstance(v, states).instance());
  const ObjectId read = back.arguments[0].object;
  EXPECT_EQ(back.heap.read(read, next), Value::ofObject(read));
  EXPECT_EQ(back.heap.read(read, value), Value::ofInteger(0));
  EXPECT_EQ(back.arguments[1], Value::null());
  EXPECT_EQ(back.arguments[2], Value::ofInteger(0));
}

TEST_F(HeapInstanceTest, GoingThereAndBackKeepsEveryState) {
  b.finish();
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const auto state = randomPreState(b.program, *f.get(), seed);
    ASSERT_TRUE(state.has_value());
    logic::Context context;
    Vocabulary v(b.program, context);
    mentionAll(v);
    const CallStates states{f, &state->heap, &state->heap, state->arguments, std::nullopt};
    const ConcretePreState back = preStateOf(v, *f.get(), HeapInstance(v, states).instance());
    EXPECT_EQ(describe(back.heap, back.arguments), describe(state->heap, state->arguments)) << "seed " << seed;
  }
}

// Evaluating on an execution and reading the heap directly must give the same answer.
TEST_F(HeapInstanceTest, FormulasMeanWhatTheHeapSays) {
  b.finish();
  int returned = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto state = randomPreState(b.program, *f.get(), seed);
    Heap post = state->heap;
    const Execution execution = run(*f.get(), state->arguments, post);
    if (execution.outcome != Outcome::Returned) continue;
    ++returned;
    logic::Context context;
    Vocabulary v(b.program, context);
    const logic::Expr fresh = context.subtract(v.liveObjects(node, State::Post), v.liveObjects(node, State::Pre));
    const logic::Formula allocated = context.equal(fresh, context.relation(v.result(f)));
    const logic::Expr before = v.fieldOf(next, State::Pre);
    const logic::Expr reached = context.join(context.relation(v.parameter(p.local)), context.closure(before));
    const CallStates states{f, &state->heap, &post, state->arguments, execution.result};
    const HeapInstance made(v, states);
    Evaluator evaluator(made.instance());
    EXPECT_TRUE(evaluator.evaluate(allocated));
    std::vector<ObjectId> expected;
    Value walk = state->heap.read(state->arguments[0].object, next);
    for (int i = 0; i < state->heap.size() && walk.kind == Value::Kind::Object; ++i) {
      expected.push_back(walk.object);
      walk = state->heap.read(walk.object, next);
    }
    std::vector<ObjectId> found;
    for (const logic::Tuple& tuple : evaluator.evaluate(reached)) found.push_back(made.valueOf(tuple[0]).object);
    EXPECT_THAT(std::set<ObjectId>(found.begin(), found.end()),
                testing::ElementsAreArray(std::set<ObjectId>(expected.begin(), expected.end())))
        << "seed " << seed;
  }
  EXPECT_GT(returned, 20);
}

}  // namespace
}  // namespace weir::program
