// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/source_text.h"

#include <algorithm>

namespace weir::specs {

SourceText::SourceText(std::string path, std::string text, SourceLocation start)
    : path_(std::move(path)), text_(std::move(text)), start_(start) {
  line_starts_.push_back(0);
  for (std::uint32_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
}

SourceLocation SourceText::locationOf(std::uint32_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<int>(after - line_starts_.begin()) - 1;
  const auto column = static_cast<int>(offset - line_starts_[line]);
  return {start_.line + line, column + (line == 0 ? start_.column : 1)};
}

SourceRange SourceText::rangeOf(Span span) const { return {path_, locationOf(span.begin), locationOf(span.end)}; }

std::string SourceText::quote(Span span) const {
  const std::string_view text = std::string_view(text_).substr(span.begin, span.end - span.begin);
  std::string quoted;
  bool gap = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
      gap = true;
    } else if (text.compare(i, 2, "/*") == 0) {
      const std::size_t close = text.find("*/", i + 2);
      i = close == std::string_view::npos ? text.size() : close + 1;
      gap = true;
    } else if (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r') {
      gap = true;
    } else {
      if (gap && !quoted.empty()) quoted += ' ';
      gap = false;
      quoted += text[i];
    }
  }
  return quoted;
}

}  // namespace weir::specs
