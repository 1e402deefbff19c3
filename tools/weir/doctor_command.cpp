// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/doctor_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include "tools/check/check.h"
#include "tools/process/process.h"
#include "tools/weir/command.h"

namespace weir::tools {
namespace {

namespace fs = std::filesystem;

/// A small check whose answer is known: it uses what a user's check would.
struct Probe {
  const char* name;
  const char* file;
  const char* source;
  const char* check;   // the built-in property that is violated, and confirmed by the compiled program
  const char* advice;  // where it is not
};

constexpr const char* kHeaders = "install libclang-common-19-dev and libstdc++-dev";
constexpr const char* kSanitizers = "violations are not confirmed: install clang-19 and libclang-rt-19-dev";

const std::vector<Probe>& probes() {
  static const std::vector<Probe> kProbes = {
      {"C: reading, solving, replay under AddressSanitizer", "probe.c",
       "#include <stddef.h>\n#include <stdlib.h>\nstruct Cell { int value; };\n"
       "int first(struct Cell *c) { return c->value; }\n",
       "null-deref", kSanitizers},
      {"C++: models of the standard library, replay", "probe.cpp",
       "#include <vector>\nint first(const std::vector<int> &v) { return v[0]; }\n", "bounds", kSanitizers},
      {"uninitialised memory: replay under MemorySanitizer", "memory.c",
       "int first(int n) { int x; if (n > 0) x = 1; return x > 0 ? 1 : 2; }\n", "uninitialized", kSanitizers},
      {"leaks: replay that counts what is lost", "leak.c",
       "#include <stdlib.h>\nvoid first(void) { void *p = malloc(4); p = 0; }\n", "leak", kSanitizers},
  };
  return kProbes;
}

struct Finding {
  bool is_there = true;
  std::string text;  // where it is not: what is wrong, and what to do
};

Finding checkProbe(const Probe& probe, const fs::path& folder) {
  const fs::path file = folder / probe.file;
  std::ofstream(file) << probe.source;
  CheckRequest request;
  request.file = file.string();
  request.checks = {probe.check};
  request.suggest = false;
  request.quiet = true;
  Diagnostics diagnostics;
  const CheckRun run = runCheck(request, diagnostics, {});
  if (diagnostics.hasErrors()) return {false, diagnostics.all().front().message + "; " + kHeaders};
  if (!run.failures.empty()) return {false, "weir failed: " + run.failures.front()};
  for (const results::CheckResult& result : run.result.results) {
    if (result.verdict != results::Verdict::Violated || !result.counterexample) continue;
    const results::Replay& replay = result.counterexample->replay.value_or(results::Replay{});
    return replay.confirmed ? Finding{} : Finding{false, replay.reason + "; " + probe.advice};
  }
  return {false, "the error was not found"};
}

Finding checkGraphviz() {
  const process::Finished drawn =
      process::runToEnd({.arguments = {"dot", "-Tjson0"}, .input = "digraph { a -> b }", .timeout_s = 60});
  return drawn.ok() ? Finding{} : Finding{false, "pages of --html draw heaps as lists: install graphviz"};
}

/// A folder for the probes, which goes with it.
class Folder {
 public:
  Folder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "weir-doctor-XXXXXX").string();
    if (!error && mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

ExitStatus runDoctor(CommandContext& context) {
  bool is_whole = true;
  const auto print = [&](const std::string& name, const Finding& finding) {
    context.out << (finding.is_there ? "ok       " : "missing  ") << name;
    if (!finding.is_there) context.out << ": " << finding.text;
    context.out << "\n" << std::flush;
    is_whole = is_whole && finding.is_there;
  };
  const Folder folder;
  if (folder.path().empty()) {
    print("a folder for temporary files", {false, "set TMPDIR to one that can be written"});
    return ExitStatus::Unknown;
  }
  for (const Probe& probe : probes()) print(probe.name, checkProbe(probe, folder.path()));
  print("pictures of heaps (graphviz)", checkGraphviz());
  context.out << (is_whole ? "\nweir has all that it uses\n" : "\nweir works, without what is missing\n");
  return is_whole ? ExitStatus::Holds : ExitStatus::Unknown;
}

}  // namespace

void addDoctorCommand(CLI::App& weir, CommandContext& context) {
  CLI::App* command = weir.add_subcommand("doctor", "Say what of this machine weir uses, and what is missing");
  command->footer("Exit status: 0 where all is there, 3 where something is missing.");
  command->callback([&context] { context.status = runDoctor(context); });
}

}  // namespace weir::tools
