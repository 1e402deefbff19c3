// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of a loop's head that nobody reads later are left out of the transitions: fewer atoms, fewer candidates.
#pragma once

#include <string>

#include "prove/heap_program.h"

namespace weir::prove {

/// A parameter that is never assigned is what it was at entry: it is no variable.
void replaceFixedParameters(HeapProgram& program);

/// The name of a variable that may be read before it has a value; empty: there is none, and the program is reduced.
std::string keepLiveVariables(HeapProgram& program);

}  // namespace weir::prove
