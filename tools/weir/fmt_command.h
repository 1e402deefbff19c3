// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir fmt FILE.weir`: specifications in their one layout.
#pragma once

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext;

void addFmtCommand(CLI::App& weir, CommandContext& context);

}  // namespace weir::tools
