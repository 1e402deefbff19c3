// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs another program to its end or to a time limit, with its standard output and error in files.
//
//   const ProcessResult compiled = runProcess({"clang++-19", "-c", "repro.cpp"}, {.stderr_file = "log"}, 60s);
//   if (!compiled.succeeded()) …
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace weir::replay {

struct ProcessResult {
  bool started = false;  // false: the program was not found
  bool timed_out = false;
  int exit_code = -1;
  int signal = 0;
  bool succeeded() const { return started && !timed_out && signal == 0 && exit_code == 0; }
};

struct ProcessOptions {
  std::string stdout_file = "/dev/null";
  std::string stderr_file = "/dev/null";
  std::map<std::string, std::string> environment = {};  // added to ours
};

/// The program is looked up in PATH. At the time limit it is killed with everything it started.
ProcessResult runProcess(const std::vector<std::string>& command, const ProcessOptions& options,
                         std::chrono::milliseconds limit);

}  // namespace weir::replay
