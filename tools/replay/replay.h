// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs calls natively and compares them with what the interpreter did: the oracle that shares no code with the
// frontend or the interpreter, and what turns a counterexample into a confirmed one.
//
//   const Case shown = makeCase(*procedure, arguments, heap);
//   const Replay replayed = replay(program, {&shown}, {.keep_directory = "repro"});
//   if (replayed.results[0].outcome == Outcome::Agrees) …      confirmed
//
// The user's source is compiled with Clang, AddressSanitizer and UndefinedBehaviorSanitizer, private members
// included; each case runs in its own process with a time limit. Many cases share one compilation, which is
// what costs. Cases that read uninitialised memory are built apart, with MemorySanitizer.
//
// Claim: Agrees means that the compiled program did what the interpreter says: the same end (return, exception,
// the same kind of error, abort), and after a return or an exception the same result and heap (comparison.h).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "tools/replay/case.h"

namespace weir::replay {

enum class Outcome {
  Agrees,
  Disagrees,       // it ended as weir says, but with another result or heap; or without the error weir found
  SanitizerError,  // an error that weir did not find, or of another kind
  Exception,       // an exception that weir did not find
  Timeout,
  CouldNotBuild,  // the program did not compile or link, or its heap could not be made
  Unobservable,   // it ran, but what weir found leaves no trace there: an address computed and never used
};
const char* spelling(Outcome outcome);  // "agrees", …

struct Result {
  Outcome outcome = Outcome::CouldNotBuild;
  std::string reason;  // the differences, the sanitizer's summary, the type thrown, the compiler's first error
  std::string report;  // what the run wrote to standard error
};

struct Options {
  program::CheckedErrors checked;             // as InterpreterOptions had it
  unsigned seconds = 5;                       // for each case
  std::string keep_directory;                 // where the program is left for the user; empty: nowhere
  std::set<std::string> without_effect = {};  // functions that need not be there
};

struct Replay {
  std::vector<Result> results;  // one a case
  std::string program;          // the source of the first program
};

/// Requires that the cases are of `program`.
Replay replay(const program::Program& program, const std::vector<const Case*>& cases, const Options& options = {});

}  // namespace weir::replay
