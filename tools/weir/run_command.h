// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir run SUITE.json`: many checks, in parallel, against a baseline. `weir merge`: joins the stores of shards.
#pragma once

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext;

void addRunCommand(CLI::App& weir, CommandContext& context);
void addMergeCommand(CLI::App& weir, CommandContext& context);

}  // namespace weir::tools
