// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/run_command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <memory>
#include <ostream>
#include <thread>

#include "tools/process/signals.h"
#include "tools/report/html.h"
#include "tools/report/output.h"
#include "tools/run/runner.h"
#include "tools/run/summary.h"
#include "tools/weir/command.h"

namespace weir::tools {
namespace {

constexpr size_t kHistory = 20;

struct RunCommandOptions {
  std::string suite;
  std::string store;
  std::string baseline;
  std::string shard;
  std::string program;
  std::vector<std::string> only;
  int jobs = 0;
  bool force = false, resume = false, all = false;
  double max_slowdown = 0;
  report::OutputPaths paths;
};

/// This very program, so that a run uses one weir throughout.
std::string ownPath(const std::string& called) {
  std::error_code code;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", code);
  return code ? called : self.string();
}

/// One line that is rewritten on a terminal, a line a result elsewhere.
class ProgressLine {
 public:
  explicit ProgressLine(std::ostream& err) : err_(err), live_(isatty(STDERR_FILENO) != 0) {}

  void show(const run::Progress& p) {
    if (p.latest.empty()) return;
    std::string text = "[" + std::to_string(p.done) + "/" + std::to_string(p.total) + "] " + p.latest;
    if (p.left_ms > 1000) text += ", about " + report::shownTime(p.left_ms) + " left";
    if (!live_) {
      err_ << text << "\n";
      return;
    }
    const auto width = static_cast<size_t>(report::styleFor(STDERR_FILENO).width);
    err_ << "\r\033[K" << text.substr(0, width - 1) << std::flush;
  }
  ~ProgressLine() {
    if (live_) err_ << "\r\033[K" << std::flush;
  }

 private:
  std::ostream& err_;
  bool live_;
};

/// The last finished run before `before` that covers the whole suite.
std::optional<run::StoredRun> lastRun(const run::Store& store, const std::string& suite, std::int64_t before) {
  std::optional<run::StoredRun> last;
  for (const run::StoredRun& r : store.runs(suite)) {
    if (r.finished && r.shard.empty() && (before == 0 || r.id < before)) last = r;
  }
  return last;
}

/// --baseline: another store's last run, or the number of a run of this one.
bool readBaseline(const RunCommandOptions& options, const run::Store& store, const std::string& suite,
                  std::int64_t before, run::PastRun& baseline, std::string& error) {
  if (options.baseline.empty()) {
    if (const auto last = lastRun(store, suite, before)) baseline = {*last, store.results(last->id)};
    return true;
  }
  if (options.baseline.find_first_not_of("0123456789") == std::string::npos) {
    for (const run::StoredRun& r : store.runs(suite)) {
      if (std::to_string(r.id) == options.baseline) baseline = {r, store.results(r.id)};
    }
    if (baseline.run.id == 0) error = "there is no run " + options.baseline + " of " + suite;
    return baseline.run.id != 0;
  }
  if (!std::filesystem::exists(options.baseline)) {
    error = "cannot read the baseline '" + options.baseline + "'";
    return false;
  }
  const auto other = run::Store::open(options.baseline, error);
  if (!other) return false;
  if (const auto last = lastRun(*other, suite, 0)) baseline = {*last, other->results(last->id)};
  if (baseline.run.id == 0) error = "'" + options.baseline + "' has no finished run of " + suite;
  return baseline.run.id != 0;
}

std::vector<std::string> writeSummaries(const RunCommandOptions& options, const run::SummaryInput& input,
                                        const run::Store& store) {
  std::vector<std::string> errors;
  std::string error;
  const auto& p = options.paths;
  if (!p.json.empty() && !report::writeFile(p.json, run::summaryJson(input), error)) errors.push_back(error);
  const results::RunResult all = run::asRunResult(input);
  for (std::string& e : report::writeOutputs(all, {.sarif = p.sarif, .junit = p.junit})) errors.push_back(std::move(e));
  if (p.html.empty()) return errors;
  std::vector<run::PastRun> history;
  for (const run::StoredRun& r : store.runs(input.suite)) {
    if (r.finished || r.id == input.run) history.push_back({r, store.results(r.id)});
  }
  if (history.size() > kHistory) history.erase(history.begin(), history.end() - kHistory);
  if (!report::writeFile(p.html + "/index.html", run::summaryHtml(input, history), error)) errors.push_back(error);
  if (!report::writeFile(p.html + "/details.html", report::toHtml(all), error)) errors.push_back(error);
  return errors;
}

ExitStatus wrongInput(CommandContext& context, const std::string& message) {
  context.err << "weir: error: " << message << "\n";
  return ExitStatus::WrongInput;
}

ExitStatus runRun(const RunCommandOptions& options, CommandContext& context) {
  std::vector<std::string> errors;
  const auto suite = run::readSuite(options.suite, errors);
  for (const std::string& e : errors) context.err << options.suite << ": error: " << e << "\n";
  if (!suite) return ExitStatus::WrongInput;

  run::RunOptions how{.jobs = options.jobs, .force = options.force, .resume = options.resume, .only = options.only};
  if (how.jobs <= 0) how.jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  if (!options.shard.empty() && !(how.shard = run::parseShard(options.shard)))
    return wrongInput(context, "--shard should be K/N with 1 <= K <= N, not '" + options.shard + "'");
  for (const std::string& name : options.only) {
    const bool known =
        std::any_of(suite->checks.begin(), suite->checks.end(), [&](const auto& c) { return c.name == name; });
    if (!known) return wrongInput(context, "the suite has no check '" + name + "'");
  }

  std::string error;
  const std::string path =
      options.store.empty() ? std::filesystem::path(options.suite).replace_extension(".db").string() : options.store;
  auto store = run::Store::open(path, error);
  if (!store) return wrongInput(context, error);
  const auto checker =
      run::findChecker(options.program.empty() ? ownPath(context.executable) : options.program, *store, error);
  if (!checker) return wrongInput(context, error);
  run::PastRun baseline;
  if (!readBaseline(options, *store, suite->name, 0, baseline, error)) return wrongInput(context, error);
  how.costs = baseline.results;

  const process::StopSignals signals;
  const auto start = std::chrono::steady_clock::now();
  run::RunOutcome outcome;
  {
    ProgressLine line(context.err);
    outcome = run::runSuite(
        *suite, *checker, *store, how, [&](const run::Progress& p) { line.show(p); },
        [&] { return signals.requested(); });
  }
  if (outcome.interrupted) {
    context.err << "weir: interrupted; what has ended is kept, `weir run --resume` goes on from there\n";
    return ExitStatus::Unknown;
  }
  const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - start;

  auto now = store->results(outcome.run);
  // A shard, or a part chosen by name, says nothing about the rest.
  std::vector<run::StoredResult> before;
  const bool partial = how.shard || !options.only.empty();
  for (const run::StoredResult& b : baseline.results) {
    const bool there =
        std::any_of(now.begin(), now.end(), [&](const auto& r) { return r.check == b.check && r.name() == b.name(); });
    if (there || !partial) before.push_back(b);
  }
  run::SummaryInput input{.suite = suite->name,
                          .version = checker->version,
                          .run = outcome.run,
                          .baseline = baseline.run.id,
                          .compared = run::compare(*suite, now, before),
                          .reused = outcome.reused,
                          .wall_ms = wall.count()};
  run::writeSummary(context.out, input, report::styleFor(STDOUT_FILENO), options.all);
  for (const std::string& e : writeSummaries(options, input, *store)) {
    context.err << "weir: error: " << e << "\n";
    error = e;
  }
  return error.empty() ? static_cast<ExitStatus>(run::exitStatus(input, options.max_slowdown)) : ExitStatus::WrongInput;
}

}  // namespace

void addRunCommand(CLI::App& weir, CommandContext& context) {
  const auto o = std::make_shared<RunCommandOptions>();
  CLI::App* command = weir.add_subcommand("run", "Run the checks of a suite in parallel, against a baseline");
  command->add_option("SUITE", o->suite, "A suite: JSON, docs/schema/suite.schema.json has its form")->required();
  command->add_option("-j,--jobs", o->jobs, "Processes at a time; without it one for each processor")->type_name("N");
  command->add_option("--store", o->store, "Where runs are kept; without it SUITE.db")->type_name("FILE");
  command->add_flag("--resume", o->resume, "Continue the last run that did not end");
  command->add_flag("--force", o->force, "Run everything, even where nothing changed since an earlier run");
  command->add_option("--only", o->only, "Run this check alone (may be given more than once)")->type_name("NAME");
  command
      ->add_option("--baseline", o->baseline, "Compare with run N of the store, or with the last run of another store")
      ->type_name("N|FILE");
  command->add_option("--max-slowdown", o->max_slowdown, "Fail where a property became slower by more than this ratio")
      ->type_name("RATIO");
  command->add_option("--shard", o->shard, "Run the K-th of N parts, balanced by the times of the baseline")
      ->type_name("K/N");
  command->add_flag("--all", o->all, "Print every property, not only what changed");
  command->add_option("--weir", o->program, "The program that runs the checks; without it this one")->type_name("FILE");
  command->add_option("--json", o->paths.json, "Write the comparison as JSON")->type_name("FILE");
  command->add_option("--sarif", o->paths.sarif, "Write all results as SARIF 2.1.0")->type_name("FILE");
  command->add_option("--junit", o->paths.junit, "Write all results as JUnit XML")->type_name("FILE");
  command->add_option("--html", o->paths.html, "Write DIR/index.html with the history of each property")
      ->type_name("DIR");
  command->footer(
      "Example:\n"
      "  weir run suite.json -j4 --html out\n"
      "Exit status: 0 all is as expected and nothing got worse, 1 something is not or did, 2 the input is wrong, 3\n"
      "something was skipped or is unknown. What the suite expects nothing of has to hold.");
  command->callback([o, &context] { context.status = runRun(*o, context); });
}

}  // namespace weir::tools
