// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/budget.h"

#include <algorithm>
#include <ctime>

#include "refine/tuning.h"

namespace weir::refine {

using results::Cause;
using results::Reason;

double BusyWatch::now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void Budget::start() {
  started_ = Clock::now();
  before_ = steps_;
}

double Budget::secondsSoFar() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

void Budget::checkpoint() {
  if (++steps_ % tuning::kStepsBetweenLooks != 0) return;
  if (interrupted_) throw LimitReached{reasonOf(solver::Stop::Interrupted)};
  if (is_spent_ && is_spent_()) throw BudgetSpent{};
  if (timeout_ > 0 && secondsSoFar() > timeout_) throw LimitReached{reasonOf(solver::Stop::Time)};
  if (megabytes_ > 0 && steps_ % tuning::kStepsBetweenLooksAtMemory == 0 &&
      solver::residentMegabytes() > static_cast<double>(megabytes_))
    throw LimitReached{reasonOf(solver::Stop::Memory)};
}

solver::Limits Budget::limits() const {
  solver::Limits limits;
  if (timeout_ > 0) limits.seconds = std::max(0.0, timeout_ - secondsSoFar());
  if (megabytes_ > 0) limits.memory_megabytes = static_cast<std::size_t>(megabytes_);
  return limits;
}

solver::Limits Budget::limitsFor(std::int64_t more_conflicts) const {
  solver::Limits until = limits();
  until.conflicts = std::max<std::int64_t>(0, more_conflicts);
  return until;
}

/// The time of one query is that on the wall: on a busy machine it may take several times as long.
solver::Limits Budget::limitsWithin(const BusyWatch& watch) const {
  solver::Limits within = limits();
  within.seconds = std::min(within.seconds, tuning::kWallFactor * std::max(0.0, watch.leftSeconds()));
  return within;
}

bool Budget::isLeft(solver::Stop stop) const {
  return !interrupted_ && stop != solver::Stop::Memory && limits().seconds > 0;
}

Reason Budget::reasonOf(solver::Stop stop) const {
  if (interrupted_ || stop == solver::Stop::Interrupted) return Reason(Cause::Interrupted, "interrupted");
  return stop == solver::Stop::Memory ? Reason::outOfMemory(megabytes_) : Reason::outOfTime(timeout_);
}

}  // namespace weir::refine
