// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/subprocess.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

namespace weir::replay {
namespace {

constexpr int kNotFound = 127;

void redirect(const std::string& file, int descriptor) {
  const int opened = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (opened < 0 || dup2(opened, descriptor) < 0) _exit(kNotFound);
  close(opened);
}

}  // namespace

ProcessResult runProcess(const std::vector<std::string>& command, const ProcessOptions& options,
                         std::chrono::milliseconds limit) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);

  ProcessResult result;
  const pid_t child = fork();
  if (child < 0) return result;
  if (child == 0) {
    setpgid(0, 0);
    redirect(options.stdout_file, STDOUT_FILENO);
    redirect(options.stderr_file, STDERR_FILENO);
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0) dup2(nothing, STDIN_FILENO);
    for (const auto& [name, value] : options.environment) setenv(name.c_str(), value.c_str(), 1);
    execvp(arguments[0], arguments.data());
    _exit(kNotFound);
  }
  setpgid(child, child);  // in both processes, so that it holds whichever runs first

  const auto deadline = std::chrono::steady_clock::now() + limit;
  auto pause = std::chrono::microseconds(200);
  int status = 0;
  while (true) {
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) break;
    if (ended < 0) return result;
    if (std::chrono::steady_clock::now() >= deadline && !result.timed_out) {
      result.timed_out = true;
      kill(-child, SIGKILL);
    }
    std::this_thread::sleep_for(pause);
    if (pause < std::chrono::milliseconds(5)) pause *= 2;
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  result.started = result.exit_code != kNotFound;
  return result;
}

}  // namespace weir::replay
