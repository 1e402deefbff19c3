// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text a specification was read from, and spans of it.
//
// Trees hold spans (two offsets) instead of full ranges, because a tree has many nodes and one file; a SourceText
// turns a span into the range a diagnostic shows, or into the words a report quotes. Clauses that stand in a C++
// comment are a SourceText too: the comment with its markers blanked, starting at the comment's line and column.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/source_range.h"

namespace weir::specs {

/// Offsets into a text: from `begin` up to, not including, `end`.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

class SourceText {
 public:
  /// `start` is where the first character of `text` stands in `path`.
  SourceText(std::string path, std::string text, SourceLocation start = {1, 1});

  const std::string& path() const { return path_; }
  const std::string& text() const { return text_; }

  SourceLocation locationOf(std::uint32_t offset) const;
  SourceRange rangeOf(Span span) const;
  /// The words of the span on one line: runs of white space, comments included, become one space.
  std::string quote(Span span) const;

 private:
  std::string path_;
  std::string text_;
  SourceLocation start_;
  std::vector<std::uint32_t> line_starts_;
};

using SourceTextPtr = std::shared_ptr<const SourceText>;

}  // namespace weir::specs
