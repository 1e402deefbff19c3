// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/method_check.h"

#include <algorithm>
#include <chrono>

#include "refine/builtin_properties.h"
#include "refine/judge.h"
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

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

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
    const auto before = query_ == nullptr ? solver::Statistics{} : query_->finder().statistics();
    decide(property, outcome);
    describeScope(outcome);
    const auto after = query().finder().statistics();
    outcome.stats.time_ms = secondsSince(started_) * 1000;
    outcome.stats.solver_calls = after.solver_calls - before.solver_calls;
    outcome.stats.variables = after.variables;
    outcome.stats.clauses = after.clauses;
    outcome.stats.callees = static_cast<std::int64_t>(query().footprint().procedures.size()) - 1;
    outcome.stats.phases_ms["translate"] = (after.translation_seconds - before.translation_seconds) * 1000;
    outcome.stats.phases_ms["solve"] = (after.sat_seconds - before.sat_seconds) * 1000;
    return outcome;
  }

  void interrupt() {
    interrupted_ = true;
    if (query_ != nullptr) query_->finder().interrupt();
  }

 private:
  /// The method is encoded when the first property is asked for.
  Query& query() {
    if (query_ != nullptr) return *query_;
    std::vector<Formula> requirements, formulas;
    for (const specs::Requirement& requirement : spec_.requirements) requirements.push_back(requirement.formula());
    for (const specs::Property& property : spec_.properties) formulas.push_back(property.formula());
    query_ = std::make_unique<Query>(vocabulary_, *spec_.procedure, std::move(requirements), formulas, options_,
                                     check_overflow_);
    return *query_;
  }

  solver::Limits limits() const {
    solver::Limits limits;
    if (options_.timeout_seconds > 0) limits.seconds = std::max(0.0, options_.timeout_seconds - secondsSince(started_));
    if (options_.memory_megabytes > 0) limits.memory_megabytes = static_cast<std::size_t>(options_.memory_megabytes);
    return limits;
  }

  /// The formula of a property over the vocabulary; null for a built-in error.
  Formula formulaOf(const PropertyId& property) {
    if (property.property != nullptr) return property.property->formula();
    if (property.label == "leak")
      return noLeak(*spec_.procedure, vocabulary_, query().footprint(), options_.scope.objects);
    if (property.label == "cycle") return noCycle(vocabulary_, query().footprint());
    return nullptr;
  }

  /// The executions that break the property.
  Formula breaking(const PropertyId& property, Formula formula) {
    Query& q = query();
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

  void decide(const PropertyId& property, PropertyOutcome& outcome) {
    Query& q = query();
    const Formula formula = formulaOf(property);
    const Formula bad = breaking(property, formula);
    const solver::Label label = q.labelled(bad);
    switch (q.finder().solve({label}, limits())) {
      case Answer::Unknown: return giveUp(outcome);
      case Answer::Unsatisfiable: return nothingFound(property, outcome);
      case Answer::Satisfiable: break;
    }
    shrink(label);
    const EntryState entry = entryStateOf(q.finder().instance(), q.model(), *spec_.procedure);
    Judgement judgement =
        judge(entry, *spec_.procedure, property, formula, vocabulary_, options_.scope, check_overflow_);
    INVARIANT(judgement.kind == Judgement::Kind::Breaks,
              ("the solver's counterexample to " + spec_.procedure->name + "/" + property.label +
               " is none when it is executed: " + judgement.reason)
                  .c_str());
    outcome.verdict = Verdict::Violated;
    outcome.reason = judgement.reason;
    outcome.violation = std::move(judgement.violation);
  }

  void giveUp(PropertyOutcome& outcome) {
    outcome.verdict = Verdict::Unknown;
    switch (query().finder().stop()) {
      case solver::Stop::Time:
        outcome.reason = "out of time after " + std::to_string(options_.timeout_seconds) + " s";
        break;
      case solver::Stop::Memory:
        outcome.reason = "out of memory at " + std::to_string(options_.memory_megabytes) + " MB";
        break;
      default: outcome.reason = "interrupted"; break;
    }
  }

  /// Nothing breaks the property: say whether there was anything to check, and whether all of it was understood.
  void nothingFound(const PropertyId& property, PropertyOutcome& outcome) {
    if (const StopSite* site = reachable(StopSite::Kind::Unsupported)) {
      outcome.verdict = Verdict::Unknown;
      outcome.reason = "unsupported at " + placeOf(site->at) + ": " + site->reason;
      return;
    }
    const bool is_error = property.property == nullptr && errorNamed(property.label).has_value();
    if (!(is_error ? requirementsHold() : returns())) {
      outcome.verdict = Verdict::Vacuous;
      outcome.reason = is_error ? "no state within the scope satisfies the requirements"
                                : "no execution within the scope satisfies the requirements and returns";
      return;
    }
    outcome.verdict = Verdict::Holds;
  }

  /// Is there an execution that satisfies the formula and the requirements? Unknown counts as yes.
  bool possible(Formula formula) {
    if (formula->kind == logic::FormulaKind::False) return false;
    return query().finder().solve({query().labelled(formula)}, limits()) != Answer::Unsatisfiable;
  }

  bool returns() {
    if (!returns_) returns_ = possible(query().outcomes().normal.state.active);
    return *returns_;
  }

  bool requirementsHold() {
    if (!requirements_hold_) requirements_hold_ = query().finder().solve({}, limits()) != Answer::Unsatisfiable;
    return *requirements_hold_;
  }

  const StopSite* reachable(StopSite::Kind kind) {
    auto& known = reachable_[kind];
    if (known) return *known;
    const StopSite* found = nullptr;
    for (const StopSite& site : query().encoder().stops())
      if (site.kind == kind && found == nullptr && possible(site.condition)) found = &site;
    known = found;
    return found;
  }

  void describeScope(PropertyOutcome& outcome) {
    for (const ClassDecl* class_decl : query().footprint().classes)
      if (!class_decl->is_box && !class_decl->is_globals)
        outcome.scope.objects[class_decl->name] = options_.scope.of(class_decl);
    outcome.scope.unroll = options_.scope.unroll;
    if (outcome.verdict == Verdict::Unknown) return;
    std::vector<Formula> cuts;
    if (!loops_cut_) {
      for (const StopSite& site : query().encoder().stops())
        if (site.kind == StopSite::Kind::Iterations || site.kind == StopSite::Kind::Recursion)
          cuts.push_back(site.condition);
      loops_cut_ = possible(context_.disjoin(cuts));
    }
    outcome.scope.loops_cut = *loops_cut_;
  }

  /// Fewest objects first, then small numbers: a counterexample is read by a person. Requires that the last answer is
  /// satisfiable, and leaves it so.
  void shrink(solver::Label label) {
    Query& q = query();
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
  bool interrupted_ = false;
  Clock::time_point started_;
  std::unique_ptr<Query> query_;
  std::optional<bool> returns_, requirements_hold_, loops_cut_;
  std::map<StopSite::Kind, std::optional<const StopSite*>> reachable_;
};

MethodCheck::MethodCheck(Vocabulary& vocabulary, const specs::Specification& specification,
                         const specs::MethodSpec& spec, std::vector<std::string> builtins, CheckOptions options)
    : session_(std::make_unique<Session>(vocabulary, specification, spec, std::move(builtins), std::move(options))) {}

MethodCheck::~MethodCheck() = default;

std::vector<PropertyId> MethodCheck::properties() const { return session_->properties(); }
PropertyOutcome MethodCheck::run(const PropertyId& property) { return session_->run(property); }
void MethodCheck::interrupt() { session_->interrupt(); }

}  // namespace weir::refine
