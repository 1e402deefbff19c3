// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The verdict on a property by executing the procedure in every state of the scope: an oracle for the verifier that
// shares nothing with it but the interpreter and the evaluator.
//
// Exact where every integer that comes from outside (parameters, fields, globals) takes all its values: bools, enums
// and narrow bit-fields with all their values in `integers`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/program/interpreter.h"
#include "ir/program/pre_state.h"
#include "ir/program/vocabulary.h"

namespace weir::tests {

struct BruteForceScope {
  int objects = 2;  // of each class over the whole run
  std::map<const program::ClassDecl*, int> objects_of;
  int unroll = 2;  // iterations of a loop, and calls of a procedure inside itself
  std::vector<program::Integer> integers = {-2, -1, 0, 1};
  std::uint64_t max_states = 1'000'000;
};

struct BruteForceResult {
  enum class Verdict {
    Violated,
    Holds,
    Vacuous,  // no execution in scope satisfies the requirements and returns
    Unknown,  // none breaks it, but one reaches what is unsupported, or there are too many states
  };
  Verdict verdict = Verdict::Unknown;
  std::string reason;                      // of Unknown
  std::optional<program::PreState> state;  // of Violated: before the call
  long states = 0;
  long required = 0;      // of them, those that satisfy the requirements
  long returned = 0;      // of them, those whose execution returns within the scope
  long out_of_scope = 0;  // of them, those whose execution needs more than the scope
};

const char* toString(BruteForceResult::Verdict verdict);

/// `property` is a formula over the vocabulary, about executions that return; or, as an error kind, that no
/// execution ends in this error (which is never vacuous).
BruteForceResult bruteForce(program::Vocabulary& vocabulary, const program::Procedure& procedure,
                            const std::vector<logic::Formula>& requirements, logic::Formula property,
                            const BruteForceScope& scope = {});
BruteForceResult bruteForce(program::Vocabulary& vocabulary, const program::Procedure& procedure,
                            const std::vector<logic::Formula>& requirements, program::ErrorKind error,
                            const BruteForceScope& scope = {});

}  // namespace weir::tests
