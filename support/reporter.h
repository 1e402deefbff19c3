// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Told of the stages of a check, one call where each begins: for somebody who waits, and for `weir check --verbose`.
//
// Whoever works is handed a reporter and does not ask what becomes of it. A stage lasts until the next one begins.
#pragma once

#include <cstdint>
#include <string>

namespace weir {

class Reporter {
 public:
  Reporter() = default;
  virtual ~Reporter() = default;
  Reporter(const Reporter&) = delete;
  Reporter& operator=(const Reporter&) = delete;

  /// A specification, or a source with what it includes.
  virtual void reading(const std::string& /*file*/) {}
  /// The properties, to formulas over the program's state.
  virtual void lowering(const std::string& /*file*/) {}

  /// The method, to expressions for its state at the exits.
  virtual void encoding(bool /*calls_are_abstract*/) {}
  /// Bounds on what a callee does.
  virtual void summarizing(const std::string& /*callee*/) {}
  /// What is asked, to a boolean circuit and its clauses.
  virtual void translating() {}
  /// In a round of the refinement loop, after so many refinements; round 0: calls are inlined.
  virtual void solving(int /*round*/, int /*refinements*/, std::int64_t /*clauses*/) {}
  /// The counterexample, by the interpreter.
  virtual void executing() {}
  /// Whether a callee can do what the counterexample says of a call.
  virtual void validating(const std::string& /*callee*/, const std::string& /*place*/) {}
  /// What is known of a call.
  virtual void refining(const std::string& /*callee*/, const std::string& /*place*/) {}
  /// To the least counterexample.
  virtual void shrinking() {}
  /// What the scope leaves out.
  virtual void covering() {}

  /// The counterexamples of a method, compiled and run together.
  virtual void replaying(std::size_t /*counterexamples*/) {}

  /// Tells nobody.
  static Reporter& silent() {
    static Reporter nobody;
    return nobody;
  }
};

}  // namespace weir
