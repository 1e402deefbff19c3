// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/audit/suppression.h"

#include <fstream>

namespace weir::tools {
namespace {

constexpr std::string_view kWord = "weir-ignore:";

bool hasReason(const std::string& line) {
  const size_t at = line.find(kWord);
  if (at == std::string::npos) return false;
  const size_t reason = line.find_first_not_of(" \t", at + kWord.size());
  return reason != std::string::npos && line.compare(reason, 2, "*/") != 0;
}

}  // namespace

bool isSuppressed(const SourceRange& place) {
  std::ifstream in(place.file);
  std::string line;
  for (int number = 1; std::getline(in, line) && number <= place.begin.line; ++number) {
    if (number >= place.begin.line - 1 && hasReason(line)) return true;
  }
  return false;
}

}  // namespace weir::tools
