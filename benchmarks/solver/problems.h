// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Relational problems at rising scopes, as formulas: what the solver is measured with.
//
// Lists are encoded as the verifier encodes programs: a field after each assignment is a defined relation over the one
// before it, and the property is asserted negated.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ir/logic/context.h"
#include "ir/logic/universe.h"
#include "solver/model_finder.h"

namespace weir::benchmarks {

/// A finder that has been told everything but not asked yet, with the vocabulary it speaks of.
struct LoadedProblem {
  std::unique_ptr<logic::Context> context = std::make_unique<logic::Context>();
  std::unique_ptr<logic::Universe> universe = std::make_unique<logic::Universe>();
  std::unique_ptr<solver::ModelFinder> finder;
};

struct ProblemKind {
  std::string name;
  solver::Answer expected;
  LoadedProblem (*load)(int scope, const solver::Options& options);
  std::vector<int> scopes;
};

/// In the order of the report.
const std::vector<ProblemKind>& problemKinds();

LoadedProblem loadPigeonhole(int holes, const solver::Options& options);     // one pigeon more than holes
LoadedProblem loadColouring(int nodes, const solver::Options& options);      // a wheel with an odd rim, three colours
LoadedProblem loadReverse(int cells, const solver::Options& options);        // order reversed, holds
LoadedProblem loadBrokenReverse(int cells, const solver::Options& options);  // one assignment missing, violated
LoadedProblem loadMerge(int cells, const solver::Options& options);          // cells are the union, holds
LoadedProblem loadTree(int nodes, const solver::Options& options);           // parent closure: two acyclicities agree
LoadedProblem loadCounting(int atoms, const solver::Options& options);       // sizes of sets in 32-bit integers
LoadedProblem loadSeats(int tables, const solver::Options& options);         // two guests a table, one too few
LoadedProblem loadMagnitudes(int width, const solver::Options& options);     // |x| * |y| = +- x * y in machine integers

}  // namespace weir::benchmarks
