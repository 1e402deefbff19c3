// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/process/fork.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "support/invariant.h"
#include "tools/process/stack.h"

namespace weir::process {
namespace {

Ended endedWith(int status) {
  return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0};
}

}  // namespace

std::string Ended::explain() const {
  if (signal == 0) return "exit " + std::to_string(status);
  const char* name = nameOfCrash(signal);
  return name != nullptr ? name : "signal " + std::to_string(signal);
}

Fork forkWorker(const std::function<int(int fd, std::optional<BlockedStopSignals>& blocked)>& work) {
  int ends[2];
  INVARIANT(pipe2(ends, O_CLOEXEC) == 0, "a pipe should be there for a worker");
  std::optional<BlockedStopSignals> blocked(std::in_place);
  const pid_t process = fork();
  INVARIANT(process >= 0, "a worker should be started");
  if (process == 0) {
    close(ends[0]);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    leaveCrashes();
    allowDeepStack();
    _exit(work(ends[1], blocked));
  }
  close(ends[1]);
  return {process, ends[0]};
}

Ended waitFor(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return endedWith(status);
}

std::optional<Ended> endOf(pid_t process) {
  int status = 0;
  const pid_t reaped = waitpid(process, &status, WNOHANG);
  if (reaped == 0 || (reaped < 0 && errno == EINTR)) return std::nullopt;
  return endedWith(status);
}

}  // namespace weir::process
