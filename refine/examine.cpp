// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/examine.h"

#include <algorithm>

#include "refine/garbage.h"
#include "refine/shrink.h"
#include "refine/tuning.h"

namespace weir::refine {

using namespace program;

Question questionOf(const Property& property, Query& query) {
  const logic::Formula formula = property.formula(query.procedure(), query.model());
  return {property, formula, query.labelled(property.breaking(formula, query))};
}

Judgement Examiner::execute(const EntryState& entry, const Question& question, Query& query,
                            SpecifiedCalls* specified) {
  ChosenGarbage garbage(query, question.formula, entry.objects);
  Judgement judgement = judge(entry, *spec_.procedure, question.property, question.formula, vocabulary_,
                              {.scope = options_.scope,
                               .checked = checked_,
                               .specification = &specification_,
                               .specified = specified,
                               .garbage = question.formula == nullptr ? nullptr : &garbage});
  is_about_garbage_ = garbage.isUsed();
  if (on_judged) on_judged(judgement);
  return judgement;
}

Judgement Examiner::least(Query& query, const Question& question, Judgement found, const Ask& ask, bool& is_half_done) {
  options_.reporter->shrinking();
  const double least = options_.self_check ? tuning::kLeastSecondsChecked : tuning::kLeastSeconds;
  const BusyWatch watch(std::max(least, budget_.secondsSoFar()));
  ExitFields garbage;
  if (found.kind == Judgement::Kind::Breaks && is_about_garbage_) {
    const Execution& execution = found.violation->execution;
    garbage =
        query.fieldsAtExit(question.formula, execution.outcome == Outcome::Threw ? execution.thrown_type : nullptr);
  }
  try {
    const auto ask_again = [&](std::span<const solver::Label> assumed) {
      if (watch.leftSeconds() <= 0) throw BudgetSpent{};
      std::optional<Judgement> lesser = ask(assumed, watch);
      if (!lesser) return false;
      if (lesser->kind == Judgement::Kind::Breaks || found.kind != Judgement::Kind::Breaks) found = std::move(*lesser);
      return true;
    };
    findLeast(query, question.label, ask_again, garbage);
  } catch (const BudgetSpent&) {
  } catch (const LimitReached&) {
    is_half_done = true;
  }
  return found;
}

}  // namespace weir::refine
