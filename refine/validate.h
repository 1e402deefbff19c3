// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Is what a counterexample says of a call something the callee can do? If not, why not.
//
// The recorded transition is concrete: the heap and arguments before, the heap and result after. The callee is encoded
// from that heap. First with every value defined, so that it folds to what the callee does; if that is not what was
// recorded, once more under labels: the labels of an unsatisfiable core are the statements that forbid it.
//
// Only what the property depends on is compared: the rest was never chosen.
#pragma once

#include <set>

#include "refine/label_sinks.h"
#include "refine/query.h"

namespace weir::refine {

/// The label of "the callee returns", which no statement has.
inline constexpr ConstraintLabel kReturns{};

struct Validation {
  enum class Kind {
    NotReached,
    Valid,
    Invalid,
    AskAgain,  // the callee reads what the solver had not been given: now it has been
    Unknown,
  };
  Kind kind = Kind::Unknown;
  std::set<ConstraintLabel> core = {};               // Invalid
  std::vector<LabelledConstraint> constraints = {};  // of the core, in the order of the code
};

/// Requires that the query's last answer is satisfiable. Without `with_core` Invalid says only that.
Validation validate(const CallSiteRecord& site, Query& query, const CheckOptions& options, const solver::Limits& limits,
                    bool with_core);

}  // namespace weir::refine
