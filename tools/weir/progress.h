// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a user sees on standard error while a check runs: on a terminal one line that changes, else a line a property
// once the run has taken long enough for somebody to wonder.
//
//   [3/12] Stack::pop.popped  refining, round 3, 2 refinements, 45000 clauses  4 s
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>

#include "results/result.h"
#include "tools/check/stage.h"

namespace weir::tools {

class Progress {
 public:
  /// `live`: the stream is a terminal, where a line can be taken back.
  Progress(std::ostream& err, bool live);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void planned(std::size_t properties);
  void started(const std::string& property);
  void stage(const Stage& stage);
  void finished(const results::CheckResult& result);
  /// For a line on standard output, which may be the same terminal.
  void makeRoom() { clear(); }
  /// A line of its own, with the live line out of its way.
  void note(const std::string& line);
  /// Shows the time as it passes.
  void tick() { show(); }

 private:
  using Clock = std::chrono::steady_clock;

  void clear();
  void show();

  std::ostream& err_;
  bool live_;
  std::size_t total_ = 0;
  std::size_t done_ = 0;
  std::string property_;
  std::string stage_;
  std::string shown_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point property_begin_ = begin_;
  bool is_shown_ = false;
};

}  // namespace weir::tools
