// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir lsp`: the language server on standard input and output (tools/lsp/server.h).
#pragma once

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext;

void addLspCommand(CLI::App& weir, CommandContext& context);

}  // namespace weir::tools
