// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the answers of a query to a verdict.
#include <algorithm>

#include "refine/garbage.h"
#include "refine/session.h"
#include "refine/shrink.h"
#include "refine/specified_calls.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::Formula;
using solver::Answer;

namespace {

/// Looking for the least counterexample may take as long as finding one did, and this long in any case.
constexpr double kLeastSeconds = 5;
/// Where every answer is confirmed by another solver, most of the time goes there.
constexpr double kLeastSecondsChecked = 60;

/// What takes longer than a glance is compared with the inlined query: where abstraction leaves little out, it is not
/// looked at any further.
constexpr std::int64_t kGlances = 10;  // in a first turn

/// Conflicts for a counterexample in which functions without a body do less.
constexpr std::int64_t kGlance = 1000;

/// The first turn is for what abstraction makes easy. After it the abstract query is encoded anew from what it was
/// told, and takes turns with the inlined one, each time for so much longer: where abstraction makes a search harder it
/// costs a factor, not the answer.
constexpr std::int64_t kSecondTurn = 20;
constexpr std::int64_t kLongerTurn = 2;

/// A query with abstract calls that is larger than this share of the inlined one leaves nothing out that would make a
/// search shorter.
constexpr double kLeavesLittleOut = 0.7;
/// An inlined query that has so many times the gates is not translated to the end to be compared.
constexpr std::int64_t kMuchLarger = 2;

/// What a self-check may cost. Small checks, where mistakes can be looked at, need a tenth of it.
constexpr std::int64_t kConflictsToConfirm = 20'000;

std::string placeOf(const Stmt* stmt) {
  return stmt == nullptr ? std::string("the entry") : weir::toString(stmt->range);
}

void violated(Judgement judgement, PropertyOutcome& outcome) {
  outcome.verdict = Verdict::Violated;
  outcome.reason = std::move(judgement.reason);
  outcome.violation = std::move(judgement.violation);
}

}  // namespace

void Session::decide(const Property& property, PropertyOutcome& outcome) {
  // What goes wrong inside a callee is seen only where its body is.
  if (options_.mode == Mode::Inline || property.isError()) return decideInlined(property, outcome);
  decideAbstractly(property, outcome);
}

Judgement Session::execute(const EntryState& entry, const Property& property, Formula formula, Query& query,
                           SpecifiedCalls* specified) {
  ChosenGarbage garbage(query, formula, entry.objects);
  Judgement judgement = judge(entry, *spec_.procedure, property, formula, vocabulary_,
                              {.scope = options_.scope,
                               .checked = checked_,
                               .specification = &specification_,
                               .specified = specified,
                               .garbage = formula == nullptr ? nullptr : &garbage});
  is_about_garbage_ = garbage.isUsed();
  // What would have to be asked for later is seen here.
  if (judgement.returns) returns_ = true;
  if (judgement.cuts_a_loop) loops_cut_ = Cut::Yes;
  return judgement;
}

Session::Question Session::ask(const Property& property, Query& query) {
  const Formula formula = property.formula(*spec_.procedure, query.model());
  return {.formula = formula, .label = query.labelled(property.breaking(formula, query))};
}

/// Nothing where the inlined query turns out to be so large that its turn has not come yet.
std::optional<Session::Question> Session::askInlinedUnlessLarge(const Property& property) {
  if (inlined_ != nullptr) return ask(property, inlined());
  most_gates_ = kMuchLarger * abstract().finder().statistics().gates;
  try {
    const Question question = ask(property, inlined());
    most_gates_.reset();
    return question;
  } catch (const BudgetSpent&) {
    dropInlined();
    return std::nullopt;
  }
}

void Session::decideInlined(const Property& property, PropertyOutcome& outcome) {
  Query& q = inlined();
  describeObjects(q, outcome);
  Question question = ask(property, q);
  outcome.stats.callees = static_cast<std::int64_t>(q.footprint().procedures.size()) - 1;
  tell("solving");
  question.answer = q.finder().solve({question.label}, limits());
  concludeInlined(question, property, outcome);
}

/// Requires that the question was the last one the inlined query was asked.
void Session::concludeInlined(const Question& question, const Property& property, PropertyOutcome& outcome) {
  Query& q = inlined();
  switch (question.answer) {
    case Answer::Unknown: return giveUp(q, outcome);
    case Answer::Unsatisfiable: return nothingFound(property, outcome);
    case Answer::Satisfiable: break;
  }
  solver::Label label = question.label;
  if (!q.calls().sites().empty()) {
    demandSpecifiedCalls(q);
    Formula wanted = context_.conjoin(property.breaking(question.formula, q), canBePerformed(q));
    const solver::Label can_be_executed = q.labelled(wanted);
    if (q.finder().solve({can_be_executed}, limits()) == Answer::Satisfiable) {
      label = can_be_executed;
      for (const Formula alone : leavesAlone(q)) {
        const solver::Label does_less = q.labelled(context_.conjoin(wanted, alone));
        if (q.finder().solve({does_less}, limitsUntil(q.finder().statistics().conflicts + kGlance, q)) !=
            Answer::Satisfiable)
          continue;
        wanted = context_.conjoin(wanted, alone);
        label = does_less;
      }
      if (q.finder().solve({label}, limits()) != Answer::Satisfiable) return giveUp(q, outcome);
    } else if (q.finder().solve({label}, limits()) != Answer::Satisfiable)
      return giveUp(q, outcome);
  }
  const auto executed = [&] {
    const EntryState entry = entryStateOf(q.finder().instance(), q.model(), *spec_.procedure);
    if (q.calls().sites().empty()) return execute(entry, property, question.formula, q);
    SpecifiedCalls specified(q, specification_, entry.objects);
    return execute(entry, property, question.formula, q, &specified);
  };
  // Only trusted methods and external functions are abstract here.
  const std::string open_call = q.calls().sites().empty() ? "" : q.calls().sites().front().callee->name;
  const Judgement judgement = least(q, {question.formula, label}, executed(),
                                    [&](std::span<const solver::Label> assumed, const BusyWatch& watch) {
                                      const Answer answer = q.finder().solve(assumed, limitsWithin(watch));
                                      if (answer == Answer::Unknown) throw BudgetSpent{};
                                      return answer == Answer::Satisfiable ? std::optional(executed()) : std::nullopt;
                                    });
  if (judgement.kind == Judgement::Kind::Breaks) return violated(judgement, outcome);
  if (judgement.kind == Judgement::Kind::Keeps && is_about_garbage_) {
    outcome.verdict = Verdict::Unknown;
    outcome.reason = {Cause::Garbage, "it depends on what uninitialised memory holds"};
    return;
  }
  INVARIANT(judgement.kind == Judgement::Kind::Unsupported || !open_call.empty(),
            ("the solver's counterexample to " + spec_.procedure->name + "/" + property.label() +
             " is none when it is executed: " + judgement.reason.text)
                .c_str());
  outcome.verdict = Verdict::Unknown;
  outcome.reason = judgement.kind == Judgement::Kind::Unsupported
                       ? judgement.reason
                       : Reason(Cause::Specification, "it depends on what '" + open_call + "' does");
}

void Session::decideAbstractly(const Property& property, PropertyOutcome& outcome) {
  Query& q = abstract();
  if (q.calls().sites().empty()) return decideInlined(property, outcome);
  describeObjects(q, outcome);
  outcome.stats.callees = static_cast<std::int64_t>(q.footprint().procedures.size()) - 1;
  Question question = ask(property, q);
  std::optional<Question> inlined_question;
  const auto executed = [&](const EntryState& entry) {
    tell("refining");
    return execute(entry, property, question.formula, abstract());
  };
  tell("solving");
  RefinementLoop::Result result;
  bool is_easier_inlined = false;
  const std::int64_t first_turn = std::max<std::int64_t>(1, options_.turn_conflicts);
  const std::int64_t glance = std::max<std::int64_t>(1, first_turn / kGlances);
  const auto longer = [&](std::int64_t turn) {
    return turn < first_turn ? first_turn : turn * (turn == first_turn ? kSecondTurn : kLongerTurn);
  };
  for (std::int64_t turn = glance; !is_easier_inlined; turn = longer(turn)) {
    const std::int64_t end = abstract().finder().statistics().conflicts + turn;
    // A query whose calls are opened one after the other may come to leave little out within a turn.
    const auto limits_of_turn = [&] {
      return limitsUntil(inlined_question && leavesLittleOut() ? 0 : end, abstract());
    };
    RefinementLoop::Result part = loop_->run({&question.label, 1}, executed, limits_of_turn);
    std::ranges::move(part.events, std::back_inserter(result.events));
    result.refinements += part.refinements;
    result.end = part.end;
    result.reason = std::move(part.reason);
    result.violation = std::move(part.violation);
    if (result.end != RefinementLoop::End::OutOfLimits || !limitsAreLeft(abstract())) break;
    // Later it would lose what a long search has learnt.
    const bool is_new = turn == first_turn && encodeLessons();
    if (is_new) question = ask(property, abstract());
    if (options_.mode != Mode::Refine) continue;
    const bool has_looked_twice = turn >= first_turn && !is_new;
    if (!inlined_question)
      inlined_question = has_looked_twice ? ask(property, inlined()) : askInlinedUnlessLarge(property);
    if (inlined_question && (has_looked_twice || leavesLittleOut()))
      is_easier_inlined = hasInlinedAnswer(turn, *inlined_question);
  }
  outcome.events = std::move(result.events);
  outcome.stats.refinements = result.refinements;
  outcome.inferred = loop_->inferred();
  std::set<std::string> refined;
  for (const Inferred& inferred : outcome.inferred)
    if (inferred.needed) refined.insert(inferred.callee);
  outcome.stats.callees_refined = static_cast<std::int64_t>(refined.size());
  if (is_easier_inlined) return concludeInlined(*inlined_question, property, outcome);
  switch (result.end) {
    case RefinementLoop::End::OutOfLimits: return giveUp(abstract(), outcome);
    case RefinementLoop::End::NothingFound:
      if (options_.self_check) confirmNothingFound(property);
      return nothingFound(property, outcome);
    case RefinementLoop::End::GaveUp: return decideInlined(property, outcome);
    case RefinementLoop::End::Real: break;
  }
  // A lesser one has to be real as well: the loop sees to it.
  Judgement found{Judgement::Kind::Breaks, result.reason, std::move(result.violation)};
  const auto ask = [&](std::span<const solver::Label> assumed, const BusyWatch& watch) -> std::optional<Judgement> {
    RefinementLoop::Result lesser = loop_->run(assumed, executed, [&] { return limitsWithin(watch); });
    if (lesser.end == RefinementLoop::End::OutOfLimits) throw BudgetSpent{};
    if (lesser.end != RefinementLoop::End::Real) return std::nullopt;
    return Judgement{Judgement::Kind::Breaks, lesser.reason, std::move(lesser.violation)};
  };
  violated(least(abstract(), question, std::move(found), ask), outcome);
}

/// What the abstract query learnt must follow from the code: it may not exclude what the code itself does.
void Session::confirmNothingFound(const Property& property) {
  Query& q = inlined();
  const Question question = ask(property, q);
  solver::Limits limited = limits();
  limited.conflicts = kConflictsToConfirm;
  INVARIANT(q.finder().solve({question.label}, limited) != Answer::Satisfiable,
            ("what was learnt of the calls of " + spec_.procedure->name + "/" + property.label() +
             " excludes an execution of the code")
                .c_str());
}

/// The inlined query has its turn: is there nothing left to try after it?
bool Session::hasInlinedAnswer(std::int64_t turn, Question& question) {
  Query& q = inlined();
  const bool to_the_end = leavesLittleOut();
  // A conflict of a larger query takes longer, and the more abstraction leaves out the more it may hope for.
  const double share = shareOfInlined() * shareOfInlined();
  const auto conflicts = static_cast<std::int64_t>(share * static_cast<double>(turn)) + 1;
  const std::int64_t end = q.finder().statistics().conflicts + conflicts;
  question.answer = q.finder().solve({question.label}, to_the_end ? limits() : limitsUntil(end, q));
  return to_the_end || question.answer != Answer::Unknown || !limitsAreLeft(q);
}

/// Was it only its turn that ended?
bool Session::limitsAreLeft(Query& q) const {
  return !interrupted_ && q.finder().stop() != solver::Stop::Memory && limits().seconds > 0;
}

/// How large the abstract query is beside the inlined one.
double Session::shareOfInlined() {
  const auto clauses = [](Query& query) { return static_cast<double>(query.finder().statistics().clauses) + 1; };
  return clauses(abstract()) / clauses(inlined());
}

bool Session::leavesLittleOut() { return shareOfInlined() > kLeavesLittleOut; }

/// The least counterexample, or the least that was found when the budget or a limit of the user's was spent. A real one
/// is never given back for one that is not.
Judgement Session::least(Query& q, const Question& question, Judgement found, const Ask& ask) {
  tell("shrinking");
  const double least = options_.self_check ? kLeastSecondsChecked : kLeastSeconds;
  const BusyWatch watch(std::max(least, secondsSoFar()));
  ExitFields garbage;
  if (found.kind == Judgement::Kind::Breaks && is_about_garbage_) {
    const Execution& execution = found.violation->execution;
    garbage = q.fieldsAtExit(question.formula, execution.outcome == Outcome::Threw ? execution.thrown_type : nullptr);
  }
  try {
    const auto ask_again = [&](std::span<const solver::Label> assumed) {
      if (watch.leftSeconds() <= 0) throw BudgetSpent{};
      std::optional<Judgement> lesser = ask(assumed, watch);
      if (!lesser) return false;
      if (lesser->kind == Judgement::Kind::Breaks || found.kind != Judgement::Kind::Breaks) found = std::move(*lesser);
      return true;
    };
    findLeast(q, question.label, ask_again, garbage);
  } catch (const BudgetSpent&) {
  } catch (const LimitReached&) {
    forget();  // what was being built is half done
  }
  return found;
}

/// Nothing breaks the property: say whether there was anything to check, and whether all of it was understood.
void Session::nothingFound(const Property& property, PropertyOutcome& outcome) {
  if (const StopSite* site = unsupported()) {
    outcome.verdict = Verdict::Unknown;
    outcome.reason = {Cause::Unsupported, "unsupported at " + placeOf(site->at) + ": " + site->reason};
    return;
  }
  if (sizesAreForced() && growArrays()) {
    outcome = PropertyOutcome{};
    return decide(property, outcome);
  }
  const bool ends = returns() || ((property.isError() || property.speaksOfThrows()) && throws());
  if (!(property.isError() ? requirementsHold() : property.speaksOfThrows() ? ends : returns())) {
    outcome.verdict = Verdict::Vacuous;
    outcome.reason = property.isError() ? "no state within the scope satisfies the requirements"
                                        : "no execution within the scope satisfies the requirements and returns";
    if (property.speaksOfThrows()) outcome.reason.text += " or throws";
    return;
  }
  outcome.verdict = Verdict::Holds;
  outcome.never_returns = !ends;
}

}  // namespace weir::refine
