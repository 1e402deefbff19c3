// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two kinds of signals that weir handles: those that ask it to stop (SIGINT, SIGTERM), and those that a crash
// raises.
//
//   StopSignals stop;                       from here on Ctrl-C does not end the process
//   poll({stop.readEnd(), …});              a signal is a byte in a pipe: none is lost between a look and a wait
//   if (stop.requested()) …
#pragma once

#include <csignal>

namespace weir::process {

/// As long as it is there, the first signal that asks to stop is reported, and a second one ends the process at once.
/// One at a time in a process. A handler rather than a blocked signal: a blocked one would be
/// inherited by the programs that are started.
class StopSignals {
 public:
  static constexpr int kStatus = 130;  // of a process that a signal stopped

  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  bool requested() const { return count_ > 0; }
  /// Can be read when a signal came or `wake` was called; `drain` makes it wait for the next one.
  int readEnd() const { return ends_[0]; }
  void wake() const;
  void drain() const;
  /// From here on the signals do again what they do by default.
  void release();

 private:
  static void onSignal(int signal);
  static volatile std::sig_atomic_t count_;
  static volatile int write_end_;
  int ends_[2] = {-1, -1};
};

/// Signals that ask to stop wait as long as it is there. A new process begins with them blocked, until it has a handler
/// of its own.
class BlockedStopSignals {
 public:
  BlockedStopSignals();
  ~BlockedStopSignals();
  BlockedStopSignals(const BlockedStopSignals&) = delete;
  BlockedStopSignals& operator=(const BlockedStopSignals&) = delete;

 private:
  sigset_t before_;
};

/// A crash runs the handler, on a stack of its own: one that overflowed has no room for it. The handler may neither
/// allocate nor lock, and should end the process.
void onCrash(void (*handler)(int signal));
/// A crash ends the process again, for whoever waits for it to report.
void leaveCrashes();
/// "segmentation fault", in words that are the same on every machine; null for a signal that no crash raises.
const char* nameOfCrash(int signal);

}  // namespace weir::process
