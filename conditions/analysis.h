// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For which inputs each procedure of a program fails, returns, or does neither: summaries, callees first.
//
// `ok` and `error` over-approximate the inputs from which an execution returns, or fails (Popeea and Chin): what is in
// the one and not in the other is decided, what is in both is not, what is in neither runs forever.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "conditions/components.h"
#include "conditions/decide/decider.h"
#include "conditions/decide/simplify.h"
#include "conditions/executor.h"
#include "conditions/state.h"

namespace weir::conditions {

/// What callers need of a procedure, and what is said of it.
struct Summary {
  const program::Procedure* procedure = nullptr;
  Formula ok = nullptr;                // over inputs alone
  std::vector<ErrorCondition> errors;  // over inputs alone, one for each kind and place
  std::optional<State> end;            // how it returns, over inputs and choices; none: it does not
  Value result;
  Formula throws = nullptr;  // over inputs: it may end without returning: by an exception, or with the program
  std::vector<Use> uses;     // each object once for each way of using it
  std::vector<std::string> not_understood;
  // What was met on the way, as it was met: over inputs and choices. For who looks for contradictions.
  std::vector<ErrorCondition> met;
  std::vector<NullCheck> null_checks;
  bool is_exact = false;  // no input is both in `ok` and in an error
  // Over inputs and choices: calls of procedures whose analysis is under way. Only while it is.
  std::vector<RecursiveCall> inner_calls;
};

/// While procedures that call themselves, or each other, are analysed: what is known of the calls of one (Popeea and
/// Chin, section 2.2).
struct Recursion {
  const program::Procedure* procedure = nullptr;
  Formula returns = nullptr;  // over its inputs and `result`; `no` at first
  Term result = nullptr;
  bool writes = false;  // anything that a caller could see
  bool frees = false;
  bool throws = false;
};

struct Limits {
  long steps = 200'000;           // statements executed for one procedure, loops and recursion again
  long nodes = 3'000'000;         // terms and formulas made for one procedure
  long resources = 100'000'000;   // of Z3's, for one procedure
  size_t uses = 40;               // in a summary, of objects that must be alive; of more it is not known which
  long use_leaves = 40;           // of the path to one
  long summary_leaves = 400;      // of a state at the end; a larger one is forgotten
  std::optional<double> seconds;  // of the processor, for one procedure without its callees
  bool readable = true;           // summaries are in their shortest form: who only uses them has no need of that
  bool allocations_fail = false;  // malloc and its like may return null
  // For measurements:
  bool strong_updates = true;  // a write replaces what was there
  bool simplify = true;
};

/// The inputs of a procedure, in four classes that exclude each other and are everything together.
struct Classes {
  Formula must = nullptr;
  Formula may = nullptr;
  Formula never = nullptr;
  Formula loops = nullptr;
};

class Analysis {
 public:
  explicit Analysis(const program::Program& program, Limits limits = {});
  ~Analysis();

  const Summary& of(const program::Procedure& procedure) { return of(procedure, {}); }
  /// Where these functions are passed, by the position of the parameter (null: not known): what is called is known
  /// then.
  using Callbacks = std::vector<const program::Procedure*>;
  const Summary& of(const program::Procedure& procedure, const Callbacks& callbacks);
  bool isUnderWay(const program::Procedure& procedure) const { return under_way_.contains(&procedure); }

  Terms& terms() { return terms_; }
  EntryState& entry() { return entry_; }
  Decider& decider() { return decider_; }
  Simplifier& simplifier() { return simplifier_; }
  const program::Program& program() const { return program_; }

  void step() { ++steps_; }
  /// Whether the procedure at hand may spend more; else what is left of it is not understood.
  bool mayGoOn() const;
  const Limits& limits() const { return limits_; }

  /// The strongest condition over inputs that is found for `formula`: choices are gone, and so is what the
  /// specification language has no words for.
  Formula overInputs(Formula formula) { return projected(formula, nullptr); }
  Formula simplified(Formula formula);
  /// In its shortest form, for people.
  Formula shortest(Formula formula);

  /// `errors` of the summary: all of them, or one.
  Classes classesOf(const Summary& summary);
  struct ErrorClasses {
    Formula must = nullptr;
    Formula may = nullptr;
  };
  ErrorClasses classesOf(const Summary& summary, const ErrorCondition& error);

  /// What is known of calls of the procedure, while its own analysis is under way; else null.
  const Recursion* recursionOf(const program::Procedure& procedure) const;

 private:
  void beginBudget();
  Summary analyse(const program::Procedure& procedure, const Callbacks& callbacks);
  Summary recursive(const program::Procedure& procedure);
  Summary inComponent(const program::Procedure& procedure);
  std::unique_ptr<Executor> fixpoint(Recursion& recursion, Formula& leaves);
  const Components& components();
  bool isInContext(const program::Procedure& procedure);
  bool callsItselfHere(const program::Procedure& procedure);
  std::vector<RecursiveCall> innerCallsOf(const std::vector<RecursiveCall>& calls,
                                          const std::function<Formula(Formula)>& over_inputs);
  Summary withInnerErrors(const program::Procedure& procedure, Executor& executor,
                          const std::vector<ErrorCondition>& inner, bool may_throw);
  Summary summarise(const program::Procedure& procedure, Executor& executor);
  Summary notUnderstood(const program::Procedure& procedure, const std::string& why);
  void addErrors(Summary& summary, const std::vector<ErrorCondition>& errors,
                 const std::function<Formula(Formula)>& over_inputs);
  Formula projected(Formula formula, Atom kept);
  std::vector<Use> usesOf(const Executor& executor);
  Formula returnsOf(const Executor& executor, Term result);
  std::vector<size_t> changed(const program::Procedure& procedure, const std::vector<RecursiveCall>& calls);
  Formula reachable(const program::Procedure& procedure, const std::vector<RecursiveCall>& calls, bool writes);
  Formula wordable(Formula formula);
  Formula wordable(Formula formula, std::map<Formula, Formula>& done);

  const program::Program& program_;
  Limits limits_;
  Terms terms_;
  EntryState entry_;
  Decider decider_;
  Simplifier simplifier_;
  using Summaries = std::map<std::pair<const program::Procedure*, Callbacks>, std::unique_ptr<Summary>>;
  Summaries summaries_;
  std::set<const program::Procedure*> under_way_;
  std::vector<Recursion*> recursions_;  // the outermost first
  Summaries in_context_;                // with what is assumed of calls of those
  std::unique_ptr<Components> components_;
  long steps_ = 0;
  long made_before_ = 0;
  double started_ = 0;
};

}  // namespace weir::conditions
