// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the answers of engines to a verdict.
#include "refine/session.h"

#include <set>

#include "ir/program/walk.h"
#include "refine/heap_properties.h"
#include "refine/spec_formulas.h"
#include "refine/uncomputed_bytes.h"

namespace weir::refine {

using namespace program;

namespace {

CheckOptions prepared(CheckOptions options, const std::vector<std::string>& builtins) {
  for (const std::string& name : builtins)
    if (const auto of_heap = findBuiltin(name)->ofHeap()) options.needs_links |= meaningOf(*of_heap).needs_links;
  return options;
}

std::string placeOf(const Stmt* stmt) {
  return stmt == nullptr ? std::string("the entry") : weir::toString(stmt->range);
}

}  // namespace

Session::Session(Vocabulary& vocabulary, const specs::Specification& specification, const specs::MethodSpec& spec,
                 std::vector<std::string> builtins, CheckOptions options)
    : vocabulary_(vocabulary),
      spec_(spec),
      builtins_(std::move(builtins)),
      options_(prepared(std::move(options), builtins_)),
      budget_(options_.timeout_seconds, options_.memory_megabytes),
      queries_(vocabulary, specification, spec, options_, CheckedErrors(builtins_), budget_),
      coverage_(vocabulary, spec, options_, CheckedErrors(builtins_), queries_, budget_),
      examiner_(vocabulary, specification, spec, options_, CheckedErrors(builtins_), budget_),
      inlined_(specification, queries_, budget_, examiner_),
      refinement_(queries_, budget_, examiner_),
      turns_(inlined_, refinement_, queries_, budget_, options_) {
  options_.checkpoint = [this] { budget_.checkpoint(); };
  examiner_.on_judged = [this](const Judgement& judgement) { coverage_.note(judgement); };
}

std::vector<Property> Session::properties() const {
  std::vector<Property> all;
  for (const specs::Property& property : spec_.properties) all.emplace_back(property);
  for (const std::string& name : builtins_) all.emplace_back(*findBuiltin(name));
  return all;
}

PropertyOutcome Session::run(const Property& property) {
  budget_.start();
  coverage_.start();
  PropertyOutcome outcome;
  const solver::Statistics before = queries_.statistics();
  const double busy_before = BusyWatch::now();
  try {
    decide(property, outcome);
  } catch (const LimitReached& limit) {
    queries_.forget();
    outcome = PropertyOutcome{};
    outcome.reason = limit.reason;
    outcome.stats.time_ms = budget_.secondsSoFar() * 1000;
    return outcome;
  }
  coverage_.describe(outcome);
  const solver::Statistics after = queries_.statistics();
  outcome.stats.time_ms = budget_.secondsSoFar() * 1000;
  outcome.stats.solver_calls = after.solver_calls - before.solver_calls;
  outcome.stats.variables = after.variables;
  outcome.stats.clauses = after.clauses;
  outcome.stats.phases_ms["translate"] = (after.translation_seconds - before.translation_seconds) * 1000;
  outcome.stats.phases_ms["all"] = (BusyWatch::now() - busy_before) * 1000;
  outcome.stats.phases_ms["solve"] = (after.sat_seconds - before.sat_seconds) * 1000;
  return outcome;
}

namespace {

/// May code that this procedure runs write to an object of the class, make one or free one?
bool mayChange(const ClassDecl* class_decl, const Procedure& procedure, std::set<const Procedure*>& seen) {
  if (!seen.insert(&procedure).second) return false;
  if (procedure.is_external) return !(procedure.construct && procedure.construct->changes_nothing);
  bool found = false;
  program::forEachStmt(procedure.body, [&](const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::Store: found |= program::as<program::StoreStmt>(stmt).field->owner == class_decl; break;
      case StmtKind::StoreSlot:
      case StmtKind::Allocate:
      case StmtKind::Free:
      case StmtKind::Unsupported: found = true; break;
      case StmtKind::Call: {
        const auto& call = program::as<program::CallStmt>(stmt);
        found |= call.callee == nullptr || call.dispatch || mayChange(class_decl, *call.callee, seen);
        break;
      }
      default: break;
    }
  });
  return found;
}

}  // namespace

/// A member of a union that others may have overwritten: what it is afterwards is not known here.
const Field* Session::unionMemberAskedFor(const Property& property) const {
  if (property.specified() == nullptr) return nullptr;
  for (const logic::Relation relation : relationsIn(property.specified()->formula())) {
    const Vocabulary::Meaning* meaning = vocabulary_.meaningOf(relation);
    const bool is_after = meaning != nullptr && meaning->kind == Vocabulary::Meaning::Kind::Field &&
                          meaning->state == State::Post && meaning->field->union_state != nullptr;
    std::set<const Procedure*> seen;
    if (is_after && mayChange(meaning->field->owner, *spec_.procedure, seen)) return meaning->field;
  }
  return nullptr;
}

void Session::decide(const Property& property, PropertyOutcome& outcome) {
  if (const Field* member = unionMemberAskedFor(property)) {
    outcome.verdict = Verdict::Unknown;
    outcome.reason = {Cause::Unsupported, "unsupported: what '" + member->name +
                                              "' is after the call, in a union of which several members are in use"};
    return;
  }
  turns_.on_query = [&](Query& query) {
    coverage_.describeObjects(query, outcome);
    outcome.stats.callees = static_cast<std::int64_t>(query.footprint().procedures.size()) - 1;
  };
  EngineAnswer answer = turns_.decide(property);
  outcome.events = std::move(answer.events);
  outcome.stats.refinements = answer.refinements;
  outcome.inferred = std::move(answer.inferred);
  std::set<std::string> refined;
  for (const Inferred& inferred : outcome.inferred)
    if (inferred.needed) refined.insert(inferred.callee);
  outcome.stats.callees_refined = static_cast<std::int64_t>(refined.size());
  if (answer.kind == EngineAnswer::Kind::NothingBreaks) return nothingBreaks(property, outcome);
  outcome.verdict = answer.kind == EngineAnswer::Kind::Breaks ? Verdict::Violated : Verdict::Unknown;
  outcome.reason = std::move(answer.reason);
  outcome.violation = std::move(answer.violation);
}

/// Decides whether there was anything to check, and whether all of it was understood.
void Session::nothingBreaks(const Property& property, PropertyOutcome& outcome) {
  options_.reporter->covering();
  if (const StopSite* site = coverage_.unsupported()) {
    outcome.verdict = Verdict::Unknown;
    outcome.reason = {Cause::Unsupported, "unsupported at " + placeOf(site->at) + ": " + site->reason};
    return;
  }
  if (const Field* field = property.specified() == nullptr ? nullptr
                                                           : uncomputedBytesAskedFor(property.specified()->formula(),
                                                                                     *spec_.procedure, vocabulary_)) {
    outcome.verdict = Verdict::Unknown;
    outcome.reason = {Cause::Unsupported, "unsupported: what a pointer leads to, where it leads into the bytes of '" +
                                              field->name + "', which the call changes"};
    return;
  }
  if (const UnseenThrow* call = coverage_.thrownUnseen(property)) {
    outcome.verdict = Verdict::Unknown;
    outcome.reason = {Cause::Unsupported, "unsupported at " + placeOf(call->at) + ": '" + call->callee->name +
                                              "' may throw, and this may then be broken"};
    return;
  }
  if (coverage_.sizesAreForced() && coverage_.growArrays()) {
    outcome = PropertyOutcome{};
    return decide(property, outcome);
  }
  const bool applies_to_throws = property.appliesToThrows();
  const bool ends = coverage_.returns() || ((property.isError() || applies_to_throws) && coverage_.throws());
  const bool has_any = property.isError()  ? coverage_.requirementsHold()
                       : applies_to_throws ? ends
                                           : coverage_.returns();
  if (!has_any) {
    outcome.verdict = Verdict::Vacuous;
    outcome.reason = property.isError() ? "no state within the scope satisfies the requirements"
                                        : "no execution within the scope satisfies the requirements and returns";
    if (applies_to_throws) outcome.reason.text += " or throws";
    return;
  }
  outcome.verdict = Verdict::Holds;
  outcome.never_returns = !ends;
}

}  // namespace weir::refine
