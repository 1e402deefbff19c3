// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formulas that imply the built-in properties of heaps, in terms that proofs know.
//
//   leak     all new: Node' - Node | new in return.*next' + Node.next'.*next' + …     of what the code allocates
//   cycle    all o: Node' | o in o.^next' => o in o.^next                             of classes with one link
#pragma once

#include <optional>

#include "ir/program/vocabulary.h"

namespace weir::prove {

/// Requires the procedures that the code may run, and that what they do not show makes no objects.
logic::Formula impliesNoLeak(const program::Procedure& procedure, const std::vector<const program::Procedure*>& reached,
                             program::Vocabulary& vocabulary);

/// Nothing where objects of a class have several links that lead to their class.
std::optional<logic::Formula> impliesNoCycle(const std::vector<const program::Procedure*>& reached,
                                             program::Vocabulary& vocabulary);

}  // namespace weir::prove
