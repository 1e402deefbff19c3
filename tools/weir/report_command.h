// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `weir report RESULT.json`: the results of an earlier check in another form, without checking again.
#pragma once

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext;

void addReportCommand(CLI::App& weir, CommandContext& context);

}  // namespace weir::tools
