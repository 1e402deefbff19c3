// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/check_command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>
#include <ostream>

#include "ir/program/builtin_properties.h"
#include "tools/check/check.h"
#include "tools/check/list.h"
#include "tools/report/alert.h"
#include "tools/report/output.h"
#include "tools/report/text.h"
#include "tools/weir/command.h"
#include "tools/weir/failure_report.h"
#include "tools/weir/progress.h"
#include "tools/weir/verdict_status.h"
#include "tools/weir/verdict_stream.h"
#include "tools/weir/watch.h"

namespace weir::tools {
namespace {

struct CheckCommandOptions {
  CheckRequest request;
  report::OutputPaths paths;
  std::vector<std::string> objects;  // "Node=4,List=1"
  std::vector<std::string> assumed;  // "pure=log_*,trace_*"
  std::string mode = "refine";
  std::string solver = "auto";
  std::string prove = "auto";
  bool explain = false;
  bool no_replay = false;
  bool no_suggestions = false;
  bool parse_only = false;
  bool list = false;
  bool watch = false;
  bool github = false;
  std::vector<std::string> tests;  // the framework and the file
};

const std::map<std::string, solver::BackEnd>& solvers() {
  static const std::map<std::string, solver::BackEnd> kSolvers = {
      {"auto", solver::BackEnd::Auto}, {"cadical", solver::BackEnd::Cadical}, {"z3", solver::BackEnd::Z3}};
  return kSolvers;
}

const std::map<std::string, CheckRequest::Prove>& provers() {
  using Prove = CheckRequest::Prove;
  static const std::map<std::string, Prove> kProvers = {
      {"off", Prove::Off}, {"auto", Prove::Auto}, {"hard", Prove::Hard}};
  return kProvers;
}

/// "null-deref, …, memory (the first 4), all"
std::string namesOfChecks() {
  std::string names;
  for (const std::string& name : program::checkNames()) {
    names += (names.empty() ? "" : ", ") + name;
    const auto members = program::expandCheck(name).value();
    if (members.size() > 1 && members.size() < program::builtinProperties().size())
      names += " (the first " + std::to_string(members.size()) + ")";
  }
  return names;
}

/// "Node=4,Map<Key, Value>=2": a comma within brackets is part of a name.
std::vector<std::string> entriesOf(const std::vector<std::string>& lists) {
  std::vector<std::string> entries;
  for (const std::string& list : lists) {
    entries.emplace_back();
    int depth = 0;
    for (const char c : list) {
      depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
      if (c == ',' && depth <= 0)
        entries.emplace_back();
      else
        entries.back() += c;
    }
  }
  return entries;
}

void readObjects(const std::vector<std::string>& lists, CheckRequest& request, Diagnostics& diagnostics) {
  for (const std::string& entry : entriesOf(lists)) {
    const std::size_t equals = entry.rfind('=');
    const std::string digits = equals == std::string::npos ? "" : entry.substr(equals + 1);
    const bool is_number =
        !digits.empty() && digits.size() < 5 && digits.find_first_not_of("0123456789") == std::string::npos;
    if (equals == 0 || !is_number) {
      diagnostics.error({}, "--objects: '" + entry + "' is not CLASS=NUMBER");
    } else {
      request.objects[entry.substr(0, equals)] = std::stoi(digits);
    }
  }
}

report::TextStyle styleOf(const CheckCommandOptions& options) {
  report::TextStyle style = report::styleFor(STDOUT_FILENO);
  style.explains_proofs = options.explain;
  return style;
}

void readAssumptions(const std::vector<std::string>& lists, CheckRequest& request, Diagnostics& diagnostics) {
  for (const std::string& list : lists) {
    const std::size_t equals = list.find('=');
    const std::string what = list.substr(0, equals);
    std::vector<std::string>* to = what == "pure"       ? &request.assumptions.pure
                                   : what == "noreturn" ? &request.assumptions.noreturn
                                                        : nullptr;
    if (to == nullptr || equals == std::string::npos || equals + 1 == list.size()) {
      diagnostics.error({}, "--assume: '" + list + "' is not pure=NAMES or noreturn=NAMES");
      continue;
    }
    for (const std::string& name : entriesOf({list.substr(equals + 1)})) to->push_back(name);
  }
}

void readTests(const std::vector<std::string>& words, CheckRequest& request, Diagnostics& diagnostics) {
  using replay::TestFramework;
  static const std::map<std::string, TestFramework> kFrameworks = {
      {"plain", TestFramework::Plain}, {"gtest", TestFramework::Gtest}, {"catch2", TestFramework::Catch2}};
  if (words.empty()) return;
  const auto found = kFrameworks.find(words[0]);
  if (found == kFrameworks.end()) {
    diagnostics.error({}, "--test: '" + words[0] + "' is not gtest, catch2 or plain");
    return;
  }
  request.tests = found->second;
  request.test_file = words[1];
}

/// What --watch prints is about one change; a file or a listing would be taken for the whole.
void refuseOutputsOfWatch(const CheckCommandOptions& options, Diagnostics& diagnostics) {
  const report::OutputPaths& paths = options.paths;
  const std::pair<const char*, bool> others[] = {
      {"--json", !paths.json.empty()},      {"--sarif", !paths.sarif.empty()},
      {"--junit", !paths.junit.empty()},    {"--html", !paths.html.empty()},
      {"--test", !options.tests.empty()},   {"--github", options.github},
      {"--parse-only", options.parse_only}, {"--list", options.list}};
  for (const auto& [name, is_there] : others)
    if (options.watch && is_there)
      diagnostics.error({},
                        std::string("--watch goes without ") + name + ": it checks only what changed, and has no end");
}

bool printed(const Diagnostics& diagnostics, const CommandContext& context) {
  diagnostics.print(context.err, context.colour);
  return diagnostics.hasErrors();
}

ExitStatus parseOnly(const CheckRequest& request, CommandContext& context) {
  Diagnostics diagnostics;
  const auto input = readInput({.file = request.file,
                                .flags = request.flags,
                                .build_dir = request.build_dir,
                                .assumptions = request.assumptions},
                               diagnostics);
  if (input) makePlan(*input, request, diagnostics);
  return printed(diagnostics, context) ? ExitStatus::WrongInput : ExitStatus::Holds;
}

ExitStatus listOnly(const CheckRequest& request, CommandContext& context) {
  Diagnostics diagnostics;
  const std::string listing = listProperties(request, WEIR_VERSION, diagnostics);
  if (printed(diagnostics, context)) return ExitStatus::WrongInput;
  context.out << listing;
  return ExitStatus::Holds;
}

/// Verdicts go to `verdicts` as they come, where there is one.
CheckRun runWithProgress(const CheckRequest& request, Diagnostics& diagnostics, CommandContext& context,
                         VerdictStream* verdicts) {
  Progress progress(context.err, isatty(STDERR_FILENO) != 0);
  CheckEvents events;
  events.reading = mentionInReports;
  events.planned = [&](const Plan& plan) {
    std::size_t properties = 0;
    for (const Task& task : plan.tasks) properties += task.labels.size();
    progress.planned(properties);
    if (verdicts != nullptr) verdicts->planned(plan);
  };
  events.verdicts = [&](const std::vector<results::CheckResult>& results) {
    progress.makeRoom();
    if (verdicts != nullptr) verdicts->add(results);
  };
  events.started = [&](const std::string& property) { progress.started(property); };
  StageLines lines([&](const std::string& line) { progress.note(line); });
  events.stage = [&](const std::string& of, const Stage& stage) {
    progress.stage(stage);
    if (request.verbose) lines.begin(of, stage);
  };
  events.finished = [&](const results::CheckResult& result) {
    lines.end(result.method + "." + result.property);
    progress.finished(result);
  };
  events.ended = [&](const std::string& method) { lines.end(method); };
  events.note = [&](const std::string& line) { progress.note(line); };
  events.tick = [&] { progress.tick(); };
  return runCheck(request, diagnostics, events);
}

[[noreturn]] void watchAndCheck(const CheckCommandOptions& options, CommandContext& context) {
  const auto check = [&](const CheckRequest& request, Diagnostics& diagnostics) {
    VerdictStream verdicts(context.out, styleOf(options));
    CheckRun run = runWithProgress(request, diagnostics, context, &verdicts);
    if (!diagnostics.hasErrors()) verdicts.finish(run.result);
    return run;
  };
  watch(options.request, check, context);
}

ExitStatus runCheckCommand(CheckCommandOptions& options, CommandContext& context) {
  CheckRequest& request = options.request;
  request.flags = context.compiler_flags;
  request.replay = !options.no_replay;
  request.suggest = !options.no_suggestions;
  request.mode = refine::modeNamed(options.mode).value_or(refine::Mode::Refine);
  request.back_end = solvers().at(options.solver);
  request.prove = provers().at(options.prove);
  Diagnostics diagnostics;
  readObjects(options.objects, request, diagnostics);
  readAssumptions(options.assumed, request, diagnostics);
  readTests(options.tests, request, diagnostics);
  refuseOutputsOfWatch(options, diagnostics);
  if (printed(diagnostics, context)) return ExitStatus::WrongInput;
  if (options.parse_only) return parseOnly(request, context);
  if (options.list) return listOnly(request, context);
  if (options.watch) watchAndCheck(options, context);

  // A form that goes to standard output stands there alone.
  const report::OutputPaths& paths = options.paths;
  const bool has_text = paths.json != "-" && paths.sarif != "-" && paths.junit != "-";
  VerdictStream verdicts(context.out, styleOf(options));
  CheckRun run = runWithProgress(request, diagnostics, context, has_text ? &verdicts : nullptr);
  if (printed(diagnostics, context)) return ExitStatus::WrongInput;
  run.result.version = WEIR_VERSION;
  std::vector<std::string> errors = report::writeOutputs(run.result, options.paths);
  if (std::string error; request.tests && !report::writeFile(request.test_file, run.tests, error))
    errors.push_back(error);
  if (has_text) verdicts.finish(run.result);
  if (options.github) context.out << report::toGithub(run.result);
  context.out.flush();
  for (const std::string& error : errors) context.err << "weir: error: " << error << "\n";
  if (!run.failures.empty()) {
    reportFailures(run.failures, context.err);
    return ExitStatus::InternalError;
  }
  if (!errors.empty()) return ExitStatus::WrongInput;
  if (!context.out) {
    context.err << "weir: error: the results cannot be written to standard output\n";
    return ExitStatus::WrongInput;
  }
  return statusOf(run.result);
}

void addScopeOptions(CLI::App& command, CheckCommandOptions& options) {
  CheckRequest& request = options.request;
  command.add_option("--only", request.only, "Only this method, or this property of it; may be repeated")
      ->type_name("METHOD[.LABEL]");
  command.add_option("--scope", request.scope, "Objects of each class, at most (default 3)")
      ->type_name("N")
      ->check(CLI::Range(1, 64));
  command.add_option("--objects", options.objects, "Objects of one class: Node=4,List=1")
      ->type_name("C=N,...")
      ->allow_extra_args(false);
  command
      .add_option("--assume", options.assumed,
                  "What functions do: pure=log_*,trace_* have no effect that matters, noreturn=die* end the program")
      ->type_name("WHAT=NAMES,...")
      ->allow_extra_args(false);
  command.add_option("--unroll", request.unroll, "Rounds of a loop and depth of a recursion (default: as --scope)")
      ->type_name("N")
      ->check(CLI::Range(0, 256));
  command.add_option("--checks", request.checks, "Built-in properties to check of every method: " + namesOfChecks())
      ->type_name("LIST")
      ->delimiter(',');
}

void addSolverOptions(CLI::App& command, CheckCommandOptions& options) {
  CheckRequest& request = options.request;
  command.add_option("--mode", options.mode, "What stands for a call at first: its summary, its body, its frame")
      ->type_name("refine|inline|frames")
      ->check(CLI::IsMember({"refine", "inline", "frames"}));
  command.add_option("--solver", options.solver, "The SAT engine")
      ->type_name("auto|cadical|z3")
      ->check(CLI::IsMember({"auto", "cadical", "z3"}));
  command.add_option("--timeout", request.timeout_seconds, "Seconds for each property; then it is unknown")
      ->type_name("S")
      ->check(
          [](const std::string& text) {
            char* end = nullptr;
            return std::strtod(text.c_str(), &end) > 0 && *end == '\0' ? "" : "'" + text + "' is no number of seconds";
          },
          "POSITIVE");
  command.add_option("--prove", options.prove, "Prove for every size what holds in the scope (default auto)")
      ->type_name("off|auto|hard")
      ->check(CLI::IsMember({"off", "auto", "hard"}));
  command.add_option("--prove-timeout", request.prove_seconds, "Seconds for the proof of each property; then it holds")
      ->type_name("S")
      ->check(CLI::PositiveNumber);
  command.add_flag("--recheck-proofs", request.recheck_proofs,
                   "Let Z3 check the invariants and conditions of each proof");
  command
      .add_option(
          "--memory", request.memory_megabytes,
          "Megabytes weir may hold; then the property is unknown (default: 3/4 of the machine's, shared by jobs)")
      ->type_name("MB")
      ->check(CLI::Range(16L, 1L << 40));
  command.add_option("-j,--jobs", request.jobs, "Properties checked at the same time")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
}

void addOutputOptions(CLI::App& command, CheckCommandOptions& options) {
  CheckRequest& request = options.request;
  command.add_option("--json", options.paths.json, "Write the results as JSON")->type_name("FILE");
  command.add_option("--sarif", options.paths.sarif, "Write SARIF 2.1.0, for code scanning")->type_name("FILE");
  command.add_option("--junit", options.paths.junit, "Write JUnit XML, for CI servers")->type_name("FILE");
  command.add_option("--html", options.paths.html, "Write DIR/index.html, with executions step by step")
      ->type_name("DIR");
  command.add_option("--test", options.tests, "Write a regression test of each violation: gtest, catch2 or plain")
      ->type_name("FRAMEWORK FILE")
      ->expected(2);
  command.add_flag("--github", options.github, "Print annotations for a workflow of GitHub: alerts beside the code");
  command.add_flag("--no-replay", options.no_replay, "Do not confirm violations with the compiled program");
  command.add_flag("--no-suggestions", options.no_suggestions,
                   "Do not look for a precondition under which a violated built-in property holds");
  command.add_option("--keep-repro", request.keep_repro, "Keep the program that confirms each violation")
      ->type_name("DIR");
  command.add_option("-p,--build-dir", request.build_dir, "Folder with compile_commands.json")->type_name("BUILD_DIR");
  command.add_flag("--parse-only", options.parse_only, "Read the files and report errors, check nothing");
  command.add_flag("--list", options.list, "Print the properties as JSON, check nothing");
  command.add_flag("--watch", options.watch, "Go on: whenever a file changes, check what depends on the change");
  command.add_flag("-v,--verbose", request.verbose,
                   "Print each stage when it has ended, with its time, on standard error");
  command.add_flag("--explain", options.explain, "Print the invariants of proofs, and why there is none");
  command.add_flag("--trace-refinement", request.trace_refinement, "Print each round of the refinement");
  command.add_option("--dump-queries", request.dump_queries, "Write every query of the solver")->type_name("DIR");
  command
      .add_option("--dump-proof", request.dump_proofs,
                  "Write what each proof rests on as SMT-LIB 2: any solver must answer unsat")
      ->type_name("DIR");
  command.add_flag("--self-check", request.self_check, "Confirm every answer of the solver independently");
}

}  // namespace

void addCheckCommand(CLI::App& weir, CommandContext& context) {
  const auto options = std::make_shared<CheckCommandOptions>();
  CLI::App* command = weir.add_subcommand("check", "Check methods against their properties");
  command->add_option("FILE", options->request.file, "FILE.weir, or a C or C++ source")->required();
  addScopeOptions(*command, *options);
  addSolverOptions(*command, *options);
  addOutputOptions(*command, *options);
  command->footer(
      "Examples:\n"
      "  weir check list.cpp                       memory of every function, where nothing is specified\n"
      "  weir check list.weir --scope 4\n"
      "  weir check list.weir --only List::insert.sorted --html out\n"
      "  weir check list.cpp --checks memory,leak -- -std=c++20 -Iinclude\n"
      "Options override the `check` commands of FILE, each its counterpart: --scope `for`, --objects `but`,\n"
      "--unroll `unroll`. Exit status: 0 all hold, 1 something is violated, 2 the input is wrong, 3 something is\n"
      "unknown or vacuous, 70 weir itself failed.");
  command->callback([options, &context] { context.status = runCheckCommand(*options, context); });
}

}  // namespace weir::tools
