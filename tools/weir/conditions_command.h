// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir conditions FILE`: for which inputs each function fails, never fails, never returns.
#pragma once

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext;

void addConditionsCommand(CLI::App& weir, CommandContext& context);

}  // namespace weir::tools
