// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/process/interruption.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace weir::process {
namespace {

constexpr int kGraceMilliseconds = 30'000;

}  // namespace

Interruption::Interruption() : watcher_([this] { watch(); }) {}

Interruption::~Interruption() {
  signals_.release();
  is_over_ = true;
  signals_.wake();
  watcher_.join();
}

void Interruption::watch() {
  while (true) {
    // What does not heed the request within its grace would hold whoever sent the signal.
    pollfd ready{signals_.readEnd(), POLLIN, 0};
    const int found = poll(&ready, 1, requested_ ? kGraceMilliseconds : -1);
    if (found == 0) _exit(StopSignals::kStatus);
    if (found < 0 && errno == EINTR) continue;
    if (is_over_) return;
    signals_.drain();
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

}  // namespace weir::process
