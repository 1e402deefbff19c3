// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir check FILE`: checks every property and reports what it found, on the terminal and in the files asked for.
#pragma once

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext;

void addCheckCommand(CLI::App& weir, CommandContext& context);

}  // namespace weir::tools
