// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions that no code in sight throws: those of functions that the source only declares, or has pointers to.
//
//   int* p = new int;  listener();  delete p;      p is lost where listener throws
//
// What is caught where it is called is not followed. Nor are exceptions of the library's code, which matter only to a
// program that catches them.
#pragma once

#include <algorithm>

#include "ir/program/model_class.h"

namespace weir::program {

inline bool hasExceptions(const Program& program) {
  return !program.is_c && std::ranges::find(program.compile_flags, "-fno-exceptions") == program.compile_flags.end();
}

inline bool mayThrowUnseen(const Procedure& procedure) {
  return procedure.is_external && !procedure.cannot_throw && !isLibraryCode(procedure);
}

}  // namespace weir::program
