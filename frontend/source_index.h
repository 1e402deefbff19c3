// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What sources a program has, and which of them define what others call.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/program/program.h"
#include "support/diagnostics.h"

namespace weir::frontend {

/// All that the compile_commands.json of a build folder lists, each once, with flags that mean the same in every
/// folder.
std::vector<program::OtherSource> sourcesOfBuild(const std::string& build_dir, Diagnostics& diagnostics);

struct SourceIndex {
  bool is_c = false;
  std::vector<std::string> defined;  // functions that other sources can call; of C only
  std::vector<std::string> needed;   // functions that it calls and does not define
  std::vector<std::string> files;    // all that it is made of, but for the system's
};

/// Nothing where it does not compile; `messages` then has what Clang says.
std::optional<SourceIndex> indexOf(const program::OtherSource& source, std::string& messages);

}  // namespace weir::frontend
