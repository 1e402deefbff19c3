// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Invariants that stay on in release: a broken one is a mistake of weir's, never of the user's.
//
//   INVARIANT(extent > 0, "an array should have a non-zero extent");
//
// throws InternalError, which the command line turns into exit status 70.
#pragma once

#include <stdexcept>
#include <string>

namespace weir {

class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void invariantFailed(const char* condition, const char* sentence, const char* file, int line);

}  // namespace weir

#define INVARIANT(condition, sentence) \
  ((condition) ? static_cast<void>(0) : ::weir::invariantFailed(#condition, (sentence), __FILE__, __LINE__))

#define UNREACHABLE(sentence) ::weir::invariantFailed("unreachable", (sentence), __FILE__, __LINE__)
