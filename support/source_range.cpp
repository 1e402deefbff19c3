// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/source_range.h"

namespace weir {

std::string toString(const SourceRange& range) {
  std::string text = range.file;
  if (range.begin.line == 0) return text;
  text += ":" + std::to_string(range.begin.line);
  if (range.begin.column != 0) text += ":" + std::to_string(range.begin.column);
  return text;
}

std::string fileAndLine(const SourceRange& range) {
  return range.file.substr(range.file.rfind('/') + 1) + ":" + std::to_string(range.begin.line);
}

}  // namespace weir
