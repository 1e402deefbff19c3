// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/report/fixture.h"
#include "tools/report/schema.h"

namespace weir::report {
namespace {

using namespace weir::results;

std::vector<std::string> errorsOf(const std::string& document) {
  return schemaErrors(nlohmann::json(resultSchema()), nlohmann::json::parse(document), true);
}

TEST(Json, ReadingAndWritingGivesTheSameDocument) {
  EXPECT_EQ(toJson(queueRun()), readFile("tests/golden/report/queue.json"));
}

TEST(Json, WritingAndReadingGivesTheSameValues) {
  RunResult run{.version = "0.1.0"};
  CheckResult r{.method = "f", .property = "p", .verdict = Verdict::Violated, .reason = "because"};
  Counterexample c;
  c.pre.roots = {{"z", Value::null()},
                 {"a", Value::truth(true)},
                 {"least", Value::decimal("-9223372036854775808")},
                 {"most", Value::decimal("18446744073709551615")},
                 {"beyond", Value::decimal("340282366920938463463374607431768211455")},
                 {"p", Value::slot("Node0.next")},
                 {"q", Value::function("compare")},
                 {"u", Value::uninitialized()},
                 {"list", Value::array({Value::integer(1), Value::array({Value::object("Node0")})})},
                 {"set", Value::set({Value::object("Node0")})}};
  c.pre.objects = {{.id = "Node0", .class_name = "Node", .fields = {{"next", Value::null()}}},
                   {.id = "Node0.link", .class_name = "Link", .owner = "Node0"}};
  c.steps = {{.file = "a.c",
              .line = 3,
              .column = 5,
              .function = "f",
              .text = "x",
              .changes = {Change::allocate("Node1", "Node"), Change::free("Node0"),
                          Change::local("x", std::nullopt, Value::integer(1)),
                          Change::local("x", Value::null(), Value::uninitialized()),
                          Change::global("g", Value::integer(1), Value::integer(2)),
                          Change::field("Node1", "a[2]", Value::null(), Value::object("Node1")),
                          Change::returned(Value::truth(false))},
              .kind = Step::Kind::Throw,
              .note = "thrown"}};
  c.replay = Replay{.confirmed = false, .reason = "no compiler"};
  r.counterexample = c;
  run.results = {r};
  std::string error;
  const auto back = fromJson(toJson(run), error);
  ASSERT_TRUE(back) << error;
  EXPECT_EQ(*back, run);
  EXPECT_EQ(errorsOf(toJson(run)), std::vector<std::string>());
}

/// Written by WEIR_REFRESH_GOLDEN.
TEST(Json, TheDocumentedSchemaIsThatOfTheFields) {
  expectGolden("../../../docs/schema/result.schema.json", resultSchema().dump(2) + "\n");
}

TEST(Json, LimitsAndCausesAreReadBack) {
  CheckResult r{.method = "f", .property = "p", .reason = {Cause::Memory, "out of memory"}};
  r.scope.unroll = 3;
  r.scope.most(Limit::Objects) = {{"Cell", 3}};
  r.scope.most(Limit::Elements) = {{"std::vector<int>", 9}};
  r.scope.most(Limit::ArrayElements) = {{"int[]", 4}};
  r.scope.most(Limit::Characters) = {{"std::string", 8}};
  r.scope.cut(Limit::Objects) = Cut::Unsettled;
  r.scope.cut(Limit::ArrayElements) = Cut::Yes;
  const RunResult run{.version = "0.1.0", .results = {r}};
  std::string error;
  EXPECT_EQ(fromJson(toJson(run), error), run) << error;
  EXPECT_EQ(errorsOf(toJson(run)), std::vector<std::string>());
}

TEST(Json, TheFixtureConformsToTheSchemaWithNoKeyBesidesIt) {
  EXPECT_EQ(errorsOf(readFile("tests/golden/report/queue.json")), std::vector<std::string>());
}

TEST(Json, BytesThatAreNotUtf8AreReplacedAndNotFatal) {
  RunResult run{.version = "0.1.0"};
  run.results.push_back({.method = "f", .property = "p", .reason = "a\xff\x62"});
  std::string error;
  EXPECT_TRUE(fromJson(toJson(run), error)) << error;
}

TEST(Json, WhatIsNotAResultIsRefusedWithItsPlace) {
  std::string error;
  EXPECT_FALSE(fromJson("{", error));
  EXPECT_NE(error.find("parse error"), std::string::npos) << error;
  EXPECT_FALSE(fromJson(R"({"weir": "0.1.0", "schema": 2, "results": []})", error));
  EXPECT_EQ(error, "schema: 2 should be 1");
  EXPECT_FALSE(fromJson(R"({"weir": "0.1.0", "schema": 1})", error));
  EXPECT_EQ(error, "the document: the key \"results\" is missing");
}

TEST(Json, AViolationNeedsACounterexampleAndAnUnknownAReason) {
  std::string text = toJson(RunResult{.version = "1", .results = {{.method = "f", .property = "p"}}});
  EXPECT_EQ(errorsOf(text), std::vector<std::string>{"results[0]: the key \"reason\" is missing"});
  text = toJson(RunResult{.version = "1", .results = {{.method = "f", .property = "p", .verdict = Verdict::Violated}}});
  EXPECT_EQ(errorsOf(text), std::vector<std::string>{"results[0]: the key \"counterexample\" is missing"});
}

}  // namespace
}  // namespace weir::report
