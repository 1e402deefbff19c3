// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a user says of functions that weir need not look at.
//
//   --assume pure=log_*,trace_*     no effect that matters: a call for its own sake is what its arguments do
//   --assume noreturn=die           without a body, and never returns
//
// `*` stands for any characters of a function's name. Verdicts rest on it: readProgram tells which functions were
// meant.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace weir::frontend {

struct Assumptions {
  std::vector<std::string> pure;
  std::vector<std::string> noreturn;
};

bool matchesPattern(std::string_view pattern, std::string_view name);

/// Functions that end the program, whether or not they are declared so.
bool endsProgramByName(std::string_view name);

}  // namespace weir::frontend
