// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Typedefs and macro constants of a translation unit (ir/program/source_names.h).
#pragma once

#include "frontend/translation.h"
#include "ir/program/source_names.h"

namespace clang {
class Preprocessor;
}

namespace weir::frontend {

/// Requires that the translation has run. Names only classes that the program has.
program::SourceNames sourceNames(Translation& translation, const clang::Preprocessor& preprocessor);

}  // namespace weir::frontend
