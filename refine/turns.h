// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who looks for a counterexample, and for how long: the engines take turns.
//
// What abstraction makes easy is done in a first turn of the refinement engine. A search that takes longer is encoded
// anew from what was learnt, and its size is compared with that of the inlined query: where they are nearly
// as large, the inlined engine goes on alone; else the two take turns, each longer than the one before. Built-in errors
// can happen inside a callee, so they are asked of the inlined engine alone.
#pragma once

#include "refine/inlined_engine.h"
#include "refine/refinement_engine.h"

namespace weir::refine {

class Turns {
 public:
  Turns(InlinedEngine& inlined, RefinementEngine& refinement, Queries& queries, Budget& budget,
        const CheckOptions& options)
      : inlined_(inlined), refinement_(refinement), queries_(queries), budget_(budget), options_(options) {}

  /// OutOfBudget and GivesUp are none of its answers.
  EngineAnswer decide(const Property& property);

  /// Called with the query of an engine before that is asked.
  std::function<void(Query&)> on_query = {};

 private:
  EngineAnswer decideInlined(const Property& property);
  EngineAnswer takeTurns(const Property& property);
  bool askInlinedUnlessLarge(const Property& property);
  bool isNearlyInlined();
  EngineAnswer withReason(EngineAnswer answer, Query& query) const;
  void confirmNothingBreaks(const Property& property);

  InlinedEngine& inlined_;
  RefinementEngine& refinement_;
  Queries& queries_;
  Budget& budget_;
  const CheckOptions& options_;
};

}  // namespace weir::refine
