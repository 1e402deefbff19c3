// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all engines have in common: the last answer with its model or failed assumptions, interrupts, limits.
//
// An engine only searches. It asks `reached` whether it has to stop, as often as it can, and leaves the model or the
// failed assumptions behind, since both must stay readable while clauses are added.
#pragma once

#include <atomic>
#include <vector>

#include "solver/sat/sat_solver.h"

namespace weir::solver {

class Engine : public SatSolver {
 public:
  Answer solve(std::span<const Literal> assumptions, const Limits& limits) final;
  bool value(Literal literal) const final;
  std::vector<Literal> failedAssumptions() const final;
  Stop stop() const final { return stop_; }
  void interrupt() final { interrupted_.store(true); }
  void resume() final { interrupted_.store(false); }
  std::int64_t conflicts() const final { return conflicts_before_ + conflicts_; }

 protected:
  /// Sets model_ or failed_ if the answer is not Unknown.
  virtual Answer search(std::span<const Literal> assumptions) = 0;
  /// Whether the search has to end, and why; from one thread at a time. Once it has to, it stays so.
  Stop reached();

  std::int64_t conflicts_ = 0;  // of the last search, counted while it goes on
  const Limits& limits() const { return limits_; }

  std::vector<bool> model_;  // by variable; shorter if the last ones have no value
  std::vector<Literal> failed_;

 private:
  std::atomic<bool> interrupted_ = false;
  Limits limits_;
  Budget budget_{Limits{}};
  std::int64_t conflicts_before_ = 0;  // of the searches before the last one
  Answer answer_ = Answer::Unknown;
  Stop stop_ = Stop::None;
};

}  // namespace weir::solver
