// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/process/fork.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "tools/process/process.h"

namespace weir::process {
namespace {

using Blocked = std::optional<BlockedStopSignals>;

std::string textFrom(int fd) {
  std::string text;
  char buffer[64];
  for (ssize_t count; (count = read(fd, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(count));
  close(fd);
  return text;
}

TEST(ForkWorker, SendsWhatItWritesAndItsStatus) {
  const Fork made = forkWorker([](int fd, Blocked&) { return write(fd, "found", 5) == 5 ? 3 : 4; });
  EXPECT_EQ(textFrom(made.output), "found");
  const Ended ended = waitFor(made.process);
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(ended.signal, 0);
  EXPECT_EQ(ended.explain(), "exit 3");
}

TEST(ForkWorker, ADeathIsToldInWords) {
  const auto explained = [](int signal) {
    const Fork made = forkWorker([&](int, Blocked&) { return raise(signal); });
    close(made.output);
    return waitFor(made.process).explain();
  };
  EXPECT_EQ(explained(SIGSEGV), "segmentation fault");
  EXPECT_EQ(explained(SIGABRT), "aborted");
  EXPECT_EQ(explained(SIGKILL), "signal 9");
}

TEST(ForkWorker, HasNoEndWhileItRuns) {
  const Fork made = forkWorker([](int, Blocked&) {
    pause();
    return 0;
  });
  EXPECT_FALSE(endOf(made.process));
  kill(made.process, SIGKILL);
  EXPECT_EQ(waitFor(made.process).signal, SIGKILL);
  close(made.output);
}

TEST(ForkWorker, ASignalWaitsUntilTheWorkerHasAHandler) {
  const Fork made = forkWorker([](int fd, Blocked& blocked) {
    raise(SIGINT);
    const StopSignals stop;
    blocked.reset();
    return stop.requested() && write(fd, "stopped", 7) == 7 ? 0 : 1;
  });
  EXPECT_EQ(textFrom(made.output), "stopped");
  EXPECT_EQ(waitFor(made.process).status, 0);
}

// 64 MB of frames, of which none can be left out.
int depth(int left) {
  volatile char frame[64 * 1024];
  frame[0] = static_cast<char>(left);
  return left == 0 ? frame[0] : depth(left - 1) + (frame[0] == static_cast<char>(left) ? 1 : 0);
}

TEST(ForkWorker, MayCallItselfDeeply) {
  const Fork made = forkWorker([](int, Blocked&) { return depth(1000) == 1000 ? 0 : 1; });
  close(made.output);
  EXPECT_EQ(waitFor(made.process).explain(), "exit 0");
}

TEST(ForkWorker, WhatItStartsHasTheStackOfEverybodyElse) {
  const std::string outside = runToEnd({.arguments = {"sh", "-c", "ulimit -s"}}).out;
  const Fork made = forkWorker([&](int, Blocked& blocked) {
    blocked.reset();
    return runToEnd({.arguments = {"sh", "-c", "ulimit -s"}}).out == outside ? 0 : 1;
  });
  close(made.output);
  EXPECT_EQ(waitFor(made.process).explain(), "exit 0");
}

}  // namespace
}  // namespace weir::process
