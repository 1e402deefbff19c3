// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a check is doing, as text: for the line that shows progress, and for the lines of `--verbose`.
//
//   List::insert.sorted: encoding, calls abstract (2 ms)
//   List::insert.sorted: solving, round 1, 1200 clauses (5 ms)
//   List::insert.sorted: validating find at list.cpp:12, round 1, 1200 clauses (1 ms)
#pragma once

#include <functional>
#include <map>
#include <string>

#include "support/reporter.h"

namespace weir::tools {

struct Stage {
  std::string what;  // "solving", "validating find at list.cpp:12"
  int round = 0;     // of the refinement loop; 0: there is none
  int refinements = 0;
  std::int64_t clauses = 0;
  double since_ms = 0;  // by steadyMilliseconds
  std::string text() const;
};

/// The time now, the same in every process of the machine; only differences count.
double steadyMilliseconds();

/// Makes a stage of each call. A worker sends it to the process that has the terminal.
class StageReporter : public Reporter {
 public:
  explicit StageReporter(std::function<void(const Stage&)> tell, std::function<double()> now = steadyMilliseconds)
      : tell_(std::move(tell)), now_(std::move(now)) {}
  /// The next property has rounds and refinements of its own.
  void restart() { stage_ = {}; }

  void reading(const std::string& file) override { begin("reading " + file); }
  void lowering(const std::string& file) override { begin("lowering the properties of " + file); }
  void encoding(bool calls_are_abstract) override;
  void summarizing(const std::string& callee) override { begin("summarizing " + callee); }
  void translating() override { begin("translating"); }
  void solving(int round, int refinements, std::int64_t clauses) override;
  void executing() override { begin("executing the counterexample"); }
  void validating(const std::string& callee, const std::string& place) override;
  void refining(const std::string& callee, const std::string& place) override;
  void shrinking() override { begin("shrinking the counterexample"); }
  void covering() override { begin("asking what the scope leaves out"); }
  void replaying(std::size_t counterexamples) override;

 private:
  void begin(const std::string& what);
  std::function<void(const Stage&)> tell_;
  std::function<double()> now_;
  Stage stage_;
};

/// The lines of `--verbose`: each stage when it has ended, with the time it took.
class StageLines {
 public:
  explicit StageLines(std::function<void(const std::string& line)> print) : print_(std::move(print)) {}

  /// `of`: the property or method whose stage begins; empty: the input's. Each is at one stage at a time.
  void begin(const std::string& of, const Stage& stage);
  void end(const std::string& of, double at_ms = steadyMilliseconds());

 private:
  std::function<void(const std::string& line)> print_;
  std::map<std::string, Stage> running_;
};

}  // namespace weir::tools
