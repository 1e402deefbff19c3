// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/check/input.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "frontend/absolute_paths.h"
#include "frontend/frontend.h"
#include "specs/lang/ghost_fields.h"
#include "specs/lang/library.h"
#include "specs/lang/load.h"
#include "tools/check/run_task.h"

namespace weir::tools {
namespace {

namespace fs = std::filesystem;

bool usesStd(const specs::Bundle& bundle) {
  return std::any_of(bundle.files.begin(), bundle.files.end(),
                     [](const specs::SpecFile& file) { return file.text != nullptr && file.text->path() == "<std>"; });
}

/// The text itself names the number: comments, which hold invariants, are not expanded.
std::string modelsWithRoomFor(int elements) {
  static const std::string kPlaceholder = "WEIR_ELEMENTS";
  std::string text(specs::modelsHeader());
  const std::string number = std::to_string(elements);
  for (auto at = text.find(kPlaceholder); at != std::string::npos; at = text.find(kPlaceholder, at))
    text.replace(at, kPlaceholder.size(), number);
  return text;
}

}  // namespace

bool isSpecFile(const std::string& file) { return fs::path(file).extension() == ".weir"; }

std::unique_ptr<Input> readInput(const InputRequest& request, Diagnostics& diagnostics) {
  specs::Bundle bundle = specs::emptyBundle();
  frontend::FrontendOptions options;
  options.file = request.file;
  options.build_dir = request.build_dir;
  options.text = request.source_text;
  std::ostringstream nowhere;
  if (request.quiet) options.clang_output = &nowhere;
  options.assumptions = request.assumptions;
  options.others = request.others;
  request.reporter->reading(request.file);
  if (isSpecFile(request.file)) {
    bundle = specs::loadSpec(request.file, diagnostics, request.spec_text);
    if (diagnostics.hasErrors()) return nullptr;
    if (bundle.source.path.empty()) {
      diagnostics.error({.file = request.file}, "no 'source \"file.cpp\"' names what is verified");
      return nullptr;
    }
    if (!fs::exists(bundle.source.path)) {
      diagnostics.error(bundle.source_range, "the source '" + bundle.source.path + "' is not there");
      return nullptr;
    }
    options.file = bundle.source.path;
    request.reporter->reading(options.file);
    options.flags = frontend::withAbsolutePaths(bundle.source.flags, fs::path(request.file).parent_path());
  } else if (!fs::exists(request.file)) {
    diagnostics.error({.file = request.file}, "is not there");
    return nullptr;
  }
  options.instantiates_templates = !isSpecFile(request.file);
  for (const std::string& flag : frontend::withAbsolutePaths(request.flags, fs::current_path()))
    options.flags.push_back(flag);

  // Whoever says what the library's classes do means that.
  options.models_where_used = !usesStd(bundle) && !specs::specifiesStd(bundle);
  if (usesStd(bundle) || options.models_where_used) options.models = modelsWithRoomFor(request.container_elements);
  failOnDemand("reading");
  auto program = frontend::readProgram(options, diagnostics, &bundle.names);
  if (!program || diagnostics.hasErrors()) return nullptr;
  const auto isModel = [](const program::ClassDecl* class_decl) { return class_decl->library.has_value(); };
  if (options.models_where_used && std::ranges::any_of(program->classes(), isModel))
    specs::useLibrary(bundle, "std", diagnostics);
  specs::addGhostFields(bundle, *program, request.container_elements, diagnostics);
  if (diagnostics.hasErrors()) return nullptr;
  auto input = std::make_unique<Input>();
  input->program = std::make_unique<program::Program>(std::move(*program));
  input->assumed = bundle.names.assumed;
  input->enumerations = bundle.names.enumerations;
  if (options.instantiates_templates) input->templates = bundle.names.templates;
  input->context = std::make_unique<logic::Context>();
  input->vocabulary = std::make_unique<program::Vocabulary>(*input->program, *input->context);
  for (const specs::SpecFile& file : bundle.files)
    if (file.text != nullptr && !file.text->path().starts_with('<')) input->files.push_back(file.text->path());
  request.reporter->lowering(request.file);
  input->specification = specs::lower(bundle, *input->vocabulary, diagnostics);
  if (diagnostics.hasErrors()) return nullptr;
  return input;
}

}  // namespace weir::tools
