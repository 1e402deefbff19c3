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
#include "ir/program/vocabulary.h"
#include "tests/support/pre_state.h"

namespace weir::tests {

struct BruteForceScope {
  int objects = 2;  // of each class over the whole run
  std::map<const program::ClassDecl*, int> objects_of;
  int unroll = 2;  // iterations of a loop, and calls of a procedure inside itself
  std::vector<program::Integer> integers = {-2, -1, 0, 1};
  std::uint64_t max_states = 1'000'000;
};

/// That a formula is true of every execution that returns; or, with an error, that no execution ends in it.
struct BruteForceQuery {
  logic::Formula formula = nullptr;
  std::optional<program::ErrorKind> error;
};

struct BruteForceResult {
  enum class Verdict {
    Violated,
    Holds,
    Vacuous,  // no execution in scope satisfies the requirements and returns; for an error: none satisfies them
    Unknown,  // none breaks it, but one reaches what is unsupported, or there are too many states
  };
  Verdict verdict = Verdict::Unknown;
  std::string reason;                      // of Unknown
  std::optional<program::PreState> state;  // of Violated: before the call
};

struct BruteForceCounts {
  long states = 0;
  long required = 0;      // of them, those that satisfy the requirements
  long returned = 0;      // of them, those whose execution returns within the scope
  long out_of_scope = 0;  // of them, those whose execution needs more than the scope
};

const char* toString(BruteForceResult::Verdict verdict);

/// One result a query. The states are run through once, as far as some query is still open.
std::vector<BruteForceResult> bruteForce(program::Vocabulary& vocabulary, const program::Procedure& procedure,
                                         const std::vector<logic::Formula>& requirements,
                                         const std::vector<BruteForceQuery>& queries, const BruteForceScope& scope = {},
                                         BruteForceCounts* counts = nullptr);

}  // namespace weir::tests
