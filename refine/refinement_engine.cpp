// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/refinement_engine.h"

namespace weir::refine {

void RefinementEngine::ask(const Property& property) {
  Query& query = queries_.abstract();
  queries_.reporter().translating();
  question_ = questionOf(property, query);
}

bool RefinementEngine::encodeLessons() {
  const bool is_new = queries_.encodeLessons();
  if (is_new) ask(question_->property);
  return is_new;
}

EngineAnswer RefinementEngine::search(const std::function<solver::Limits()>& limits) {
  const auto executed = [&](const EntryState& entry) { return examiner_.execute(entry, *question_, query()); };
  RefinementLoop::Result result = queries_.loop().run({&question_->label, 1}, executed, limits, queries_.reporter());
  EngineAnswer answer{
      .events = std::move(result.events), .refinements = result.refinements, .inferred = queries_.loop().inferred()};
  switch (result.end) {
    case RefinementLoop::End::NothingFound: answer.kind = EngineAnswer::Kind::NothingBreaks; break;
    case RefinementLoop::End::OutOfLimits: answer.kind = EngineAnswer::Kind::OutOfBudget; break;
    case RefinementLoop::End::GaveUp: answer.kind = EngineAnswer::Kind::GivesUp; break;
    case RefinementLoop::End::Real:
      answer.kind = EngineAnswer::Kind::Breaks;
      takeLeast({Judgement::Kind::Breaks, std::move(result.reason), std::move(result.violation)}, answer);
      break;
  }
  return answer;
}

void RefinementEngine::takeLeast(Judgement found, EngineAnswer& answer) {
  const auto executed = [&](const EntryState& entry) { return examiner_.execute(entry, *question_, query()); };
  const auto ask = [&](std::span<const solver::Label> assumed, const BusyWatch& watch) -> std::optional<Judgement> {
    // Each smaller one may take many rounds: all of them are part of the shrinking.
    RefinementLoop::Result lesser =
        queries_.loop().run(assumed, executed, [&] { return budget_.limitsWithin(watch); }, Reporter::silent());
    if (lesser.end == RefinementLoop::End::OutOfLimits) throw BudgetSpent{};
    if (lesser.end != RefinementLoop::End::Real) return std::nullopt;
    return Judgement{Judgement::Kind::Breaks, lesser.reason, std::move(lesser.violation)};
  };
  bool is_half_done = false;
  Judgement least = examiner_.least(query(), *question_, std::move(found), ask, is_half_done);
  if (is_half_done) queries_.forget();
  answer.violation = std::move(least.violation);
  answer.reason = std::move(least.reason);
}

}  // namespace weir::refine
