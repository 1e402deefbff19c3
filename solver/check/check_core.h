// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An unsatisfiable answer, confirmed by translating and solving the core alone in a fresh solver: no symmetry
// breaking, nothing left over from earlier queries, and another engine unless the problem is large.
#pragma once

#include <span>
#include <string>

#include "ir/logic/context.h"
#include "solver/problem.h"
#include "solver/sat/limits.h"

namespace weir::solver {

/// `gates` is how large the problem is. What is wrong with the core; empty if it is unsatisfiable, or if that could not
/// be decided within the limits.
std::string checkCore(logic::Context& context, const logic::Universe& universe, const Problem& problem,
                      std::span<const int> core, std::int64_t gates, const Limits& limits);

}  // namespace weir::solver
