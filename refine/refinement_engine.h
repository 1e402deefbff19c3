// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The engine in which calls are abstract until a counterexample shows that one matters (loop.h).
#pragma once

#include <algorithm>

#include "refine/engine.h"
#include "refine/examine.h"
#include "refine/queries.h"

namespace weir::refine {

class RefinementEngine : public Engine {
 public:
  RefinementEngine(Queries& queries, Budget& budget, Examiner& examiner)
      : queries_(queries), budget_(budget), examiner_(examiner) {}

  void ask(const Property& property) override;
  /// The least counterexample is found by the loop as well: a lesser one has to be real, too.
  EngineAnswer search(const std::function<solver::Limits()>& limits) override;
  Query& query() override { return queries_.abstract(); }

  /// Are there calls to refine? A trusted method, or a function without a body, is the same in the inlined query.
  bool hasCalls() {
    return std::ranges::any_of(query().calls().sites(), [](const CallSiteRecord& site) { return !site.is_final; });
  }
  /// Encodes the query anew from what was learnt, and asks again. False where nothing was learnt since it was encoded.
  bool encodeLessons();

 private:
  void takeLeast(Judgement found, EngineAnswer& answer);

  Queries& queries_;
  Budget& budget_;
  Examiner& examiner_;
  std::optional<Question> question_;
};

}  // namespace weir::refine
