// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/load.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "specs/lang/library.h"
#include "specs/lang/parser.h"

namespace weir::specs {
namespace {

class Loader {
 public:
  explicit Loader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void load(const std::string& path, const SourceRange& wanted_at) {
    if (!seen_.insert(std::filesystem::path(path).lexically_normal().string()).second) return;
    std::ifstream stream(path, std::ios::binary);
    // A directory opens but cannot be read.
    std::stringstream content;
    if (stream) content << stream.rdbuf();
    if (!stream || std::filesystem::is_directory(path)) {
      diagnostics_.error(wanted_at, "cannot read '" + path + "'");
      return;
    }
    parse(std::make_shared<SourceText>(path, content.str()), std::filesystem::path(path).parent_path());
  }

  void loadText(const std::string& path, const std::string& text) {
    seen_.insert(std::filesystem::path(path).lexically_normal().string());
    parse(std::make_shared<SourceText>(path, text), std::filesystem::path(path).parent_path());
  }

  Bundle finish() { return std::move(bundle_); }

 private:
  void loadLibrary(const std::string& name, const SourceRange& wanted_at) {
    if (!seen_.insert("<" + name + ">").second) return;
    const std::optional<std::string_view> text = libraryText(name);
    if (!text) {
      const auto near = nearestName(name, libraryNames());
      diagnostics_.error(
          wanted_at, "there is no library <" + name + ">" + (near ? "; did you mean <" + *near + ">?" : std::string()));
      return;
    }
    parse(std::make_shared<SourceText>("<" + name + ">", std::string(*text)), {});
  }

  void parse(const SourceTextPtr& text, const std::filesystem::path& folder) {
    SpecFile file = parseSpec(text, diagnostics_);
    for (const Declaration& declaration : file.declarations) {
      if (const auto* use = std::get_if<UseDecl>(&declaration.value)) {
        const SourceRange range = text->rangeOf(declaration.span);
        if (use->library)
          loadLibrary(use->name, range);
        else
          load((folder / use->name).string(), range);
      }
    }
    // The source of a used file stays its own; the last file loaded is the one that was asked for.
    bundle_.source = {};
    bundle_.source_range = {};
    bool has_source = false;
    for (const Declaration& declaration : file.declarations) {
      const auto* source = std::get_if<SourceDecl>(&declaration.value);
      if (source == nullptr) continue;
      const SourceRange range = text->rangeOf(declaration.span);
      if (has_source) diagnostics_.error(range, "a specification has one 'source'");
      has_source = true;
      bundle_.source = *source;
      bundle_.source.path = (folder / source->path).lexically_normal().string();
      bundle_.source_range = range;
    }
    bundle_.files.push_back(std::move(file));
  }

  Diagnostics& diagnostics_;
  std::set<std::string> seen_;
  Bundle bundle_;
};

}  // namespace

Bundle loadSpec(const std::string& path, Diagnostics& diagnostics, const std::optional<std::string>& text) {
  Loader loader(diagnostics);
  if (text)
    loader.loadText(path, *text);
  else
    loader.load(path, {path, {}, {}});
  return loader.finish();
}

Bundle emptyBundle() { return {}; }

void useLibrary(Bundle& bundle, const std::string& name, Diagnostics& diagnostics) {
  SpecFile library =
      parseSpec(std::make_shared<SourceText>("<" + name + ">", std::string(*libraryText(name))), diagnostics);
  bundle.files.insert(bundle.files.begin(), std::move(library));
}

bool specifiesStd(const Bundle& bundle) {
  const auto isStd = [](const std::string& class_name) { return class_name.starts_with("std::"); };
  for (const SpecFile& file : bundle.files)
    for (const Declaration& declaration : file.declarations) {
      if (const auto* model = std::get_if<ModelDecl>(&declaration.value);
          model != nullptr && isStd(model->class_name.text))
        return true;
      if (const auto* method = std::get_if<MethodDecl>(&declaration.value);
          method != nullptr && method->trusted && isStd(method->method.name.text))
        return true;
    }
  return false;
}

}  // namespace weir::specs
