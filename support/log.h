// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What weir says about its own work, on standard error, apart from results (standard output).
//
//   log.info("indegree: refinement 3, core of 12 constraints");
//
// The levels, so that two rooms do not mean different things by the same word:
//
//   Error    the run cannot give the answer it was asked for; the exit status says so too
//   Warning  the answer stands, but something the user should know about: a loop was cut, a replay was skipped
//   Info     one line a stage or refinement: what a curious user follows with --verbose
//   Debug    one line a decision: what a developer reads to find out why, with --verbose --verbose
//
// Building a message that nobody reads is wasted: ask `writes` first where the text is costly.
#pragma once

#include <memory>
#include <string_view>

namespace weir {

enum class LogLevel { Error, Warning, Info, Debug };

class Log {
 public:
  /// Writes messages up to `level` to standard error.
  explicit Log(LogLevel level = LogLevel::Warning);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  LogLevel level() const { return level_; }
  void setLevel(LogLevel level) { level_ = level; }
  bool writes(LogLevel level) const { return level <= level_; }

  /// Each is one line, and safe to call from several threads.
  void error(std::string_view message);
  void warning(std::string_view message);
  void info(std::string_view message);
  void debug(std::string_view message);

 private:
  void write(LogLevel level, std::string_view message);

  struct Sink;  // keeps spdlog's headers out of ours
  std::unique_ptr<Sink> sink_;
  LogLevel level_;
};

}  // namespace weir
