// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long one query may run and how much memory the process may hold while it does.
//
//   Limits limits{.seconds = 10, .memory_megabytes = 2000};
//   Limits turn{.conflicts = 1000};
//
// The time is wall-clock time of this query. The memory is the resident memory of the whole process, which is what
// a user can observe and what an operating system kills for. Both are kept within 10%. Conflicts measure work: a search
// that may meet so many of them ends at the same place however busy the machine is.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace weir::solver {

/// What a search ended with. Unknown is an answer of its own: it is never to be read as either of the others.
enum class Answer { Satisfiable, Unsatisfiable, Unknown };

/// Why an answer is Unknown.
enum class Stop { None, Interrupted, Time, Memory, Conflicts };

const char* toString(Answer answer);
const char* toString(Stop stop);

struct Limits {
  double seconds = std::numeric_limits<double>::infinity();
  std::size_t memory_megabytes = std::numeric_limits<std::size_t>::max();
  std::int64_t conflicts = std::numeric_limits<std::int64_t>::max();
};

/// Resident memory of this process, in megabytes.
double residentMegabytes();

/// Memory of this machine, in megabytes; 0 where it is not known.
double machineMegabytes();

/// Watches one query. `check` is cheap enough for a callback in the inner loop of a search.
class Budget {
 public:
  explicit Budget(const Limits& limits);
  Stop check();
  double elapsedSeconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  Limits limits_;
  Clock::time_point start_;
  Clock::time_point next_memory_check_;
};

}  // namespace weir::solver
