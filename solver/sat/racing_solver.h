// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CaDiCaL at once, Z3 beside it on a second thread where a search turns out to be long; the first answer counts.
//
// CaDiCaL wins nearly all relational problems and short ones always, and loading clauses into Z3 costs several times
// more than into CaDiCaL. So Z3 is only created, and given the clauses it has not seen, when one search has lasted
// longer than the head start, which is shorter where there are words, since Z3 rewrites them. The loser is interrupted
// and stays usable.
#pragma once

#include <memory>

#include "solver/sat/sat_solver.h"

namespace weir::solver {

std::unique_ptr<SatSolver> makeRacingSolver(double head_start_seconds);

}  // namespace weir::solver
