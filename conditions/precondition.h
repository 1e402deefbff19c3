// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What may be required of a procedure's inputs so that it does not fail.
//
//   int first(node* l, int k) { if (k > 0) return l->v; return 0; }     some l or k <= 0; then the shorter some l
//
// The first is the weakest that is known. The others require more in fewer words, for whoever cannot use it: because it
// is long, or because what is checked means more than what was analysed.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "conditions/analysis.h"

namespace weir::conditions {

/// Conditions without words are not among them, nor `true` and `false`: where there is none nothing is known that
/// helps.
std::vector<Formula> preconditionsAgainst(Analysis& analysis, const Summary& summary, program::ErrorKind kind);

/// Of errors without a kind, too: what is not understood may be any.
using Counts = std::function<bool(const std::optional<program::ErrorKind>&)>;

/// The weakest under which none of the errors that count was found possible; `true`: none is.
Formula weakestPrecondition(Analysis& analysis, const Summary& summary, const Counts& counts);

}  // namespace weir::conditions
