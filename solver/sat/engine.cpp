// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/sat/engine.h"

#include <cstdlib>

#include "support/invariant.h"

namespace weir::solver {

Answer Engine::solve(std::span<const Literal> assumptions, const Limits& limits) {
  answer_ = Answer::Unknown;
  stop_ = Stop::None;
  failed_.clear();
  limits_ = limits;
  budget_ = Budget(limits);
  conflicts_before_ += conflicts_;
  conflicts_ = 0;
  // An engine asks only now and then: a limit that is already reached is seen here.
  if (reached() != Stop::None) return answer_;
  answer_ = search(assumptions);
  if (answer_ != Answer::Unknown)
    stop_ = Stop::None;
  else if (reached() == Stop::None)
    stop_ = Stop::Interrupted;
  return answer_;
}

Stop Engine::reached() {
  if (stop_ == Stop::None) stop_ = interrupted_.load() ? Stop::Interrupted : budget_.check();
  if (stop_ == Stop::None && conflicts_ >= limits_.conflicts) stop_ = Stop::Conflicts;
  return stop_;
}

bool Engine::value(Literal literal) const {
  INVARIANT(answer_ == Answer::Satisfiable, "a model should only be read after a satisfiable answer");
  const auto variable = static_cast<std::size_t>(std::abs(literal));
  const bool positive = variable < model_.size() && model_[variable];
  return positive == (literal > 0);
}

std::vector<Literal> Engine::failedAssumptions() const {
  INVARIANT(answer_ == Answer::Unsatisfiable, "failed assumptions should only be read after an unsatisfiable answer");
  return failed_;
}

}  // namespace weir::solver
