// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams that write to a string. What is written to one changes nothing that the program can observe, until it asks
// for the text: that may be any.
//
//   std::ostringstream out; out << n << "!"; return out.str();      any string
#pragma once

#include <initializer_list>

#include "frontend/clang_ast.h"

namespace weir::frontend {

/// One of these classes of the library, which have no model.
bool isStreamClass(clang::QualType type, std::initializer_list<llvm::StringRef> names);

/// Makes such a stream without a text to begin with, opens or closes one of a file, or is its end.
bool onlyMakesStream(const clang::FunctionDecl& function);

/// str(), which copies the text.
bool isTextOfStream(const clang::FunctionDecl& function);

}  // namespace weir::frontend
