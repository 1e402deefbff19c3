// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of a statement as it stands in its file, on one line.
//
//   Frame* f =                     "Frame* f = new Frame{0, top_}"
//       new Frame{0, top_};
#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/source_range.h"

namespace weir::refine {

/// Reads each file once.
class SourceText {
 public:
  /// Blanks collapsed, the `;` at the end dropped, cut with "..." past 100 characters; empty where the file or the
  /// range cannot be read.
  std::string of(const SourceRange& range);

 private:
  const std::vector<std::string>& lines(const std::string& file);

  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace weir::refine
