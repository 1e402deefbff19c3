// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/report_command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <memory>
#include <ostream>
#include <sstream>

#include "tools/report/json.h"
#include "tools/report/output.h"
#include "tools/report/text.h"
#include "tools/weir/command.h"
#include "tools/weir/verdict_status.h"

namespace weir::tools {
namespace {

struct ReportOptions {
  std::string file;
  report::OutputPaths paths;
};

ExitStatus runReport(const ReportOptions& options, CommandContext& context) {
  std::ifstream in(options.file, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf())) {
    context.err << options.file << ": error: cannot be read\n";
    return ExitStatus::WrongInput;
  }
  std::string error;
  const auto run = report::fromJson(text.str(), error);
  if (!run) {
    context.err << options.file << ": error: not a result of weir check: " << error << "\n";
    return ExitStatus::WrongInput;
  }
  const std::vector<std::string> errors = report::writeOutputs(*run, options.paths);
  for (const std::string& e : errors) context.err << "weir: error: " << e << "\n";
  const auto& p = options.paths;
  if (p.json.empty() && p.sarif.empty() && p.junit.empty() && p.html.empty())
    report::writeText(context.out, *run, report::styleFor(STDOUT_FILENO));
  return errors.empty() ? statusOf(*run) : ExitStatus::WrongInput;
}

}  // namespace

void addReportCommand(CLI::App& weir, CommandContext& context) {
  const auto options = std::make_shared<ReportOptions>();
  CLI::App* command = weir.add_subcommand("report", "Show the results of an earlier check in another form");
  command->add_option("RESULT", options->file, "What `weir check --json RESULT` wrote")->required();
  command->add_option("--json", options->paths.json, "Write the results as JSON")->type_name("FILE");
  command->add_option("--sarif", options->paths.sarif, "Write SARIF 2.1.0, for code scanning")->type_name("FILE");
  command->add_option("--junit", options->paths.junit, "Write JUnit XML, for CI servers")->type_name("FILE");
  command->add_option("--html", options->paths.html, "Write DIR/index.html, with executions step by step")
      ->type_name("DIR");
  command->footer(
      "Example:\n"
      "  weir check list.weir --json r.json; weir report r.json --html out\n"
      "Without an option the results are printed. The exit status is that of the check.");
  command->callback([options, &context] { context.status = runReport(*options, context); });
}

}  // namespace weir::tools
