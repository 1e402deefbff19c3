// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes summaries on demand, callees first, each procedure once.
#pragma once

#include <functional>
#include <memory>

#include "abstraction/summary.h"

namespace weir::abstraction {

/// The parameters of section 7.4 of the thesis with its values.
struct Parameters {
  int max_operators = 1300;  // a longer bound is given up
  int max_allocations = 5;   // objects of one class told apart; more are one set
  int max_unions = 3;        // different steps of one cursor united under a closure; more are any object
  int max_contexts = 5;      // targets of one indirect call told apart; more are taken together
};

/// Called at each loop with what was found out about it, for --explain.
using Explain = std::function<void(const program::Procedure&, const SourceRange&, const std::string&)>;

class Summarizer {
 public:
  explicit Summarizer(program::Vocabulary& vocabulary, Parameters parameters = {}, Explain explain = {});
  ~Summarizer();
  Summarizer(const Summarizer&) = delete;
  Summarizer& operator=(const Summarizer&) = delete;

  /// Ensures: valid as long as the summarizer.
  const Summary& of(const program::Procedure& procedure);
  /// Was it found already?
  bool has(const program::Procedure& procedure) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace weir::abstraction
