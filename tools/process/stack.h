// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How deep functions may call themselves. Expressions are walked by functions that call themselves, and one of a loop
// over an array of 8,000 elements is 8,000 deep: more than the usual 8 MB of a stack hold.
#pragma once

namespace weir::process {

/// From now on the first thread may use `kDeepStack` bytes, as far as the system lets it. Linux leaves at least that
/// much room below the stack of each process.
void allowDeepStack();
/// As the process was given it, for the programs that it starts: one that never stops calling itself should end soon.
/// Safe between fork and exec.
void restoreStackLimit();

constexpr unsigned long kDeepStack = 120UL << 20;

}  // namespace weir::process
