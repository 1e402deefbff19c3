// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/statistics.h"

#include <ostream>

namespace weir {

Statistics::Timer::Timer(Statistics& statistics, std::string_view name)
    : statistics_(statistics), name_(name), start_(Clock::now()) {}

Statistics::Timer::~Timer() { statistics_.addTime(name_, Clock::now() - start_); }

void Statistics::add(std::string_view name, std::int64_t amount) { counters_[std::string(name)] += amount; }

void Statistics::addTime(std::string_view name, Clock::duration time) { timers_[std::string(name)] += time; }

void Statistics::merge(const Statistics& other) {
  for (const auto& [name, amount] : other.counters_) counters_[name] += amount;
  for (const auto& [name, time] : other.timers_) timers_[name] += time;
}

std::int64_t Statistics::count(std::string_view name) const {
  const auto found = counters_.find(name);
  return found == counters_.end() ? 0 : found->second;
}

double Statistics::milliseconds(std::string_view name) const {
  const auto found = timers_.find(name);
  if (found == timers_.end()) return 0;
  return std::chrono::duration<double, std::milli>(found->second).count();
}

void Statistics::print(std::ostream& out) const {
  for (const auto& [name, amount] : counters_) out << name << ": " << amount << '\n';
  for (const auto& [name, time] : timers_) out << name << ": " << milliseconds(name) << " ms\n";
}

}  // namespace weir
