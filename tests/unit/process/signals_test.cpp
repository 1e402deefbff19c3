// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/process/signals.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <future>

#include "tools/process/fork.h"
#include "tools/process/interruption.h"

namespace weir::process {
namespace {

bool isReadable(const StopSignals& stop) {
  pollfd ready{stop.readEnd(), POLLIN, 0};
  return poll(&ready, 1, 0) == 1;
}

/// How a process ends that does this.
Ended endAfter(const std::function<int()>& work) {
  const Fork made = forkWorker([&](int, std::optional<BlockedStopSignals>& blocked) {
    blocked.reset();
    return work();
  });
  close(made.output);
  return waitFor(made.process);
}

TEST(StopSignals, TheFirstIsAByteInThePipe) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const StopSignals stop;
    EXPECT_FALSE(stop.requested());
    EXPECT_FALSE(isReadable(stop));
    raise(signal);
    EXPECT_TRUE(stop.requested());
    EXPECT_TRUE(isReadable(stop));
    stop.drain();
    EXPECT_FALSE(isReadable(stop));
    EXPECT_TRUE(stop.requested());
  }
}

TEST(StopSignals, WakingIsNoRequest) {
  const StopSignals stop;
  stop.wake();
  EXPECT_TRUE(isReadable(stop));
  EXPECT_FALSE(stop.requested());
}

TEST(StopSignals, TheSecondEndsTheProcess) {
  const Ended ended = endAfter([] {
    const StopSignals stop;
    raise(SIGINT);
    raise(SIGTERM);
    return 0;
  });
  EXPECT_EQ(ended.status, 130);
}

TEST(StopSignals, OneThatIsReleasedEndsTheProcess) {
  const Ended ended = endAfter([] {
    StopSignals stop;
    stop.release();
    raise(SIGTERM);
    return 0;
  });
  EXPECT_EQ(ended.signal, SIGTERM);
}

TEST(StopSignals, OneThatIsBlockedWaits) {
  const StopSignals stop;
  {
    const BlockedStopSignals blocked;
    raise(SIGINT);
    EXPECT_FALSE(stop.requested());
  }
  EXPECT_TRUE(stop.requested());
}

TEST(Interruption, TellsOfASignalFromAnotherThread) {
  Interruption interruption;
  std::promise<void> told;
  interruption.onRequest([&] { told.set_value(); });
  EXPECT_FALSE(interruption.requested());
  raise(SIGINT);
  told.get_future().get();
  EXPECT_TRUE(interruption.requested());
  bool is_told = false;
  interruption.onRequest([&] { is_told = true; });
  EXPECT_TRUE(is_told);  // at once: it was requested already
}

TEST(Crash, RunsTheHandlerUntilItIsLeft) {
  onCrash([](int signal) { _exit(signal == SIGSEGV ? 7 : 8); });
  const auto raiseIt = [] { return raise(SIGSEGV); };
  // The copy leaves a crash to whoever waits for it.
  EXPECT_EQ(endAfter(raiseIt).signal, SIGSEGV);
  EXPECT_EQ(endAfter([&] {
              onCrash([](int signal) { _exit(signal == SIGSEGV ? 7 : 8); });
              return raiseIt();
            }).status,
            7);
  leaveCrashes();
}

TEST(Crash, IsNamedInWords) {
  EXPECT_STREQ(nameOfCrash(SIGFPE), "arithmetic exception");
  EXPECT_EQ(nameOfCrash(SIGKILL), nullptr);
}

}  // namespace
}  // namespace weir::process
