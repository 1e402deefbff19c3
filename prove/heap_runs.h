// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Candidates for invariants, from runs: small heaps that meet the requirements, with objects around that nothing
// reaches, the states that the paths lead to from them, and the clauses that are true of all states at a head.
//
// Nothing here has to be right: what is not an invariant is thrown out later (heap_loop_proof.h), and what is missing
// only costs a proof.
#pragma once

#include <functional>
#include <vector>

#include "prove/heap_invariants.h"
#include "prove/heap_path.h"

namespace weir::prove {

/// Gives every family its clauses. By head of a loop.
void harvest(const Subject& subject, const HeapWords& words, std::vector<std::vector<HeapFamily>>& families,
             const std::function<void()>& checkpoint);

}  // namespace weir::prove
