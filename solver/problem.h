// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a model finder has been given, as plain data: for dumps and for the independent checks of its answers.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/logic/expression.h"
#include "ir/logic/universe.h"

namespace weir::solver {

struct Problem {
  struct Bounded {
    logic::Relation relation;
    logic::RelationBound bound;
  };
  struct Defined {
    logic::Relation relation;
    logic::Expr expr;
  };
  struct Asserted {
    logic::Formula formula;
    std::optional<int> label;
  };

  std::vector<Bounded> bounded;
  std::vector<Defined> defined;
  std::vector<Asserted> asserted;
};

/// Bounds, definitions and formulas, one a line, in the specification language; what several share is a `let` line.
std::string toString(const Problem& problem, const logic::Universe& universe);

}  // namespace weir::solver
