// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir doctor`: is everything there that weir uses on this machine, and what to install where it is not.
#pragma once

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext;

void addDoctorCommand(CLI::App& weir, CommandContext& context);

}  // namespace weir::tools
