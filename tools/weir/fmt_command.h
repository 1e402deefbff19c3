// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir fmt FILE.weir`: specifications in their one layout, and the reading of specifications without a program.
#pragma once

#include <string>

#include "tools/weir/exit_status.h"

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext;

void addFmtCommand(CLI::App& weir, CommandContext& context);

/// `weir check FILE.weir --parse-only`: reads the file and all it uses and prints the mistakes.
ExitStatus parseOnly(const std::string& path, CommandContext& context);

}  // namespace weir::tools
