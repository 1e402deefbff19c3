// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Summaries against executions: a random heap, the interpreter, and the question whether the post-state lies within the
// summary's bounds for some choice of what the allocation symbols stand for.
#pragma once

#include <cstdint>
#include <string>

#include "abstraction/summarizer.h"

namespace weir::test_support {

struct SoundnessRuns {
  int executions = 0;
  int returned = 0;
  int skipped = 0;      // too many allocations to try all choices, or integers too large to evaluate
  std::string failure;  // the first one: the heap, the summary, what is not within its bounds
};

/// Runs `procedure` on `count` random heaps from this seed on, until one is not within the summary.
SoundnessRuns checkSoundness(program::Vocabulary& vocabulary, const abstraction::Summary& summary, int count,
                             std::uint64_t seed);

}  // namespace weir::test_support
