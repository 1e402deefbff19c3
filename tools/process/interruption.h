// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ctrl-C: the property under way ends as unknown, what is known is still written. A second one ends weir at once.
//
//   Interruption interruption;
//   interruption.onRequest([&] { check.interrupt(); });
//   …
//   if (interruption.requested()) …
//
// One at a time in a process. A forked child has none until it makes its own.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

#include "tools/process/signals.h"

namespace weir::process {

class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool requested() const { return requested_; }
  /// Called from another thread, at once if it was requested already. An empty function: nothing is called any more.
  void onRequest(std::function<void()> action);

 private:
  void watch();

  std::atomic<bool> requested_ = false;
  std::mutex mutex_;
  std::function<void()> action_;
  std::atomic<bool> is_over_ = false;
  StopSignals signals_;
  std::thread watcher_;
};

}  // namespace weir::process
