// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy of this process that does a piece of work and sends what it finds through a pipe.
//
//   const Fork worker = forkWorker([&](int fd, auto& blocked) { …; blocked.reset(); …; return 0; });
//   poll({worker.output, …});  …  const Ended ended = waitFor(worker.process);
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

#include "tools/process/signals.h"

namespace weir::process {

/// How a process ended.
struct Ended {
  int status = 0;  // of exit; -1 where a signal ended it
  int signal = 0;
  /// "segmentation fault", "signal 9", "exit 70".
  std::string explain() const;
};

struct Fork {
  pid_t process = -1;
  int output = -1;  // what it writes; to be closed by whoever called
};

/// Requires that this process has one thread. `work` runs in the copy: it writes to the descriptor, and its result is
/// the status that the copy exits with. Signals that ask to stop wait until it has a handler and resets `blocked`.
/// The copy ends with this process, and is in a group of its own: Ctrl-C at the terminal is for this process alone.
Fork forkWorker(const std::function<int(int fd, std::optional<BlockedStopSignals>& blocked)>& work);

/// Blocks until it has ended.
Ended waitFor(pid_t process);
/// Nothing while it still runs.
std::optional<Ended> endOf(pid_t process);

}  // namespace weir::process
