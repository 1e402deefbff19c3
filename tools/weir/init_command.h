// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir init FILE.cpp`: writes a first .weir file for a source.
#pragma once

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext;

void addInitCommand(CLI::App& weir, CommandContext& context);

}  // namespace weir::tools
