// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/frontend.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/raw_ostream.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "frontend/absolute_paths.h"
#include "frontend/compile_flags.h"
#include "frontend/library/missing_operations.h"
#include "frontend/open_templates.h"
#include "frontend/other_sources.h"
#include "frontend/source_index.h"
#include "frontend/source_names.h"
#include "frontend/translation.h"
#include "ir/program/entry_storage.h"
#include "ir/program/model_class.h"
#include "ir/program/well_formed.h"
#include "support/invariant.h"

namespace weir::frontend {

namespace {

namespace tooling = clang::tooling;
using program::kModelsFile;

/// The flags of a database's command, without the compiler's name, the output and the input (which need not be written
/// as the entry's own file: bear writes that with its whole path).
std::vector<std::string> onlyFlags(const tooling::CompileCommand& command) {
  const auto whole = [&](const std::string& file) {
    return (std::filesystem::path(command.Directory) / file).lexically_normal();
  };
  std::vector<std::string> flags;
  for (std::size_t i = 1; i < command.CommandLine.size(); ++i) {
    const std::string& word = command.CommandLine[i];
    if (word.empty()) continue;
    if (word == "-o" || word == "-MF" || word == "-MT") {
      ++i;
      continue;
    }
    if (word.rfind("--driver-mode=", 0) == 0 || word == "-c" || word == "--" || word == "-MD" || word == "-MMD" ||
        word == command.Filename || (word.front() != '-' && whole(word) == whole(command.Filename)))
      continue;
    flags.push_back(word);
  }
  return flags;
}

/// Prints what Clang reports, and keeps the errors.
class ErrorKeeper : public clang::TextDiagnosticPrinter {
 public:
  using TextDiagnosticPrinter::TextDiagnosticPrinter;

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
    if (level >= clang::DiagnosticsEngine::Error && !isWithoutModel(info)) {
      llvm::SmallString<128> message;
      info.FormatDiagnostic(message);
      errors.push_back({info.getLocation(), message.str().str()});
      is_fatal = is_fatal || level == clang::DiagnosticsEngine::Fatal;
    }
    TextDiagnosticPrinter::HandleDiagnostic(level, info);
  }

  std::vector<MissingOperation> errors;
  bool is_fatal = false;

 private:
  /// An operation that the models declare without a body, of a lambda: nobody else could define it. Who calls it meets
  /// what has no model.
  static bool isWithoutModel(const clang::Diagnostic& info) {
    return info.getID() == clang::diag::err_undefined_internal_type && info.hasSourceManager() &&
           info.getSourceManager().getFilename(info.getLocation()) == kModelsFile;
  }
};

constexpr const char* kDoesNotCompile =
    "does not compile; give the compiler's flags after --, or the build folder with -p";

struct Parsed {
  std::unique_ptr<std::string> text;     // what was read in the source's place; the unit looks into it
  std::unique_ptr<clang::ASTUnit> unit;  // with errors, perhaps; null where there is no tree
  std::string messages;
  std::vector<MissingOperation> errors;
  bool compiles = false;
  bool may_be_read = false;  // but for its errors
  bool has_models = false;
};

/// What is read in the source's place, with its lines where they were.
std::string withInstances(const FrontendOptions& options, const std::string& instances) {
  std::ostringstream text;
  if (options.text)
    text << *options.text;
  else
    text << std::ifstream(options.file, std::ios::binary).rdbuf();
  if (!instances.empty()) text << "\n" << instances;
  return text.str();
}

/// `instances` is written behind the source's text.
Parsed parse(const FrontendOptions& options, const tooling::CompilationDatabase& database, bool with_models,
             const std::string& instances = "") {
  tooling::ClangTool tool(database, {options.file});
  // The folder beside our own binary, where Clang would look for its headers, is not Clang's.
  tool.appendArgumentsAdjuster(
      tooling::getInsertArgumentAdjuster({"-resource-dir", WEIR_CLANG_RESOURCE_DIR, "-w", "-fparse-all-comments",
                                          // What GCC 12 takes with a warning.
                                          "-Wno-error=incompatible-function-pointer-types"},
                                         tooling::ArgumentInsertPosition::END));
  if (with_models) {
    tool.mapVirtualFile(kModelsFile, options.models);
    tool.appendArgumentsAdjuster(tooling::getInsertArgumentAdjuster({"-include", kModelsFile, "-ferror-limit=0"},
                                                                    tooling::ArgumentInsertPosition::BEGIN));
  }
  Parsed result;
  result.has_models = with_models;
  const std::string path = std::filesystem::absolute(options.file).string();  // the tool only refers to it
  if (!instances.empty() || options.text) {
    result.text = std::make_unique<std::string>(withInstances(options, instances));
    tool.mapVirtualFile(path, *result.text);
  }
  llvm::raw_string_ostream stream(result.messages);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> diagnostic_options(new clang::DiagnosticOptions());
  ErrorKeeper printer(stream, diagnostic_options.get());
  tool.setDiagnosticConsumer(&printer);
  tool.setPrintErrorMessage(false);

  std::vector<std::unique_ptr<clang::ASTUnit>> units;
  const int failed = tool.buildASTs(units);
  stream.flush();
  result.errors = std::move(printer.errors);
  if (!units.empty()) result.unit = std::move(units[0]);
  result.may_be_read = result.unit != nullptr && !printer.is_fatal;
  // Flags that the compiler refuses are errors too, which the unit's own diagnostics know nothing of.
  result.compiles = failed == 0 && result.errors.empty() && result.unit != nullptr &&
                    !result.unit->getDiagnostics().hasUncompilableErrorOccurred();
  return result;
}

SourceRange placeOf(const MissingOperation& operation, const clang::SourceManager& sources) {
  const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(operation.at));
  if (place.isInvalid()) return {};
  const SourceLocation begin{static_cast<int>(place.getLine()), static_cast<int>(place.getColumn())};
  return {.file = place.getFilename(), .begin = begin, .end = begin};
}

/// Does the source include what the models replace?
bool includesModelled(const clang::SourceManager& sources) {
  static const std::set<llvm::StringRef> kHeaders = {
      "stl_vector.h",   "stl_deque.h",    "stl_list.h",     "forward_list.h",  "basic_string.h",
      "stl_map.h",      "stl_set.h",      "optional",       "unordered_set.h", "unordered_map.h",
      "stl_multimap.h", "stl_multiset.h", "std_function.h", "unique_ptr.h",    "shared_ptr.h"};
  return std::any_of(sources.fileinfo_begin(), sources.fileinfo_end(), [](const auto& file) {
    const llvm::StringRef path = file.first.getName();
    return path.contains("/c++/") && kHeaders.contains(llvm::sys::path::filename(path));
  });
}

/// With the models, where the source has a use for them and they have all that the types of the source need.
Parsed parseWithModelsWhereUsed(const FrontendOptions& options, const tooling::CompilationDatabase& database) {
  Parsed alone = parse(options, database, false);
  if (!alone.compiles || !includesModelled(alone.unit->getSourceManager())) return alone;
  Parsed parsed = parse(options, database, true);
  const bool is_read =
      parsed.compiles ||
      (parsed.may_be_read && MissingOperations(parsed.errors).outsideOfBodies(parsed.unit->getASTContext()) == nullptr);
  return is_read ? std::move(parsed) : std::move(alone);
}

/// Reads the file, with the models where there are any. Nothing where it does not compile, which is reported.
std::optional<Parsed> parse(const FrontendOptions& options, const tooling::CompilationDatabase& database,
                            Diagnostics& diagnostics) {
  if (options.models_where_used) {
    Parsed found = parseWithModelsWhereUsed(options, database);
    if (found.compiles || found.has_models) return found;
    (options.clang_output != nullptr ? *options.clang_output : std::cerr) << found.messages;
    diagnostics.error({.file = options.file}, kDoesNotCompile);
    return std::nullopt;
  }
  const bool has_models = !options.models.empty();
  Parsed parsed = parse(options, database, has_models);
  if (parsed.compiles) return parsed;
  // The user's compiler does not know the models: what it would report is what counts.
  Parsed alone = has_models ? parse(options, database, false) : Parsed{};
  if (alone.compiles && parsed.may_be_read) {
    const clang::ASTContext& context = parsed.unit->getASTContext();
    const MissingOperations missing(parsed.errors);
    const MissingOperation* outside = missing.outsideOfBodies(context);
    if (outside == nullptr) return parsed;
    diagnostics.error(placeOf(*outside, context.getSourceManager()),
                      "the models of the standard library do not have this: " + outside->message);
    return std::nullopt;
  }
  (options.clang_output != nullptr ? *options.clang_output : std::cerr)
      << (has_models && !alone.compiles ? alone.messages : parsed.messages);
  diagnostics.error({.file = options.file}, kDoesNotCompile);
  return std::nullopt;
}

/// The source with its open templates instantiated: all of them, or those that compile so one by one. A source whose
/// models do not suffice for all of it is left as it is.
void instantiate(const FrontendOptions& options, const tooling::CompilationDatabase& database, Parsed& parsed,
                 std::vector<program::OpenTemplate>& templates) {
  constexpr std::size_t kMostAlone = 8;
  const auto reads = [&](const std::string& instances) {
    Parsed found = parse(options, database, parsed.has_models, instances);
    if (!found.compiles) return false;
    parsed = std::move(found);
    return true;
  };
  std::string all;
  for (const program::OpenTemplate& each : templates) all += each.instance + "\n";
  if (parsed.compiles && reads(all)) return;
  std::string good;
  for (std::size_t i = 0; i < templates.size(); ++i) {
    const std::string& instance = templates[i].instance;
    if (parsed.compiles && i < kMostAlone && !instance.empty() && reads(good + instance + "\n"))
      good += instance + "\n";
    else
      templates[i].checked_as.clear();
  }
}

/// A function that was translated wrongly costs those that call it their verdicts, not the file its others.
void containMistakes(program::Program& translated) {
  for (const program::Procedure* procedure : translated.procedures()) {
    try {
      program::checkWellFormed(translated, *procedure);
    } catch (const InternalError& error) {
      auto failed = std::make_unique<program::UnsupportedStmt>();
      failed->reason = std::string("weir failed: ") + error.what();
      failed->range = procedure->range;
      // The program is ours until it is finished.
      program::Body& body = const_cast<program::Procedure*>(procedure)->body;
      body.clear();
      body.push_back(std::move(failed));
    }
  }
}

/// The other sources that compile; those that do not give nothing, and their own run says why.
struct Others {
  std::vector<std::unique_ptr<clang::ASTUnit>> units;
  std::vector<program::OtherSource> sources;
};

Others readOthers(const FrontendOptions& options) {
  Others made;
  for (const program::OtherSource& each : options.others) {
    FrontendOptions alone = options;
    alone.file = each.file;
    alone.text.reset();
    alone.flags = each.flags;
    Diagnostics ignored;
    const auto database = compilationDatabase(alone, ignored);
    if (!database) continue;
    Parsed parsed = parse(alone, *database, false);
    if (!parsed.compiles || parsed.unit->getASTContext().getLangOpts().CPlusPlus) continue;
    made.units.push_back(std::move(parsed.unit));
    made.sources.push_back(each);
  }
  return made;
}

}  // namespace

std::optional<program::Program> readProgram(const FrontendOptions& options, Diagnostics& diagnostics,
                                            program::SourceNames* names) {
  if (!std::filesystem::is_regular_file(options.file)) {
    diagnostics.error({.file = options.file}, "no such file");
    return std::nullopt;
  }
  const auto database = compilationDatabase(options, diagnostics);
  if (!database) return std::nullopt;

  std::optional<Parsed> parsed = parse(options, *database, diagnostics);
  if (!parsed) return std::nullopt;
  std::vector<program::OpenTemplate> templates = openTemplates(*parsed->unit);
  for (program::OpenTemplate& each : templates) each.range.file = options.file;
  if (options.instantiates_templates && !templates.empty()) instantiate(options, *database, *parsed, templates);
  const clang::ASTUnit* unit = parsed->unit.get();

  program::Program result;
  result.main_file = options.file;
  result.is_c = !unit->getASTContext().getLangOpts().CPlusPlus;
  result.compile_flags = options.flags;
  if (options.flags.empty()) {
    const auto commands = database->getCompileCommands(std::filesystem::absolute(options.file).string());
    if (!commands.empty()) result.compile_flags = onlyFlags(commands[0]);
  }
  const Others others = result.is_c ? readOthers(options) : Others{};
  if (!others.units.empty()) {
    for (size_t used : importDefinitions(*parsed->unit, others.units))
      result.other_sources.push_back(others.sources[used]);
  }
  Translation translation(parsed->unit->getASTContext(), result, MissingOperations(parsed->errors),
                          options.assumptions);
  translation.run();
  if (names != nullptr) *names = sourceNames(translation, unit->getPreprocessor());
  if (names != nullptr) names->assumed = translation.assumed();
  if (names != nullptr) names->templates = std::move(templates);
  containMistakes(result);
  result.finish();
  program::addEntryStorage(result);
  return result;
}

std::vector<program::OtherSource> sourcesOfBuild(const std::string& build_dir, Diagnostics& diagnostics) {
  FrontendOptions options;
  options.build_dir = build_dir;
  const auto database = compilationDatabase(options, diagnostics);
  std::vector<program::OtherSource> made;
  if (!database) return made;
  std::set<std::string> seen;
  for (const tooling::CompileCommand& command : database->getAllCompileCommands()) {
    namespace fs = std::filesystem;
    const std::string file = (fs::path(command.Directory) / command.Filename).lexically_normal().string();
    if (!seen.insert(file).second || !fs::exists(file)) continue;
    made.push_back({file, withAbsolutePaths(onlyFlags(command), command.Directory)});
  }
  return made;
}

std::optional<SourceIndex> indexOf(const program::OtherSource& source, std::string& messages) {
  FrontendOptions options;
  options.file = source.file;
  options.flags = source.flags;
  Diagnostics ignored;
  const auto database = compilationDatabase(options, ignored);
  if (!database) return std::nullopt;
  Parsed parsed = parse(options, *database, false);
  if (!parsed.compiles) {
    messages = parsed.messages;
    return std::nullopt;
  }
  SourceIndex made;
  made.is_c = !parsed.unit->getASTContext().getLangOpts().CPlusPlus;
  if (made.is_c) {
    made.defined = definedNames(*parsed.unit);
    made.needed = neededNames(*parsed.unit);
  }
  const clang::SourceManager& sources = parsed.unit->getSourceManager();
  for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file) {
    const clang::FileID id = sources.translateFile(file->first);
    if (id.isValid() && !clang::SrcMgr::isSystem(sources.getFileCharacteristic(sources.getLocForStartOfFile(id))))
      made.files.push_back(file->first.getName().str());
  }
  std::sort(made.files.begin(), made.files.end());
  return made;
}

}  // namespace weir::frontend
