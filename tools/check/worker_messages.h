// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a process that checks properties sends to the one that started it: a line of JSON for each event, as it happens.
//
//   {"started":0}  {"stage":…}  {"result":0,"run":…}  {"started":1}  …  {"end":…}
//
// So whatever becomes of the process, what it had found out is known, and so is the property it was at.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/check/run_task.h"

namespace weir::tools {

struct Message {
  enum class Kind { Started, Stage, Note, Result, Failure, End };
  Kind kind = Kind::Note;
  std::size_t label = 0;  // of Started and Result: its place in the whole task
  std::vector<results::CheckResult> results =
      {};  // of Result one, of End all, in the order in which they were asked for
  std::vector<std::string> failures = {};
  Stage stage = {};
  std::string text = {};
};

/// Writes at once, from the process that checks.
class MessageWriter {
 public:
  explicit MessageWriter(int fd) : fd_(fd) {}

  void started(std::size_t label) const;
  void stage(const Stage& stage) const;
  void note(const std::string& line) const;
  /// Before it is replayed.
  void result(std::size_t label, const results::CheckResult& result) const;
  void failure(const std::string& what) const;
  void end(const TaskResult& task) const;

 private:
  int fd_;
};

/// Requires a line that a MessageWriter wrote.
Message readMessage(const std::string& line);

}  // namespace weir::tools
