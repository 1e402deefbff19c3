// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The least counterexample in a fixed order: what is shown to a person depends neither on the engine that found it nor
// on the mode.
//
// Of two entry states the lesser one has, the first difference deciding,
//   1. fewer objects; then fewer of the first class, of the second, …; fewer array elements;
//   2. fewer pointers that are not null, parameters among them;
//   3. its numbers all in the narrower of the ranges 0..1, 0..3, 0..9, -9..9, -99..99;
//      of strings, the fewer of "", "a", "b", …;
//   4. the lesser cell, where cells are read in the order of the canonical numbering (heap_model.h), pointers before
//      numbers: null before objects in their order, 0 before 1 before 2 …, and those before -1, -2, ….; of strings
//      "" before "a" before "b" …, and those before all others;
//   5. the lesser value, in that order, of what the property reads in memory that was never written.
// No two entry states of a query are equal in this order, so the least one is one state.
//
// It is found by asking again under more and more labels, beginning each time from the state at hand, so that what is
// least already costs no question.
#pragma once

#include <functional>
#include <span>

#include "refine/query.h"

namespace weir::refine {

/// Is there a counterexample under these labels? Yes leaves the query's last answer satisfiable, with it as instance.
using AskAgain = std::function<bool(std::span<const solver::Label>)>;

/// Fields with their values at the end.
using ExitFields = std::vector<std::pair<const program::Field*, logic::Expr>>;

/// Requires that the query's last answer is a counterexample under `breaking`. The last yes of `ask`, or if there was
/// none that counterexample, is the least one. What `ask` throws ends the search early. `garbage`: fields that may hold
/// what was never written there; that too is to be the least, after everything else.
void findLeast(Query& query, solver::Label breaking, const AskAgain& ask, const ExitFields& garbage = {});

}  // namespace weir::refine
