// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/property.h"

#include "ir/logic/evaluator.h"
#include "refine/heap_properties.h"
#include "refine/query.h"

namespace weir::refine {

using namespace program;
using logic::Formula;
using Kind = specs::Property::Kind;

const std::string& Property::label() const { return specified_ != nullptr ? specified_->label : builtin_->name; }

const char* Property::kind() const {
  if (specified_ == nullptr) return "check";
  switch (specified_->kind) {
    case Kind::Ensures: return "ensures";
    case Kind::Modifies: return "modifies";
    case Kind::Invariant: return "invariant";
    case Kind::Throws: return "throws";
  }
  return "check";
}

std::optional<ErrorKind> Property::error() const { return builtin_ == nullptr ? std::nullopt : builtin_->error(); }

std::optional<HeapProperty> Property::ofHeap() const { return builtin_ == nullptr ? std::nullopt : builtin_->ofHeap(); }

bool Property::appliesToReturns() const {
  return !isError() && (specified_ == nullptr || specified_->kind != Kind::Throws);
}

bool Property::appliesToThrows() const {
  if (specified_ == nullptr) return !isError();
  return specified_->kind == Kind::Invariant || specified_->kind == Kind::Throws;
}

bool Property::appliesToThrow(TypeRef thrown) const {
  if (specified_ == nullptr || specified_->kind != Kind::Throws) return appliesToThrows();
  if (!thrown->isClass()) return program::toString(thrown) == specified_->exception;
  return specified_->exception_class != nullptr && thrown->class_decl->derivesFrom(specified_->exception_class);
}

bool Property::appliesTo(const Execution& execution) const {
  switch (execution.outcome) {
    case Outcome::Returned: return appliesToReturns();
    case Outcome::Threw: return appliesToThrow(execution.thrown_type);
    case Outcome::Error: return error() == execution.error;
    default: return false;
  }
}

Formula Property::formula(const Procedure& procedure, const HeapModel& model) const {
  if (specified_ != nullptr) return specified_->formula();
  if (const auto property = ofHeap()) return meaningOf(*property).holds(procedure, viewOf(model));
  return nullptr;
}

Formula Property::breaking(Formula formula, Query& query) const {
  logic::Context& context = query.context();
  std::vector<Formula> ways;
  if (const auto forbidden = error()) {
    for (const ErrorSite& site : query.encoder().errors())
      if (site.kind == *forbidden) ways.push_back(site.condition);
    return context.disjoin(ways);
  }
  if (appliesToReturns())
    ways.push_back(context.conjoin(query.outcomes().normal.state.active, context.negate(query.atReturn(formula))));
  if (appliesToThrows())
    for (const ThrownExit& exit : query.outcomes().thrown)
      if (appliesToThrow(exit.type))
        ways.push_back(context.conjoin(exit.state.active, context.negate(query.atThrow(formula, exit))));
  return context.disjoin(ways);
}

Formula Property::breakingIfThrown(Formula formula, Query& query) const {
  logic::Context& context = query.context();
  const IfThrown& thrown = query.encoder().ifThrown();
  std::vector<Formula> ways;
  if (!isError() && !appliesToThrows()) return context.truth(false);
  for (const ErrorSite& site : thrown.errors)
    if (site.kind == error()) ways.push_back(site.condition);
  for (const StopSite& site : thrown.stops)
    if (site.kind == StopSite::Kind::Unsupported) ways.push_back(site.condition);
  // It may be an exception of any type.
  if (appliesToThrows() && thrown.exit)
    ways.push_back(context.conjoin(thrown.exit->state.active, context.negate(query.atThrow(formula, *thrown.exit))));
  return context.disjoin(ways);
}

bool Property::isBrokenBy(const Procedure& procedure, const Violation& violation, Vocabulary& vocabulary) const {
  if (!appliesTo(violation.execution)) return false;
  if (isError()) return true;
  if (const auto property = ofHeap()) return !blamedObjects(*property, procedure, violation, vocabulary).empty();
  const CallStates states = statesOf(procedure, violation);
  const HeapInstance instance(vocabulary, states);
  return !logic::Evaluator(instance.instance()).evaluate(specified_->formula());
}

CallStates statesOf(const Procedure& procedure, const Violation& violation) {
  const Execution& execution = violation.execution;
  const bool has_thrown = execution.outcome == Outcome::Threw && !execution.thrown_type->isInteger();
  return {.procedure = &procedure,
          .before = violation.before.get(),
          .after = violation.after.get(),
          .arguments = violation.arguments,
          .result = execution.result,
          .thrown = has_thrown ? std::optional(execution.thrown) : std::nullopt};
}

}  // namespace weir::refine
