// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An engine looks for an execution that breaks a property, within a budget. Which engine is asked when is decided in
// turns.cpp; a new one is a class here and a line there.
//
//   inlined_engine.h      every call is its body: one query, exact
//   refinement_engine.h   calls are abstract: the loop of loop.h refines those that matter
//
// Claims, for every engine: `Breaks` comes with an execution that was run and breaks the property. `NothingBreaks`
// means that no execution within the scope does; whether the scope has any, and whether all of it was understood, is
// asked afterwards (coverage.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "refine/method_check.h"
#include "results/reason.h"

namespace weir::refine {

struct EngineAnswer {
  enum class Kind {
    NothingBreaks,
    Breaks,       // the violation
    NotKnown,     // for good, and `reason` says why
    OutOfBudget,  // it may go on where it stopped
    GivesUp,      // another engine has to be asked
  };
  Kind kind = Kind::GivesUp;
  std::optional<Violation> violation = {};
  results::Reason reason = {};
  std::vector<RefinementEvent> events = {};
  std::int64_t refinements = 0;
  std::vector<Inferred> inferred = {};  // of the calls
};

class Query;

class Engine {
 public:
  virtual ~Engine() = default;

  /// Which executions break this property? Encodes the question; what was learnt for other properties stays.
  virtual void ask(const Property& property) = 0;
  /// Searches for one. `limits` is asked before each query of a solver, so that it returns what is left. After
  /// OutOfBudget it may be called again and goes on.
  virtual EngineAnswer search(const std::function<solver::Limits()>& limits) = 0;
  /// The query that was last asked about: its size, and what it has used.
  virtual Query& query() = 0;
};

}  // namespace weir::refine
