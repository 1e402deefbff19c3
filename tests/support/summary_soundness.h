// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Summaries against executions: a random heap, the interpreter, and the question whether the post-state lies within the
// summary's bounds for some choice of what the allocation symbols stand for.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

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

/// A summary in other words: formulas over both states, and the relations that they leave open. All others are
/// unchanged.
struct OtherWords {
  std::vector<logic::Formula> formulas;
  std::set<logic::Relation> changed;  // of the pre-state
  bool is_equal = true;               // says all that the summary says
};

/// Asks both about what executions do, and about post-states with one value changed: the other words must allow
/// whatever the summary allows and, where they are equal, nothing else.
SoundnessRuns compareMeaning(program::Vocabulary& vocabulary, const abstraction::Summary& summary,
                             const OtherWords& words, int count, std::uint64_t seed);

}  // namespace weir::test_support
