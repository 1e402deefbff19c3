// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/frontend.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/raw_ostream.h>

#include <filesystem>
#include <iostream>

#include "frontend/compile_flags.h"
#include "frontend/translation.h"
#include "ir/program/entry_storage.h"
#include "ir/program/model_class.h"

namespace weir::frontend {

namespace {

namespace tooling = clang::tooling;
using program::kModelsFile;

/// The flags of a database's command, without the compiler's name, the output and the input.
std::vector<std::string> onlyFlags(const tooling::CompileCommand& command) {
  std::vector<std::string> flags;
  for (std::size_t i = 1; i < command.CommandLine.size(); ++i) {
    const std::string& word = command.CommandLine[i];
    if (word == "-o" || word == "-MF" || word == "-MT") {
      ++i;
      continue;
    }
    if (word.rfind("--driver-mode=", 0) == 0 || word == "-c" || word == "--" || word == "-MD" || word == "-MMD" ||
        word == command.Filename)
      continue;
    flags.push_back(word);
  }
  return flags;
}

/// Parses the file; what Clang has to say about errors is left in `messages`.
std::unique_ptr<clang::ASTUnit> parse(const FrontendOptions& options, const tooling::CompilationDatabase& database,
                                      std::string& messages) {
  tooling::ClangTool tool(database, {options.file});
  // The folder beside our own binary, where Clang would look for its headers, is not Clang's.
  tool.appendArgumentsAdjuster(tooling::getInsertArgumentAdjuster(
      {"-resource-dir", WEIR_CLANG_RESOURCE_DIR, "-w", "-fparse-all-comments"}, tooling::ArgumentInsertPosition::END));
  if (!options.models.empty()) {
    tool.mapVirtualFile(kModelsFile, options.models);
    tool.appendArgumentsAdjuster(
        tooling::getInsertArgumentAdjuster({"-include", kModelsFile}, tooling::ArgumentInsertPosition::BEGIN));
  }
  llvm::raw_string_ostream stream(messages);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> diagnostic_options(new clang::DiagnosticOptions());
  clang::TextDiagnosticPrinter printer(stream, diagnostic_options.get());
  tool.setDiagnosticConsumer(&printer);
  tool.setPrintErrorMessage(false);

  std::vector<std::unique_ptr<clang::ASTUnit>> units;
  const int failed = tool.buildASTs(units);
  stream.flush();
  // Flags that the compiler refuses are errors too, which the unit's own diagnostics know nothing of.
  const bool has_errors = printer.getNumErrors() != 0;
  if (failed != 0 || has_errors || units.empty() || units[0]->getDiagnostics().hasUncompilableErrorOccurred())
    return nullptr;
  return std::move(units[0]);
}

}  // namespace

std::optional<program::Program> readProgram(const FrontendOptions& options, Diagnostics& diagnostics) {
  if (!std::filesystem::is_regular_file(options.file)) {
    diagnostics.error({.file = options.file}, "no such file");
    return std::nullopt;
  }
  const auto database = compilationDatabase(options, diagnostics);
  if (!database) return std::nullopt;

  std::string messages;
  const auto unit = parse(options, *database, messages);
  if (!unit) {
    (options.clang_output != nullptr ? *options.clang_output : std::cerr) << messages;
    diagnostics.error({.file = options.file},
                      "does not compile; give the compiler's flags after --, or the build folder with -p");
    return std::nullopt;
  }

  program::Program result;
  result.main_file = options.file;
  result.is_c = !unit->getASTContext().getLangOpts().CPlusPlus;
  result.compile_flags = options.flags;
  if (options.flags.empty()) {
    const auto commands = database->getCompileCommands(std::filesystem::absolute(options.file).string());
    if (!commands.empty()) result.compile_flags = onlyFlags(commands[0]);
  }
  Translation translation(unit->getASTContext(), result);
  translation.run();
  result.finish();
  program::addEntryStorage(result);
  return result;
}

}  // namespace weir::frontend
