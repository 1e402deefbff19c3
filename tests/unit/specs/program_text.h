// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs without bodies from a few words that look like C++, for specifications to speak of:
//
//   programOf("struct Cell { Cell* next; int value; }; bool List::remove(Cell* c, int& n);")
//
// Classes may be used before they are defined; int, bool, char, pointers, references, one base, fixed arrays and member
// functions are known. A header that keeps to that can be read as it stands.
#pragma once

#include <string>

#include "ir/program/program.h"

namespace weir::specs {

program::Program programOf(const std::string& text);

}  // namespace weir::specs
