// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/compile_flags.h"

#include <clang/Tooling/CompilationDatabase.h>

#include <filesystem>

namespace weir::frontend {

using clang::tooling::CompilationDatabase;
using clang::tooling::FixedCompilationDatabase;

namespace {

bool lists(const CompilationDatabase& database, const std::filesystem::path& file) {
  for (const std::string& listed : database.getAllFiles())
    if (std::filesystem::path(listed).lexically_normal() == file) return true;
  return false;
}

/// The database of a folder above the file, or of the `build` in such a folder, whichever is nearest. One in `build`
/// must list the file: for any other Clang guesses from the neighbours, and a guess such as -DNDEBUG, for a file that
/// is no part of that build, would take its assertions away.
std::unique_ptr<CompilationDatabase> databaseAbove(const std::filesystem::path& file) {
  std::string ignored;
  for (std::filesystem::path folder = file.parent_path();; folder = folder.parent_path()) {
    auto beside = CompilationDatabase::loadFromDirectory(folder.string(), ignored);
    if (beside && !beside->getCompileCommands(file.string()).empty()) return beside;
    auto built = CompilationDatabase::loadFromDirectory((folder / "build").string(), ignored);
    if (built && lists(*built, file)) return built;
    if (folder == folder.parent_path()) return nullptr;
  }
}

}  // namespace

std::unique_ptr<CompilationDatabase> compilationDatabase(const FrontendOptions& options, Diagnostics& diagnostics) {
  const std::string directory =
      options.directory.empty() ? std::filesystem::current_path().string() : options.directory;
  if (!options.flags.empty()) return std::make_unique<FixedCompilationDatabase>(directory, options.flags);

  std::string message;
  if (!options.build_dir.empty()) {
    auto database = CompilationDatabase::loadFromDirectory(options.build_dir, message);
    if (!database)
      diagnostics.error({.file = options.build_dir},
                        "no compile_commands.json in this folder; give the folder of the build, or the flags after --");
    return database;
  }
  if (auto database = databaseAbove(std::filesystem::absolute(options.file).lexically_normal())) return database;
  return std::make_unique<FixedCompilationDatabase>(directory, std::vector<std::string>{});
}

}  // namespace weir::frontend
