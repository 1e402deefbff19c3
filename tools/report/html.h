// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A run as one HTML page that needs nothing else: the properties with their verdicts and, for a violation, the
// execution step by step: the source with the executed lines, callees opened under their calls, and the heap as a
// picture.
//
//   weir check list.weir --html out      writes out/index.html
//
// Everything that comes from the user's files travels as data (JSON in a script element, with < escaped) and reaches
// the page as text nodes, never as markup. The page asks no network for anything.
#pragma once

#include <string>

#include "results/result.h"

namespace weir::report {

/// Source files are read from disk, as named in the steps; a file that cannot be read is shown by its executed
/// statements alone.
std::string toHtml(const results::RunResult& run);

}  // namespace weir::report
