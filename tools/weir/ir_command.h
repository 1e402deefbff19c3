// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir ir FILE`: the program as weir reads it.
#pragma once

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext;

void addIrCommand(CLI::App& weir, CommandContext& context);

}  // namespace weir::tools
