// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/run/shard.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace weir::run {
namespace {

TEST(Shard, OnlyKOfNIsOne) {
  EXPECT_TRUE(parseShard("2/4"));
  for (const char* wrong : {"", "2", "0/4", "5/4", "2/4x", "a/b", "-1/2"}) EXPECT_FALSE(parseShard(wrong)) << wrong;
}

TEST(Shard, NoShardIsLongerThanTheShortestByMoreThanOneItem) {
  std::mt19937 random(7);
  for (int round = 0; round < 100; ++round) {
    std::vector<Cost> work;
    double longest = 0;
    for (int i = 0; i < 40; ++i) {
      work.push_back({"p" + std::to_string(i), static_cast<double>(random() % 1000 + 1)});
      longest = std::max(longest, work.back().time_ms);
    }
    const auto shards = assignShards(work, 3);
    double load[3] = {};
    for (size_t i = 0; i < work.size(); ++i) load[shards[i] - 1] += work[i].time_ms;
    EXPECT_LE(*std::max_element(load, load + 3) - *std::min_element(load, load + 3), longest);
  }
}

TEST(Shard, TheSplitDoesNotDependOnTheOrderOfWork) {
  const std::vector<Cost> one = {{"a", 3}, {"b", 3}, {"c", 1}}, other = {{"c", 1}, {"b", 3}, {"a", 3}};
  const auto a = assignShards(one, 2), b = assignShards(other, 2);
  EXPECT_EQ(a[0], b[2]);
  EXPECT_EQ(a[1], b[1]);
  EXPECT_EQ(a[2], b[0]);
}

TEST(Shard, WithoutTimesTheCountsAreEven) {
  const auto shards = assignShards(std::vector<Cost>(9, Cost{"x", 0}), 3);
  for (int k = 1; k <= 3; ++k) EXPECT_EQ(std::count(shards.begin(), shards.end(), k), 3);
}

}  // namespace
}  // namespace weir::run
