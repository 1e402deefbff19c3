// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/judge.h"

#include <gtest/gtest.h>

#include "tests/unit/refine/subject.h"

namespace weir::refine {
namespace {

constexpr const char* kJudgedSource = R"(
  struct Cell { Cell* next; int value; };
  int length(Cell* c) { int n = 0; while (c) { n++; c = c->next; } return n; }
  Cell* pair(int v) { Cell* a = new Cell; Cell* b = new Cell; a->next = b; b->next = nullptr;
                      a->value = v; b->value = v; return a; }
  int throws(int x) { if (x > 0) throw x; return x; }
)";
constexpr const char* kJudgedSpecification = R"(
  method length { ensures few: return < 2 }
  method pair { ensures nothing: no return }
  method throws { ensures negative: return < 0 }
)";

class Judge : public testing::Test {
 protected:
  /// A list of so many cells.
  EntryState list(int cells) {
    EntryState entry{program::Heap(subject_.program()), {}};
    const program::ClassDecl* cell = subject_.classNamed("Cell");
    program::Value last = program::Value::null();
    for (int i = 0; i < cells; ++i) {
      const program::ObjectId id = entry.heap.allocate(cell, program::Storage::Heap, true);
      entry.heap.write(id, cell->fields[0], last);
      last = program::Value::ofObject(id);
    }
    entry.arguments.push_back(last);
    return entry;
  }

  EntryState number(int value) { return {program::Heap(subject_.program()), {program::Value::ofInteger(value)}}; }

  Judgement::Kind kindOf(const EntryState& entry, const std::string& method, int objects, int unroll,
                         const std::string& error = "") {
    const specs::MethodSpec& spec = subject_.spec(method);
    const Property property =
        error.empty() ? Property(spec.properties.front()) : Property(*program::findBuiltin(error));
    return judge(entry, *spec.procedure, property, error.empty() ? spec.properties.front().formula() : nullptr,
                 subject_.vocabulary(), {.scope = withScope(objects, unroll).scope})
        .kind;
  }

  Subject subject_{kJudgedSource, kJudgedSpecification};
};

TEST_F(Judge, SaysWhetherTheFormulaIsTrueOfTheTwoHeaps) {
  EXPECT_EQ(kindOf(list(1), "length", 3, 3), Judgement::Kind::Keeps);
  EXPECT_EQ(kindOf(list(2), "length", 3, 3), Judgement::Kind::Breaks);
}

TEST_F(Judge, TakesNoExecutionWithMoreIterationsThanTheScope) {
  EXPECT_EQ(kindOf(list(3), "length", 3, 3), Judgement::Kind::Breaks);
  EXPECT_EQ(kindOf(list(3), "length", 3, 2), Judgement::Kind::OutOfScope);
}

TEST_F(Judge, TakesNoExecutionThatMakesMoreObjectsThanTheScope) {
  EXPECT_EQ(kindOf(number(1), "pair", 2, 3), Judgement::Kind::Breaks);
  EXPECT_EQ(kindOf(number(1), "pair", 1, 3), Judgement::Kind::OutOfScope);
}

TEST_F(Judge, SaysNothingOfAnExecutionThatDoesNotReturn) {
  EXPECT_EQ(kindOf(number(0), "throws", 1, 1), Judgement::Kind::Breaks);
  EXPECT_EQ(kindOf(number(1), "throws", 1, 1), Judgement::Kind::Keeps);
}

TEST_F(Judge, TakesOneErrorForNoOther) {
  EntryState dangling = list(2);
  const program::ObjectId second = 0;  // the first that was made is the last of the list
  dangling.heap.kill(second);
  EXPECT_EQ(kindOf(dangling, "length", 3, 3, "use-after-free"), Judgement::Kind::Breaks);
  EXPECT_EQ(kindOf(dangling, "length", 3, 3, "null-deref"), Judgement::Kind::Keeps);
}

TEST_F(Judge, LeavesTheEntryStateAsItWas) {
  const EntryState entry = list(2);
  const specs::MethodSpec& spec = subject_.spec("length");
  const Judgement judgement =
      judge(entry, *spec.procedure, Property(spec.properties.front()), spec.properties.front().formula(),
            subject_.vocabulary(), {.scope = withScope(3, 3).scope});
  ASSERT_TRUE(judgement.violation);
  EXPECT_EQ(judgement.violation->before->size(), 2);
  EXPECT_EQ(judgement.violation->arguments, entry.arguments);
  EXPECT_FALSE(judgement.violation->execution.steps.empty());
}

}  // namespace
}  // namespace weir::refine
