// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every number in refine that was chosen by measurement and not by meaning. No verdict depends on one: they decide how
// long something takes, or whether a limit is settled. Work is counted (conflicts, steps, clauses), not timed, so that
// a busy machine gives the same answer.
//
// A number without a measurement says so; `benchmarks/refinement/run` and `benchmarks/verify/run` are where to measure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace weir::refine::tuning {

// Turns of the abstract and the inlined query (turns.cpp).

/// Conflicts of the first turn of the abstract query. Measured with benchmarks/refinement: with 8,000 four rows gain,
/// up to twice as fast, and four lose as much or more, since all that comes before the inlined query is lost where that
/// one decides; 2,000 keeps the loss at a quarter (commit 57d8827).
inline constexpr std::int64_t kFirstTurnConflicts = 2000;
/// So many parts has the first turn: after one, the sizes of the two queries are compared. Not measured alone.
inline constexpr std::int64_t kPartsOfFirstTurn = 10;
/// The second turn is so many times as long as the first, and each later one so many times as long as the one before:
/// where abstraction makes a search harder it costs a factor, not the answer. Measured before work was counted: a group
/// of jobs resumed at scope 4 takes 7 s inlined, more than 140 s abstract (commit ee0f176); the factors were not
/// measured.
inline constexpr std::int64_t kSecondTurnFactor = 20;
inline constexpr std::int64_t kLaterTurnFactor = 2;
/// An abstract query with more than this share of the inlined one's clauses leaves out nothing that would make a search
/// shorter. Measured on storeCalendar at scope 3/2: without it 0.5 of the speed of inlining, with it 0.9 (c48885f).
inline constexpr double kLargestUsefulShare = 0.7;
/// An inlined query with so many times the gates of the abstract one is not translated to the end to be compared.
/// Measured on the spanning tree: translating all of it took 0.5 of 1.2 s (b26d68f).
inline constexpr std::int64_t kMuchLarger = 2;

// The refinement loop (loop.cpp, validate.cpp, seen_executions.cpp).

/// A call site that was refined so often is inlined: by then most of its body has been asked for. Not measured.
inline constexpr int kMostRefinements = 2;
/// A core with so many labels or fewer is minimised: a person will read it. A larger one says that the whole callee
/// matters. Not measured.
inline constexpr std::size_t kReadableCore = 24;
/// Conflicts for each label of a core that is tried to be left out. The state before is concrete, so hardly any label
/// needs one. Not measured.
inline constexpr std::int64_t kConflictsALabel = 2000;
/// Executions that were run and must stay possible: the query learns from each in turn, so the last ones differ most
/// from what it was asked before. Not measured.
inline constexpr std::size_t kRememberedExecutions = 2;
/// A summary with so many nodes or fewer is asserted at once. Not measured.
inline constexpr int kShortSummary = 10;

// Counterexamples (examine.cpp, inlined_engine.cpp).

/// Seconds of processor time for the least counterexample, if finding one took less: what is found within them does not
/// depend on how busy the machine is. Not measured.
inline constexpr double kLeastSeconds = 5;
/// The same where every answer is confirmed by another solver: most of the time goes there. Not measured.
inline constexpr double kLeastSecondsChecked = 60;
/// A question that may take so many seconds of processor time may take so many times as long on the wall. Measured with
/// tests/verify on a machine so busy that the wall was four to seven times the processor time (packages/graph and
/// sorting at scope 5, lists at scope 6): 0.02, 1, 4 and 16 give the same traces, and no trend in the processor time
/// (single runs). It only ends a question that would take the whole of kLeastSeconds.
inline constexpr double kWallFactor = 4;
/// Conflicts for a counterexample in which no function without a body is called. Not measured.
inline constexpr std::int64_t kConflictsWithoutCalls = 2000;
/// Conflicts for a counterexample in which functions without a body do less. Not measured.
inline constexpr std::int64_t kConflictsToDoLess = 1000;
/// Conflicts of a self-check of `holds`. Measured with tests/verify (packages/scheduler, packages/graph, toposort):
/// seven of seven are confirmed within 1,188 conflicts, with 200 two are not; processor time with 200, 2,000, 20,000
/// and 200,000 is as 0.97 : 0.98 : 1 : 1.
inline constexpr std::int64_t kConflictsToConfirm = 20'000;

// What a verdict rests on (coverage.cpp, sizes.cpp).

/// A question that is not the user's may cost this part of what the user's cost, or at least these steps and conflicts.
/// Measured on 100 callees: a thousand conflicts whatever the query is took 0.75 s, scaled by its size 0.19 s
/// (17a780a).
inline constexpr std::uint64_t kSpareShare = 4;
inline constexpr std::uint64_t kSpareSteps = 15'000;  // a third of a second
inline constexpr std::uint64_t kSpareConflicts = 1000;
inline constexpr std::uint64_t kStepsOfConflict = 5;  // take as long as one
inline constexpr double kUsualClauses = 100'000;      // of a query in which a conflict takes so long
/// With so many objects of each class or fewer at entry there is mostly room for what the method allocates. Not
/// measured.
inline constexpr std::size_t kFewObjects = 3;
/// Lengths of heap arrays that are tried where those of the scope are too short for anything to happen. Not measured.
inline constexpr std::array kLongerArrays = {8, 16, 32};

// Encoding (query.cpp).

/// So many recursive calls are inlined without asking whether they can be reached: they cost less than the questions.
/// Not measured.
inline constexpr int kUnaskedRecursiveCalls = 8;
/// Conflicts to settle whether a recursive call is reached: about a second in a query of usual size. Measured with
/// tests/verify/recursion/trees at scopes 3, 4 and 5: none of 542 questions needs more than 30, so 50, 500, 5,000 and
/// 50,000 give the same answers in the same processor time. It bounds what a hard one costs.
inline constexpr std::int64_t kConflictsToReach = 5000;

// The checkpoint (budget.cpp): how often limits are looked at.
inline constexpr std::uint64_t kStepsBetweenLooks = 256;
inline constexpr std::uint64_t kStepsBetweenLooksAtMemory = 16'384;

}  // namespace weir::refine::tuning
