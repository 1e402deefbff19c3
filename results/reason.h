// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why a verdict is what it is: the cause, for programs, and the sentence, for people.
//
//   Reason(Cause::Unsupported, "unsupported at list.c:7:3: …")
//
// A new cause is a line of the enumeration and one of causeTexts().
#pragma once

#include <span>
#include <string>

namespace weir::results {

enum class Cause {
  None,           // there is nothing to explain, or a person's sentence is all there is
  Time,           // the budget of time was spent
  Memory,         // the budget of memory was spent, or the machine had none left
  Interrupted,    // somebody asked to stop, while or before it was checked
  Unsupported,    // an execution reaches code that weir does not understand
  Specification,  // it depends on what a function does of which only a specification, or nothing, is known
  Garbage,        // it depends on what uninitialised memory holds
  TooLarge,       // the formula has more tuples than a circuit or the evaluator can list
  Failure,        // weir's own mistake
};

struct CauseText {
  Cause cause;
  const char* name;  // in JSON
};
std::span<const CauseText> causeTexts();
const char* toString(Cause cause);
Cause causeNamed(const std::string& name);

struct Reason {
  Cause cause = Cause::None;
  std::string text;

  Reason() = default;
  Reason(Cause why, std::string sentence) : cause(why), text(std::move(sentence)) {}
  /// A sentence without a cause: of a violation, or of a case that no program has to distinguish.
  Reason(std::string sentence) : text(std::move(sentence)) {}
  Reason(const char* sentence) : text(sentence) {}

  static Reason outOfTime(double seconds);
  static Reason outOfMemory(long megabytes);
  bool empty() const { return text.empty(); }
  bool operator==(const Reason&) const = default;
};

}  // namespace weir::results
