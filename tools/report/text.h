// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results for a terminal: one line a property, then every violation as an execution that can be followed by eye.
//
//   holds     Queue::promote.same         84 ms
//   violated  Queue::promote.ends         42 ms  confirmed by replay
//
// A violation opens with its reason, then shows the heap before, each executed line with what it changed (a callee's
// lines stand indented under its call), the heap after with the changes marked, and the false part of the property.
#pragma once

#include <iosfwd>
#include <string>

#include "results/result.h"

namespace weir::report {

struct TextStyle {
  bool colour = false;
  int width = 100;  // heap lines are wrapped here
  bool explains_proofs = false;
};

/// Colour, and the width of the terminal, where `fd` is one and NO_COLOR is unset and TERM is not "dumb".
TextStyle styleFor(int fd);

/// The one line of a property; `name_width` lines up the times of several.
void writeLine(std::ostream& out, const results::CheckResult& result, const TextStyle& style, size_t name_width = 0);

/// The same for several properties of a method, which `of` names: before the reason.
void writeLineOf(std::ostream& out, const results::CheckResult& result, const TextStyle& style, size_t name_width,
                 const std::string& of);

/// What the line of a property opens with, behind the verdict: "Queue::promote.same".
std::string nameOf(const results::CheckResult& result);

/// That line and what belongs below it.
void writeLines(std::ostream& out, const results::CheckResult& result, const TextStyle& style, size_t name_width);

/// Below that line: the invariants of its proof, or why there is none.
void writeProof(std::ostream& out, const results::CheckResult& result, const TextStyle& style);

/// The counterexample of a violated property. Requires that there is one.
void writeViolation(std::ostream& out, const results::CheckResult& result, const TextStyle& style);

/// What stands below the lines: all violations.
void writeViolations(std::ostream& out, const results::RunResult& run, const TextStyle& style);

/// All lines, then all violations, then a line that counts the verdicts.
void writeText(std::ostream& out, const results::RunResult& run, const TextStyle& style);

/// "3 hold, 1 is violated, 2 are unknown": each verdict that occurs.
std::string verdictCounts(const results::RunResult& run);

/// Relative where it lies in the working directory.
std::string shownPath(const std::string& path);

/// "9 ms", "1.2 s", "2 min 5 s".
std::string shownTime(double ms);

}  // namespace weir::report
