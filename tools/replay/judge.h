// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides whether one native run did what the interpreter says.
#pragma once

#include "tools/replay/native_output.h"
#include "tools/replay/replay.h"

namespace weir::replay {

Result judge(const Case& replayed, const NativeRun& run, const Layouts& layouts);

}  // namespace weir::replay
