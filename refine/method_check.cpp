// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/method_check.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>

#include "abstraction/summarizer.h"
#include "ir/program/walk.h"
#include "refine/builtin_properties.h"
#include "refine/judge.h"
#include "refine/loop.h"
#include "refine/query.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::Formula;
using solver::Answer;

std::optional<Mode> modeNamed(const std::string& name) {
  for (const Mode mode : {Mode::Refine, Mode::Inline, Mode::Frames})
    if (name == toString(mode)) return mode;
  return std::nullopt;
}

const char* toString(Mode mode) {
  switch (mode) {
    case Mode::Refine: return "refine";
    case Mode::Inline: return "inline";
    case Mode::Frames: return "frames";
  }
  return "";
}

namespace {

using Clock = std::chrono::steady_clock;

struct LimitReached {
  std::string reason;
};

/// What was not worth more time.
struct BudgetSpent {};

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

bool hasLoop(const Body& body) {
  bool found = false;
  forEachStmt(body, [&](const Stmt& stmt) { found = found || stmt.kind == StmtKind::Loop; });
  return found;
}

std::string placeOf(const Stmt* stmt) {
  return stmt == nullptr ? std::string("the entry") : weir::toString(stmt->range);
}

}  // namespace

/// The query of one method, and what has been asked of it.
class MethodCheck::Session {
 public:
  Session(Vocabulary& vocabulary, const specs::Specification& specification, const specs::MethodSpec& spec,
          std::vector<std::string> builtins, CheckOptions options)
      : vocabulary_(vocabulary),
        context_(vocabulary.context()),
        specification_(specification),
        spec_(spec),
        builtins_(std::move(builtins)),
        options_(std::move(options)) {
    options_.checkpoint = [this] { keepLimits(); };
    check_overflow_ = std::find(builtins_.begin(), builtins_.end(), "overflow") != builtins_.end();
  }

  std::vector<PropertyId> properties() {
    std::vector<PropertyId> all;
    for (const specs::Property& property : spec_.properties) all.push_back({&property, property.label});
    for (const std::string& name : builtins_) all.push_back({nullptr, name});
    return all;
  }

  PropertyOutcome run(const PropertyId& property) {
    started_ = Clock::now();
    PropertyOutcome outcome;
    const solver::Statistics before = statistics();
    try {
      if (options_.mode == Mode::Inline || isError(property))
        decideInlined(property, outcome);
      else
        decideAbstractly(property, outcome);
      describeScope(outcome);
    } catch (const LimitReached& limit) {
      // What was being built is half done: the next property starts anew.
      loop_.reset();
      inlined_.reset();
      abstract_.reset();
      unsupported_.reset();
      outcome = PropertyOutcome{};
      outcome.reason = limit.reason;
      outcome.stats.time_ms = secondsSince(started_) * 1000;
      return outcome;
    }
    const solver::Statistics after = statistics();
    outcome.stats.time_ms = secondsSince(started_) * 1000;
    outcome.stats.solver_calls = after.solver_calls - before.solver_calls;
    outcome.stats.variables = after.variables;
    outcome.stats.clauses = after.clauses;
    outcome.stats.phases_ms["translate"] = (after.translation_seconds - before.translation_seconds) * 1000;
    outcome.stats.phases_ms["solve"] = (after.sat_seconds - before.sat_seconds) * 1000;
    return outcome;
  }

  void interrupt() {
    interrupted_ = true;
    for (Query* query : {inlined_.get(), abstract_.get()})
      if (query != nullptr) query->finder().interrupt();
  }

 private:
  /// Encoding and translating take time and memory as well; the solver watches over its own.
  void keepLimits() {
    if (++steps_ % 256 != 0) return;
    if (interrupted_) throw LimitReached{"interrupted"};
    if (deadline_ && Clock::now() > *deadline_) throw BudgetSpent{};
    if (options_.timeout_seconds > 0 && secondsSince(started_) > options_.timeout_seconds)
      throw LimitReached{outOfTime()};
    if (options_.memory_megabytes > 0 && steps_ % 16384 == 0 &&
        solver::residentMegabytes() > static_cast<double>(options_.memory_megabytes))
      throw LimitReached{outOfMemory()};
  }

  std::string outOfTime() const {
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%g", options_.timeout_seconds);
    return std::string("out of time after ") + seconds + " s";
  }
  std::string outOfMemory() const { return "out of memory at " + std::to_string(options_.memory_megabytes) + " MB"; }

  static bool isError(const PropertyId& property) {
    return property.property == nullptr && errorNamed(property.label).has_value();
  }

  std::unique_ptr<Query> makeQuery(bool abstract_calls) {
    std::vector<Formula> requirements, formulas;
    for (const specs::Requirement& requirement : spec_.requirements) requirements.push_back(requirement.formula());
    for (const specs::Property& property : spec_.properties) formulas.push_back(property.formula());
    if (abstract_calls && options_.mode == Mode::Refine && summarizer_ == nullptr)
      summarizer_ = std::make_unique<abstraction::Summarizer>(vocabulary_);
    const AbstractCalls::Sources sources{
        .inline_bodies = !abstract_calls, .summarizer = summarizer_.get(), .specification = &specification_};
    auto query = std::make_unique<Query>(vocabulary_, *spec_.procedure, std::move(requirements), formulas, options_,
                                         check_overflow_, sources);
    if (interrupted_) query->finder().interrupt();
    return query;
  }

  /// Each is encoded when it is first asked for.
  Query& inlined() {
    if (inlined_ == nullptr) inlined_ = makeQuery(false);
    return *inlined_;
  }
  Query& abstract() {
    if (abstract_ == nullptr) {
      abstract_ = makeQuery(true);
      loop_ = std::make_unique<RefinementLoop>(*abstract_, options_);
    }
    return *abstract_;
  }

  solver::Statistics statistics() const {
    solver::Statistics sum;
    for (const Query* query : {inlined_.get(), abstract_.get()}) {
      if (query == nullptr) continue;
      const solver::Statistics one = const_cast<Query*>(query)->finder().statistics();
      sum.variables += one.variables;
      sum.clauses += one.clauses;
      sum.solver_calls += one.solver_calls;
      sum.translation_seconds += one.translation_seconds;
      sum.sat_seconds += one.sat_seconds;
    }
    return sum;
  }

  solver::Limits limits() const {
    solver::Limits limits;
    if (options_.timeout_seconds > 0) limits.seconds = std::max(0.0, options_.timeout_seconds - secondsSince(started_));
    if (options_.memory_megabytes > 0) limits.memory_megabytes = static_cast<std::size_t>(options_.memory_megabytes);
    return limits;
  }

  /// The formula of a property over the vocabulary; null for a built-in error.
  Formula formulaOf(const PropertyId& property, const Query& query) {
    if (property.property != nullptr) return property.property->formula();
    if (property.label == "leak")
      return noLeak(*spec_.procedure, vocabulary_, query.footprint(), options_.scope.objects);
    if (property.label == "cycle") return noCycle(vocabulary_, query.footprint());
    return nullptr;
  }

  /// The executions that break the property.
  Formula breaking(const PropertyId& property, Formula formula, Query& q) {
    if (formula == nullptr) {
      std::vector<Formula> sites;
      const ErrorKind kind = errorNamed(property.label).value();
      for (const ErrorSite& site : q.encoder().errors())
        if (site.kind == kind) sites.push_back(site.condition);
      return context_.disjoin(sites);
    }
    if (property.property != nullptr && property.property->kind == specs::Property::Kind::Throws) {
      std::vector<Formula> exits;
      for (const ThrownExit& exit : q.outcomes().thrown) {
        const bool is_spoken_of = exit.type->isClass()
                                      ? property.property->exception_class != nullptr &&
                                            exit.type->class_decl->derivesFrom(property.property->exception_class)
                                      : program::toString(exit.type) == property.property->exception;
        if (is_spoken_of)
          exits.push_back(context_.conjoin(exit.state.active, context_.negate(q.atThrow(formula, exit))));
      }
      return context_.disjoin(exits);
    }
    return context_.conjoin(q.outcomes().normal.state.active, context_.negate(q.atReturn(formula)));
  }

  Judgement execute(const EntryState& entry, const PropertyId& property, Formula formula) {
    return judge(entry, *spec_.procedure, property, formula, vocabulary_,
                 {.scope = options_.scope, .check_overflow = check_overflow_, .specification = &specification_});
  }

  static void violated(Judgement judgement, PropertyOutcome& outcome) {
    outcome.verdict = Verdict::Violated;
    outcome.reason = std::move(judgement.reason);
    outcome.violation = std::move(judgement.violation);
  }

  void decideInlined(const PropertyId& property, PropertyOutcome& outcome) {
    Query& q = inlined();
    const Formula formula = formulaOf(property, q);
    const solver::Label label = q.labelled(breaking(property, formula, q));
    outcome.stats.callees = static_cast<std::int64_t>(q.footprint().procedures.size()) - 1;
    switch (q.finder().solve({label}, limits())) {
      case Answer::Unknown: return giveUp(q, outcome);
      case Answer::Unsatisfiable: return nothingFound(property, outcome);
      case Answer::Satisfiable: break;
    }
    shrink(q, label);
    Judgement judgement = execute(entryStateOf(q.finder().instance(), q.model(), *spec_.procedure), property, formula);
    if (judgement.kind == Judgement::Kind::Unsupported) {
      outcome.verdict = Verdict::Unknown;
      outcome.reason = judgement.reason;
      return;
    }
    if (judgement.kind != Judgement::Kind::Breaks && !q.calls().sites().empty()) {
      // Only trusted methods and external functions are abstract here: what they really do decides.
      outcome.verdict = Verdict::Unknown;
      outcome.reason = "it depends on what '" + q.calls().sites().front().callee->name + "' does";
      return;
    }
    INVARIANT(judgement.kind == Judgement::Kind::Breaks,
              ("the solver's counterexample to " + spec_.procedure->name + "/" + property.label +
               " is none when it is executed: " + judgement.reason)
                  .c_str());
    violated(std::move(judgement), outcome);
  }

  void decideAbstractly(const PropertyId& property, PropertyOutcome& outcome) {
    Query& q = abstract();
    if (q.calls().sites().empty()) return decideInlined(property, outcome);
    const Formula formula = formulaOf(property, q);
    const solver::Label label = q.labelled(breaking(property, formula, q));
    outcome.stats.callees = static_cast<std::int64_t>(q.footprint().procedures.size()) - 1;
    RefinementLoop::Result result = loop_->run(
        label, [&](const EntryState& entry) { return execute(entry, property, formula); }, [&] { return limits(); });
    outcome.events = std::move(result.events);
    outcome.stats.refinements = result.refinements;
    outcome.inferred = loop_->inferred();
    std::set<std::string> refined;
    for (const Inferred& inferred : outcome.inferred)
      if (inferred.needed) refined.insert(inferred.callee);
    outcome.stats.callees_refined = static_cast<std::int64_t>(refined.size());
    switch (result.end) {
      case RefinementLoop::End::OutOfLimits: return giveUp(q, outcome);
      case RefinementLoop::End::NothingFound: return nothingFound(property, outcome);
      case RefinementLoop::End::GaveUp: return decideInlined(property, outcome);
      case RefinementLoop::End::Real: break;
    }
    violated(
        smaller(q, label, property, formula, {Judgement::Kind::Breaks, result.reason, std::move(result.violation)}),
        outcome);
  }

  /// A counterexample with fewer objects and smaller numbers, if the abstract query has one that is real as well.
  Judgement smaller(Query& q, solver::Label label, const PropertyId& property, Formula formula, Judgement found) {
    shrink(q, label);
    Judgement judgement = execute(entryStateOf(q.finder().instance(), q.model(), *spec_.procedure), property, formula);
    return judgement.kind == Judgement::Kind::Breaks ? std::move(judgement) : std::move(found);
  }

  void giveUp(Query& q, PropertyOutcome& outcome) {
    outcome.verdict = Verdict::Unknown;
    switch (q.finder().stop()) {
      case solver::Stop::Time: outcome.reason = outOfTime(); break;
      case solver::Stop::Memory: outcome.reason = outOfMemory(); break;
      default: outcome.reason = "interrupted"; break;
    }
  }

  /// Nothing breaks the property: say whether there was anything to check, and whether all of it was understood.
  void nothingFound(const PropertyId& property, PropertyOutcome& outcome) {
    if (const StopSite* site = unsupported()) {
      outcome.verdict = Verdict::Unknown;
      outcome.reason = "unsupported at " + placeOf(site->at) + ": " + site->reason;
      return;
    }
    if (!(isError(property) ? requirementsHold() : returns())) {
      outcome.verdict = Verdict::Vacuous;
      outcome.reason = isError(property) ? "no state within the scope satisfies the requirements"
                                         : "no execution within the scope satisfies the requirements and returns";
      return;
    }
    outcome.verdict = Verdict::Holds;
  }

  /// Is there an execution that satisfies the formula and the requirements? Unknown counts as yes.
  bool possible(Query& q, Formula formula) {
    if (formula->kind == logic::FormulaKind::False) return false;
    return q.finder().solve({q.labelled(formula)}, limits()) != Answer::Unsatisfiable;
  }

  /// Does some execution within the scope satisfy the requirements and return? The abstract query has a superset of the
  /// executions: its no is a no, its yes counts if the entry state it gives is executed and returns. The inlined query
  /// settles the rest.
  bool returns() {
    if (returns_) return *returns_;
    if (abstract_ != nullptr) {
      Query& q = *abstract_;
      if (!possible(q, q.outcomes().normal.state.active)) return *(returns_ = false);
      if (q.finder().stop() == solver::Stop::None) {
        EntryState entry = entryStateOf(q.finder().instance(), q.model(), *spec_.procedure);
        InterpreterOptions options;
        options.check_overflow = check_overflow_;
        options.record_steps = false;
        const Execution execution = program::run(*spec_.procedure, entry.arguments, entry.heap, options);
        if (execution.outcome == Outcome::Returned && isWithinScope(execution, entry.heap, options_.scope))
          return *(returns_ = true);
      }
    }
    return *(returns_ = possible(inlined(), inlined().outcomes().normal.state.active));
  }

  bool requirementsHold() {
    Query& q = inlined_ != nullptr ? *inlined_ : abstract();
    if (!requirements_hold_) requirements_hold_ = q.finder().solve({}, limits()) != Answer::Unsatisfiable;
    return *requirements_hold_;
  }

  Formula stopsOf(Query& q, std::initializer_list<StopSite::Kind> kinds) {
    std::vector<Formula> conditions;
    for (const StopSite& site : q.encoder().stops())
      if (std::find(kinds.begin(), kinds.end(), site.kind) != kinds.end()) conditions.push_back(site.condition);
    return context_.disjoin(conditions);
  }

  /// Something that weir does not understand and that an execution reaches. A callee that has any is never abstract.
  const StopSite* unsupported() {
    if (unsupported_) return *unsupported_;
    unsupported_ = nullptr;
    Query& q = inlined_ != nullptr ? *inlined_ : abstract();
    for (const StopSite& site : q.encoder().stops()) {
      if (site.kind != StopSite::Kind::Unsupported || !possible(q, site.condition)) continue;
      if (inlined_ == nullptr && !possible(inlined(), stopsOf(inlined(), {StopSite::Kind::Unsupported}))) break;
      unsupported_ = &site;
      break;
    }
    return *unsupported_;
  }

  void describeScope(PropertyOutcome& outcome) {
    Query& q = inlined_ != nullptr ? *inlined_ : abstract();
    for (const ClassDecl* class_decl : q.footprint().classes)
      if (!class_decl->is_box && !class_decl->is_globals)
        outcome.scope.objects[class_decl->name] = options_.scope.of(class_decl);
    outcome.scope.unroll = options_.scope.unroll;
    if (outcome.verdict == Verdict::Unknown) return;
    if (!loops_cut_) {
      const auto cut = [&](Query& query) {
        return stopsOf(query, {StopSite::Kind::Iterations, StopSite::Kind::Recursion});
      };
      // A callee's loops are only in the inlined query. Asking it must not cost more than the check itself did: where
      // that does not settle it, executions may be missing, and that is what is said.
      if (inlined_ != nullptr || loopsInCallees()) {
        const double seconds = std::max(0.1, secondsSince(started_) / 4);
        deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
        try {
          Query& all = inlined();
          const solver::Label label = all.labelled(cut(all));
          solver::Limits budget = limits();
          budget.seconds = std::min(budget.seconds, std::chrono::duration<double>(*deadline_ - Clock::now()).count());
          loops_cut_ = all.finder().solve({label}, budget) != Answer::Unsatisfiable;
        } catch (const BudgetSpent&) {
          loops_cut_ = true;
          inlined_.reset();  // half built
          unsupported_.reset();
        }
        deadline_.reset();
      } else {
        loops_cut_ = possible(q, cut(q));
      }
    }
    outcome.scope.loops_cut = *loops_cut_;
  }

  bool loopsInCallees() {
    const auto& procedures = abstract().footprint().procedures;
    return std::any_of(procedures.begin() + 1, procedures.end(),
                       [](const Procedure* procedure) { return hasLoop(procedure->body); });
  }

  /// Fewest objects first, then small numbers: a counterexample is read by a person. Requires that the last answer is
  /// satisfiable, and leaves it so.
  void shrink(Query& q, solver::Label label) {
    std::vector<solver::Label> kept{label};
    const auto tryWith = [&](Formula wish) {
      std::vector<solver::Label> assumed = kept;
      assumed.push_back(q.labelled(wish));
      if (q.finder().solve(assumed, limits()) == Answer::Satisfiable) {
        kept = assumed;
        return true;
      }
      return false;
    };
    for (const ClassDecl* class_decl : q.footprint().classes) {
      const auto& objects = q.model().objectsOf(class_decl);
      for (std::size_t count = 0; count < objects.size(); ++count) {
        const auto live = context_.relation(vocabulary_.live(class_decl, State::Pre));
        if (tryWith(context_.negate(context_.subset(context_.atom(objects[count]), live)))) break;
      }
    }
    std::vector<Formula> small;
    for (const Field* field : q.footprint().value_fields) {
      if (!field->elementType()->isInteger() || field->type->isArray()) continue;
      for (const ClassDecl* class_decl : q.footprint().classes) {
        if (!class_decl->derivesFrom(field->owner)) continue;
        for (const int atom : q.model().objectsOf(class_decl)) {
          const auto value =
              context_.join(context_.atom(atom), context_.relation(vocabulary_.field(field, State::Pre)));
          small.push_back(context_.conjoin(context_.lessEqual(context_.integer(0), value),
                                           context_.lessEqual(value, context_.integer(9))));
        }
      }
    }
    for (const Local* parameter : spec_.procedure->parameters) {
      if (!parameter->type->isInteger()) continue;
      const auto value = context_.relation(vocabulary_.parameter(parameter));
      small.push_back(context_.conjoin(context_.lessEqual(context_.integer(0), value),
                                       context_.lessEqual(value, context_.integer(9))));
    }
    if (!small.empty()) tryWith(context_.conjoin(small));
    const Answer answer = q.finder().solve(kept, solver::Limits{});
    INVARIANT(answer == Answer::Satisfiable, "a shrunk counterexample is still one");
  }

  Vocabulary& vocabulary_;
  logic::Context& context_;
  const specs::Specification& specification_;
  const specs::MethodSpec& spec_;
  std::vector<std::string> builtins_;
  CheckOptions options_;
  bool check_overflow_ = false;
  std::atomic<bool> interrupted_ = false;
  std::uint64_t steps_ = 0;
  Clock::time_point started_;
  std::optional<Clock::time_point> deadline_;  // of something that may be given up
  std::unique_ptr<abstraction::Summarizer> summarizer_;
  std::unique_ptr<Query> inlined_, abstract_;
  std::unique_ptr<RefinementLoop> loop_;
  std::optional<bool> returns_, requirements_hold_, loops_cut_;
  std::optional<const StopSite*> unsupported_;
};

MethodCheck::MethodCheck(Vocabulary& vocabulary, const specs::Specification& specification,
                         const specs::MethodSpec& spec, std::vector<std::string> builtins, CheckOptions options)
    : session_(std::make_unique<Session>(vocabulary, specification, spec, std::move(builtins), std::move(options))) {}

MethodCheck::~MethodCheck() = default;

std::vector<PropertyId> MethodCheck::properties() const { return session_->properties(); }
PropertyOutcome MethodCheck::run(const PropertyId& property) { return session_->run(property); }
void MethodCheck::interrupt() { session_->interrupt(); }

}  // namespace weir::refine
