// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Named counters and timers of one run, handed down rather than kept in globals, so that checks
// which run side by side count apart and their sums are the same in any order.
//
//   Statistics statistics;
//   {
//     const Statistics::Timer timer(statistics, "solver");
//     statistics.add("solver calls");
//   }
//   statistics.count("solver calls")   // 1
//
// One Statistics belongs to one thread; `merge` adds a worker's to its parent's.
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>

namespace weir {

class Statistics {
 public:
  using Clock = std::chrono::steady_clock;

  /// Adds the time from its construction to its destruction to the timer `name`. Times that nest
  /// under the same name are counted twice: give the inner one its own name.
  class Timer {
   public:
    Timer(Statistics& statistics, std::string_view name);
    ~Timer();
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

   private:
    Statistics& statistics_;
    std::string name_;
    Clock::time_point start_;
  };

  void add(std::string_view name, std::int64_t amount = 1);
  void addTime(std::string_view name, Clock::duration time);
  void merge(const Statistics& other);

  /// 0 where nothing was ever added under `name`.
  std::int64_t count(std::string_view name) const;
  double milliseconds(std::string_view name) const;

  const std::map<std::string, std::int64_t, std::less<>>& counters() const { return counters_; }
  const std::map<std::string, Clock::duration, std::less<>>& timers() const { return timers_; }

  /// One line for each, by name.
  void print(std::ostream& out) const;

 private:
  std::map<std::string, std::int64_t, std::less<>> counters_;
  std::map<std::string, Clock::duration, std::less<>> timers_;
};

}  // namespace weir
