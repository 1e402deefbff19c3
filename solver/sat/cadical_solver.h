// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CaDiCaL behind the SatSolver interface: the engine for relational problems.
#pragma once

#include <memory>

#include "solver/sat/sat_solver.h"

namespace weir::solver {

std::unique_ptr<SatSolver> makeCadicalSolver();

}  // namespace weir::solver
