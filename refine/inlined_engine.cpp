// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/inlined_engine.h"

#include <algorithm>
#include <map>

#include "refine/seen_executions.h"
#include "refine/specified_calls.h"
#include "refine/tuning.h"
#include "support/invariant.h"

namespace weir::refine {

using logic::Formula;
using solver::Answer;

/// A call of which only the declaration is known.
static bool isOpen(const CallSiteRecord& site) { return !site.left_open.empty(); }

void InlinedEngine::ask(const Property& property) {
  Query& query = queries_.inlined();
  queries_.reporter().translating();
  question_ = questionOf(property, query);
}

EngineAnswer InlinedEngine::search(const std::function<solver::Limits()>& limits) {
  queries_.reporter().solving(0, 0, query().finder().statistics().clauses);
  if (auto answer = searchWithoutCalls()) return std::move(*answer);
  switch (query().finder().solve({question_->label}, limits())) {
    case Answer::Unknown: return {.kind = EngineAnswer::Kind::OutOfBudget};
    case Answer::Unsatisfiable: return {.kind = EngineAnswer::Kind::NothingBreaks};
    case Answer::Satisfiable: break;
  }
  return conclude();
}

static std::string describe(const CallSiteRecord& site) {
  const program::Procedure& callee = *site.callee;
  return callee.construct ? callee.construct->what + " at " + weir::toString(site.stmt->range)
                          : "what '" + callee.name + "' does";
}

/// Most errors need nothing of what functions without a body do: an execution that calls none of them is found sooner,
/// and shows more.
std::optional<EngineAnswer> InlinedEngine::searchWithoutCalls() {
  Query& q = query();
  if (!question_->property.isError() || q.calls().sites().empty()) return std::nullopt;
  logic::Context& context = q.context();
  std::vector<Formula> parts{question_->property.breaking(question_->formula, q)};
  for (const CallSiteRecord& site : q.calls().sites()) parts.push_back(context.negate(site.before.active));
  Question question = *question_;
  question.label = q.labelled(context.conjoin(parts));
  if (q.finder().solve({question.label}, budget_.limitsFor(tuning::kConflictsWithoutCalls)) != Answer::Satisfiable)
    return std::nullopt;
  const auto executed = [&] {
    return examiner_.execute(entryStateOf(q.finder().instance(), q.model(), q.procedure()), question, q);
  };
  bool is_half_done = false;
  Judgement judgement = leastFrom(question, executed, is_half_done);
  if (judgement.kind != Judgement::Kind::Breaks) {
    if (is_half_done) ask(question_->property);
    return std::nullopt;
  }
  return EngineAnswer{.kind = EngineAnswer::Kind::Breaks,
                      .violation = std::move(judgement.violation),
                      .reason = std::move(judgement.reason)};
}

Judgement InlinedEngine::leastFrom(const Question& question, const std::function<Judgement()>& executed,
                                   bool& is_half_done) {
  Query& q = query();
  queries_.reporter().executing();
  Judgement judgement = examiner_.least(
      q, question, executed(),
      [&](std::span<const solver::Label> assumed, const BusyWatch& watch) {
        const Answer answer = q.finder().solve(assumed, budget_.limitsWithin(watch));
        if (answer == Answer::Unknown) throw BudgetSpent{};
        return answer == Answer::Satisfiable ? std::optional(executed()) : std::nullopt;
      },
      is_half_done);
  if (is_half_done) queries_.forget();
  return judgement;
}

/// Did the execution come to something that is not computed, and to no function that nobody knows?
static bool hasConstruct(const Violation& violation) {
  bool found = false;
  for (const program::CallRecord& call : violation.execution.calls) {
    if (call.callee->is_external && !call.callee->construct) return false;
    found = found || call.callee->construct.has_value();
  }
  return found;
}

/// Did all that is not computed give the value that was there, as a read of what is volatile does unless something else
/// changed it? Then this is what the program does.
static bool gaveWhatWasThere(const Violation& violation) {
  return std::ranges::all_of(violation.execution.calls, [](const program::CallRecord& call) {
    const program::Procedure& callee = *call.callee;
    if (!callee.construct) return true;
    return callee.construct->result == program::Construct::Result::Any && call.arguments.size() == 1 &&
           callee.parameters.front()->type == callee.result && call.result == call.arguments.front();
  });
}

/// From this state at entry, is there no way on that keeps the property, whatever is chosen?
bool InlinedEngine::breaksAnyway(Formula entry) {
  Query& q = query();
  const Formula breaking = question_->property.breaking(question_->formula, q);
  const solver::Label keeps = q.labelled(q.context().conjoin(entry, q.context().negate(breaking)));
  return q.finder().solve({keeps}, budget_.limitsFor(tuning::kConflictsToDoLess)) == Answer::Unsatisfiable;
}

/// Requires that the question was the last one that the query was asked, and has an answer.
EngineAnswer InlinedEngine::conclude() {
  Query& q = query();
  logic::Context& context = q.context();
  const auto limits = [&] { return budget_.limits(); };
  const auto outOfBudget = [&] {
    return EngineAnswer{.kind = EngineAnswer::Kind::NotKnown, .reason = budget_.reasonOf(q.finder().stop())};
  };
  Question question = *question_;
  // Only trusted methods and external functions are abstract here: an execution in which they do what can be done, and
  // as little as possible, is the one to show.
  // Whether some source would have functions that do it is another question.
  bool is_plausible = true;
  if (!q.calls().sites().empty()) {
    demandSpecifiedCalls(q);
    Formula wanted = context.conjoin(question.property.breaking(question.formula, q), canBePerformed(q));
    const solver::Label can_be_executed = q.labelled(wanted);
    if (q.finder().solve({can_be_executed}, limits()) == Answer::Satisfiable) {
      question.label = can_be_executed;
      for (const Formula alone : leavesAlone(q)) {
        const solver::Label does_less = q.labelled(context.conjoin(wanted, alone));
        if (q.finder().solve({does_less}, budget_.limitsFor(tuning::kConflictsToDoLess)) != Answer::Satisfiable)
          continue;
        wanted = context.conjoin(wanted, alone);
        question.label = does_less;
      }
    } else {
      is_plausible = std::ranges::none_of(q.calls().sites(), isOpen);
    }
    if (q.finder().solve({question.label}, limits()) != Answer::Satisfiable) return outOfBudget();
  }
  std::map<const program::Heap*, Formula> entries;
  const auto executed = [&] {
    const EntryState entry = entryStateOf(q.finder().instance(), q.model(), q.procedure());
    if (q.calls().sites().empty()) return examiner_.execute(entry, question, q);
    SpecifiedCalls specified(q, specification_, entry.objects);
    Judgement judged = examiner_.execute(entry, question, q, &specified);
    if (judged.violation && hasConstruct(*judged.violation)) entries[judged.violation->before.get()] = entryOf(q);
    return judged;
  };
  const std::string open_call = q.calls().sites().empty() ? "" : describe(q.calls().sites().front());
  const std::string name = q.procedure().name + "/" + question.property.label();
  bool is_half_done = false;
  Judgement judgement = leastFrom(question, executed, is_half_done);
  if (judgement.kind == Judgement::Kind::Breaks && is_plausible && !is_half_done)
    if (const auto entry = entries.find(judgement.violation->before.get()); entry != entries.end())
      judgement.violation->is_certain = breaksAnyway(entry->second);
  if (judgement.kind == Judgement::Kind::Breaks && judgement.violation && is_plausible)
    judgement.violation->is_certain = judgement.violation->is_certain || gaveWhatWasThere(*judgement.violation);
  if (judgement.kind == Judgement::Kind::Breaks && is_plausible)
    return {.kind = EngineAnswer::Kind::Breaks,
            .violation = std::move(judgement.violation),
            .reason = std::move(judgement.reason)};
  if (judgement.kind == Judgement::Kind::Keeps && examiner_.isAboutGarbage())
    return {.kind = EngineAnswer::Kind::NotKnown,
            .reason = {Cause::Garbage, "it depends on what uninitialised memory holds"}};
  INVARIANT(
      judgement.kind == Judgement::Kind::Unsupported || !open_call.empty(),
      ("the solver's counterexample to " + name + " is none when it is executed: " + judgement.reason.text).c_str());
  return {.kind = EngineAnswer::Kind::NotKnown,
          .reason = judgement.kind == Judgement::Kind::Unsupported
                        ? judgement.reason
                        : Reason(Cause::Specification, "it depends on " + open_call)};
}

}  // namespace weir::refine
