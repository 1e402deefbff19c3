// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "results/reason.h"

#include <algorithm>
#include <cstdio>

namespace weir::results {

std::span<const CauseText> causeTexts() {
  static constexpr CauseText kTexts[] = {
      {Cause::None, ""},
      {Cause::Time, "time"},
      {Cause::Memory, "memory"},
      {Cause::Interrupted, "interrupted"},
      {Cause::Unsupported, "unsupported"},
      {Cause::Specification, "specification"},
      {Cause::Garbage, "uninitialized-memory"},
      {Cause::TooLarge, "too-large"},
      {Cause::Failure, "failure"},
  };
  return kTexts;
}

const char* toString(Cause cause) { return std::ranges::find(causeTexts(), cause, &CauseText::cause)->name; }

Cause causeNamed(const std::string& name) {
  const auto found = std::ranges::find_if(causeTexts(), [&](const CauseText& text) { return name == text.name; });
  return found == causeTexts().end() ? Cause::None : found->cause;
}

Reason Reason::outOfTime(double seconds) {
  char shown[32];
  std::snprintf(shown, sizeof shown, "%g", seconds);
  return Reason(Cause::Time, std::string("out of time after ") + shown + " s");
}

Reason Reason::outOfMemory(long megabytes) {
  return Reason(Cause::Memory, "out of memory at " + std::to_string(megabytes) + " MB");
}

}  // namespace weir::results
