// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why a property is false in a state: its smallest part that is false, and the values that make it so.
//
//   all e: entries[this.nodes]' | e.node'.inDeg' < #(e.*prev)'
//
// explains itself as "e.node'.inDeg' < #(e.*prev)'" with e = ListEntry0, where e.node'.inDeg' is 1 and #(e.*prev)'
// is 1.
#pragma once

#include <string>
#include <vector>

#include "ir/logic/universe.h"
#include "specs/lang/specification.h"

namespace weir::specs {

template <typename T>
struct Named {
  std::string name;
  T value;
  std::uint32_t text_columns = 0;  // bit i: column i holds strings
};

struct Explanation {
  std::string text;  // the part that is false, as written
  SourceRange range;
  std::vector<Named<logic::Cell>> witness;     // variables and parameters of preds on the way, outermost first
  std::vector<Named<logic::TupleSet>> values;  // sides of the part, as written, and their values
};

/// Requires that the part's formula is closed and false in the instance.
Explanation explain(const Part& part, const logic::Instance& instance);

}  // namespace weir::specs
