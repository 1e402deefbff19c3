// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/brute_force.h"

#include <algorithm>

#include "ir/logic/evaluator.h"
#include "ir/program/heap_instance.h"

namespace weir::tests {

using namespace program;

namespace {

bool fitsScope(const Heap& heap, const BruteForceScope& scope) {
  std::map<const ClassDecl*, int> counts;
  for (ObjectId id = 0; id < heap.size(); ++id) {
    const Object& object = heap.at(id);
    if (object.owner != kNoObject || object.storage != Storage::Heap || object.is_static) continue;
    const auto own = scope.objects_of.find(object.class_decl);
    if (++counts[object.class_decl] > (own == scope.objects_of.end() ? scope.objects : own->second)) return false;
  }
  return true;
}

bool holdsIn(Vocabulary& vocabulary, const CallStates& states, logic::Formula formula) {
  const HeapInstance instance(vocabulary, states);
  return logic::Evaluator(instance.instance()).evaluate(formula);
}

BruteForceResult search(Vocabulary& vocabulary, const Procedure& procedure,
                        const std::vector<logic::Formula>& requirements, logic::Formula property,
                        std::optional<ErrorKind> error, const BruteForceScope& scope) {
  using Verdict = BruteForceResult::Verdict;
  BruteForceResult result;
  const PreStateOptions states{.objects = scope.objects,
                               .objects_of = scope.objects_of,
                               .max_extent = std::max(1, scope.objects),
                               .integers = scope.integers,
                               .max_states = scope.max_states};
  const InterpreterOptions limits{.record_steps = false, .max_steps = 100'000, .max_iterations = scope.unroll};
  const bool complete = forEachPreState(vocabulary.program(), procedure, states, [&](PreState& state) {
    ++result.states;
    const CallStates before{&procedure, &state.heap, &state.heap, state.arguments, std::nullopt};
    for (logic::Formula requirement : requirements)
      if (!holdsIn(vocabulary, before, requirement)) return true;
    ++result.required;
    Heap after = state.heap;
    const Execution execution = run(procedure, state.arguments, after, limits);
    if (execution.outcome == Outcome::LimitReached || execution.max_recursion > scope.unroll + 1 ||
        !fitsScope(after, scope)) {
      ++result.out_of_scope;
      return true;
    }
    if (execution.outcome == Outcome::Unsupported && result.reason.empty()) result.reason = execution.reason;
    if (execution.outcome == Outcome::Returned) ++result.returned;
    const bool broken =
        error
            ? execution.outcome == Outcome::Error && execution.error == *error
            : execution.outcome == Outcome::Returned &&
                  !holdsIn(vocabulary, {&procedure, &state.heap, &after, state.arguments, execution.result}, property);
    if (!broken) return true;
    result.verdict = Verdict::Violated;
    result.state = std::move(state);
    return false;
  });
  if (result.state) return result;
  if (!complete) result.reason = "more than " + std::to_string(scope.max_states) + " states";
  result.verdict = !result.reason.empty()           ? Verdict::Unknown
                   : result.returned == 0 && !error ? Verdict::Vacuous
                                                    : Verdict::Holds;
  return result;
}

}  // namespace

const char* toString(BruteForceResult::Verdict verdict) {
  switch (verdict) {
    case BruteForceResult::Verdict::Violated: return "violated";
    case BruteForceResult::Verdict::Holds: return "holds";
    case BruteForceResult::Verdict::Vacuous: return "vacuous";
    case BruteForceResult::Verdict::Unknown: return "unknown";
  }
  return "?";
}

BruteForceResult bruteForce(Vocabulary& vocabulary, const Procedure& procedure,
                            const std::vector<logic::Formula>& requirements, logic::Formula property,
                            const BruteForceScope& scope) {
  return search(vocabulary, procedure, requirements, property, std::nullopt, scope);
}

BruteForceResult bruteForce(Vocabulary& vocabulary, const Procedure& procedure,
                            const std::vector<logic::Formula>& requirements, ErrorKind error,
                            const BruteForceScope& scope) {
  return search(vocabulary, procedure, requirements, nullptr, error, scope);
}

}  // namespace weir::tests
