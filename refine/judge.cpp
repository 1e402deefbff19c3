// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/judge.h"

#include <algorithm>
#include <map>

#include "ir/logic/evaluator.h"
#include "ir/program/heap_instance.h"
#include "ir/program/model_class.h"
#include "refine/abstract_calls.h"
#include "refine/garbage.h"
#include "refine/specified_calls.h"

namespace weir::refine {

using namespace program;

bool fitsScope(const Heap& heap, const ScopeLimits& scope) {
  std::map<const ClassDecl*, int> counts;
  for (ObjectId id = 0; id < heap.size(); ++id) {
    const Object& object = heap.at(id);
    if (object.owner != kNoObject || object.storage != Storage::Heap || object.is_static) continue;
    if (++counts[object.class_decl] > scope.of(object.class_decl)) return false;
  }
  return true;
}

bool cutsALoop(const Execution& execution, const ScopeLimits& scope) {
  return execution.max_iterations > scope.unroll || execution.max_recursion > scope.unroll + 1;
}

namespace {

/// void lock() with `modifies nothing`: there is nothing to do, and no doubt what the heap is afterwards.
bool hasNoEffect(const Procedure& callee, const specs::Specification* specification) {
  const specs::MethodSpec* spec = specification == nullptr ? nullptr : specification->find(&callee);
  return spec != nullptr && spec->trusted && changesNothing(*spec) && callee.result->kind == TypeKind::Void;
}

/// Where the execution ended: in the library, where the user's code calls it.
const Stmt* usersPlace(const Execution& execution) {
  const Stmt* at = execution.at;
  const Procedure* procedure = execution.at_procedure;
  for (auto call = execution.calls.rbegin(); call != execution.calls.rend() && isLibraryCode(*procedure); ++call) {
    if (call->callee != procedure) continue;
    at = call->site;
    procedure = call->caller;
  }
  return at;
}

std::string unsupportedReason(const Execution& execution) {
  const Stmt* at = usersPlace(execution);
  if (at == nullptr) return execution.reason;
  const std::string place = weir::toString(at->range);
  const bool is_call_without_body =
      execution.at->kind == StmtKind::Call && !execution.calls.empty() && execution.calls.back().site == execution.at &&
      execution.calls.back().callee->is_external && !execution.calls.back().callee->construct;
  return is_call_without_body ? execution.reason + ", called at " + place
                              : "unsupported at " + place + ": " + execution.reason;
}

/// Which members of unions were there before the call shows when they are read.
void noteUnionsRead(const Execution& execution, Heap& before) {
  const auto isIn = [](const program::Value& value, UnionState state) {
    return value.kind == program::Value::Kind::Integer && value.integer == static_cast<int>(state);
  };
  for (const Step& step : execution.steps)
    for (const Change& change : step.changes)
      if (change.field != nullptr && change.field->is_union_state && isIn(change.before, UnionState::AtEntry) &&
          isIn(change.after, UnionState::Read) && change.object < before.size())
        before.write(change.object, change.field, change.after);
}

}  // namespace

bool isWithinScope(const Execution& execution, const Heap& after, const ScopeLimits& scope) {
  return !cutsALoop(execution, scope) && fitsScope(after, scope);
}

Judgement judge(const EntryState& entry, const Procedure& procedure, const Property& property, logic::Formula formula,
                Vocabulary& vocabulary, const JudgeOptions& how) {
  Violation violation;
  violation.before = std::make_shared<Heap>(entry.heap);
  violation.after = std::make_shared<Heap>(heapAtStart(entry.heap, procedure, entry.arguments));
  violation.arguments = entry.arguments;
  InterpreterOptions options;
  options.checked = how.checked;
  options.max_iterations = how.scope.unroll + 1;  // one more is out of scope: no need to see how it ends
  std::string without_body;                       // a trusted method that would have to run
  // Asking at every call costs a copy of the heap.
  const bool has_trusted =
      how.specification != nullptr && std::ranges::any_of(how.specification->methods, &specs::MethodSpec::trusted);
  if (has_trusted || how.specified != nullptr)
    options.external = [&](const Procedure& callee, const std::vector<program::Value>& arguments, Heap& heap,
                           bool& known) {
      std::optional<program::Value> result;
      if (callee.is_external && how.specified != nullptr)
        known = how.specified->perform(callee, arguments, heap, result);
      known = known || hasNoEffect(callee, how.specification);
      const specs::MethodSpec* spec = how.specification == nullptr ? nullptr : how.specification->find(&callee);
      if (!known && callee.is_external && spec != nullptr && spec->trusted) without_body = callee.signature;
      return result;
    };
  violation.execution = run(procedure, entry.arguments, *violation.after, options);
  const Execution& execution = violation.execution;
  noteUnionsRead(execution, *violation.before);

  using Kind = Judgement::Kind;
  if (execution.outcome == Outcome::Unsupported && !without_body.empty())
    return {Kind::Unsupported,
            {Cause::Specification,
             "the specification of '" + without_body + "' allows a violation, and there is no body to run"},
            {}};
  if (execution.outcome == Outcome::Unsupported)
    return {Kind::Unsupported, {Cause::Unsupported, unsupportedReason(execution)}, std::nullopt};
  const bool is_cut = cutsALoop(execution, how.scope) && fitsScope(*violation.after, how.scope);
  if (execution.outcome == Outcome::LimitReached)
    return {.kind = Kind::OutOfScope, .reason = execution.reason, .violation = {}, .cuts_a_loop = is_cut};
  if (!isWithinScope(execution, *violation.after, how.scope))
    return {.kind = Kind::OutOfScope,
            .reason = "it needs more than the scope allows",
            .violation = {},
            .cuts_a_loop = is_cut};
  const bool returns = execution.outcome == Outcome::Returned;

  if (formula == nullptr) {
    if (!property.appliesTo(execution))
      return {Kind::Keeps, "it does not end in " + property.label(), std::nullopt, returns};
    violation.left = violation.after;
    return {Kind::Breaks, execution.reason, std::move(violation)};
  }
  if (!property.appliesTo(execution))
    return {Kind::Keeps, "it does not return: " + execution.reason, std::nullopt, returns};
  violation.left = std::make_shared<Heap>(*violation.after);
  if (how.garbage != nullptr && !how.garbage->fill(*violation.after, violation.execution, entry.arguments))
    return {Kind::Keeps, "no memory has what was chosen for it", std::nullopt, returns};
  const CallStates states = statesOf(procedure, violation);
  const HeapInstance instance(vocabulary, states);
  if (logic::Evaluator(instance.instance()).evaluate(formula))
    return {Kind::Keeps, "the property is true", std::nullopt, returns};
  return {Kind::Breaks, "", std::move(violation), returns};
}

}  // namespace weir::refine
