// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/summarize_command.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "abstraction/ensures.h"
#include "abstraction/summarizer.h"
#include "frontend/frontend.h"
#include "support/diagnostics.h"
#include "tools/check/input.h"
#include "tools/weir/chosen_functions.h"
#include "tools/weir/command.h"
#include "tools/weir/failure_report.h"

namespace weir::tools {
namespace {

struct SummarizeOptions {
  frontend::FrontendOptions source;
  std::string method;
  std::string json;
  bool explain = false;
  abstraction::Parameters parameters;
};

nlohmann::ordered_json jsonOf(const abstraction::Summary& summary, program::Vocabulary& vocabulary) {
  nlohmann::ordered_json made;
  made["method"] = summary.procedure->signature;
  made["exact"] = summary.isExact();
  made["returns"] = summary.may_return;
  made["throws"] = summary.may_throw;
  made["ensures"] = nlohmann::ordered_json::array();
  const bool is_understood = summary.opaque.empty() && summary.may_return;
  for (const abstraction::EnsuresLine& line :
       is_understood ? ensuresOf(summary, vocabulary) : std::vector<abstraction::EnsuresLine>()) {
    made["ensures"].push_back({{"label", line.label},
                               {"formula", line.text},
                               {"exact", line.is_exact},
                               {"expressible", line.is_expressible}});
  }
  made["allocates"] = nlohmann::ordered_json::array();
  for (const abstraction::Allocation& allocation : summary.allocations) {
    made["allocates"].push_back(
        {{"class", allocation.class_decl->name}, {"symbol", allocation.symbol->name}, {"many", allocation.is_set}});
  }
  made["not_understood"] = nlohmann::ordered_json::array();
  for (const abstraction::Opaque& each : summary.opaque) {
    made["not_understood"].push_back({{"reason", each.reason}, {"at", toString(each.range)}});
  }
  return made;
}

ExitStatus runSummarize(SummarizeOptions& options, CommandContext& context) {
  options.source.flags = context.compiler_flags;
  options.source.clang_output = &context.err;
  mentionInReports(options.source.file);
  Diagnostics diagnostics;
  // A specification says how its source is read: the flags, and whether the library's containers are their models.
  std::unique_ptr<Input> specified;
  std::optional<program::Program> read;
  if (isSpecFile(options.source.file)) {
    specified =
        readInput({.file = options.source.file, .flags = options.source.flags, .build_dir = options.source.build_dir},
                  diagnostics);
  } else {
    read = frontend::readProgram(options.source, diagnostics);
  }
  const program::Program* program = specified ? specified->program.get() : read ? &*read : nullptr;
  std::vector<const program::Procedure*> chosen;
  if (program != nullptr) chosen = chosenFunctions(*program, options.method, options.source.file, diagnostics);
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  if (program != nullptr) {
    logic::Context logic_context;
    program::Vocabulary vocabulary(*program, logic_context);
    std::map<const program::Procedure*, std::vector<std::string>> explanations;
    abstraction::Summarizer summarizer(
        vocabulary, options.parameters,
        [&](const program::Procedure& procedure, const SourceRange& range, const std::string& text) {
          explanations[&procedure].push_back("loop at " + toString(range) + ": " + text);
        });
    for (const program::Procedure* procedure : chosen) {
      const auto start = std::chrono::steady_clock::now();
      const abstraction::Summary& summary = summarizer.of(*procedure);
      const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
      context.out << specificationOf(summary, vocabulary);
      if (options.explain) {
        for (const std::string& line : explanations[procedure]) context.out << "// " << line << "\n";
      }
      context.out << "\n";
      results.push_back(jsonOf(summary, vocabulary));
      results.back()["time_ms"] = spent.count();
      if (options.explain) results.back()["loops"] = explanations[procedure];
    }
  }
  if (!options.json.empty() && program != nullptr) {
    std::ofstream file(options.json);
    file << nlohmann::ordered_json{{"weir", WEIR_VERSION}, {"summaries", results}}.dump(2) << "\n";
    if (!file) diagnostics.error({.file = options.json}, "cannot be written");
  }
  diagnostics.print(context.err, context.colour);
  return diagnostics.hasErrors() ? ExitStatus::WrongInput : ExitStatus::Holds;
}

}  // namespace

void addSummarizeCommand(CLI::App& weir, CommandContext& context) {
  const auto options = std::make_shared<SummarizeOptions>();
  CLI::App* command = weir.add_subcommand("summarize", "Print what each function does, found from its code");
  command->add_option("FILE", options->source.file, "C or C++ source, or a specification that names it")->required();
  command->add_option("--method", options->method, "Only this method: its name, or its signature")->type_name("M");
  command->add_option("--json", options->json, "Write the summaries to this file as well")->type_name("FILE");
  command->add_flag("--explain", options->explain, "Explain the bound of each loop");
  command->add_option("-p,--build-dir", options->source.build_dir, "Folder with compile_commands.json")
      ->type_name("BUILD_DIR");
  auto& limits = options->parameters;
  const auto addLimit = [&](const char* name, int& value, const char* help) {
    command->add_option(name, value, help)->type_name("N")->check(CLI::NonNegativeNumber)->capture_default_str();
  };
  addLimit("--max-operators", limits.max_operators, "Give up a bound with more operators");
  addLimit("--max-allocations", limits.max_allocations, "Objects of one class kept apart");
  addLimit("--max-unions", limits.max_unions, "Different steps of one variable under a closure");
  addLimit("--max-contexts", limits.max_contexts, "Targets of one indirect call kept apart");
  command->footer(
      "Example:\n"
      "  weir summarize list.cpp --method List::insert -- -std=c++20 -Iinclude\n"
      "The output is a specification: put it into a .weir file as it is, or as a `trusted method`. What weir does not\n"
      "understand has no summary, and a comment says why.");
  command->callback([options, &context] { context.status = runSummarize(*options, context); });
}

}  // namespace weir::tools
