// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The name of one Construct (program.h): what a va_arg reads. The replay passes what was chosen for it.
#pragma once

namespace weir::program {

inline constexpr const char* kVariadicArgument = "a variadic argument";

}  // namespace weir::program
