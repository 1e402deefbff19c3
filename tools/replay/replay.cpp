// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/replay.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "ir/program/model_class.h"
#include "tools/process/process.h"
#include "tools/replay/judge.h"
#include "tools/replay/native_build.h"
#include "tools/replay/native_output.h"
#include "tools/replay/program_writer.h"

namespace weir::replay {
namespace {

namespace fs = std::filesystem;

/// A folder that is gone when it is out of scope, unless it is the user's.
class Workspace {
 public:
  explicit Workspace(const std::string& keep) : keep_(!keep.empty()) {
    if (keep_) {
      path_ = keep;
      fs::create_directories(path_);
      return;
    }
    std::string name = (fs::temp_directory_path() / "weir-replay-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Workspace() {
    std::error_code ignored;
    if (!keep_ && !path_.empty()) fs::remove_all(path_, ignored);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  bool exists() const { return !path_.empty(); }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
  bool keep_;
};

/// What other sources define and the C library has something of the same name for: that is not what is meant.
std::set<std::string> namesElsewhere(const program::Program& program, const std::vector<const Case*>& cases) {
  std::set<std::string> names;
  if (!program.other_sources.empty()) return names;
  const auto note = [&](const std::string& name) {
    if (dlsym(RTLD_DEFAULT, name.c_str()) != nullptr) names.insert(name);
  };
  for (const Case* replayed : cases) {
    for (const program::CallRecord& call : replayed->expected.calls) {
      const program::Procedure& callee = *call.callee;
      if (program.is_c && callee.is_external && !callee.is_unknown && !callee.construct &&
          !program::isLibraryCode(callee))
        note(callee.name);
    }
    const program::ObjectId globals = replayed->before.findGlobals();
    if (globals == program::kNoObject) continue;
    for (const auto& [field, values] : replayed->before.at(globals).fields)
      if (field->elsewhere && !field->range.file.starts_with("/usr/")) note(field->elsewhere->symbol);
  }
  return names;
}

/// All cases in one program. `source` receives its text.
std::vector<Result> runProgram(const program::Program& program, const std::vector<const Case*>& cases,
                               Sanitizer sanitizer, const Options& options, std::string& source) {
  const auto failed = [&](const std::string& reason) {
    return std::vector<Result>(cases.size(), Result{Outcome::CouldNotBuild, reason, ""});
  };
  const Workspace workspace(options.keep_directory);
  if (!workspace.exists()) return failed("no temporary folder");
  const NativeBuild native(program, sanitizer, options.checked, workspace.path(), options.without_effect);
  source = writeProgram(program, cases, {.build_command = native.command(), .seconds = options.seconds});
  std::ofstream(native.source()) << source;
  if (const std::string error = native.build(namesElsewhere(program, cases)); !error.empty()) return failed(error);

  const std::string output_file = native.file("output.jsonl");
  const std::string report_file = native.file("report.txt");
  // What was there before the call was made by new or by malloc, as one of them may have to give it back.
  const bool frees_own_only = std::all_of(cases.begin(), cases.end(), [](const Case* replayed) {
    const auto& freed = replayed->expected.freed;
    return freed.empty() || freed.begin()->first >= replayed->before.size();
  });
  const std::string mismatch = onlyDeletes(program) || frees_own_only ? "1" : "0";
  process::runToEnd(
      {.arguments = {native.executable(), output_file},
       .environment = {{"ASAN_OPTIONS",
                        "detect_leaks=0:symbolize=0:handle_abort=0:quarantine_size_mb=16:detect_odr_violation=0:"
                        "redzone=128:"
                        "alloc_dealloc_mismatch=" +
                            mismatch + ":new_delete_type_mismatch=" + mismatch},
                       {"UBSAN_OPTIONS", "symbolize=0"},
                       {"MSAN_OPTIONS", "symbolize=0"}},
       .err_file = report_file,
       .timeout_s = 10 + (static_cast<double>(options.seconds) + 1) * static_cast<double>(cases.size())});
  const NativeOutput output = readNativeOutput(textIn(output_file), textIn(report_file), cases.size());
  std::vector<Result> results;
  for (std::size_t i = 0; i < cases.size(); ++i) results.push_back(judge(*cases[i], output.runs[i], output.layouts));
  return results;
}

}  // namespace

const char* spelling(Outcome outcome) {
  switch (outcome) {
    case Outcome::Agrees: return "agrees";
    case Outcome::Disagrees: return "disagrees";
    case Outcome::SanitizerError: return "sanitizer error";
    case Outcome::Exception: return "exception";
    case Outcome::Timeout: return "timeout";
    case Outcome::CouldNotBuild: return "could not build";
    case Outcome::Unobservable: return "unobservable";
  }
  return "";
}

/// A class of which only a model's state is known; null where there is none.
static const program::ClassDecl* modelledClassIn(const Case& replayed) {
  for (program::ObjectId id = 0; id < replayed.after.size(); ++id)
    for (const program::Field* field : replayed.after.at(id).class_decl->fields)
      if (field->ghost) return field->owner;
  // A std::function of the caller's, or an owner with a deleter: nobody knows what it would hold.
  for (program::ObjectId id = 0; id < replayed.before.size(); ++id) {
    const program::ClassDecl* class_decl = replayed.before.at(id).class_decl;
    if (program::isModelClass(*class_decl) && class_decl->findMember(program::LibraryRole::Made) != nullptr)
      return class_decl;
  }
  return nullptr;
}

Replay replay(const program::Program& program, const std::vector<const Case*>& cases, const Options& options) {
  Replay all;
  all.results.resize(cases.size());
  for (const Sanitizer sanitizer : {Sanitizer::Address, Sanitizer::Memory}) {
    std::vector<const Case*> chosen;
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (const program::ClassDecl* modelled = modelledClassIn(*cases[i])) {
        all.results[i] = {Outcome::Unobservable,
                          "'" + modelled->name + "' is known by its model alone: there is no such object to build", ""};
        continue;
      }
      const program::Execution& expected = cases[i]->expected;
      const bool needs_memory =
          expected.outcome == program::Outcome::Error && expected.error == program::ErrorKind::Uninitialized;
      if (needs_memory != (sanitizer == Sanitizer::Memory)) continue;
      chosen.push_back(cases[i]);
      positions.push_back(i);
    }
    if (chosen.empty()) continue;
    std::string source;
    std::vector<Result> results = runProgram(program, chosen, sanitizer, options, source);
    if (all.program.empty()) all.program = std::move(source);
    for (std::size_t i = 0; i < chosen.size(); ++i) all.results[positions[i]] = std::move(results[i]);
  }
  return all;
}

}  // namespace weir::replay
