// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/report/sarif.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/report/fixture.h"

namespace weir::report {
namespace {

using namespace weir::results;
using nlohmann::json;

json resultsOf(const RunResult& run) { return json::parse(toSarif(run)).at("runs").at(0).at("results"); }

TEST(Sarif, ARunReadsAsItsGoldenFile) { expectGolden("queue.sarif", toSarif(queueRun())); }

TEST(Sarif, OnlyWhatIsNotRightIsAResult) { EXPECT_EQ(resultsOf(queueRun()).size(), 3u); }

TEST(Sarif, AFingerprintSurvivesMovedCodeAndAnotherHeap) {
  RunResult moved = queueRun();
  for (CheckResult& r : moved.results) {
    r.location.line += 10;
    r.method_location.line += 10;
    if (!r.counterexample) continue;
    r.counterexample->steps.clear();
    r.counterexample->witness.clear();
    r.reason = "another reason";
  }
  const json before = resultsOf(queueRun()), after = resultsOf(moved);
  for (size_t i = 0; i < before.size(); ++i)
    EXPECT_EQ(before[i]["partialFingerprints"], after[i]["partialFingerprints"]);
  EXPECT_NE(before[0]["partialFingerprints"], before[2]["partialFingerprints"]);
}

TEST(Sarif, ALongExecutionStaysWithinTheLimitAndSaysWhatIsLeftOut) {
  RunResult run{.version = "0.1.0"};
  run.results = {queueResult("Queue::promote.ends")};
  auto& steps = run.results[0].counterexample->steps;
  const Step last = steps.back();
  steps.insert(steps.begin(), 5000, steps.front());
  const json flow = resultsOf(run)[0]["codeFlows"][0]["threadFlows"][0]["locations"];
  EXPECT_EQ(flow.size(), 1000u);
  EXPECT_EQ(flow.back()["executionOrder"], steps.size());
  EXPECT_EQ(flow[500]["location"]["message"]["text"], "4017 steps are left out here");
}

TEST(Sarif, APathIsRelativeAndEncoded) {
  RunResult run{.version = "0.1.0"};
  run.results = {queueResult("Queue::promote.ends")};
  run.results[0].method_location.file = "a folder/100%.cpp";
  const json at = resultsOf(run)[0]["locations"][0]["physicalLocation"]["artifactLocation"];
  EXPECT_EQ(at["uri"], "a%20folder/100%25.cpp");
  EXPECT_EQ(at["uriBaseId"], "%SRCROOT%");
  run.results[0].method_location.file = "/usr/include/list.h";
  EXPECT_EQ(resultsOf(run)[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "file:///usr/include/list.h");
}

}  // namespace
}  // namespace weir::report
