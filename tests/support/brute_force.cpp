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

bool isBroken(Vocabulary& vocabulary, const CallStates& states, const Execution& execution,
              const BruteForceQuery& query) {
  if (query.error) return execution.outcome == Outcome::Error && execution.error == *query.error;
  return execution.outcome == Outcome::Returned && !holdsIn(vocabulary, states, query.formula);
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

std::vector<BruteForceResult> bruteForce(Vocabulary& vocabulary, const Procedure& procedure,
                                         const std::vector<logic::Formula>& requirements,
                                         const std::vector<BruteForceQuery>& queries, const BruteForceScope& scope,
                                         BruteForceCounts* counts) {
  using Verdict = BruteForceResult::Verdict;
  std::vector<BruteForceResult> results(queries.size());
  std::size_t open = queries.size();
  BruteForceCounts seen;
  std::string unsupported;
  // A formula sees objects that the procedure cannot reach.
  std::vector<const ClassDecl*> all;
  for (const ClassDecl* class_decl : vocabulary.program().classes())
    if (!class_decl->is_array && !class_decl->is_box && !class_decl->is_globals && !class_decl->is_abstract &&
        !class_decl->is_incomplete)
      all.push_back(class_decl);
  const PreStateOptions states{.objects = scope.objects,
                               .objects_of = scope.objects_of,
                               .max_extent = std::max(1, scope.objects),
                               .integers = scope.integers,
                               .also = all,
                               .max_states = scope.max_states};
  const InterpreterOptions limits{.record_steps = false, .max_steps = 100'000, .max_iterations = scope.unroll};
  const bool complete = forEachPreState(vocabulary.program(), procedure, states, [&](PreState& state) {
    ++seen.states;
    const CallStates before{&procedure, &state.heap, &state.heap, state.arguments, std::nullopt};
    for (logic::Formula requirement : requirements)
      if (!holdsIn(vocabulary, before, requirement)) return true;
    ++seen.required;
    Heap after = state.heap;
    const Execution execution = run(procedure, state.arguments, after, limits);
    if (execution.outcome == Outcome::LimitReached || execution.max_recursion > scope.unroll + 1 ||
        !fitsScope(after, scope)) {
      ++seen.out_of_scope;
      return true;
    }
    if (execution.outcome == Outcome::Unsupported) unsupported = execution.reason;
    if (execution.outcome == Outcome::Returned) ++seen.returned;
    const CallStates call{&procedure, &state.heap, &after, state.arguments, execution.result};
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (results[i].state || !isBroken(vocabulary, call, execution, queries[i])) continue;
      results[i].verdict = Verdict::Violated;
      results[i].state = state;
      --open;
    }
    return open > 0;
  });
  for (std::size_t i = 0; i < queries.size(); ++i) {
    BruteForceResult& result = results[i];
    if (result.state) continue;
    result.reason = complete ? unsupported : "more than " + std::to_string(scope.max_states) + " states";
    if (result.reason.empty())
      result.verdict = (queries[i].error ? seen.required : seen.returned) == 0 ? Verdict::Vacuous : Verdict::Holds;
  }
  if (counts != nullptr) *counts = seen;
  return results;
}

}  // namespace weir::tests
