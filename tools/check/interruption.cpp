// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/interruption.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "support/invariant.h"

namespace weir::tools {
namespace {

constexpr int kGraceMilliseconds = 30'000;

volatile sig_atomic_t signals = 0;
volatile int wake_fd = -1;

// A handler rather than a blocked signal: a blocked one would be inherited by the compilers that a replay starts.
void handle(int /*signal*/) {
  const sig_atomic_t seen = signals;
  signals = seen + 1;
  if (seen > 0) _exit(130);
  const char byte = 'i';
  const ssize_t written = write(wake_fd, &byte, 1);
  static_cast<void>(written);
}

void setHandler(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

Interruption::Interruption() {
  INVARIANT(pipe2(pipe_, O_CLOEXEC) == 0, "a pipe should be there for the signal handler");
  signals = 0;
  wake_fd = pipe_[1];
  watcher_ = std::thread([this] { watch(); });
  setHandler(handle);
}

Interruption::~Interruption() {
  setHandler(SIG_DFL);
  const char byte = 'q';
  const ssize_t written = write(pipe_[1], &byte, 1);
  static_cast<void>(written);
  watcher_.join();
  close(pipe_[0]);
  close(pipe_[1]);
}

void Interruption::watch() {
  char byte = 0;
  while (true) {
    // What does not heed the request within its grace would hold whoever sent the signal.
    pollfd ready{pipe_[0], POLLIN, 0};
    const int found = poll(&ready, 1, requested_ ? kGraceMilliseconds : -1);
    if (found == 0) _exit(130);
    if (found < 0 && errno == EINTR) continue;
    if (read(pipe_[0], &byte, 1) != 1 || byte == 'q') return;
    const std::lock_guard lock(mutex_);
    requested_ = true;
    if (action_) action_();
  }
}

void Interruption::onRequest(std::function<void()> action) {
  const std::lock_guard lock(mutex_);
  action_ = std::move(action);
  if (requested_ && action_) action_();
}

}  // namespace weir::tools
