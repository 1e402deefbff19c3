// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir completion SHELL` and `weir man`: the shell's completion and the manual page, made from the table of options,
// so that they cannot lag behind it.
//
//   source <(weir completion bash)
//   weir man | man -l -
#pragma once

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext;

void addCompletionCommand(CLI::App& weir, CommandContext& context);
void addManCommand(CLI::App& weir, CommandContext& context);

}  // namespace weir::tools
