// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A place in a source or specification file. Lines and columns count from 1; 0 means unknown.
#pragma once

#include <string>

namespace weir {

struct SourceLocation {
  int line = 0;
  int column = 0;
  bool operator==(const SourceLocation&) const = default;
};

struct SourceRange {
  std::string file;
  SourceLocation begin;
  SourceLocation end;  // one past the last character, as Clang prints ranges
  bool isKnown() const { return begin.line != 0; }
  bool operator==(const SourceRange&) const = default;
};

/// "file:line:column", "file:line" or "file", whatever is known.
std::string toString(const SourceRange& range);
/// "file:line", without the folder.
std::string fileAndLine(const SourceRange& range);

}  // namespace weir
