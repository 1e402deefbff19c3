// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The refinement loop (chapters 2 and 6 of Taghdiri's thesis).
//
// The caller is checked with its calls abstract. A counterexample's entry state is executed: if the property breaks, it
// is real. If not, some call does what its callee cannot: the first such call site is refined, by the callee's summary
// if that forbids it, else with the statements that do, and the caller is checked again. A callee that itself calls
// others is opened instead: its body takes its place, and its calls are abstract until their turn comes.
//
// What was chosen and then learnt can be encoded at once: a search that has become long goes on in a new encoding that
// begins with the lessons of this one.
//
// Termination. A summary is asserted once. A refinement adds at least one label to a call site, and a site that was
// refined often, or gains no label, is inlined; there are finitely many sites and labels, and when every site is
// inlined the query is exact. Should a counterexample still be neither real nor due to a call, the loop gives up and
// the caller asks the inlined query.
#pragma once

#include <map>
#include <set>

#include "refine/judge.h"
#include "refine/query.h"
#include "refine/seen_executions.h"
#include "refine/validate.h"

namespace weir::refine {

class RefinementLoop {
 public:
  /// `before` has run on another encoding of the method, and the query was made from its lessons.
  RefinementLoop(Query& query, const CheckOptions& options, const RefinementLoop* before = nullptr);

  enum class End {
    NothingFound,  // no execution within the scope breaks the property
    Real,          // the violation does
    OutOfLimits,   // the solver's stop() says which
    GaveUp,        // ask the inlined query
  };
  struct Result {
    End end = End::GaveUp;
    std::optional<Violation> violation;
    Reason reason;
    std::vector<RefinementEvent> events;
    std::int64_t refinements = 0;
  };

  /// The labels are of the executions that break the property; `judge` executes an entry state. Refinements stay for
  /// the properties that come after.
  Result run(std::span<const solver::Label> breaking, const std::function<Judgement(const EntryState&)>& judge,
             const std::function<solver::Limits()>& limits, Reporter& reporter);

  /// What was found out about each call site that the encoding has, after those that it no longer has.
  std::vector<Inferred> inferred() const;
  /// What the query has learnt of its call sites. An encoding that begins with it has fewer choices: each value that
  /// was chosen and then learnt is the value itself.
  Lessons lessons() const;

 private:
  struct Knowledge {                 // of one call site
    bool has_summary = false;        // it was asserted
    std::set<ConstraintLabel> core;  // of statements
    LeftOpen left_open;              // what the solver chooses of the others
    std::vector<LabelledConstraint> constraints;
    std::int64_t refinements = 0;
    bool inlined = false;  // its body has taken its place
  };

  Inferred inferredAt(const CallSiteRecord& site) const;

  /// What a counterexample teaches of one call site, and all iterations of it.
  struct Lesson {
    enum class Kind {
      Summary,  // the counterexample contradicts it
      Core,     // the statements that forbid what the call did
      Body,     // the callee calls others: its body takes its place, and their turn comes
      Return,   // a call whose body is there returns
    };
    Kind kind = Kind::Summary;
    const CallSiteRecord* site = nullptr;
    Validation core = {};
  };
  enum class Search { Found, AskAgain, OutOfLimits, None };

  End endWithNothingFound(const solver::Limits& limits);
  Search findLesson(const std::function<solver::Limits()>& limits, Reporter& reporter, Lesson& lesson);
  Search contradictsSummary(const CallSiteRecord& site);
  Search findReturn(Lesson& lesson);

  void learn(const Lesson& lesson, Result& result);
  void learnSummary(const CallSiteRecord& site);
  void learnCore(const CallSiteRecord& site, const Validation& invalid);
  void learnBody(const CallSiteRecord& site);
  void learnReturn(const CallSiteRecord& site);

  /// The call in each iteration that the encoding has, itself included: what one needed, all will.
  std::vector<const CallSiteRecord*> iterationsOf(const CallSiteRecord& site) const;
  void putBody(const CallSiteRecord& site);
  /// The call's values afterwards are these, as far as anybody asks.
  void equate(const CallSiteRecord& site, const Outcomes& outcomes);
  /// True if there was anything new.
  static bool add(const Validation& invalid, Knowledge& knowledge);
  void assertKnowledge(const CallSiteRecord& site, Knowledge& knowledge);

  Query& query_;
  const CheckOptions& options_;
  std::map<CallPath, Knowledge> knowledge_;
  std::vector<const CallSiteRecord*> sites_;  // in the order of execution
  std::vector<Inferred> encoded_;             // of call sites that are no longer there: their bodies are
  std::vector<std::pair<const CallSiteRecord*, logic::Formula>> returns_;  // of opened calls, not asserted yet
  SeenExecutions seen_;                                                    // of this encoding
  int round_ = 0;                                                          // so far, of all properties
  int refinements_ = 0;                                                    // the same
};

}  // namespace weir::refine
