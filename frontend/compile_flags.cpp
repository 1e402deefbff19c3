// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/compile_flags.h"

#include <clang/Tooling/CompilationDatabase.h>

#include <filesystem>

namespace weir::frontend {

using clang::tooling::CompilationDatabase;
using clang::tooling::FixedCompilationDatabase;

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
  if (auto database = CompilationDatabase::autoDetectFromSource(options.file, message)) {
    // A database that does not list the file would make Clang guess from its neighbours: no flags are more honest.
    if (!database->getCompileCommands(std::filesystem::absolute(options.file).string()).empty()) return database;
  }
  return std::make_unique<FixedCompilationDatabase>(directory, std::vector<std::string>{});
}

}  // namespace weir::frontend
