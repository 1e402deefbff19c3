// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One run of another program with a limit on its time and memory, that can do no harm to what it is part of.
//
//   const Finished compiled = runToEnd({.arguments = {"clang++-19", "-c", "repro.cpp"}, .timeout_s = 300});
//   if (!compiled.ok()) …
//
// A child has its own process group, which is killed as a whole at a limit; it dies with its parent, so that a run that
// is killed leaves nothing behind; its output goes to files that have no name, unless it is given one. Memory is
// watched and not limited by the system: a limit on address space would be inherited by the sanitized programs that a
// replay runs, which map terabytes and touch little.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace weir::process {

struct ProcessSpec {
  std::vector<std::string> arguments;                   // the program first, looked up on the path
  std::string folder = {};                              // where it runs; empty: here
  std::map<std::string, std::string> environment = {};  // added to ours
  std::string input = {};                               // what it reads
  std::string err_file = {};                            // for its errors; empty: they are in Finished
  double timeout_s = 60;
  long memory_mb = 0;         // resident; 0: no limit
  bool wants_result = false;  // /dev/fd/3 is a file for it to write its result to
};

struct Finished {
  bool started = true;
  bool timed_out = false;
  bool out_of_memory = false;
  int status = 0;  // of exit; -1 where a signal ended it
  int signal = 0;
  double time_ms = 0;
  std::string out = {};
  std::string err = {};     // the last 64 kB
  std::string result = {};  // what it wrote to /dev/fd/3

  bool ok() const { return started && !timed_out && !out_of_memory && signal == 0 && status == 0; }
  /// "exit status 2: the last line of its errors", "killed by signal 11 (Segmentation fault)", ...
  std::string explain() const;
};

class Process {
 public:
  explicit Process(const ProcessSpec& spec);
  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  ~Process();

  /// Reaps it where it has ended and kills it where its time is over; true once it has ended.
  bool poll();
  void kill();
  /// Requires that poll returned true.
  Finished finish();

 private:
  pid_t pid_ = -1;
  int out_ = -1;
  int err_ = -1;
  int result_ = -1;
  bool ended_ = false;
  Finished finished_;
  std::chrono::steady_clock::time_point start_;
  double timeout_s_;
  long memory_mb_;
};

/// Blocks until it has ended.
Finished runToEnd(const ProcessSpec& spec);

}  // namespace weir::process
