// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/completion_command.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "tools/weir/command.h"
#include "tools/weir/option_table.h"

namespace weir::tools {

void addCompletionCommand(CLI::App& weir, CommandContext& context) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* command = weir.add_subcommand("completion", "Print a script that completes weir's words in a shell");
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer(
      "Example:\n"
      "  source <(weir completion bash)");
  command->callback([shell, &weir, &context] {
    const OptionTable table = optionTable(weir);
    context.out << (*shell == "bash"  ? bashCompletion(table)
                    : *shell == "zsh" ? zshCompletion(table)
                                      : fishCompletion(table));
  });
}

void addManCommand(CLI::App& weir, CommandContext& context) {
  CLI::App* command = weir.add_subcommand("man", "Print the manual page, for man(1)");
  command->footer(
      "Example:\n"
      "  weir man | man -l -");
  command->callback([&weir, &context] { context.out << manPage(optionTable(weir), WEIR_VERSION); });
}

}  // namespace weir::tools
