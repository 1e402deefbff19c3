// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a subcommand gets and gives. Each lives in its own file, `<name>_command.{h,cpp}`, which
// registers its options with CLI11 and, when it is chosen, runs and leaves its exit status:
//
//   void addIrCommand(CLI::App& weir, CommandContext& context) {
//     const auto options = std::make_shared<IrOptions>();
//     CLI::App* command = weir.add_subcommand("ir", "Print the program as weir reads it");
//     command->add_option("FILE", options->file, "C or C++ source")->required();
//     command->callback([options, &context] { context.status = runIr(*options, context); });
//   }
//
// A line in the table of commands.cpp makes it part of weir.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "tools/weir/exit_status.h"

namespace CLI {
class App;
}

namespace weir::tools {

struct CommandContext {
  std::ostream& out;  // results
  std::ostream& err;  // diagnostics
  bool colour = false;
  std::string executable;                   // how weir was called, to find what is installed beside it
  std::vector<std::string> compiler_flags;  // what stood after `--`
  ExitStatus status = ExitStatus::Holds;
};

struct Command {
  const char* name;
  void (*add)(CLI::App& weir, CommandContext& context);
  bool takes_compiler_flags;  // whether `-- FLAGS` means something to it
};

/// All commands, in the order in which help lists them.
const std::vector<Command>& allCommands();

}  // namespace weir::tools
