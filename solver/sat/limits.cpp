// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/sat/limits.h"

#include <unistd.h>

#include <cstdio>

#include "support/invariant.h"

namespace weir::solver {

namespace {

// Reading /proc costs some microseconds: often enough to stay within 10%, seldom enough not to be seen.
constexpr std::chrono::milliseconds kMemoryInterval{10};

// A solver grows its tables by doubling, between two checks too: stop a little early to end below the limit.
constexpr double kMemoryShare = 0.95;

}  // namespace

const char* toString(Answer answer) {
  switch (answer) {
    case Answer::Satisfiable: return "satisfiable";
    case Answer::Unsatisfiable: return "unsatisfiable";
    case Answer::Unknown: return "unknown";
  }
  UNREACHABLE("an answer should be one of three");
}

const char* toString(Stop stop) {
  switch (stop) {
    case Stop::None: return "none";
    case Stop::Interrupted: return "interrupted";
    case Stop::Time: return "time limit";
    case Stop::Memory: return "memory limit";
    case Stop::Conflicts: return "conflict limit";
  }
  UNREACHABLE("a stop should be one of five");
}

double residentMegabytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  long total = 0;
  long resident = 0;
  const int read = std::fscanf(file, "%ld %ld", &total, &resident);
  std::fclose(file);
  if (read != 2) return 0;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1024.0 * 1024.0);
}

double machineMegabytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  return pages <= 0 ? 0 : static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1024.0 * 1024.0);
}

Budget::Budget(const Limits& limits) : limits_(limits), start_(Clock::now()), next_memory_check_(start_) {}

double Budget::elapsedSeconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

Stop Budget::check() {
  const auto now = Clock::now();
  if (std::chrono::duration<double>(now - start_).count() >= limits_.seconds) return Stop::Time;
  if (limits_.memory_megabytes != std::numeric_limits<std::size_t>::max() && now >= next_memory_check_) {
    next_memory_check_ = now + kMemoryInterval;
    if (residentMegabytes() >= kMemoryShare * static_cast<double>(limits_.memory_megabytes)) return Stop::Memory;
  }
  return Stop::None;
}

}  // namespace weir::solver
