// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/lsp/analysis.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "abstraction/ensures.h"
#include "abstraction/summarizer.h"
#include "frontend/absolute_paths.h"
#include "ir/program/model_class.h"
#include "specs/lang/parser.h"
#include "tools/check/check.h"
#include "tools/check/plan.h"
#include "tools/report/json.h"

namespace weir::lsp {
namespace {

using nlohmann::json;

json diagnosticsOf(const Diagnostics& diagnostics, const std::string& file) {
  json all = json::array();
  for (const Diagnostic& each : diagnostics.all())
    all.push_back({{"file", each.range.file.empty() ? file : each.range.file},
                   {"line", each.range.begin.line},
                   {"column", each.range.begin.column},
                   {"end_line", each.range.end.line},
                   {"end_column", each.range.end.column},
                   {"severity", static_cast<int>(each.severity) + 1},
                   {"message", each.message}});
  return all;
}

/// The `source` of a specification, its path made whole.
std::optional<specs::SourceDecl> sourceOf(const Subject& subject) {
  std::ostringstream saved;
  if (!subject.text) saved << std::ifstream(subject.file, std::ios::binary).rdbuf();
  Diagnostics ignored;
  const specs::SpecFile parsed =
      specs::parseSpec(std::make_shared<specs::SourceText>(subject.file, subject.text.value_or(saved.str())), ignored);
  for (const specs::Declaration& declaration : parsed.declarations)
    if (const auto* source = std::get_if<specs::SourceDecl>(&declaration.value)) {
      specs::SourceDecl found = *source;
      found.path = (std::filesystem::path(subject.file).parent_path() / source->path).lexically_normal().string();
      return found;
    }
  return std::nullopt;
}

/// The source as the editor has it.
std::optional<std::string> sourceText(const Subject& subject) {
  if (!tools::isSpecFile(subject.file)) return subject.text;
  if (subject.open.empty()) return std::nullopt;
  const auto source = sourceOf(subject);
  const auto open = source ? subject.open.find(source->path) : subject.open.end();
  return open == subject.open.end() ? std::nullopt : std::optional(open->second);
}

tools::InputRequest requestOf(const Subject& subject) {
  tools::InputRequest request{.file = subject.file, .flags = subject.flags, .build_dir = subject.build_dir};
  request.source_text = sourceText(subject);
  if (tools::isSpecFile(subject.file)) request.spec_text = subject.text;
  request.quiet = true;
  return request;
}

bool isNamed(const program::ClassDecl& class_decl) {
  return !class_decl.is_globals && !class_decl.is_box && !class_decl.is_array && !program::isModelClass(class_decl);
}

}  // namespace

json analyse(const Subject& subject) {
  Diagnostics diagnostics, ignored;
  auto input = tools::readInput(requestOf(subject), diagnostics);
  // A specification that is being written has mistakes: the names in its source are there all the same.
  if (const auto source = sourceOf(subject); !input && tools::isSpecFile(subject.file) && source) {
    tools::InputRequest alone{.file = source->path};
    alone.flags = frontend::withAbsolutePaths(source->flags, std::filesystem::path(subject.file).parent_path());
    alone.flags.insert(alone.flags.end(), subject.flags.begin(), subject.flags.end());
    alone.source_text = sourceText(subject);
    alone.quiet = true;
    input = tools::readInput(alone, ignored);
  }
  json result = {{"classes", json::object()}, {"methods", json::array()}};
  if (input) {
    for (const program::ClassDecl* each : input->program->classes()) {
      if (!isNamed(*each)) continue;
      json fields = json::array();
      for (const program::Field* field : program::allFields(each))
        fields.push_back({{"name", field->name}, {"type", program::toString(field->type)}});
      result["classes"][each->name] = std::move(fields);
    }
    for (const program::Procedure* each : input->program->procedures()) {
      if (each->is_implicit || each->is_external || !each->range.isKnown() || program::isLibraryCode(*each)) continue;
      result["methods"].push_back({{"name", each->name},
                                   {"signature", each->signature},
                                   {"file", each->range.file},
                                   {"line", each->range.begin.line}});
    }
  }
  result["diagnostics"] = diagnosticsOf(diagnostics, subject.file);
  return result;
}

json summarise(const Subject& subject, const std::string& method) {
  Diagnostics ignored;
  const auto input = tools::readInput(requestOf(subject), ignored);
  std::string text;
  if (input) {
    abstraction::Summarizer summarizer(*input->vocabulary);
    for (const program::Procedure* each : input->program->findProcedures(method))
      if (!each->is_external) text += abstraction::specificationOf(summarizer.of(*each), *input->vocabulary) + "\n";
  }
  return {{"summary", text}};
}

json check(const Subject& subject, const std::string& method) {
  tools::CheckRequest request;
  request.file = subject.file;
  request.flags = subject.flags;
  request.build_dir = subject.build_dir;
  request.source_text = sourceText(subject);
  if (tools::isSpecFile(subject.file)) request.spec_text = subject.text;
  request.quiet = true;
  request.timeout_seconds = 60;
  // What is not saved cannot be compiled by a replay.
  request.replay = !request.source_text;
  if (!method.empty()) request.only = {method};
  Diagnostics diagnostics;
  const tools::CheckRun run = tools::runCheck(request, diagnostics, {});
  json result = json::parse(report::toJson(run.result));
  result["diagnostics"] = diagnosticsOf(diagnostics, subject.file);
  return result;
}

json glance(const std::string& file, const std::string& text) {
  Diagnostics diagnostics;
  const specs::SpecFile parsed = specs::parseSpec(std::make_shared<specs::SourceText>(file, text), diagnostics);
  json methods = json::array();
  for (const specs::Declaration& declaration : parsed.declarations)
    if (const auto* method = std::get_if<specs::MethodDecl>(&declaration.value); method != nullptr && !method->trusted)
      methods.push_back({{"name", method->method.name.text},
                         {"line", parsed.text->rangeOf(declaration.span).begin.line},
                         {"end_line", parsed.text->rangeOf(declaration.span).end.line}});
  return {{"diagnostics", diagnosticsOf(diagnostics, file)}, {"methods", std::move(methods)}};
}

}  // namespace weir::lsp
