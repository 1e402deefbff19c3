// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/conditions_command.h"

#include <CLI/CLI.hpp>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "conditions/analysis.h"
#include "conditions/words.h"
#include "frontend/frontend.h"
#include "support/diagnostics.h"
#include "tools/weir/chosen_functions.h"
#include "tools/weir/command.h"
#include "tools/weir/failure_report.h"

namespace weir::tools {
namespace {

using conditions::Analysis;
using conditions::inWords;

constexpr int kSchema = 1;

struct ConditionsOptions {
  frontend::FrontendOptions source;
  std::string method;
  std::string json;
  std::string requires_file;
  double timeout = 60;
};

struct ErrorPlace {
  std::string kind;
  std::string place;
  std::vector<std::string> origin;
  std::string must;
  std::string may;
};

struct FunctionConditions {
  const program::Procedure* procedure = nullptr;
  std::string must;
  std::string may;
  std::string never;
  std::string loops;
  bool is_exact = false;
  std::string reason;
  std::vector<ErrorPlace> errors;
};

std::string joinedReasons(const std::vector<std::string>& reasons) {
  constexpr size_t kMost = 3;
  std::string made;
  for (size_t i = 0; i < reasons.size() && i < kMost; ++i) made += (i > 0 ? "; " : "") + reasons[i];
  if (reasons.size() > kMost) made += "; and " + std::to_string(reasons.size() - kMost) + " more";
  return made;
}

FunctionConditions conditionsOf(Analysis& analysis, const program::Procedure& procedure) {
  const conditions::Summary& summary = analysis.of(procedure);
  const conditions::Classes classes = analysis.classesOf(summary);
  FunctionConditions made;
  made.procedure = &procedure;
  made.must = inWords(classes.must);
  made.may = inWords(classes.may);
  made.never = inWords(classes.never);
  made.loops = inWords(classes.loops);
  made.is_exact = classes.may == analysis.terms().no();
  made.reason = joinedReasons(summary.not_understood);
  if (made.reason.empty() && !made.is_exact)
    made.reason = "it depends on what is not an input, or on more than is tracked";
  if (made.is_exact) made.reason.clear();
  for (const conditions::ErrorCondition& each : summary.errors) {
    if (!each.kind) continue;
    const Analysis::ErrorClasses of_error = analysis.classesOf(summary, each);
    ErrorPlace place{spelling(*each.kind), toString(each.range), {}, inWords(of_error.must), inWords(of_error.may)};
    for (const SourceRange& inside : each.origin) place.origin.push_back(toString(inside));
    made.errors.push_back(std::move(place));
  }
  return made;
}

nlohmann::ordered_json jsonOf(const FunctionConditions& conditions) {
  nlohmann::ordered_json made;
  made["function"] = conditions.procedure->signature;
  made["place"] = toString(conditions.procedure->range);
  made["must"] = conditions.must;
  made["may"] = conditions.may;
  made["never"] = conditions.never;
  made["loops"] = conditions.loops;
  made["exact"] = conditions.is_exact;
  made["reason"] = conditions.reason;
  made["errors"] = nlohmann::ordered_json::array();
  for (const ErrorPlace& each : conditions.errors) {
    nlohmann::ordered_json error{{"kind", each.kind}, {"place", each.place}, {"must", each.must}, {"may", each.may}};
    if (!each.origin.empty()) error["inside"] = each.origin;
    made["errors"].push_back(std::move(error));
  }
  return made;
}

void print(const FunctionConditions& conditions, std::ostream& out) {
  out << conditions.procedure->signature << "  " << toString(conditions.procedure->range) << "\n";
  const auto line = [&](const char* name, const std::string& formula) {
    if (formula != "false") out << "  " << name << formula << "\n";
  };
  line("must   ", conditions.must);
  line("may    ", conditions.may);
  line("never  ", conditions.never);
  line("loops  ", conditions.loops);
  if (!conditions.reason.empty()) out << "  not exact: " << conditions.reason << "\n";
  for (const ErrorPlace& each : conditions.errors) {
    out << "  " << each.place << ": " << each.kind;
    for (const std::string& inside : each.origin) out << ", in " << inside;
    out << "\n";
    if (each.must != "false") out << "    must " << each.must << "\n";
    if (each.may != "false") out << "    may  " << each.may << "\n";
  }
  out << "\n";
}

/// What can be pasted, or checked as it is.
void writeRequires(const std::vector<FunctionConditions>& all, const std::string& source, std::ostream& out) {
  out << "// Inputs for which no error was found possible: weir conditions " << source << "\n";
  for (const FunctionConditions& each : all) {
    out << "\nmethod " << each.procedure->signature << " {\n  requires " << each.never << "\n";
    if (each.may != "false") out << "  // not decided: " << each.may << "\n";
    out << "}\n";
  }
}

void writeTo(const std::string& file, const std::string& text, Diagnostics& diagnostics) {
  std::ofstream out(file);
  out << text;
  if (!out.flush()) diagnostics.error({.file = file}, "cannot be written");
}

ExitStatus runConditions(ConditionsOptions& options, CommandContext& context) {
  options.source.flags = context.compiler_flags;
  options.source.clang_output = &context.err;
  mentionInReports(options.source.file);
  Diagnostics diagnostics;
  const std::optional<program::Program> program = frontend::readProgram(options.source, diagnostics);
  std::vector<FunctionConditions> all;
  if (program) {
    conditions::Limits limits;
    limits.seconds = options.timeout;
    Analysis analysis(*program, limits);
    for (const program::Procedure* each : chosenFunctions(*program, options.method, options.source.file, diagnostics)) {
      all.push_back(conditionsOf(analysis, *each));
      print(all.back(), context.out);
    }
    if (!options.json.empty()) {
      nlohmann::ordered_json functions = nlohmann::ordered_json::array();
      for (const FunctionConditions& each : all) functions.push_back(jsonOf(each));
      const nlohmann::ordered_json whole{{"weir", WEIR_VERSION}, {"schema", kSchema}, {"functions", functions}};
      writeTo(options.json, whole.dump(2) + "\n", diagnostics);
    }
    if (!options.requires_file.empty()) {
      std::ostringstream text;
      text << "source \"" << options.source.file << "\"\n\n";
      writeRequires(all, options.source.file, text);
      writeTo(options.requires_file, text.str(), diagnostics);
    }
  }
  diagnostics.print(context.err, context.colour);
  return diagnostics.hasErrors() ? ExitStatus::WrongInput : ExitStatus::Holds;
}

}  // namespace

void addConditionsCommand(CLI::App& weir, CommandContext& context) {
  const auto options = std::make_shared<ConditionsOptions>();
  CLI::App* command =
      weir.add_subcommand("conditions", "Print for which inputs each function fails, never fails, never returns");
  command->add_option("FILE", options->source.file, "C or C++ source")->required();
  command->add_option("--method", options->method, "Only this method: its name, or its signature")->type_name("M");
  command->add_option("--json", options->json, "Write the conditions to this file as well")->type_name("FILE");
  command->add_option("--requires", options->requires_file, "Write them as preconditions to this specification")
      ->type_name("FILE");
  command->add_option("--timeout", options->timeout, "Seconds for each function; what is left is not decided")
      ->type_name("S")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("-p,--build-dir", options->source.build_dir, "Folder with compile_commands.json")
      ->type_name("BUILD_DIR");
  command->footer(
      "Example:\n"
      "  weir conditions queue.c --method push -- -Iinclude\n"
      "Inputs are arguments and the heap before the call. From an input in `must` every execution ends in an error or\n"
      "never ends, from one in `never` none ends in an error, from one in `loops` none ends at all; what could not be\n"
      "decided is in `may`. Signed overflow is an error. Functions without a body are taken not to fail themselves.");
  command->callback([options, &context] { context.status = runConditions(*options, context); });
}

}  // namespace weir::tools
