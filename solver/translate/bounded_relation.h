// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The variables of a bounded relation: one for each tuple that may or may not be there, one for each bit of an integer
// that is free.
//
//   next: {(Node0, Node1), (Node0, Node2)}, lone    gives two variables that are not true together
//   depth: {(Frame0, free 32 signed)}, one          gives 32 variables: the tuple itself is certain
#pragma once

#include <vector>

#include "ir/logic/universe.h"
#include "solver/translate/translator.h"

namespace weir::solver {

struct BoundedRelation {
  struct Row {
    std::vector<Cell> cells;
    Gate guard;
  };

  logic::Relation relation = nullptr;
  logic::RelationBound bound;
  std::vector<Row> rows;         // as in the bound
  std::vector<Gate> conditions;  // what must hold for the rows to respect the multiplicity

  Matrix matrix(Circuit& circuit) const;
};

BoundedRelation allocate(logic::Relation relation, const logic::RelationBound& bound, Circuit& circuit,
                         Translator& translator);

}  // namespace weir::solver
