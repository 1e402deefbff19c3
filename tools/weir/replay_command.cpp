// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/replay_command.h"

#include <CLI/CLI.hpp>
#include <fstream>
#include <memory>
#include <ostream>
#include <sstream>

#include "tools/check/replay_result.h"
#include "tools/report/json.h"
#include "tools/weir/command.h"

namespace weir::tools {
namespace {

struct ReplayOptions {
  std::string file;
  ReplayRequest request;
};

std::optional<results::RunResult> readResults(const std::string& file, std::ostream& err) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf())) {
    err << file << ": error: cannot be read\n";
    return std::nullopt;
  }
  std::string error;
  auto run = report::fromJson(text.str(), error);
  if (!run) err << file << ": error: not a result of weir check: " << error << "\n";
  return run;
}

/// The worst of all wins, as in a check.
void show(const ReplayOutcome& outcome, CommandContext& context, bool& violated, bool& unknown, bool& failed) {
  switch (outcome.kind) {
    case ReplayOutcome::Kind::NoLongerViolated:
      context.out << "fixed     " << outcome.name << "  this execution does not break it any more\n";
      return;
    case ReplayOutcome::Kind::NotReplayed:
      context.out << "unknown   " << outcome.name << "  " << outcome.reason << "\n";
      unknown = true;
      return;
    case ReplayOutcome::Kind::StillViolated:
      context.out << "violated  " << outcome.name << "  "
                  << (outcome.replay.confirmed ? "the compiled program does the same"
                                               : "not confirmed: " + outcome.replay.reason)
                  << "\n";
      violated = true;
      failed = failed || outcome.disagrees;
      return;
  }
}

ExitStatus runReplay(ReplayOptions& options, CommandContext& context) {
  options.request.flags = context.compiler_flags;
  const auto run = readResults(options.file, context.err);
  if (!run) return ExitStatus::WrongInput;
  Diagnostics diagnostics;
  const std::vector<ReplayOutcome> outcomes = replayResults(*run, options.request, diagnostics);
  diagnostics.print(context.err, context.colour);
  bool violated = false;
  bool unknown = false;
  bool failed = false;
  for (const ReplayOutcome& outcome : outcomes) show(outcome, context, violated, unknown, failed);
  if (diagnostics.hasErrors()) return ExitStatus::WrongInput;
  if (outcomes.empty()) context.out << "no counterexample in " << options.file << "\n";
  if (failed) {
    context.err << "weir: internal error: the compiled program does not do what weir found\n"
                   "This is a mistake of weir's, please report it.\n";
    return ExitStatus::InternalError;
  }
  if (violated) return ExitStatus::Violated;
  return unknown ? ExitStatus::Unknown : ExitStatus::Holds;
}

}  // namespace

void addReplayCommand(CLI::App& weir, CommandContext& context) {
  const auto options = std::make_shared<ReplayOptions>();
  CLI::App* command = weir.add_subcommand("replay", "Run the counterexamples of an earlier check again");
  command->add_option("RESULT", options->file, "What `weir check --json RESULT` wrote")->required();
  command->add_option("--keep-repro", options->request.keep_repro, "Keep the program of each replay")->type_name("DIR");
  command->add_option("-p,--build-dir", options->request.build_dir, "Folder with compile_commands.json")
      ->type_name("BUILD_DIR");
  command->footer(
      "Example:\n"
      "  weir check list.weir --json r.json; weir replay r.json --keep-repro repro\n"
      "The source is read as it is now, so that a method that was fixed shows as fixed. Exit status: 0 none is "
      "violated any\n"
      "more, 1 one still is, 2 the input is wrong, 3 one cannot be replayed, 70 weir itself failed.");
  command->callback([options, &context] { context.status = runReplay(*options, context); });
}

}  // namespace weir::tools
