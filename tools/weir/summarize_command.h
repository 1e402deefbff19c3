// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir summarize FILE`: what each function does to the heap, found from its code alone.
#pragma once

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext;

void addSummarizeCommand(CLI::App& weir, CommandContext& context);

}  // namespace weir::tools
