// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `.weir.yml`: what a project always wants, so that nobody has to type it.
//
//   check:
//     scope: 4
//     checks: [memory, leak]
//     flags: [-std=c++17, -Iinclude]     # for the compiler, as after `--`
//   run:
//     jobs: 4
//
// The nearest one in the folder of the input or above it counts. Its keys are the long options of a command, so there
// is one table of them; what stands on the command line wins. `weir COMMAND --dump-config` shows what is in force.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace weir {
class Diagnostics;
}

namespace weir::tools {

/// The nearest `.weir.yml` at or above the folder of the first argument that is a file, else at or above the working
/// directory.
std::optional<std::string> findConfig(const std::vector<std::string>& arguments);

/// Adds the settings of `path` for `command` to `arguments`, for each option that is not among them; `flags` goes to
/// `compiler_flags` where that is empty. `arguments` are those after the command's name. Errors go to `diagnostics`.
void applyConfig(const std::string& path, const CLI::App& command, std::vector<std::string>& arguments,
                 std::vector<std::string>& compiler_flags, Diagnostics& diagnostics);

/// The options of `command` that have a value, as YAML that can be kept as `.weir.yml`.
std::string dumpedConfig(const CLI::App& command, const std::vector<std::string>& compiler_flags);

}  // namespace weir::tools
