// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/session.h"

#include <algorithm>
#include <ctime>

#include "refine/heap_properties.h"

namespace weir::refine {

using namespace program;
using logic::Formula;

double BusyWatch::now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Session::Session(Vocabulary& vocabulary, const specs::Specification& specification, const specs::MethodSpec& spec,
                 std::vector<std::string> builtins, CheckOptions options)
    : vocabulary_(vocabulary),
      context_(vocabulary.context()),
      specification_(specification),
      spec_(spec),
      builtins_(std::move(builtins)),
      options_(std::move(options)) {
  options_.checkpoint = [this] { keepLimits(); };
  checked_ = CheckedErrors(builtins_);
  for (const Property& property : properties())
    if (const auto of_heap = property.ofHeap()) options_.needs_links |= meaningOf(*of_heap).needs_links;
}

std::vector<Property> Session::properties() const {
  std::vector<Property> all;
  for (const specs::Property& property : spec_.properties) all.emplace_back(property);
  for (const std::string& name : builtins_) all.emplace_back(*findBuiltin(name));
  return all;
}

PropertyOutcome Session::run(const Property& property) {
  started_ = Clock::now();
  if (shrinks_arrays_next_) restart();
  PropertyOutcome outcome;
  const solver::Statistics before = statistics();
  const double busy_before = BusyWatch::now();
  conflicts_before_ = before.conflicts;
  inlined_conflicts_before_ = inlined_ == nullptr ? 0 : inlined_->finder().statistics().conflicts;
  steps_before_ = steps_;
  try {
    decide(property, outcome);
  } catch (const LimitReached& limit) {
    forget();
    outcome = PropertyOutcome{};
    outcome.reason = limit.reason;
    outcome.stats.time_ms = secondsSoFar() * 1000;
    return outcome;
  }
  describeLoops(outcome);
  describeCutSizes(outcome);
  describeCutRoom(outcome);
  withoutScope(outcome);
  const solver::Statistics after = statistics();
  outcome.stats.time_ms = secondsSoFar() * 1000;
  outcome.stats.solver_calls = after.solver_calls - before.solver_calls;
  outcome.stats.variables = after.variables;
  outcome.stats.clauses = after.clauses;
  outcome.stats.phases_ms["translate"] = (after.translation_seconds - before.translation_seconds) * 1000;
  outcome.stats.phases_ms["all"] = (BusyWatch::now() - busy_before) * 1000;
  outcome.stats.phases_ms["solve"] = (after.sat_seconds - before.sat_seconds) * 1000;
  return outcome;
}

void Session::interrupt() {
  const std::lock_guard lock(queries_);
  interrupted_ = true;
  for (Query* query : {inlined_.get(), abstract_.get()})
    if (query != nullptr) query->finder().interrupt();
}

namespace {

/// What was spent, which stays spent when a query goes.
void add(const solver::Statistics& one, solver::Statistics& sum) {
  sum.solver_calls += one.solver_calls;
  sum.conflicts += one.conflicts;
  sum.translation_seconds += one.translation_seconds;
  sum.sat_seconds += one.sat_seconds;
}

}  // namespace

/// What was being built is half done: the next property starts anew.
void Session::forget() {
  for (const Query* query : {inlined_.get(), abstract_.get()})
    if (query != nullptr) add(const_cast<Query*>(query)->finder().statistics(), replaced_);
  loop_.reset();
  put(nullptr, inlined_);
  put(nullptr, abstract_);
  unsupported_.reset();
  last_step_.reset();
  most_gates_.reset();
}

/// The inlined query is half built, and was not worth more.
void Session::dropInlined() {
  if (inlined_ != nullptr) add(inlined_->finder().statistics(), replaced_);
  put(nullptr, inlined_);
  unsupported_.reset();  // it may point into it
  last_step_.reset();
  most_gates_.reset();
}

double Session::secondsSoFar() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

/// Encoding and translating take time and memory as well; the solver watches over its own.
void Session::keepLimits() {
  if (++steps_ % 256 != 0) return;
  if (interrupted_) throw LimitReached{{Cause::Interrupted, "interrupted"}};
  if (last_step_ && steps_ > *last_step_) throw BudgetSpent{};
  if (most_gates_ && inlined_ != nullptr && inlined_->finder().statistics().gates > *most_gates_) throw BudgetSpent{};
  if (options_.timeout_seconds > 0 && secondsSoFar() > options_.timeout_seconds)
    throw LimitReached{Reason::outOfTime(options_.timeout_seconds)};
  if (options_.memory_megabytes > 0 && steps_ % 16384 == 0 &&
      solver::residentMegabytes() > static_cast<double>(options_.memory_megabytes))
    throw LimitReached{Reason::outOfMemory(options_.memory_megabytes)};
}

std::unique_ptr<Query> Session::makeQuery(bool abstract_calls, Lessons lessons) {
  tell("encoding");
  std::vector<Formula> requirements, formulas;
  for (const specs::Requirement& requirement : spec_.requirements) requirements.push_back(requirement.formula());
  for (const specs::Property& property : spec_.properties) formulas.push_back(property.formula());
  if (abstract_calls && options_.mode == Mode::Refine && summarizer_ == nullptr)
    summarizer_ = std::make_unique<abstraction::Summarizer>(vocabulary_);
  const AbstractCalls::Sources sources{.inline_bodies = !abstract_calls,
                                       .summarizer = summarizer_.get(),
                                       .specification = &specification_,
                                       .lessons = std::move(lessons)};
  auto query = std::make_unique<Query>(vocabulary_, *spec_.procedure, std::move(requirements), formulas, options_,
                                       checked_, sources);
  return query;
}

void Session::put(std::unique_ptr<Query> query, std::unique_ptr<Query>& in_place_of) {
  const std::lock_guard lock(queries_);
  if (query != nullptr && interrupted_) query->finder().interrupt();
  in_place_of.swap(query);
}

/// Each is encoded when it is first asked for.
Query& Session::inlined() {
  if (inlined_ == nullptr) put(makeQuery(false), inlined_);
  return *inlined_;
}
Query& Session::abstract() {
  if (abstract_ == nullptr) {
    put(makeQuery(true), abstract_);
    loop_ = std::make_unique<RefinementLoop>(*abstract_, options_);
  }
  return *abstract_;
}

/// Encodes the abstract query anew from what it was told. False where it was told nothing since it was encoded.
bool Session::encodeLessons() {
  Lessons lessons = loop_->lessons();
  if (lessons == abstract_->calls().lessons()) return false;
  const solver::Statistics used = abstract_->finder().statistics();
  auto query = makeQuery(true, std::move(lessons));
  auto loop = std::make_unique<RefinementLoop>(*query, options_, loop_.get());
  loop_ = std::move(loop);
  put(std::move(query), abstract_);
  unsupported_.reset();  // it points into the old one
  add(used, replaced_);
  return true;
}

solver::Statistics Session::statistics() const {
  solver::Statistics sum = replaced_;
  for (const Query* query : {inlined_.get(), abstract_.get()}) {
    if (query == nullptr) continue;
    const solver::Statistics one = const_cast<Query*>(query)->finder().statistics();
    sum.variables += one.variables;
    sum.clauses += one.clauses;
    add(one, sum);
  }
  return sum;
}

void Session::tell(const char* phase) const {
  if (!options_.phase) return;
  const bool refines = loop_ != nullptr && options_.mode != Mode::Inline;
  options_.phase({phase, refines ? loop_->rounds() : 0, refines ? loop_->refinements() : 0, statistics().clauses});
}

solver::Limits Session::limits() const {
  solver::Limits limits;
  if (options_.timeout_seconds > 0) limits.seconds = std::max(0.0, options_.timeout_seconds - secondsSoFar());
  if (options_.memory_megabytes > 0) limits.memory_megabytes = static_cast<std::size_t>(options_.memory_megabytes);
  return limits;
}

solver::Limits Session::limitsUntil(std::int64_t conflicts, Query& query) const {
  solver::Limits until = limits();
  until.conflicts = std::max<std::int64_t>(0, conflicts - query.finder().statistics().conflicts);
  return until;
}

/// For one query, whose time is that on the wall: on a busy machine it may take several times as long.
solver::Limits Session::limitsWithin(const BusyWatch& watch) const {
  solver::Limits within = limits();
  within.seconds = std::min(within.seconds, 4 * std::max(0.0, watch.leftSeconds()));
  return within;
}

void Session::giveUp(Query& q, PropertyOutcome& outcome) {
  outcome.verdict = Verdict::Unknown;
  if (interrupted_)
    outcome.reason = {Cause::Interrupted, "interrupted"};
  else
    outcome.reason = q.finder().stop() == solver::Stop::Memory ? Reason::outOfMemory(options_.memory_megabytes)
                                                               : Reason::outOfTime(options_.timeout_seconds);
}

}  // namespace weir::refine
