// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Paths as a person speaks of them.
#pragma once

#include <string>

#include "prove/heap_program.h"

namespace weir::prove {

/// Between which two places: "from the loop at list.c:12 to the end".
std::string describe(const HeapProgram& program, const Path& path);

}  // namespace weir::prove
