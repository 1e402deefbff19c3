// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir replay RESULT.json`: runs the counterexamples of an earlier check again, on the source as it is now.
#pragma once

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext;

void addReplayCommand(CLI::App& weir, CommandContext& context);

}  // namespace weir::tools
