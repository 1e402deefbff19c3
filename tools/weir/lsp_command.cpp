// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/lsp_command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <memory>

#include "tools/lsp/server.h"
#include "tools/weir/command.h"

namespace weir::tools {

void addLspCommand(CLI::App& weir, CommandContext& context) {
  const auto build_dir = std::make_shared<std::string>();
  const auto is_stdio = std::make_shared<bool>(true);
  CLI::App* command = weir.add_subcommand("lsp", "Serve an editor, by the language server protocol");
  command->add_option("-p,--build-dir", *build_dir, "Folder with compile_commands.json")->type_name("BUILD_DIR");
  // Editors say so, and there is no other way.
  command->add_flag("--stdio", *is_stdio, "On standard input and output, as always");
  command->footer(
      "Example:\n"
      "  weir lsp -- -std=c++20\n"
      "An editor starts it; docs/howto/editor.md says how.");
  command->callback([build_dir, is_stdio, &context] {
    std::signal(SIGPIPE, SIG_IGN);
    lsp::Channel channel(STDIN_FILENO, STDOUT_FILENO);
    const int status = lsp::Server(channel, context.compiler_flags, *build_dir, WEIR_VERSION).run();
    context.status = status == 0 ? ExitStatus::Holds : ExitStatus::Violated;
  });
}

}  // namespace weir::tools
