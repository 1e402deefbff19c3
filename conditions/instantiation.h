// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a summary says, in the words of a caller: the callee's inputs are what the caller has there (Dillig, chapter 4).
//
//   void set(node* a, int v) { a->v = v; }       set(l->next, 3):   v of next(l) is 3
//
// A field at the callee's entry is read from the caller's memory as it is at the call, with the aliases of that call:
// one summary serves them all. What the callee made or did not know is new at each call.
#pragma once

#include <map>

#include "conditions/executor.h"

namespace weir::conditions {

class Instantiation {
 public:
  /// `at_call` is the state at the call; what is read in it stays as it is there.
  Instantiation(Executor& executor, const State& at_call, const program::Procedure& callee,
                const std::vector<Value>& arguments);

  Term term(Term term) { return substitution_.apply(term); }
  Formula formula(Formula formula) { return substitution_.apply(formula); }
  Value value(const Value& value);
  /// A term that stands for another one, such as the result.
  void replace(Atom atom, Term term) { replaced_[atom] = term; }

 private:
  Term replaced(Atom atom);
  Term application(Atom atom);
  Term symbol(Atom atom);

  Executor& executor_;
  EntryState& entry_;
  Terms& terms_;
  State state_;
  std::map<const program::Local*, Value> arguments_;
  std::map<Atom, Term> replaced_;
  std::map<const Function*, const Function*> functions_;
  Substitution substitution_;
};

/// The pointer that a number stands for: `element(b, o)` is `b` and `o`.
Value decoded(EntryState& entry, Term address);

}  // namespace weir::conditions
