// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/sat/sat_solver.h"

#include "solver/sat/cadical_solver.h"
#include "solver/sat/racing_solver.h"
#include "solver/sat/z3_solver.h"
#include "support/invariant.h"

namespace weir::solver {

namespace {

// Measured (benchmarks/README.md): where Z3 is the faster engine on a relational problem it is so on long searches.
constexpr double kHeadStartSeconds = 3;

}  // namespace

const char* toString(BackEnd back_end) {
  switch (back_end) {
    case BackEnd::Cadical: return "cadical";
    case BackEnd::Z3: return "z3";
    case BackEnd::Auto: return "auto";
  }
  UNREACHABLE("a back end should be one of three");
}

std::unique_ptr<SatSolver> makeSatSolver(BackEnd back_end) {
  switch (back_end) {
    case BackEnd::Cadical: return makeCadicalSolver();
    case BackEnd::Z3: return makeZ3Solver();
    case BackEnd::Auto: return makeRacingSolver(kHeadStartSeconds);
  }
  UNREACHABLE("a back end should be one of three");
}

}  // namespace weir::solver
