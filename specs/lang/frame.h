// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `modifies`: which places a call may change, and the formula that says nothing else does.
//
//   modifies this.top_, frames[this].depth, count
//
// Every place (a field of an object, an element of an array, a variable) that was live before and is not listed is
// live and the same after. So an object may be freed only if all its fields are listed for it.
#pragma once

#include <vector>

#include "specs/lang/lowering.h"

namespace weir::specs {

/// The places that one item of a `modifies` clause names; reports what is no place.
std::vector<ModifiedLocation> modifiedLocations(Lowering& lowering, const LoweringContext& shared, const Expr& item);

/// That all other places are unchanged, one part for each field. `text` and `range` are those of the clause.
Part unchangedOutside(const std::vector<ModifiedLocation>& locations, const LoweringContext& shared,
                      const std::string& text, const SourceRange& range);

}  // namespace weir::specs
