// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/ir_command.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "frontend/frontend.h"
#include "support/diagnostics.h"
#include "tools/weir/command.h"
#include "tools/weir/failure_report.h"

namespace weir::tools {
namespace {

struct IrOptions {
  frontend::FrontendOptions source;
  std::string method;
};

void reportUnknownMethod(const IrOptions& options, const program::Program& program, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const program::Procedure* procedure : program.procedures()) {
    names.push_back(procedure->name);
    // "topologicalSort" for "Graph::topologicalSort".
    const std::size_t last = procedure->name.rfind("::");
    if (last != std::string::npos && procedure->name.substr(last + 2) == options.method) {
      diagnostics.error({.file = options.source.file},
                        "no method '" + options.method + "'; did you mean '" + procedure->name + "'?");
      return;
    }
  }
  std::string message = "no method '" + options.method + "'";
  if (const auto nearest = nearestName(options.method, names)) message += "; did you mean '" + *nearest + "'?";
  diagnostics.error({.file = options.source.file}, message);
}

ExitStatus runIr(IrOptions& options, CommandContext& context) {
  options.source.flags = context.compiler_flags;
  options.source.clang_output = &context.err;
  mentionInReports(options.source.file);
  Diagnostics diagnostics;
  const auto program = frontend::readProgram(options.source, diagnostics);
  if (program && options.method.empty()) {
    context.out << program::toString(*program);
  } else if (program) {
    const auto procedures = program->findProcedures(options.method);
    if (procedures.empty()) reportUnknownMethod(options, *program, diagnostics);
    for (const program::Procedure* procedure : procedures) context.out << program::toString(*procedure);
  }
  diagnostics.print(context.err, context.colour);
  return diagnostics.hasErrors() ? ExitStatus::WrongInput : ExitStatus::Holds;
}

}  // namespace

void addIrCommand(CLI::App& weir, CommandContext& context) {
  const auto options = std::make_shared<IrOptions>();
  CLI::App* command = weir.add_subcommand("ir", "Print the program as weir reads it");
  command->add_option("FILE", options->source.file, "C or C++ source")->required();
  command->add_option("--method", options->method, "Only this method: its name, or its signature")->type_name("M");
  command->add_option("-p,--build-dir", options->source.build_dir, "Folder with compile_commands.json")
      ->type_name("BUILD_DIR");
  command->footer(
      "Example:\n"
      "  weir ir list.cpp --method List::insert -- -std=c++20 -Iinclude\n"
      "Flags after -- go to the compiler; without them compile_commands.json is looked for above FILE.");
  command->callback([options, &context] { context.status = runIr(*options, context); });
}

}  // namespace weir::tools
