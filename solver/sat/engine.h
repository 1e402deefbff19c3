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

 protected:
  /// Sets model_ or failed_ if the answer is not Unknown.
  virtual Answer search(std::span<const Literal> assumptions) = 0;
  /// Whether the search has to end, and why; from one thread at a time. Once it has to, it stays so.
  Stop reached();

  std::vector<bool> model_;  // by variable; shorter if the last ones have no value
  std::vector<Literal> failed_;

 private:
  std::atomic<bool> interrupted_ = false;
  Budget budget_{Limits{}};
  Answer answer_ = Answer::Unknown;
  Stop stop_ = Stop::None;
};

}  // namespace weir::solver
