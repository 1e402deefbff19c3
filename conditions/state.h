// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One point of an execution, for all inputs at once: how it is reached, what the variables hold, what was written.
#pragma once

#include <optional>
#include <vector>

#include "conditions/memory.h"

namespace weir::conditions {

struct State {
  explicit State(EntryState& entry) : memory(entry) {}
  std::vector<Formula> path;  // all of them hold, oldest first; a fact never ceases to
  std::vector<Value> locals;  // by index; without a base: no value yet
  Memory memory;

  void assume(Terms& terms, Formula fact);
  bool isReachable(Terms& terms) const;  // as far as is known without a solver
  Formula pathCondition(Terms& terms) const { return terms.conjoin(path); }
};

/// The state that is `a` or `b`, which exclude each other: values that differ depend on the way.
State joined(EntryState& entry, State a, const State& b);
std::optional<State> joined(EntryState& entry, const std::vector<State>& states);

/// How an execution ends early.
struct ErrorCondition {
  std::optional<program::ErrorKind> kind;  // none: something that is not understood may fail, at no place of its own
  SourceRange range;
  std::vector<SourceRange> origin;  // of an error in a callee: the places of the calls inside it, and where it happens
  Formula condition = nullptr;
  // Of one place alone, before those of one kind and place are put together:
  Formula path = nullptr;       // the execution gets there
  Formula bad = nullptr;        // and fails
  Formula from_null = nullptr;  // because of a null that the code itself put there
  bool is_callees_own = false;  // a callee fails so whoever calls it
  // Where it does fail, not only may: what a summary says of a callee is wider than what happens. Null: nowhere surely.
  Formula sure = nullptr;
};

/// An object must be alive when the execution gets there. It was at entry; a caller may have freed it before the call.
struct Use {
  Formula path = nullptr;
  Term object = nullptr;            // the whole object; null: nobody knows which
  program::TypeRef type = nullptr;  // as which it is used; null: not known
  bool is_free = false;
  bool is_exact = true;  // else the execution may get there where the path holds
  SourceRange range;
  std::vector<SourceRange> origin;  // as of an error
};

/// Somebody asked whether a pointer is null.
struct NullCheck {
  Term pointer = nullptr;
  SourceRange range;
  const program::Procedure* by_callee = nullptr;  // which returned it; null: this procedure itself
};

}  // namespace weir::conditions
