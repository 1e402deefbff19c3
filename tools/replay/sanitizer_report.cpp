// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/sanitizer_report.h"

#include <csignal>
#include <sstream>

namespace weir::replay {
namespace {

using program::ErrorKind;

struct Phrase {
  const char* text;
  std::optional<ErrorKind> kind;
};

// First match wins, so the particular stands before the general.
const Phrase kPhrases[] = {
    {"AddressSanitizer: heap-use-after-free", ErrorKind::UseAfterFree},
    {"AddressSanitizer: stack-use-after", ErrorKind::UseAfterFree},
    {"AddressSanitizer: attempting double-free", ErrorKind::DoubleFree},
    {"AddressSanitizer: attempting free on address which was not", ErrorKind::Bounds},
    {"AddressSanitizer: alloc-dealloc-mismatch", ErrorKind::Bounds},
    {"AddressSanitizer: new-delete-type-mismatch", ErrorKind::Bounds},
    {"AddressSanitizer: heap-buffer-overflow", ErrorKind::Bounds},
    {"AddressSanitizer: use-after-poison", ErrorKind::Bounds},  // of a block without bytes
    {"AddressSanitizer: stack-buffer-", ErrorKind::Bounds},
    {"AddressSanitizer: dynamic-stack-buffer-overflow", ErrorKind::Bounds},
    {"AddressSanitizer: global-buffer-overflow", ErrorKind::Bounds},
    {"AddressSanitizer: negative-size-param", ErrorKind::Bounds},
    {"AddressSanitizer: unknown-crash", ErrorKind::Bounds},  // up to an address that no memory has
    {"AddressSanitizer: allocation-size-too-big", ErrorKind::Bounds},
    {"AddressSanitizer: requested allocation size", ErrorKind::Bounds},
    {"AddressSanitizer: calloc parameters overflow", ErrorKind::Bounds},
    {"-param-overlap", ErrorKind::Bounds},
    {"AddressSanitizer: stack-overflow", std::nullopt},
    {"AddressSanitizer: FPE", ErrorKind::DivZero},
    {"AddressSanitizer: SEGV", ErrorKind::NullDeref},
    {"AddressSanitizer: BUS", ErrorKind::Bounds},
    {"ERROR: AddressSanitizer:", std::nullopt},
    {"MemorySanitizer: use-of-uninitialized-value", ErrorKind::Uninitialized},
    {"ERROR: MemorySanitizer:", std::nullopt},
    {"runtime error: division by zero", ErrorKind::DivZero},
    {"runtime error: index", ErrorKind::Bounds},
    {"runtime error: signed integer overflow", ErrorKind::Overflow},
    {"runtime error: negation of", ErrorKind::Overflow},
    {"runtime error: division of", ErrorKind::Overflow},
    {"runtime error: shift exponent", ErrorKind::Overflow},
    {"runtime error: left shift of", ErrorKind::Overflow},
    {"runtime error: applying zero offset to null pointer", ErrorKind::NullDeref},
    {"runtime error: applying non-zero offset", ErrorKind::NullDeref},
    {"null pointer", ErrorKind::NullDeref},
    {"runtime error: pointer index expression", ErrorKind::Bounds},
    {"runtime error: addition of unsigned offset", ErrorKind::Bounds},
    {"runtime error: subtraction of unsigned offset", ErrorKind::Bounds},
    {"with insufficient space for an object", ErrorKind::Bounds},
    {"misaligned address 0xffffffff", ErrorKind::Bounds},  // a constant such as (T*)-1
    {"which does not point to an object of type", std::nullopt},
    {"runtime error: variable length array bound", ErrorKind::Bounds},
    {"runtime error:", std::nullopt},
    {": Assertion `", ErrorKind::Assert},
    // Of libstdc++: what a smart pointer does not have, an object it is given twice, an element that is not there.
    {": Assertion 'get() != pointer()'", ErrorKind::NullDeref},
    {": Assertion '_M_get() != nullptr'", ErrorKind::NullDeref},
    {": Assertion '__p == nullptr || __p != _M_ptr'", ErrorKind::DoubleFree},
    {": Assertion '", ErrorKind::Bounds},
    {"Error: attempt to ", ErrorKind::Bounds},
};

/// A page far from null is no null dereference. What stands before a function tells its type to the sanitizer, so a
/// call of null reads a few bytes below 0.
bool isNearNull(const std::string& line) {
  return line.find("unknown address 0x00000000") != std::string::npos ||
         line.find("unknown address 0xfffffffffffff") != std::string::npos;
}

}  // namespace

std::optional<NativeError> readReport(const std::string& report, int signal) {
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line);) {
    // Binding a reference to null is an error of the language only; weir waits until the reference is used.
    if (line.find("reference binding to null pointer") != std::string::npos) continue;
    for (const Phrase& phrase : kPhrases) {
      if (line.find(phrase.text) == std::string::npos) continue;
      std::optional<ErrorKind> kind = phrase.kind;
      if (line.find("SEGV on unknown address") != std::string::npos && !isNearNull(line)) kind = ErrorKind::Bounds;
      return NativeError{kind, line, line.find("stack-overflow") != std::string::npos};
    }
  }
  switch (signal) {
    case SIGSEGV: return NativeError{ErrorKind::NullDeref, "segmentation fault", false};
    case SIGBUS: return NativeError{ErrorKind::Bounds, "bus error", false};
    case SIGFPE: return NativeError{ErrorKind::DivZero, "arithmetic exception", false};
    default: return std::nullopt;
  }
}

bool matches(const NativeError& native, ErrorKind expected) {
  if (native.kind == expected) return true;
  // Whether a pointer that was never allocated looks freed depends on the bytes in front of it.
  if (expected == ErrorKind::Bounds)
    return native.kind == ErrorKind::UseAfterFree || native.kind == ErrorKind::DoubleFree ||
           native.kind == ErrorKind::NullDeref || native.kind == ErrorKind::Overflow;
  // The least integer divided by -1 traps as a division does.
  if (expected == ErrorKind::Overflow) return native.kind == ErrorKind::DivZero;
  if (expected == ErrorKind::UseAfterFree)
    return native.summary.find("does not point to an object of type") != std::string::npos;
  // Freeing what was freed and handed out again is seen as a use of it.
  if (expected == ErrorKind::DoubleFree) return native.kind == ErrorKind::UseAfterFree;
  return false;
}

}  // namespace weir::replay
