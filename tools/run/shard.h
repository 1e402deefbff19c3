// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits the work of a suite over machines: `--shard 2/4` runs the second of four parts.
//
// The parts cost about the same by the times of an earlier run. They depend on the suite and on those times alone, so
// machines that read the same baseline agree on them without talking to each other.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace weir::run {

struct Shard {
  int index = 1;  // from 1
  int count = 1;
};

/// "2/4"; nothing where it is not 1 <= k <= n.
std::optional<Shard> parseShard(const std::string& text);

struct Cost {
  std::string name;
  double time_ms = 0;
};

/// For each of `work`, which shard (from 1) it belongs to: the dearest first, each to the shard that has least so far.
std::vector<int> assignShards(const std::vector<Cost>& work, int count);

}  // namespace weir::run
