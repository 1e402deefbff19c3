// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons that the program does not make itself: what a function of the C library means makes them.
//
//   p = realloc(p, n);        is p null? The library asks, and nobody has shown that it may be.
#pragma once

namespace weir::program {

/// Expr::integer of such a comparison with null.
inline constexpr int kAskedByLibrary = 1;

}  // namespace weir::program
