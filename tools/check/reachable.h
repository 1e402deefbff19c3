// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The procedures a procedure can run: direct calls, every overrider of a virtual one, every procedure of the right type
// whose address is taken for a call through a pointer.
#pragma once

#include <vector>

#include "ir/program/program.h"

namespace weir::tools {

/// In the order of declaration; the procedure itself included.
std::vector<const program::Procedure*> reachableFrom(const program::Program& program,
                                                     const program::Procedure& procedure);

/// Can it reach a statement that is there to check for this error, as an `assert` is?
bool mayMeet(program::ErrorKind error, const program::Program& program, const program::Procedure& procedure);

}  // namespace weir::tools
