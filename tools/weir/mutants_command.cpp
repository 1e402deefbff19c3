// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/mutants_command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "tools/mutants/mutants.h"
#include "tools/report/output.h"
#include "tools/weir/command.h"

namespace weir::tools {
namespace {

struct MutantsOptions {
  mutants::MutantsRequest request;
  std::string json;
  int least_score = 0;
};

ExitStatus runMutantsCommand(MutantsOptions& options, CommandContext& context) {
  options.request.check.flags = context.compiler_flags;
  options.request.version = WEIR_VERSION;
  mutants::MutantsEvents events;
  const bool is_terminal = isatty(STDERR_FILENO) != 0;
  if (is_terminal)
    events.progress = [&](std::size_t done, std::size_t all) {
      context.err << "\r" << done << " of " << all << " changes" << std::flush;
    };
  Diagnostics diagnostics;
  const mutants::MutantsRun run = mutants::runMutants(options.request, diagnostics, events);
  if (is_terminal) context.err << "\r\033[K";
  diagnostics.print(context.err, context.colour);
  if (diagnostics.hasErrors()) return ExitStatus::WrongInput;
  if (run.properties.empty()) {
    context.err << "weir: error: no property of " << options.request.check.file
                << " holds: there is nothing that a change could break\n";
    return ExitStatus::WrongInput;
  }
  context.out << mutants::mutantsText(run);
  if (run.reused > 0) context.out << run.reused << " were tried in an earlier run\n";
  std::string error;
  if (!options.json.empty() && !report::writeFile(options.json, mutants::mutantsJson(run, WEIR_VERSION), error)) {
    context.err << "weir: error: " << error << "\n";
    return ExitStatus::WrongInput;
  }
  if (run.interrupted) return ExitStatus::Unknown;
  return mutants::scoreOf(run) < options.least_score ? ExitStatus::Violated : ExitStatus::Holds;
}

}  // namespace

void addMutantsCommand(CLI::App& weir, CommandContext& context) {
  const auto options = std::make_shared<MutantsOptions>();
  CheckRequest& check = options->request.check;
  check.timeout_seconds = 20;
  CLI::App* command = weir.add_subcommand("mutants", "Change the code and see which changes no property notices");
  command->add_option("FILE", check.file, "FILE.weir, or a source with //@ comments")->required();
  command->add_option("--only", check.only, "Only this method, or this property of it; may be repeated")
      ->type_name("METHOD[.LABEL]");
  command->add_option("--scope", check.scope, "Objects of each class, at most (default 3)")
      ->type_name("N")
      ->check(CLI::Range(1, 64));
  command->add_option("--timeout", check.timeout_seconds, "Seconds for each property of a changed code (default 20)")
      ->type_name("S")
      ->check(CLI::PositiveNumber);
  command->add_option("-j,--jobs", check.jobs, "Changes tried at the same time")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--store", options->request.store,
                   "Remember what was tried: a run that was ended goes on from there")
      ->type_name("FILE");
  command->add_option("--json", options->json, "Write the changes and their fates as JSON")->type_name("FILE");
  command->add_option("--least-score", options->least_score, "Exit status 1 where the score is below")
      ->type_name("PERCENT")
      ->check(CLI::Range(0, 100));
  command->add_option("-p,--build-dir", check.build_dir, "Folder with compile_commands.json")->type_name("BUILD_DIR");
  command->footer(
      "Example:\n"
      "  weir mutants list.weir -j2 --store list.mutants\n"
      "A change that no property notices is printed as a diff: the specification allows it, or it makes no "
      "difference.");
  command->callback([options, &context] { context.status = runMutantsCommand(*options, context); });
}

}  // namespace weir::tools
