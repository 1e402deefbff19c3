// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The queries of one method: one with every call inlined, one with calls abstract and its refinement loop. Each is
// encoded when it is first asked for, and serves all properties.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "abstraction/summarizer.h"
#include "refine/budget.h"
#include "refine/loop.h"
#include "refine/query.h"

namespace weir::refine {

class Queries {
 public:
  /// The options belong to the session, which may change the scope between two uses of forget().
  Queries(program::Vocabulary& vocabulary, const specs::Specification& specification, const specs::MethodSpec& spec,
          const CheckOptions& options, program::CheckedErrors checked, Budget& budget);

  Query& inlined();
  Query& abstract();
  bool hasInlined() const { return inlined_ != nullptr; }
  bool hasAbstract() const { return abstract_ != nullptr; }
  /// The inlined one if it was encoded, else the abstract one; null if neither was.
  Query* existing() const { return inlined_ != nullptr ? inlined_.get() : abstract_.get(); }
  /// The same; if neither was, the abstract one is encoded now.
  Query& any() { return inlined_ != nullptr ? *inlined_ : abstract(); }
  /// Of the abstract query. Requires that it was encoded.
  RefinementLoop& loop() { return *loop_; }
  const RefinementLoop* loopIfAny() const { return loop_.get(); }

  /// Encodes the abstract query anew from what its loop learnt. False where that is nothing since it was encoded.
  bool encodeLessons();
  /// The inlined query is half built, and was not worth more.
  void dropInlined();
  /// What was being built is half done, or the scope changes: the next question starts anew.
  void forget();
  /// Changes whenever a query goes: what points into one is then gone.
  int generation() const { return generation_; }

  /// From any thread: a query that is being solved ends as unknown.
  void interrupt();

  solver::Statistics statistics() const;
  /// How large the abstract query is beside the inlined one, in clauses.
  double shareOfInlined();

  Reporter& reporter() const { return *options_.reporter; }

 private:
  std::unique_ptr<Query> make(bool abstract_calls, Lessons lessons = {});
  void put(std::unique_ptr<Query> query, std::unique_ptr<Query>& in_place_of);

  program::Vocabulary& vocabulary_;
  const specs::Specification& specification_;
  const specs::MethodSpec& spec_;
  CallTree tree_;
  const CheckOptions& options_;
  program::CheckedErrors checked_;
  Budget& budget_;
  std::unique_ptr<abstraction::Summarizer> summarizer_;
  std::mutex guard_;  // of the queries, against an interruption while one is put in place or goes
  std::unique_ptr<Query> inlined_, abstract_;
  std::unique_ptr<RefinementLoop> loop_;
  solver::Statistics replaced_;  // of queries that are gone
  int generation_ = 0;
};

}  // namespace weir::refine
