// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/init_command.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <ostream>

#include "frontend/frontend.h"
#include "support/diagnostics.h"
#include "tools/init/starter.h"
#include "tools/report/output.h"
#include "tools/weir/command.h"

namespace weir::tools {
namespace {

namespace fs = std::filesystem;

struct InitOptions {
  frontend::FrontendOptions source;
  std::string output;
  bool force = false;
};

ExitStatus runInit(InitOptions& options, CommandContext& context) {
  options.source.flags = context.compiler_flags;
  options.source.clang_output = &context.err;
  const std::string output =
      options.output.empty() ? fs::path(options.source.file).replace_extension(".weir").string() : options.output;
  std::error_code code;
  if (output != "-" && !options.force && fs::exists(output, code)) {
    context.err << "weir: error: '" << output << "' is there already; --force writes over it, -o names another\n";
    return ExitStatus::WrongInput;
  }
  Diagnostics diagnostics;
  const auto program = frontend::readProgram(options.source, diagnostics);
  diagnostics.print(context.err, context.colour);
  if (!program || diagnostics.hasErrors()) return ExitStatus::WrongInput;

  // The path in the file is relative to the file.
  const auto whole = [](const fs::path& path) { return fs::absolute(path).lexically_normal(); };
  const fs::path folder = output == "-" ? fs::current_path() : whole(output).parent_path();
  const fs::path source = whole(options.source.file).lexically_proximate(folder);
  const std::string text = init::starterFile(*program, source.string(), context.compiler_flags);
  if (output == "-") {
    context.out << text;
    return ExitStatus::Holds;
  }
  std::string error;
  if (!report::writeFile(output, text, error)) {
    context.err << "weir: error: " << error << "\n";
    return ExitStatus::WrongInput;
  }
  context.err << "weir: wrote " << output << "; next: weir check " << output << "\n";
  return ExitStatus::Holds;
}

}  // namespace

void addInitCommand(CLI::App& weir, CommandContext& context) {
  const auto options = std::make_shared<InitOptions>();
  CLI::App* command = weir.add_subcommand("init", "Write a first specification for a source");
  command->add_option("FILE", options->source.file, "C or C++ source")->required();
  command->add_option("-o,--output", options->output, "Where to; without it FILE with the ending .weir, - prints it")
      ->type_name("FILE");
  command->add_flag("--force", options->force, "Write over a file that is there");
  command->add_option("-p,--build-dir", options->source.build_dir, "Folder with compile_commands.json")
      ->type_name("BUILD_DIR");
  command->footer(
      "Example:\n"
      "  weir init list.cpp -- -std=c++17 && weir check list.weir\n"
      "The file lists the classes, suggests invariants as comments, and checks each method for invalid accesses.");
  command->callback([options, &context] { context.status = runInit(*options, context); });
}

}  // namespace weir::tools
