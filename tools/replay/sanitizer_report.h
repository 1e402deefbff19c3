// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stopped a native run, in the words of weir's built-in properties.
//
//   ==1==ERROR: AddressSanitizer: heap-use-after-free on address …   ->  use-after-free
//   list.c:7:9: runtime error: division by zero                     ->  div-zero
//   list: list.c:9: f: Assertion `n > 0' failed.                     ->  assert
#pragma once

#include <optional>
#include <string>

#include "ir/program/interpreter.h"

namespace weir::replay {

struct NativeError {
  /// What weir calls it; nothing where weir has no such property (a misaligned access, a missing return).
  std::optional<program::ErrorKind> kind;
  std::string summary;  // the report's own line
  bool stack_overflow = false;
};

/// The error that `report` (standard error of the run) is about, with the signal that ended the run (0: none).
/// Nothing where the run ended without one; abort() alone is no error.
std::optional<NativeError> readReport(const std::string& report, int signal);

/// Whether a native error of this kind is what the interpreter's `expected` looks like natively. Beside equal kinds:
/// an access outside an object may meet freed memory or an unmapped page.
bool matches(const NativeError& native, program::ErrorKind expected);

}  // namespace weir::replay
