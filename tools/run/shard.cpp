// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/run/shard.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace weir::run {

std::optional<Shard> parseShard(const std::string& text) {
  Shard shard;
  int used = 0;
  if (std::sscanf(text.c_str(), "%d/%d%n", &shard.index, &shard.count, &used) != 2) return std::nullopt;
  if (static_cast<size_t>(used) != text.size() || shard.index < 1 || shard.index > shard.count) return std::nullopt;
  return shard;
}

std::vector<int> assignShards(const std::vector<Cost>& work, int count) {
  std::vector<size_t> order(work.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return work[a].time_ms != work[b].time_ms ? work[a].time_ms > work[b].time_ms : work[a].name < work[b].name;
  });
  std::vector<double> load(static_cast<size_t>(count), 0);
  std::vector<int> shards(work.size(), 0);
  for (const size_t i : order) {
    const auto least = std::min_element(load.begin(), load.end());
    *least += std::max(work[i].time_ms, 1.0);
    shards[i] = static_cast<int>(least - load.begin()) + 1;
  }
  return shards;
}

}  // namespace weir::run
