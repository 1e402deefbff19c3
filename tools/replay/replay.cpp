// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/replay.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tools/replay/embedded.h"
#include "tools/replay/judge.h"
#include "tools/replay/native_output.h"
#include "tools/replay/program_writer.h"
#include "tools/replay/subprocess.h"

namespace weir::replay {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

enum class Sanitizer { Address, Memory };

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
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
  bool keep_;
};

void writeFile(const std::string& path, std::string_view text) { std::ofstream(path) << text; }

std::string readFile(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The user's flags without those that choose what is compiled and where it goes.
std::vector<std::string> userFlags(const program::Program& program) {
  std::vector<std::string> flags;
  const auto& given = program.compile_flags;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string& flag = given[i];
    if (flag == "-o" || flag == "-x" || flag == "-MF" || flag == "-MT" || flag == "-MQ") {
      ++i;
      continue;
    }
    static const std::vector<std::string> kLeftOut = {"-c", "-fsyntax-only", "-S", "-E", "-M", "-MM", "-MD", "-MMD"};
    if (std::find(kLeftOut.begin(), kLeftOut.end(), flag) != kLeftOut.end()) continue;
    if (flag.starts_with("-O") || flag.starts_with("-Werror")) continue;
    flags.push_back(flag);
  }
  return flags;
}

std::vector<std::string> compileCommand(const program::Program& program, Sanitizer sanitizer, const Options& options,
                                        const std::string& source, const std::string& object) {
  std::vector<std::string> command = {program.is_c ? WEIR_CLANG_C : WEIR_CLANG_CXX};
  for (std::string& flag : userFlags(program)) command.push_back(std::move(flag));
  command.insert(command.end(), {"-w", "-g1", "-O0", "-fno-omit-frame-pointer"});
  if (!program.is_c) command.emplace_back("-fno-access-control");
  if (sanitizer == Sanitizer::Memory) {
    command.emplace_back("-fsanitize=memory");
  } else {
    command.emplace_back("-fsanitize=address,undefined");
    // A left shift of a negative number wraps in weir, as every compiler does it.
    command.emplace_back("-fno-sanitize=shift-base");
    // Null is reported and then met: a reference to it that nobody uses is to be passed over.
    command.insert(command.end(), {"-fno-sanitize-recover=all", "-fsanitize-recover=null"});
  }
  if (!options.check_overflow) {
    command.emplace_back("-fwrapv");
    if (sanitizer == Sanitizer::Address) command.emplace_back("-fno-sanitize=signed-integer-overflow,pointer-overflow");
  }
  command.insert(command.end(), {"-c", source, "-o", object});
  return command;
}

std::string joined(const std::vector<std::string>& command) {
  std::string text;
  for (const std::string& word : command) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string firstError(const std::string& log) {
  std::istringstream lines(log);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (first.empty()) first = line;
    if (line.find("error:") != std::string::npos || line.find("undefined reference") != std::string::npos) return line;
  }
  return first;
}

/// All cases in one program. `source` receives its text.
std::vector<Result> runProgram(const program::Program& program, const std::vector<const Case*>& cases,
                               Sanitizer sanitizer, const Options& options, std::string& source) {
  const auto failed = [&](const std::string& reason) {
    return std::vector<Result>(cases.size(), Result{Outcome::CouldNotBuild, reason, ""});
  };
  const Workspace workspace(options.keep_directory);
  if (!workspace.exists()) return failed("no temporary folder");
  const std::string suffix = program.is_c ? ".c" : ".cpp";
  const std::string source_file = workspace.file("repro" + suffix);
  const std::string object_file = workspace.file("repro.o");
  const std::string runtime_object = workspace.file("weir_replay.o");
  const std::string executable = workspace.file("repro");
  const std::string log_file = workspace.file("build.log");
  writeFile(workspace.file("weir_replay.h"), embedded::runtimeHeader());
  writeFile(workspace.file("weir_replay.c"), embedded::runtimeSource());

  const char* const sanitizers = sanitizer == Sanitizer::Memory ? "-fsanitize=memory" : "-fsanitize=address,undefined";
  std::vector<std::string> runtime = {WEIR_CLANG_C, "-w",          "-O1", "-c", workspace.file("weir_replay.c"),
                                      "-o",         runtime_object};
  if (sanitizer == Sanitizer::Memory) runtime.emplace_back("-DWEIR_MEMORY_SANITIZER");
  const std::vector<std::string> compile = compileCommand(program, sanitizer, options, source_file, object_file);
  const std::vector<std::string> link = {WEIR_CLANG_CXX, sanitizers, "-rdynamic", object_file,
                                         runtime_object, "-o",       executable,  "-lm"};
  const std::string build = joined(runtime) + " && " + joined(compile) + " && " + joined(link);
  source = writeProgram(program, cases, {.build_command = build, .seconds = options.seconds});
  writeFile(source_file, source);

  for (const std::vector<std::string>& command : {runtime, compile, link}) {
    const ProcessResult built = runProcess(command, {.stderr_file = log_file}, 300s);
    if (built.succeeded()) continue;
    if (!built.started) return failed(command.front() + " was not found");
    return failed(built.timed_out ? "compiling took too long" : firstError(readFile(log_file)));
  }

  const std::string output_file = workspace.file("output.jsonl");
  const std::string report_file = workspace.file("report.txt");
  const std::string mismatch = onlyDeletes(program) ? "1" : "0";
  const ProcessOptions process = {
      .stderr_file = report_file,
      .environment = {{"ASAN_OPTIONS",
                       "detect_leaks=0:symbolize=0:handle_abort=0:quarantine_size_mb=16:detect_odr_violation=0:"
                       "redzone=128:"
                       "alloc_dealloc_mismatch=" +
                           mismatch + ":new_delete_type_mismatch=" + mismatch},
                      {"UBSAN_OPTIONS", "symbolize=0"},
                      {"MSAN_OPTIONS", "symbolize=0"}}};
  const auto limit = std::chrono::seconds(10 + (options.seconds + 1) * cases.size());
  runProcess({executable, output_file}, process, limit);
  const NativeOutput output = readNativeOutput(readFile(output_file), readFile(report_file), cases.size());
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

Replay replay(const program::Program& program, const std::vector<const Case*>& cases, const Options& options) {
  Replay all;
  all.results.resize(cases.size());
  for (const Sanitizer sanitizer : {Sanitizer::Address, Sanitizer::Memory}) {
    std::vector<const Case*> chosen;
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < cases.size(); ++i) {
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
