// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One more precondition of a procedure, from its text alone: what a tool proposes and then checks.
//
//   lowerRequirement("some l and l.v >= 4", procedure, vocabulary)
#pragma once

#include <optional>
#include <string>

#include "ir/program/vocabulary.h"
#include "specs/lang/specification.h"

namespace weir::specs {

/// Nothing where the text is no formula over the inputs of the procedure: a name in it is none, or means something
/// else.
std::optional<Requirement> lowerRequirement(const std::string& text, const program::Procedure& procedure,
                                            program::Vocabulary& vocabulary);

}  // namespace weir::specs
