// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The clocks of <chrono>. What one shows is any time; a steady one never shows an earlier one than before.
//
//   auto before = std::chrono::steady_clock::now();
//   auto after = std::chrono::steady_clock::now();      after >= before
#pragma once

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace weir::frontend {

enum class Clock { None, Steady, Other };

/// Which clock's `now` the function is.
Clock clockRead(const clang::FunctionDecl& function);

}  // namespace weir::frontend
