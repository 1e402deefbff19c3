// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A satisfiable answer, confirmed by the evaluator, which shares no code with the translator.
#pragma once

#include <span>
#include <string>

#include "ir/logic/universe.h"
#include "solver/problem.h"

namespace weir::solver {

/// What is wrong with the instance; empty if it respects the bounds, gives defined relations their values and makes
/// every formula true that is asserted without a label or under one of `labels`. A formula whose value the evaluator
/// cannot compute (it works in 127 bits) is passed over.
std::string checkInstance(const Problem& problem, std::span<const int> labels, const logic::Instance& instance);

}  // namespace weir::solver
