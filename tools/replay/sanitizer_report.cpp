// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/sanitizer_report.h"

#include <algorithm>
#include <csignal>
#include <functional>
#include <sstream>
#include <vector>

namespace weir::replay {
namespace {

using program::ErrorKind;

struct Phrase {
  std::string text;
  std::optional<ErrorKind> kind;
};

/// First match wins, so the particular stands before the general.
std::vector<Phrase> phrases() {
  std::vector<Phrase> all;
  for (const program::BuiltinProperty& property : program::builtinProperties())
    for (const std::string& text : property.native) all.push_back({text, property.error()});
  std::ranges::stable_sort(all, std::ranges::greater(), [](const Phrase& phrase) { return phrase.text.size(); });
  // What weir has no property for.
  for (const char* text : {"AddressSanitizer: stack-overflow", "which does not point to an object of type",
                           "ERROR: AddressSanitizer:", "ERROR: MemorySanitizer:", "runtime error:"})
    all.push_back({text, std::nullopt});
  return all;
}

/// A page far from null is no null dereference. What stands before a function tells its type to the sanitizer, so a
/// call of null reads a few bytes below 0.
bool isNearNull(const std::string& line) {
  return line.find("unknown address 0x00000000") != std::string::npos ||
         line.find("unknown address 0xfffffffffffff") != std::string::npos;
}

}  // namespace

std::optional<NativeError> readReport(const std::string& report, int signal) {
  static const std::vector<Phrase> kPhrases = phrases();
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
