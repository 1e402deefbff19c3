// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The engine in which every call is its body. Its answer is exact, but for functions without a body.
#pragma once

#include "refine/engine.h"
#include "refine/examine.h"
#include "refine/queries.h"

namespace weir::refine {

class InlinedEngine : public Engine {
 public:
  InlinedEngine(const specs::Specification& specification, Queries& queries, Budget& budget, Examiner& examiner)
      : specification_(specification), queries_(queries), budget_(budget), examiner_(examiner) {}

  void ask(const Property& property) override;
  EngineAnswer search(const std::function<solver::Limits()>& limits) override;
  Query& query() override { return queries_.inlined(); }

 private:
  std::optional<EngineAnswer> searchWithoutCalls();
  EngineAnswer conclude();
  /// The least counterexample, from the one that the query has now. `executed` judges the query's present instance;
  /// `is_half_done` as in Examiner::least.
  Judgement leastFrom(const Question& question, const std::function<Judgement()>& executed, bool& is_half_done);
  bool breaksAnyway(logic::Formula entry);

  const specs::Specification& specification_;
  Queries& queries_;
  Budget& budget_;
  Examiner& examiner_;
  std::optional<Question> question_;
};

}  // namespace weir::refine
