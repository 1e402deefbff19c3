// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a proof over linked objects (heap_proof.h, heap_loop_proof.h) rests on, as questions for another engine: that
// each path meets no error or ends with the property, and keeps the invariants that the proof needs.
//
// The paths come from the same translation of the code as in the proof; heap, steps, formulas and invariants are
// written again, of all objects and not of a part.
#pragma once

#include <optional>

#include "prove/heap_path.h"
#include "prove/heap_question.h"
#include "prove/smt_text.h"

namespace weir::prove {

/// What is shown.
struct HeapClaim {
  std::optional<logic::Formula> ensured = {};
  std::optional<program::ErrorKind> error = {};
};

/// Of one path. `heads` and `needed` by cut point; none where there are no loops. A path that `is_impossible` is shown
/// to be so, and nothing else.
std::vector<VerificationCondition> conditionsOf(const Subject& subject, std::size_t path, const Path& taken,
                                                bool is_impossible, const std::vector<HeapHead>& heads,
                                                const std::vector<std::set<ClauseIndex>>& needed,
                                                const HeapClaim& claim);

}  // namespace weir::prove
