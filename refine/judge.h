// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether an execution breaks a property: the interpreter and the evaluator decide, never the solver.
#pragma once

#include "refine/entry_heap.h"
#include "refine/method_check.h"

namespace weir::refine {

struct Judgement {
  enum class Kind {
    Breaks,       // the property, within the scope
    Keeps,        // it, or the property does not apply to the execution
    OutOfScope,   // it needs more iterations, depth or objects than the scope allows
    Unsupported,  // it reaches something the interpreter does not follow
  };
  Kind kind = Kind::Keeps;
  Reason reason;
  std::optional<Violation> violation;
  // What the execution shows besides.
  bool returns = false;      // normally, within the scope
  bool cuts_a_loop = false;  // it needs more iterations or depth than the scope allows, but no more objects
};

/// Did the execution, which left this heap, need no more iterations, depth or objects than the scope allows?
/// The scope counts objects over the whole run; parts, automatic objects and variables of the caller come for free.
bool fitsScope(const program::Heap& heap, const ScopeLimits& scope);
/// Does it need more iterations, or a deeper recursion, than the scope allows?
bool cutsALoop(const program::Execution& execution, const ScopeLimits& scope);
bool isWithinScope(const program::Execution& execution, const program::Heap& after, const ScopeLimits& scope);

class SpecifiedCalls;
class ChosenGarbage;

struct JudgeOptions {
  ScopeLimits scope = {};
  program::CheckedErrors checked = {};
  const specs::Specification* specification = nullptr;  // of trusted methods
  SpecifiedCalls* specified = nullptr;                  // what those without a body do
  ChosenGarbage* garbage = nullptr;                     // what uninitialised memory holds; null: nothing
};

/// Executes the procedure from the entry state and evaluates the property. `formula` is the property's formula over the
/// vocabulary, or null for a built-in error. A trusted method that returns nothing and modifies nothing is passed over;
/// of another one the body decides, and where there is none `specified` does.
Judgement judge(const EntryState& entry, const program::Procedure& procedure, const Property& property,
                logic::Formula formula, program::Vocabulary& vocabulary, const JudgeOptions& how);

}  // namespace weir::refine
