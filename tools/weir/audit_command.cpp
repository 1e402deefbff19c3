// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/audit_command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>
#include <sstream>

#include "frontend/absolute_paths.h"
#include "frontend/source_index.h"
#include "support/diagnostics.h"
#include "tools/audit/audit.h"
#include "tools/audit/output.h"
#include "tools/weir/command.h"

namespace weir::tools {
namespace {

struct AuditOptions {
  std::vector<std::string> files;
  std::string build_dir;
  std::string json;
  std::string sarif;
  std::string html;
  std::string store;
  std::string baseline;
  int jobs = 1;
  double timeout = 20;
  bool no_confirm = false;
  bool failing_allocations = false;
  bool weak_updates = false;
  bool no_simplification = false;
};

/// The files as they are named, else all of the build; flags of the build where there is one.
std::vector<program::OtherSource> sourcesOf(const AuditOptions& options, const std::vector<std::string>& flags,
                                            Diagnostics& diagnostics) {
  std::vector<program::OtherSource> of_build;
  if (!options.build_dir.empty()) of_build = frontend::sourcesOfBuild(options.build_dir, diagnostics);
  if (options.files.empty()) {
    if (options.build_dir.empty())
      diagnostics.error({}, "nothing to audit: name sources, or the folder of a build with -p");
    return of_build;
  }
  std::vector<program::OtherSource> made;
  for (const std::string& file : options.files) {
    if (!std::filesystem::exists(file)) {
      diagnostics.error({.file = file}, "is not there");
      continue;
    }
    const std::filesystem::path whole = std::filesystem::weakly_canonical(file);
    const auto known = std::find_if(of_build.begin(), of_build.end(), [&](const program::OtherSource& each) {
      return std::filesystem::weakly_canonical(each.file) == whole;
    });
    std::vector<std::string> all = known != of_build.end() ? known->flags : std::vector<std::string>();
    for (const std::string& flag : frontend::withAbsolutePaths(flags, "")) all.push_back(flag);
    made.push_back({file, std::move(all)});
  }
  return made;
}

void writeTo(const std::string& file, const std::string& text, Diagnostics& diagnostics) {
  if (file.empty()) return;
  std::ofstream out(file);
  out << text;
  if (!out.flush()) diagnostics.error({.file = file}, "cannot be written");
}

ExitStatus runAuditCommand(const AuditOptions& options, CommandContext& context) {
  Diagnostics diagnostics;
  AuditRequest request;
  request.sources = sourcesOf(options, context.compiler_flags, diagnostics);
  request.jobs = options.jobs;
  request.store = options.store;
  request.version = WEIR_VERSION;
  request.function_seconds = options.timeout;
  request.confirm = !options.no_confirm;
  request.allocations_fail = options.failing_allocations;
  request.strong_updates = !options.weak_updates;
  request.simplify = !options.no_simplification;
  AuditRun run;
  if (!diagnostics.hasErrors()) {
    AuditEvents events;
    const bool is_terminal = isatty(STDERR_FILENO) != 0;
    if (is_terminal) {
      events.progress = [&, begin = std::chrono::steady_clock::now()](size_t done, size_t all,
                                                                      const AuditResult& so_far) {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
        const long left = std::lround(passed.count() / static_cast<double>(done) * static_cast<double>(all - done));
        context.err << "\r\033[K" << done << " of " << all << " sources, " << so_far.functions << " functions, "
                    << so_far.findings.size() << " reports, " << left << " s left" << std::flush;
      };
    }
    run = runAudit(request, events);
    if (is_terminal) context.err << "\n";
    if (!run.error.empty()) diagnostics.error({.file = options.store}, run.error);
  }
  if (!diagnostics.hasErrors() && !options.baseline.empty()) {
    std::ifstream in(options.baseline);
    std::ostringstream text;
    text << in.rdbuf();
    if (!removeKnown(run.result, text.str()))
      diagnostics.error({.file = options.baseline}, "is not the JSON of an audit");
  }
  if (!diagnostics.hasErrors()) {
    writeText(run.result, context.out);
    if (run.reused > 0) context.out << run.reused << " sources are as they were and were not audited again\n";
    writeTo(options.json, auditJson(run.result, WEIR_VERSION), diagnostics);
    writeTo(options.sarif, auditSarif(run.result, WEIR_VERSION), diagnostics);
    if (!options.html.empty()) {
      std::error_code ignored;
      std::filesystem::create_directories(options.html, ignored);
      writeTo(options.html + "/index.html", auditHtml(run.result), diagnostics);
    }
  }
  diagnostics.print(context.err, context.colour);
  if (diagnostics.hasErrors()) return ExitStatus::WrongInput;
  if (!run.result.findings.empty()) return ExitStatus::Violated;
  return run.result.failures.empty() ? ExitStatus::Holds : ExitStatus::Unknown;
}

}  // namespace

void addAuditCommand(CLI::App& weir, CommandContext& context) {
  const auto options = std::make_shared<AuditOptions>();
  CLI::App* command = weir.add_subcommand("audit", "Find contradictions in a whole program, without a specification");
  command->add_option("FILES", options->files, "C or C++ sources; none: all of the build");
  command->add_option("-p,--build-dir", options->build_dir, "Folder with compile_commands.json")
      ->type_name("BUILD_DIR");
  command->add_option("--json", options->json, "Write the reports to this file as well")->type_name("FILE");
  command->add_option("--sarif", options->sarif, "Write the reports as SARIF")->type_name("FILE");
  command->add_option("--html", options->html, "Write a page for people into this folder")->type_name("DIR");
  command->add_option("--store", options->store, "Remember what was found: what did not change is not audited again")
      ->type_name("FILE");
  command->add_option("--baseline", options->baseline, "Report only what this JSON of an earlier audit does not have")
      ->type_name("FILE");
  command->add_option("-j,--jobs", options->jobs, "Sources at a time")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--timeout", options->timeout, "Seconds for each function; what is left is not decided")
      ->type_name("S")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--no-confirm", options->no_confirm, "Do not look for executions");
  // For measurements (benchmarks/audit).
  command->add_flag("--failing-allocations", options->failing_allocations,
                    "malloc and its like may return null: who follows the result unchecked is reported");
  command->add_flag("--weak-updates", options->weak_updates)->group("");
  command->add_flag("--no-simplification", options->no_simplification)->group("");
  command->footer(
      "Example:\n"
      "  weir audit -p build --json audit.json -j 4\n"
      "Kinds of reports: `must` fails whenever it is reached; `source-sink` is a null or freed value of the code's "
      "own\n"
      "that reaches a use; `inconsistent` is a value that one place checks for null and another uses unchecked;\n"
      "`endless` never ends from some inputs. A comment `weir-ignore: REASON` at the place silences a report.");
  command->callback([options, &context] { context.status = runAuditCommand(*options, context); });
}

}  // namespace weir::tools
