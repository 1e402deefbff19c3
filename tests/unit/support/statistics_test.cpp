// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/statistics.h"

#include <gtest/gtest.h>

#include <sstream>
#include <thread>

namespace weir {
namespace {

using namespace std::chrono_literals;

TEST(Statistics, WhatWasNeverCountedIsZero) {
  const Statistics statistics;
  EXPECT_EQ(statistics.count("solver calls"), 0);
  EXPECT_EQ(statistics.milliseconds("solver"), 0);
}

TEST(Statistics, CountersAddUp) {
  Statistics statistics;
  statistics.add("clauses", 40);
  statistics.add("clauses");
  EXPECT_EQ(statistics.count("clauses"), 41);
}

TEST(Statistics, ATimerMeasuresItsScope) {
  Statistics statistics;
  {
    const Statistics::Timer timer(statistics, "sleep");
    std::this_thread::sleep_for(3ms);
  }
  EXPECT_GE(statistics.milliseconds("sleep"), 3);
}

TEST(Statistics, MergeGivesTheSameInEitherOrder) {
  Statistics left;
  left.add("calls", 2);
  left.addTime("solver", 5ms);
  Statistics right;
  right.add("calls", 3);
  right.add("cores");
  Statistics left_first;
  left_first.merge(left);
  left_first.merge(right);
  Statistics right_first;
  right_first.merge(right);
  right_first.merge(left);
  EXPECT_EQ(left_first.counters(), right_first.counters());
  EXPECT_EQ(left_first.timers(), right_first.timers());
  EXPECT_EQ(left_first.count("calls"), 5);
}

TEST(Statistics, PrintsByName) {
  Statistics statistics;
  statistics.add("b", 2);
  statistics.add("a", 1);
  statistics.addTime("c", 3ms);
  std::ostringstream out;
  statistics.print(out);
  EXPECT_EQ(out.str(), "a: 1\nb: 2\nc: 3 ms\n");
}

}  // namespace
}  // namespace weir
