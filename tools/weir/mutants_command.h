// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir mutants FILE`: how much of the code a specification holds on to (tools/mutants/mutants.h).
#pragma once

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext;

void addMutantsCommand(CLI::App& weir, CommandContext& context);

}  // namespace weir::tools
