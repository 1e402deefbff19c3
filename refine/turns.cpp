// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/turns.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "refine/tuning.h"
#include "support/invariant.h"

namespace weir::refine {

using Kind = EngineAnswer::Kind;

namespace {

std::int64_t conflictsOf(Query& query) { return query.finder().statistics().conflicts; }

/// What an engine did in its turns before the last one counts as well.
void addBefore(EngineAnswer before, EngineAnswer& last) {
  std::ranges::move(last.events, std::back_inserter(before.events));
  last.events = std::move(before.events);
  last.refinements += before.refinements;
}

}  // namespace

EngineAnswer Turns::decide(const Property& property) {
  // What goes wrong inside a callee is seen only where its body is.
  if (options_.mode == Mode::Inline || property.isError() || !refinement_.hasCalls()) return decideInlined(property);
  EngineAnswer answer = takeTurns(property);
  if (answer.kind == Kind::NothingBreaks && options_.self_check) confirmNothingBreaks(property);
  if (answer.kind != Kind::GivesUp) return answer;
  EngineAnswer exact = decideInlined(property);
  exact.inferred = std::move(answer.inferred);
  addBefore(std::move(answer), exact);
  return exact;
}

EngineAnswer Turns::decideInlined(const Property& property) {
  on_query(inlined_.query());
  inlined_.ask(property);
  return withReason(inlined_.search([&] { return budget_.limits(); }), inlined_.query());
}

EngineAnswer Turns::takeTurns(const Property& property) {
  on_query(refinement_.query());
  refinement_.ask(property);
  const std::int64_t first_turn = std::max<std::int64_t>(1, options_.turn_conflicts);
  const auto longer = [&](std::int64_t turn) {
    if (turn < first_turn) return first_turn;
    return turn * (turn == first_turn ? tuning::kSecondTurnFactor : tuning::kLaterTurnFactor);
  };
  EngineAnswer all;
  bool is_inlined_asked = false;
  for (std::int64_t turn = std::max<std::int64_t>(1, first_turn / tuning::kPartsOfFirstTurn);; turn = longer(turn)) {
    const std::int64_t end = conflictsOf(refinement_.query()) + turn;
    // A query whose calls are opened one after the other may become nearly as large as the inlined one within a turn.
    EngineAnswer answer = refinement_.search([&] {
      const bool ends = is_inlined_asked && isNearlyInlined();
      return budget_.limitsFor(ends ? 0 : end - conflictsOf(refinement_.query()));
    });
    addBefore(std::move(all), answer);
    all = std::move(answer);
    if (all.kind != Kind::OutOfBudget) return all;
    if (!budget_.isLeft(refinement_.query().finder().stop())) return withReason(std::move(all), refinement_.query());
    // Later it would lose what a long search has learnt.
    const bool is_new = turn == first_turn && refinement_.encodeLessons();
    if (options_.mode != Mode::Refine) continue;
    const bool has_looked_twice = turn >= first_turn && !is_new;
    if (!is_inlined_asked && has_looked_twice) inlined_.ask(property);
    if (!is_inlined_asked) is_inlined_asked = has_looked_twice || askInlinedUnlessLarge(property);
    if (!is_inlined_asked || !(has_looked_twice || isNearlyInlined())) continue;

    const bool to_the_end = isNearlyInlined();
    // A conflict of a larger query takes longer, and the more abstraction leaves out the more it may gain.
    const double share = queries_.shareOfInlined() * queries_.shareOfInlined();
    const auto conflicts = static_cast<std::int64_t>(share * static_cast<double>(turn)) + 1;
    EngineAnswer exact = inlined_.search([&] { return to_the_end ? budget_.limits() : budget_.limitsFor(conflicts); });
    const bool has_ended =
        exact.kind != Kind::OutOfBudget || to_the_end || !budget_.isLeft(inlined_.query().finder().stop());
    if (!has_ended) continue;
    exact.inferred = std::move(all.inferred);
    addBefore(std::move(all), exact);
    return withReason(std::move(exact), inlined_.query());
  }
}

/// False where the inlined query turns out to be so large that its turn has not come yet.
bool Turns::askInlinedUnlessLarge(const Property& property) {
  if (!queries_.hasInlined()) {
    const std::int64_t most = tuning::kMuchLarger * refinement_.query().finder().statistics().gates;
    const Budget::Try small(
        budget_, [&] { return queries_.hasInlined() && queries_.inlined().finder().statistics().gates > most; });
    try {
      inlined_.ask(property);
      return true;
    } catch (const BudgetSpent&) {
      queries_.dropInlined();
      return false;
    }
  }
  inlined_.ask(property);
  return true;
}

bool Turns::isNearlyInlined() { return queries_.shareOfInlined() > tuning::kLargestUsefulShare; }

/// A budget that is spent for good is not knowing.
EngineAnswer Turns::withReason(EngineAnswer answer, Query& query) const {
  if (answer.kind == Kind::OutOfBudget) {
    answer.kind = Kind::NotKnown;
    answer.reason = budget_.reasonOf(query.finder().stop());
  }
  return answer;
}

/// What the abstract query learnt must follow from the code: it may not exclude what the code itself does.
void Turns::confirmNothingBreaks(const Property& property) {
  Query& query = queries_.inlined();
  const Question question = questionOf(property, query);
  solver::Limits limited = budget_.limits();
  limited.conflicts = tuning::kConflictsToConfirm;
  INVARIANT(query.finder().solveUnchecked(std::array{question.label}, limited) != solver::Answer::Satisfiable,
            ("what was learnt of the calls of " + query.procedure().name + "/" + property.label() +
             " excludes an execution of the code")
                .c_str());
}

}  // namespace weir::refine
