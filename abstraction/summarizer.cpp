// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abstraction/summarizer.h"

#include <map>
#include <set>

#include "abstraction/analysis.h"

namespace weir::abstraction {

struct Summarizer::State {
  State(program::Vocabulary& vocabulary_of_program, const Parameters& limits, Explain explain_loops)
      : vocabulary(vocabulary_of_program),
        parameters(limits),
        explain(std::move(explain_loops)),
        symbols(vocabulary_of_program),
        written(vocabulary_of_program) {}

  program::Vocabulary& vocabulary;
  Parameters parameters;
  Explain explain;
  Symbols symbols;
  Written written;
  std::map<const program::Procedure*, Summary> done;
  std::map<const program::Procedure*, Summary> assumed;  // of procedures on the stack that are called again
  std::set<const program::Procedure*> running;
};

Summarizer::Summarizer(program::Vocabulary& vocabulary, Parameters parameters, Explain explain)
    : state_(std::make_unique<State>(vocabulary, parameters, std::move(explain))) {}

Summarizer::~Summarizer() = default;

bool Summarizer::has(const program::Procedure& procedure) const { return state_->done.contains(&procedure); }

const Summary& Summarizer::of(const program::Procedure& procedure) {
  State& state = *state_;
  if (const auto found = state.done.find(&procedure); found != state.done.end()) return found->second;
  const auto analyse = [&](bool explained) {
    Analysis analysis(
        state.vocabulary, state.symbols, state.written, state.parameters,
        [&](const program::Procedure& callee) -> const Summary& { return of(callee); },
        explained ? state.explain : Explain{});
    return analysis.run(procedure);
  };
  if (state.running.contains(&procedure)) {
    // Recursion. Whatever it does it only writes what its text writes: sound, and the run below improves on it.
    const auto found = state.assumed.find(&procedure);
    if (found != state.assumed.end()) return found->second;
    Analysis analysis(state.vocabulary, state.symbols, state.written, state.parameters, {}, {});
    return state.assumed.emplace(&procedure, analysis.anything(procedure)).first->second;
  }
  state.running.insert(&procedure);
  Summary summary = analyse(true);
  if (state.assumed.contains(&procedure)) {
    // Each run from a sound assumption is sound; the second knows what the first found out.
    state.assumed.insert_or_assign(&procedure, summary);
    summary = analyse(false);
    state.assumed.erase(&procedure);
  }
  state.running.erase(&procedure);
  return state.done.insert_or_assign(&procedure, std::move(summary)).first->second;
}

}  // namespace weir::abstraction
