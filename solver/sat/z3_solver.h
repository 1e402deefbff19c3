// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Z3's incremental solver for finite domains behind the SatSolver interface, and its rewriting of bit-vector terms.
#pragma once

#include <memory>

#include "solver/sat/sat_solver.h"

namespace weir::solver {

std::unique_ptr<SatSolver> makeZ3Solver();

}  // namespace weir::solver
