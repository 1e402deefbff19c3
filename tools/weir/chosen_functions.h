// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of a source that a command without a specification is about.
#pragma once

#include <string>
#include <vector>

#include "ir/program/program.h"
#include "support/diagnostics.h"

namespace weir::tools {

/// The user's own functions (not those of system headers, nor those the compiler makes), or those that are named. An
/// unknown name is an error in `diagnostics`.
std::vector<const program::Procedure*> chosenFunctions(const program::Program& program, const std::string& name,
                                                       const std::string& file, Diagnostics& diagnostics);

}  // namespace weir::tools
