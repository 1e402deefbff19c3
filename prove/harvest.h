// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Candidates for invariants, from runs: the transitions are followed from all small lists, with cells around that no
// parameter reaches, and of the states at the head of a loop those clauses are kept that are true of all.
//
// Nothing here has to be right: what is not an invariant is thrown out later (list_proof.h), and what is missing only
// costs a proof. Runs with cells around matter: without them short clauses are true that hide the longer ones.
#pragma once

#include <functional>
#include <vector>

#include "prove/invariants.h"
#include "prove/list_logic.h"

namespace weir::prove {

/// By head of a loop.
std::vector<std::vector<Clause>> harvest(const ListProgram& program, const std::vector<Formula>& requirements,
                                         const std::vector<std::vector<Atom>>& atoms,
                                         const std::function<void()>& checkpoint);

}  // namespace weir::prove
