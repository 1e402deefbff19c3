// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What checking a property may cost: the user's limits, and tries that end when they are not worth more.
//
//   budget.start();
//   finder.solve(labels, budget.limits());             what is left of the user's time and memory
//   {
//     const Budget::Try small(budget, [&] { return gates() > most; });
//     …                                                throws BudgetSpent as soon as that is so
//   }
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

#include "results/reason.h"
#include "solver/model_finder.h"

namespace weir::refine {

// Thrown by the checkpoint.
struct LimitReached {  // one of the user's
  results::Reason reason;
};
struct BudgetSpent {};  // of something that was not worth more

/// Measures processor time of this thread, so that what is found within it does not depend on how busy the machine is.
class BusyWatch {
 public:
  explicit BusyWatch(double seconds = 0) : budget_(seconds), start_(now()) {}
  double spentSeconds() const { return now() - start_; }
  double leftSeconds() const { return budget_ - spentSeconds(); }
  static double now();

 private:
  double budget_;
  double start_;
};

class Budget {
 public:
  Budget(double timeout_seconds, long memory_megabytes) : timeout_(timeout_seconds), megabytes_(memory_megabytes) {}

  /// A property begins.
  void start();
  double secondsSoFar() const;
  /// From any thread.
  void interrupt() { interrupted_ = true; }
  bool isInterrupted() const { return interrupted_; }

  /// Encoding and translating call this often, since they take time and memory as well; the solver watches over its
  /// own. Throws LimitReached or BudgetSpent.
  void checkpoint();
  std::uint64_t steps() const { return steps_; }                 // of all properties
  std::uint64_t stepsSoFar() const { return steps_ - before_; }  // of this one

  /// What is left for one query; the same until it has met so many more conflicts; the same within another budget.
  solver::Limits limits() const;
  solver::Limits limitsFor(std::int64_t more_conflicts) const;
  solver::Limits limitsWithin(const BusyWatch& watch) const;
  /// Was it only a turn that ended, so that another one may begin?
  bool isLeft(solver::Stop stop) const;
  /// Why a query that this stopped has no answer.
  results::Reason reasonOf(solver::Stop stop) const;

  /// While it lives, the checkpoint throws BudgetSpent where `is_spent` says so.
  class Try {
   public:
    Try(Budget& budget, std::function<bool()> is_spent) : budget_(budget) { budget_.is_spent_ = std::move(is_spent); }
    ~Try() { budget_.is_spent_ = {}; }
    Try(const Try&) = delete;
    Try& operator=(const Try&) = delete;

   private:
    Budget& budget_;
  };

 private:
  using Clock = std::chrono::steady_clock;

  double timeout_;  // seconds for each property; 0: none
  long megabytes_;  // for the process; 0: none
  std::atomic<bool> interrupted_ = false;
  std::uint64_t steps_ = 0;
  std::uint64_t before_ = 0;
  Clock::time_point started_;
  std::function<bool()> is_spent_;
};

}  // namespace weir::refine
