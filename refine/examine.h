// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counterexamples of a query, looked at: they are executed and judged, and the least one is found. Shared by the
// engines.
#pragma once

#include <functional>

#include "refine/budget.h"
#include "refine/judge.h"
#include "refine/query.h"

namespace weir::refine {

/// Which executions break a property, asked of a query.
struct Question {
  Property property;
  logic::Formula formula = nullptr;
  solver::Label label = 0;
};
Question questionOf(const Property& property, Query& query);

class Examiner {
 public:
  Examiner(program::Vocabulary& vocabulary, const specs::Specification& specification, const specs::MethodSpec& spec,
           const CheckOptions& options, program::CheckedErrors checked, const Budget& budget)
      : vocabulary_(vocabulary),
        specification_(specification),
        spec_(spec),
        options_(options),
        checked_(checked),
        budget_(budget) {}

  /// Executes an entry state that the query gave.
  Judgement execute(const EntryState& entry, const Question& question, Query& query,
                    SpecifiedCalls* specified = nullptr);
  /// Did the execution that was judged last leave memory that was never written, and which the property reads?
  bool isAboutGarbage() const { return is_about_garbage_; }

  /// Is there a counterexample under these labels, within that time? Throws BudgetSpent where that is not settled.
  using Ask = std::function<std::optional<Judgement>(std::span<const solver::Label>, const BusyWatch&)>;
  /// The least counterexample, or the least that was found when the budget or a limit of the user's was spent: then
  /// `is_half_done` is set, since a query may be half built. A real one is never given back for one that is not.
  Judgement least(Query& query, const Question& question, Judgement found, const Ask& ask, bool& is_half_done);

  /// Called with every execution that was judged: it shows more than whether the property breaks.
  std::function<void(const Judgement&)> on_judged = {};

 private:
  program::Vocabulary& vocabulary_;
  const specs::Specification& specification_;
  const specs::MethodSpec& spec_;
  const CheckOptions& options_;
  program::CheckedErrors checked_;
  const Budget& budget_;
  bool is_about_garbage_ = false;
};

}  // namespace weir::refine
