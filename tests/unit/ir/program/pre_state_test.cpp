// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/pre_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "ir/program/integer.h"
#include "ir/program/interpreter.h"
#include "tests/support/build_program.h"

namespace weir::program {
namespace {

using namespace build;
using testing::ElementsAre;

/// Everything in a state, in the order of ids: equal texts are equal states.
std::string describe(const PreState& state) {
  std::string text;
  for (const Value& argument : state.arguments) text += toString(state.heap, argument) + " ";
  for (ObjectId id = 0; id < state.heap.size(); ++id) {
    const Object& object = state.heap.at(id);
    text += "| " + object.name;
    for (const Field* field : allFields(object.class_decl))
      for (const Value& value : object.fields.at(field)) text += " " + toString(state.heap, value);
  }
  return text;
}

class PreStateTest : public testing::Test {
 protected:
  std::set<std::string> all(const PreStateOptions& options) {
    if (!finished_) b.finish();
    finished_ = true;
    std::set<std::string> states;
    int count = 0;
    EXPECT_TRUE(forEachPreState(b.program, *f.get(), options, [&](PreState& state) {
      states.insert(describe(state));
      ++count;
      return true;
    }));
    EXPECT_EQ(static_cast<int>(states.size()), count) << "a state came twice";
    return states;
  }

  ProgramBuilder b;
  ClassDecl* node = b.addClass("Node");
  Field* next = b.field(node, "next", b.pointer(node));
  ProcedureBuilder f = b.procedure("f");

 private:
  bool finished_ = false;
};

TEST_F(PreStateTest, ListsAreEnumeratedUpToSymmetry) {
  f.parameter("p", b.pointer(node));
  EXPECT_THAT(all({.objects = 1, .unreachable = false}),
              ElementsAre("Node0 | Node0 Node0", "Node0 | Node0 null", "null "));
  // Chains of one or two cells, and the places their last pointer can go to.
  EXPECT_THAT(all({.objects = 2, .unreachable = false}),
              ElementsAre("Node0 | Node0 Node0", "Node0 | Node0 Node1| Node1 Node0", "Node0 | Node0 Node1| Node1 Node1",
                          "Node0 | Node0 Node1| Node1 null", "Node0 | Node0 null", "null "));
  EXPECT_EQ(all({.objects = 5, .unreachable = false}).size(), 1u + 2 + 3 + 4 + 5 + 6);
}

TEST_F(PreStateTest, UnreachableObjectsAreThereToo) {
  f.parameter("p", b.pointer(node));
  const auto states = all({.objects = 1});
  EXPECT_THAT(states, ElementsAre("Node0 | Node0 Node0", "Node0 | Node0 null", "null ", "null | Node0 Node0",
                                  "null | Node0 null"));
}

TEST_F(PreStateTest, ObjectsOfOtherClassesAreThereWhereAsked) {
  auto* other = b.addClass("Other");
  f.parameter("p", b.pointer(node));
  EXPECT_THAT(all({.objects = 0, .also = {other}}), ElementsAre("null "));
  EXPECT_THAT(all({.objects = 0, .objects_of = {{other, 1}}, .also = {other}}), ElementsAre("null ", "null | Other0"));
}

TEST_F(PreStateTest, IntegersComeFromTheDomain) {
  f.parameter("k", b.int32());
  f.parameter("u", b.program.intType(8, false));
  EXPECT_THAT(all({.objects = 0, .integers = {-1, 7}}), ElementsAre("-1 7 ", "7 7 "));
}

TEST_F(PreStateTest, EnumsTakeTheirEnumerators) {
  b.program.enumerators = {{"Color::Red", 0}, {"Color::Blue", 5}, {"Colorful::X", 9}};
  f.parameter("c", b.program.intType(32, false, "Color"));
  EXPECT_THAT(all({}), ElementsAre("0 ", "5 "));
}

TEST_F(PreStateTest, SubclassesStandInForTheirBase) {
  b.addClass("Special", {node});
  f.parameter("p", b.pointer(node));
  const auto states = all({.objects = 1, .unreachable = false});
  EXPECT_TRUE(states.contains("Special0 | Special0 Node0| Node0 null"));
  EXPECT_TRUE(states.contains("Node0 | Node0 Special0| Special0 Node0"));
}

TEST_F(PreStateTest, ReferencesAndReceiversAreNotNull) {
  auto m = b.method(node, "m");
  b.finish();
  int count = 0;
  forEachPreState(b.program, *m.get(), {.objects = 1, .unreachable = false}, [&](PreState& state) {
    EXPECT_EQ(state.arguments[0].kind, Value::Kind::Object);
    ++count;
    return true;
  });
  EXPECT_EQ(count, 2);
}

TEST_F(PreStateTest, AConstructorStartsFromRawMemoryNobodyKnows) {
  auto m = b.method(node, "Node");
  m->is_constructor = true;
  m.parameter("p", b.pointer(node));
  b.finish();
  forEachPreState(b.program, *m.get(), {.objects = 1}, [&](PreState& state) {
    EXPECT_EQ(state.heap.read(state.arguments[0].object, next).kind, Value::Kind::Uninitialized);
    EXPECT_FALSE(state.arguments[0] == state.arguments[1]);
    return true;
  });
}

TEST_F(PreStateTest, SlotPointersPointIntoObjectsArraysAndBoxes) {
  auto* value = b.field(node, "value", b.int32());
  b.program.arrayClass(b.int32());
  b.program.boxClass(b.int32());
  f.parameter("p", b.pointer(node));
  f.parameter("s", b.pointer(b.int32()));
  std::set<std::string> targets;
  forEachPreState(b.program, *f.get(), {.objects = 1, .integers = {0}}, [&](PreState& state) {
    targets.insert(toString(state.heap, state.arguments[1]));
    return true;
  });
  EXPECT_THAT(targets, ElementsAre("Node0.value", "box int0.value", "int[]0[0]", "null"));
  EXPECT_EQ(value->name, "value");
}

TEST_F(PreStateTest, PartsAreReachedWithTheOwnersContainerOfFinds) {
  auto* link = b.addClass("Link");
  auto* item = b.addClass("Item");
  auto* part = b.part(item, "link", link);
  auto l = f.parameter("l", b.pointer(link));
  auto q = f.local("q", b.pointer(item));
  f.body(assign(q, ownerOf(l, part)));
  EXPECT_THAT(relevantClasses(b.program, *f.get()), ElementsAre(link, item));
  EXPECT_TRUE(all({.objects = 1, .unreachable = false}).contains("Item0.link | Item0 Item0.link| Item0.link"));
}

TEST_F(PreStateTest, FunctionPointersPointToTakenFunctions) {
  auto g = b.procedure("g", b.int32());
  const TypeRef type = b.function(g).type();
  f.parameter("h", type);
  EXPECT_THAT(all({}), ElementsAre("&g ", "null "));
}

TEST_F(PreStateTest, ConstantsKeepTheirValueAndOtherGlobalsDoNot) {
  auto* counter = b.field(b.program.globals(), "counter", b.int32());
  auto* limit = b.field(b.program.globals(), "limit", b.int32());
  limit->is_constant = limit->is_read_only = true;
  auto init = b.procedure("init");
  init.body(store(b.globals(), limit, b.integer(10)));
  b.program.static_initializer = init;
  EXPECT_THAT(all({.objects = 0, .integers = {3, 4}}), ElementsAre("| globals 3 10", "| globals 4 10"));
  EXPECT_EQ(counter->name, "counter");
}

TEST_F(PreStateTest, TheEnumerationStopsWhereAsked) {
  f.parameter("p", b.pointer(node));
  int count = 0;
  EXPECT_FALSE(forEachPreState(b.program, *f.get(), {}, [&](PreState&) { return ++count < 3; }));
  EXPECT_EQ(count, 3);
  EXPECT_FALSE(forEachPreState(b.program, *f.get(), {.max_states = 2}, [&](PreState&) { return true; }));
}

TEST_F(PreStateTest, EqualSeedsGiveEqualStatesAndOthersDiffer) {
  b.field(node, "value", b.int32());
  f.parameter("p", b.pointer(node));
  f.parameter("q", b.pointer(node));
  b.finish();
  std::set<std::string> states;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto state = randomPreState(b.program, *f.get(), seed);
    ASSERT_TRUE(state.has_value());
    EXPECT_EQ(describe(*state), describe(*randomPreState(b.program, *f.get(), seed)));
    states.insert(describe(*state));
  }
  EXPECT_GT(states.size(), 150u);
}

// What a random test should meet at least once in a few hundred states.
TEST_F(PreStateTest, RandomStatesHaveAliasesCyclesNullsAndExtremes) {
  auto* value = b.field(node, "value", b.int32());
  f.parameter("p", b.pointer(node));
  f.parameter("q", b.pointer(node));
  b.finish();
  bool aliased = false, null = false, cyclic = false, long_list = false, least = false, greatest = false;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto state = randomPreState(b.program, *f.get(), seed);
    const Heap& heap = state->heap;
    const Value p = state->arguments[0];
    null = null || p.kind == Value::Kind::Null;
    if (p.kind != Value::Kind::Object) continue;
    aliased = aliased || p == state->arguments[1];
    Value walk = p;
    int length = 0;
    for (; walk.kind == Value::Kind::Object && length < 5; ++length) walk = heap.read(walk.object, next);
    cyclic = cyclic || length == 5;
    long_list = long_list || length == 3;
    least = least || heap.read(p.object, value).integer == leastValue(value->type);
    greatest = greatest || heap.read(p.object, value).integer == greatestValue(value->type);
    for (ObjectId id = 0; id < heap.size(); ++id) {
      EXPECT_TRUE(fits(heap.read(id, value).integer, value->type));
    }
  }
  EXPECT_TRUE(aliased && null && cyclic && long_list && least && greatest)
      << aliased << null << cyclic << long_list << least << greatest;
}

TEST_F(PreStateTest, AReferenceToWhatCannotExistHasNoState) {
  node->is_abstract = true;
  auto m = b.method(node, "m");
  b.finish();
  EXPECT_FALSE(randomPreState(b.program, *m.get(), 1).has_value());
}

}  // namespace
}  // namespace weir::program
