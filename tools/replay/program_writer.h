// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the native program of a replay: the user's source, the layout of the classes that occur, the cases, and a
// main that runs them one process each. It needs only runtime/weir_replay.{h,c} beside it.
#pragma once

#include <string>
#include <vector>

#include "tools/replay/case.h"

namespace weir::replay {

struct ProgramText {
  std::string build_command;  // shown at the top
  unsigned seconds = 5;       // for each case
};

/// Whether the program gives memory back with `delete` alone, so that what it is handed has to come from `new`.
bool onlyDeletes(const program::Program& program);

/// Requires that all cases are of `program`.
std::string writeProgram(const program::Program& program, const std::vector<const Case*>& cases,
                         const ProgramText& text);

/// The classes whose layout a comparison needs, bases before derived ones.
std::vector<const program::ClassDecl*> classesIn(const std::vector<const Case*>& cases);

}  // namespace weir::replay
