// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of methods as people write and read them: `add(const Cell&)` and `Box<Cell*>`, where Clang has a blank before
// the `&` and the `*`; `Square::area` for a method in a namespace.
#pragma once

#include <string>

#include "ir/program/program.h"

namespace weir::tools {

/// A name or signature with its pointers and references set tight.
std::string tightened(const std::string& name);

/// Whether the text names the procedure: its name or signature, blanks aside, whole or without leading namespaces.
bool isNamed(const program::Procedure& procedure, const std::string& text);

}  // namespace weir::tools
