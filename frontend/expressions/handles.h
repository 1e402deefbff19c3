// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles: pointers to a class that has nothing in it, or that is only declared, and that the code makes pointers to
// another class of.
//
//   struct Handle { };            void release(Handle* handle) { Entry* e = reinterpret_cast<Entry*>(handle); … }
//
// As a void pointer does, such a pointer leads to what the code takes it for: Handle becomes a base of Entry and has no
// objects of its own. That is so only where a single class is meant, nobody makes a Handle and nothing else is one.
#pragma once

#include <vector>

#include "ir/program/program.h"

namespace weir::frontend {

/// Requires that all code of the program was read.
void resolveHandles(program::Program& program, const std::vector<program::Procedure*>& procedures);

}  // namespace weir::frontend
