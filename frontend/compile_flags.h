// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the user's file is compiled: the flags given, else those of -p BUILD_DIR, else those of the
// compile_commands.json nearest above the file, in a folder or in its subfolder `build`, else none.
#pragma once

#include <memory>
#include <string>

#include "frontend/frontend.h"

namespace clang::tooling {
class CompilationDatabase;
}

namespace weir::frontend {

/// Null, with an error in `diagnostics`, where BUILD_DIR has no compilation database.
std::unique_ptr<clang::tooling::CompilationDatabase> compilationDatabase(const FrontendOptions& options,
                                                                         Diagnostics& diagnostics);

}  // namespace weir::frontend
