// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/process/process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

namespace weir::process {
namespace {

Finished shell(const std::string& script, double timeout_s = 20, long memory_mb = 0) {
  return runToEnd(
      {.arguments = {"sh", "-c", script}, .timeout_s = timeout_s, .memory_mb = memory_mb, .wants_result = true});
}

TEST(Process, OutputErrorsAndResultAreKeptApart) {
  const Finished f = shell("echo out; echo err >&2; echo result > /dev/fd/3");
  EXPECT_TRUE(f.ok());
  EXPECT_EQ(f.out, "out\n");
  EXPECT_EQ(f.err, "err\n");
  EXPECT_EQ(f.result, "result\n");
}

TEST(Process, HowItEndedIsTold) {
  EXPECT_EQ(shell("echo why >&2; exit 3").explain(), "exit status 3: why");
  EXPECT_EQ(shell("kill -9 $$").explain(), "killed by signal 9 (Killed)");
  EXPECT_EQ(shell("sleep 30", 0.2).explain(), "the time limit was reached");
  EXPECT_EQ(runToEnd({.arguments = {"/no/such/program"}}).explain(),
            "it could not be started: No such file or directory");
}

TEST(Process, AtTheTimeLimitEverythingItStartedEnds) {
  const Finished f = shell("sleep 3000 & sleep 3000", 0.1);
  EXPECT_TRUE(f.timed_out);
  EXPECT_EQ(f.signal, SIGKILL);
}

TEST(Process, ReadsItsInput) {
  EXPECT_EQ(runToEnd({.arguments = {"cat"}, .input = "some text"}).out, "some text");
  EXPECT_EQ(runToEnd({.arguments = {"cat"}}).out, "");
  const std::string large(1 << 20, 'x');  // more than a pipe holds
  EXPECT_EQ(runToEnd({.arguments = {"cat"}, .input = large}).out, large);
}

TEST(Process, VariablesAreAddedToOurs) {
  setenv("WEIR_KEPT", "kept", 1);
  setenv("WEIR_REPLACED", "before", 1);
  const Finished f = runToEnd({.arguments = {"sh", "-c", "echo $WEIR_KEPT $WEIR_REPLACED $WEIR_ADDED"},
                               .environment = {{"WEIR_REPLACED", "after"}, {"WEIR_ADDED", "added"}}});
  EXPECT_EQ(f.out, "kept after added\n");
}

TEST(Process, ErrorsGoToAFileThatIsNamed) {
  const std::string file = testing::TempDir() + "weir_process_errors";
  std::ofstream(file) << "what was there before";
  runToEnd({.arguments = {"sh", "-c", "echo bad >&2"}, .err_file = file});
  std::string all;
  std::getline(std::ifstream(file), all, '\0');
  EXPECT_EQ(all, "bad\n");
}

TEST(Process, WhatItStartedEndsWithIt) {
  const Finished f = shell("sleep 77.125 & echo $!");
  for (int i = 0; i < 100; ++i) {
    if (shell("kill -0 " + f.out).status != 0) return;
    shell("sleep 0.05");
  }
  FAIL() << "the grandchild is still alive";
}

TEST(Process, MemoryIsWatched) {
  const Finished f = shell("x=$(head -c 200000000 /dev/zero | tr '\\0' x); sleep 30", 25, 64);
  EXPECT_EQ(f.explain(), "the memory limit was reached");
}

}  // namespace
}  // namespace weir::process
