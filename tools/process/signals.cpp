// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/process/signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "support/invariant.h"

namespace weir::process {
namespace {

constexpr int kStops[] = {SIGINT, SIGTERM};
constexpr int kCrashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};

template <typename Signals>
void setHandler(const Signals& signals, void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  for (const int signal : signals) sigaction(signal, &action, nullptr);
}

}  // namespace

volatile std::sig_atomic_t StopSignals::count_ = 0;
volatile int StopSignals::write_end_ = -1;

StopSignals::StopSignals() {
  INVARIANT(pipe2(ends_, O_CLOEXEC | O_NONBLOCK) == 0, "a pipe should be there for the signal handler");
  write_end_ = ends_[1];
  count_ = 0;
  setHandler(kStops, onSignal, SA_RESTART);
}

StopSignals::~StopSignals() {
  release();
  close(ends_[0]);
  close(ends_[1]);
}

void StopSignals::onSignal(int /*signal*/) {
  const std::sig_atomic_t seen = count_;
  count_ = seen + 1;
  if (seen > 0) _exit(kStatus);
  const char byte = 'i';
  const ssize_t written = write(write_end_, &byte, 1);
  static_cast<void>(written);
}

void StopSignals::wake() const {
  const char byte = 'w';
  const ssize_t written = write(ends_[1], &byte, 1);
  static_cast<void>(written);
}

void StopSignals::drain() const {
  char byte = 0;
  while (read(ends_[0], &byte, 1) == 1) {
  }
}

void StopSignals::release() { setHandler(kStops, SIG_DFL, 0); }

BlockedStopSignals::BlockedStopSignals() {
  sigset_t stops;
  sigemptyset(&stops);
  for (const int signal : kStops) sigaddset(&stops, signal);
  sigprocmask(SIG_BLOCK, &stops, &before_);
}

BlockedStopSignals::~BlockedStopSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

void onCrash(void (*handler)(int)) {
  static std::array<char, 64 * 1024> stack_of_handler;
  stack_t alternate = {};
  alternate.ss_sp = stack_of_handler.data();
  alternate.ss_size = stack_of_handler.size();
  sigaltstack(&alternate, nullptr);
  setHandler(kCrashes, handler, static_cast<int>(SA_ONSTACK | SA_RESETHAND));
}

void leaveCrashes() { setHandler(kCrashes, SIG_DFL, 0); }

const char* nameOfCrash(int signal) {
  switch (signal) {
    case SIGSEGV: return "segmentation fault";
    case SIGBUS: return "bus error";
    case SIGABRT: return "aborted";
    case SIGFPE: return "arithmetic exception";
    case SIGILL: return "illegal instruction";
    default: return nullptr;
  }
}

}  // namespace weir::process
