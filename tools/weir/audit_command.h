// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir audit FILES…`: contradictions in a whole program, without a specification.
#pragma once

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext;

void addAuditCommand(CLI::App& weir, CommandContext& context);

}  // namespace weir::tools
