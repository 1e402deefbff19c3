// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each test says by hand what the interpreter would have found and looks at what the compiled program answers.
#include "tools/replay/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "ir/program/program.h"

namespace weir::replay {
namespace {

using program::ErrorKind;
using program::ObjectId;
using program::Value;
using testing::HasSubstr;

class ReplayTest : public testing::Test {
 protected:
  ReplayTest() {
    program_.main_file = "tests/replay/cells.cpp";
    program_.compile_flags = {"-std=c++17"};
    cell_ = program_.addClass("Cell");
    int_ = program_.intType(32, true, "int");
    cell_pointer_ = program_.pointerTo(program_.classType(cell_));
    value_ = program_.addField(cell_, "value", int_);
    next_ = program_.addField(cell_, "next", cell_pointer_);
  }

  const program::Procedure* method(const std::string& name, program::TypeRef result, bool takes_int = false) {
    program::Procedure* procedure =
        program_.addProcedure("Cell::" + name, "Cell::" + name + (takes_int ? "(int)" : "()"));
    procedure->method_of = cell_;
    procedure->result = result;
    program_.addParameter(procedure, "this", cell_pointer_);
    if (takes_int) program_.addParameter(procedure, "v", int_);
    return procedure;
  }

  /// Cells with these values, each pointing to the one after.
  program::Heap list(const std::vector<int>& values) {
    program::Heap heap(program_);
    for (const int value : values) {
      const ObjectId id = heap.allocate(cell_, program::Storage::Heap);
      heap.write(id, value_, Value::ofInteger(value));
      heap.write(id, next_, Value::null());
      if (id > 0) heap.write(id - 1, next_, Value::ofObject(id));
    }
    return heap;
  }

  Case call(const program::Procedure* procedure, const program::Heap& heap, std::vector<Value> arguments) {
    return {procedure, std::move(arguments), heap, heap, {}};
  }

  Result only(const Case& replayed, Options options = {}) {
    return replay(program_, {&replayed}, options).results.at(0);
  }

  program::Program program_;
  program::ClassDecl* cell_;
  program::TypeRef int_;
  program::TypeRef cell_pointer_;
  const program::Field* value_;
  const program::Field* next_;
};

TEST_F(ReplayTest, AnEqualResultAndHeapAgree) {
  Case sum = call(method("sum", int_), list({3, -1, 40}), {Value::ofObject(0)});
  sum.expected.result = Value::ofInteger(42);
  const Result result = only(sum);
  EXPECT_EQ(result.outcome, Outcome::Agrees) << result.reason << result.report;
}

TEST_F(ReplayTest, AnotherResultIsNamed) {
  Case sum = call(method("sum", int_), list({3, -1}), {Value::ofObject(0)});
  sum.expected.result = Value::ofInteger(-7);
  const Result result = only(sum);
  EXPECT_EQ(result.outcome, Outcome::Disagrees);
  EXPECT_EQ(result.reason, "the result: weir has -7, the program has 2");
}

TEST_F(ReplayTest, ANewObjectIsFoundThroughThePointerToIt) {
  Case push = call(method("push", cell_pointer_, true), list({1}), {Value::ofObject(0), Value::ofInteger(9)});
  const ObjectId made = push.after.allocate(cell_, program::Storage::Heap);
  push.after.write(made, value_, Value::ofInteger(9));
  push.after.write(made, next_, Value::ofObject(0));
  push.expected.result = Value::ofObject(made);
  EXPECT_EQ(only(push).outcome, Outcome::Agrees);

  push.after.write(made, value_, Value::ofInteger(8));
  EXPECT_EQ(only(push).reason, "Cell1.value: weir has 8, the program has 9");
}

TEST_F(ReplayTest, FreeingIsComparedBothWays) {
  Case drop = call(method("drop", program_.voidType()), list({1, 2, 3}), {Value::ofObject(0)});
  drop.after.write(0, next_, Value::ofObject(2));
  EXPECT_THAT(only(drop).reason, HasSubstr("Cell1: weir has it live"));
  drop.after.kill(1);
  EXPECT_EQ(only(drop).outcome, Outcome::Agrees);
  drop.after.kill(2);
  EXPECT_EQ(only(drop).reason, "Cell2: weir has it freed, the program has it live");
}

TEST_F(ReplayTest, ErrorsAreComparedByKind) {
  Case drop = call(method("drop", program_.voidType()), list({1}), {Value::ofObject(0)});
  drop.expected.outcome = program::Outcome::Error;
  drop.expected.error = ErrorKind::NullDeref;
  Case divide = call(method("divide", int_, true), list({1}), {Value::ofObject(0), Value::ofInteger(0)});
  divide.expected.outcome = program::Outcome::Error;
  divide.expected.error = ErrorKind::DivZero;
  Case check = call(method("check", program_.voidType()), list({0}), {Value::ofObject(0)});
  check.expected.outcome = program::Outcome::Error;
  check.expected.error = ErrorKind::Assert;
  Case dangling = call(drop.procedure, list({1, 2}), {Value::ofObject(0)});
  dangling.before.kill(1);
  dangling.expected.outcome = program::Outcome::Error;
  dangling.expected.error = ErrorKind::UseAfterFree;
  Case wrong = divide;
  wrong.expected.error = ErrorKind::NullDeref;
  Case unforeseen = divide;
  unforeseen.expected.outcome = program::Outcome::Returned;

  const Replay all = replay(program_, {&drop, &divide, &check, &dangling, &wrong, &unforeseen});
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(all.results[i].outcome, Outcome::Agrees) << i << all.results[i].reason << all.results[i].report;
  EXPECT_EQ(all.results[4].outcome, Outcome::SanitizerError);
  EXPECT_EQ(all.results[5].outcome, Outcome::SanitizerError);
  EXPECT_THAT(all.results[5].reason, HasSubstr("division by zero"));
}

TEST_F(ReplayTest, AnErrorThatDoesNotHappenDisagrees) {
  Case sum = call(method("sum", int_), list({3}), {Value::ofObject(0)});
  sum.expected.outcome = program::Outcome::Error;
  sum.expected.error = ErrorKind::NullDeref;
  const Result result = only(sum);
  EXPECT_EQ(result.outcome, Outcome::Disagrees);
  EXPECT_EQ(result.reason, "weir has the error null-deref, the program returns");
}

TEST_F(ReplayTest, ReadingAnUninitialisedFieldIsSeen) {
  program::Heap heap(program_);
  const ObjectId id = heap.allocate(cell_, program::Storage::Heap);
  heap.write(id, next_, Value::null());
  Case read = call(method("valueOf", int_), heap, {Value::ofObject(id)});
  read.expected.outcome = program::Outcome::Error;
  read.expected.error = ErrorKind::Uninitialized;
  const Result result = only(read);
  EXPECT_EQ(result.outcome, Outcome::Agrees) << result.reason << result.report;
}

TEST_F(ReplayTest, ExceptionsTimeoutsAndAbortsAreToldApart) {
  const program::Heap heap = list({1});
  Case raise = call(method("raise", program_.voidType()), heap, {Value::ofObject(0)});
  Case thrown = raise;
  thrown.expected.outcome = program::Outcome::Threw;
  thrown.expected.thrown_type = program_.classType(cell_);
  Case spin = call(method("spin", program_.voidType()), heap, {Value::ofObject(0)});
  Case stop = call(method("stop", program_.voidType()), heap, {Value::ofObject(0)});
  stop.expected.outcome = program::Outcome::Aborted;
  const Replay all = replay(program_, {&raise, &thrown, &spin, &stop}, {.seconds = 1});
  EXPECT_EQ(all.results[0].outcome, Outcome::Exception);
  EXPECT_THAT(all.results[0].reason, HasSubstr("Cell"));
  EXPECT_EQ(all.results[1].outcome, Outcome::Agrees) << all.results[1].reason;
  EXPECT_EQ(all.results[2].outcome, Outcome::Timeout);
  EXPECT_EQ(all.results[3].outcome, Outcome::Agrees) << all.results[3].reason;
}

TEST_F(ReplayTest, WhatDoesNotCompileSaysWhy) {
  Case missing = call(method("nowhere", int_), list({1}), {Value::ofObject(0)});
  const Result result = only(missing);
  EXPECT_EQ(result.outcome, Outcome::CouldNotBuild);
  EXPECT_THAT(result.reason, HasSubstr("nowhere"));
}

TEST_F(ReplayTest, TheProgramIsTheSameWhereverItIsBuilt) {
  Case sum = call(method("sum", int_), list({3}), {Value::ofObject(0)});
  EXPECT_EQ(replay(program_, {&sum}).program, replay(program_, {&sum}).program);
}

TEST_F(ReplayTest, AFunctionOfAnotherFileOnlyMattersWhereItIsCalled) {
  Case beside = call(method("outside", int_, true), list({1}), {Value::ofObject(0), Value::ofInteger(-2)});
  beside.expected.result = Value::ofInteger(-2);
  Case through = beside;
  through.arguments[1] = Value::ofInteger(2);
  const Replay all = replay(program_, {&beside, &through});
  EXPECT_EQ(all.results[0].outcome, Outcome::Agrees) << all.results[0].reason;
  EXPECT_EQ(all.results[1].outcome, Outcome::CouldNotBuild);
  EXPECT_THAT(all.results[1].reason, HasSubstr("elsewhere"));
}

TEST_F(ReplayTest, TheProgramIsKeptWhereAsked) {
  const std::string folder = testing::TempDir() + "kept-repro";
  Case sum = call(method("sum", int_), list({3}), {Value::ofObject(0)});
  sum.expected.result = Value::ofInteger(3);
  const Replay kept = replay(program_, {&sum}, {.keep_directory = folder});
  EXPECT_TRUE(std::filesystem::exists(folder + "/repro.cpp"));
  EXPECT_TRUE(std::filesystem::exists(folder + "/weir_replay.h"));
  EXPECT_THAT(kept.program, HasSubstr("weir_put(Cell0->value, 3);"));
  EXPECT_THAT(kept.program, HasSubstr("weir_put(Cell0->next, nullptr);"));
  EXPECT_THAT(kept.program, HasSubstr("Cell0->Cell::sum()"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace weir::replay
