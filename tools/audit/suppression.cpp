// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/audit/suppression.h"

#include <fstream>

namespace weir::tools {
namespace {

constexpr std::string_view kWord = "weir-ignore:";

size_t firstText(const std::string& line) {
  const size_t at = line.find_first_not_of(" \t");
  return at == std::string::npos ? line.size() : at;
}

/// Where the comment of the line begins; its length where there is none. Texts and characters have no comments. A line
/// that begins with a star goes on with a comment of the line before it.
size_t commentOf(const std::string& line) {
  if (const size_t first = firstText(line); first < line.size() && line[first] == '*') return first;
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    if (quote != 0) {
      if (line[i] == '\\') {
        ++i;
      } else if (line[i] == quote) {
        quote = 0;
      }
    } else if (line[i] == '"' || line[i] == '\'') {
      quote = line[i];
    } else if (line.compare(i, 2, "//") == 0 || line.compare(i, 2, "/*") == 0) {
      return i;
    }
  }
  return line.size();
}

bool hasReason(const std::string& line, size_t comment) {
  const size_t at = line.find(kWord, comment);
  if (at == std::string::npos) return false;
  const size_t reason = line.find_first_not_of(" \t", at + kWord.size());
  return reason != std::string::npos && line.compare(reason, 2, "*/") != 0;
}

}  // namespace

bool isSuppressed(const SourceRange& place) {
  std::ifstream in(place.file);
  std::string line;
  for (int number = 1; std::getline(in, line) && number <= place.begin.line; ++number) {
    if (number < place.begin.line - 1) continue;
    const size_t comment = commentOf(line);
    // A comment behind code speaks of that code.
    if (number < place.begin.line && comment != firstText(line)) continue;
    if (hasReason(line, comment)) return true;
  }
  return false;
}

}  // namespace weir::tools
