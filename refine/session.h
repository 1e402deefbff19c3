// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The queries of one method, and what has been asked of them. method_check.h has the claims.
//
// There are two queries at most, each encoded when it is first asked: one with every call inlined, one with calls
// abstract. What a verdict rests on besides the property itself (does anything return, is anything unsupported, were
// loops cut) is asked once for all properties.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>

#include "abstraction/summarizer.h"
#include "refine/judge.h"
#include "refine/loop.h"
#include "refine/query.h"

namespace weir::refine {

/// Measures a budget in processor time of this thread, so that what is found within it does not depend on how busy the
/// machine is.
class BusyWatch {
 public:
  explicit BusyWatch(double seconds = 0) : budget_(seconds), start_(now()) {}
  double spentSeconds() const { return now() - start_; }
  double leftSeconds() const { return budget_ - spentSeconds(); }
  static double now();

 private:
  double budget_;
  double start_;
};

class Session {
 public:
  Session(program::Vocabulary& vocabulary, const specs::Specification& specification, const specs::MethodSpec& spec,
          std::vector<std::string> builtins, CheckOptions options);

  std::vector<Property> properties() const;
  PropertyOutcome run(const Property& property);
  void interrupt();

 private:
  using Clock = std::chrono::steady_clock;

  // Limits (session.cpp).
  double secondsSoFar() const;  // of the property under way
  void keepLimits();
  solver::Limits limits() const;
  solver::Limits limitsWithin(const BusyWatch& watch) const;
  solver::Limits limitsUntil(std::int64_t conflicts, Query& query) const;  // of all that the query has met
  void giveUp(Query& query, PropertyOutcome& outcome);
  void forget();

  // Queries (session.cpp).
  std::unique_ptr<Query> makeQuery(bool abstract_calls, Lessons lessons = {});
  bool encodeLessons();
  void dropInlined();
  void put(std::unique_ptr<Query> query, std::unique_ptr<Query>& in_place_of);
  Query& inlined();
  Query& abstract();
  solver::Statistics statistics() const;
  void tell(const char* phase) const;

  // The property (decide.cpp).
  Judgement execute(const EntryState& entry, const Property& property, logic::Formula formula, Query& query,
                    SpecifiedCalls* specified = nullptr);
  void decide(const Property& property, PropertyOutcome& outcome);
  /// Which executions break a property, asked of a query.
  struct Question {
    logic::Formula formula = nullptr;
    solver::Label label = 0;
    solver::Answer answer = solver::Answer::Unknown;
  };
  Question ask(const Property& property, Query& query);
  std::optional<Question> askInlinedUnlessLarge(const Property& property);
  void decideInlined(const Property& property, PropertyOutcome& outcome);
  void concludeInlined(const Question& question, const Property& property, PropertyOutcome& outcome);
  void decideAbstractly(const Property& property, PropertyOutcome& outcome);
  using Ask = std::function<std::optional<Judgement>(std::span<const solver::Label>, const BusyWatch&)>;
  Judgement least(Query& query, const Question& question, Judgement found, const Ask& ask);
  bool limitsAreLeft(Query& query) const;
  bool hasInlinedAnswer(std::int64_t turn, Question& question);
  void confirmNothingFound(const Property& property);
  double shareOfInlined();
  bool leavesLittleOut();
  void nothingFound(const Property& property, PropertyOutcome& outcome);

  // What the verdict rests on (coverage.cpp).
  bool possible(Query& query, logic::Formula formula);
  bool returns();
  bool throws();
  bool returnsWithFewObjects();
  bool isSeen(Query& query, program::InterpreterOptions options,
              const std::function<bool(const program::Execution&, const program::Heap&)>& looks_so);
  bool isSeenToReturn(Query& query);
  bool requirementsHold();
  logic::Formula stopsOf(Query& query, std::initializer_list<StopSite::Kind> kinds);
  const StopSite* unsupported();
  void describeObjects(const Query& query, PropertyOutcome& outcome) const;
  void describeLoops(PropertyOutcome& outcome);
  std::uint64_t inlinedConflictsSpent();
  Cut isCut(std::initializer_list<StopSite::Kind> kinds, bool in_callees);
  bool isSeenToBeCut(Query& query, std::initializer_list<StopSite::Kind> kinds);
  std::optional<solver::Answer> askInlinedInPassing(const std::function<logic::Formula(Query&)>& formula);
  void withoutScope(PropertyOutcome& outcome) const;
  bool loopsInCallees();

  // How many objects and elements of arrays there may be (sizes.cpp).
  bool sizesAreForced();
  bool growArrays();
  void describeCutSizes(PropertyOutcome& outcome);
  bool hasLongerArrayAtEntry(Query& query);
  void restart();

  // How large containers and strings may be (room.cpp).
  void describeRoom(const Query& query, PropertyOutcome& outcome) const;
  void describeCutRoom(PropertyOutcome& outcome);

  program::Vocabulary& vocabulary_;
  logic::Context& context_;
  const specs::Specification& specification_;
  const specs::MethodSpec& spec_;
  std::vector<std::string> builtins_;
  CheckOptions options_;
  program::CheckedErrors checked_;
  std::atomic<bool> interrupted_ = false;
  std::uint64_t steps_ = 0;
  Clock::time_point started_;
  std::int64_t conflicts_before_ = 0;  // and steps, of other properties
  std::int64_t inlined_conflicts_before_ = 0;
  std::uint64_t steps_before_ = 0;
  std::optional<std::uint64_t> last_step_;  // of something that may be given up
  std::optional<std::int64_t> most_gates_;  // of an inlined query that may be given up
  std::unique_ptr<abstraction::Summarizer> summarizer_;
  std::mutex queries_;  // guards them against an interruption while one is put in place or goes
  std::unique_ptr<Query> inlined_, abstract_;
  solver::Statistics replaced_;  // of abstract queries that others took the place of
  std::unique_ptr<RefinementLoop> loop_;
  std::optional<bool> returns_, throws_, requirements_hold_, longer_at_entry_;
  std::optional<Cut> loops_cut_, objects_cut_, extents_cut_, elements_cut_, characters_cut_;
  bool are_arrays_grown_ = false;     // as far as is worth it
  bool shrinks_arrays_next_ = false;  // it did not help
  std::optional<const StopSite*> unsupported_;
  bool is_about_garbage_ = false;  // the execution that was judged last left memory that was never written
};

// Thrown by the checkpoint of a session.
struct LimitReached {  // the user's
  Reason reason;
};
struct BudgetSpent {};  // of something that was not worth more time

}  // namespace weir::refine
