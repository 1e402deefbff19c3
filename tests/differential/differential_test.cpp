// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Frontend and interpreter against the compiler: every function of the corpus on random heaps, once in the interpreter
// and once compiled under sanitizers. Whatever differs is printed with the command that shows it again.
//
// A function of the corpus whose name starts with `helper_` is only called by others. One that starts with `gap_` uses
// what is not supported yet: it has to say so, and has to be renamed once it works.
//
// --native-flag compiles with a flag that the frontend is not given: then a difference must be found.
//
//   differential_test [--runs N] [--seed S] [--only FILE[:FUNCTION]] [--keep DIR] [--native-flag F] [-v] FILE…
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>

#include "frontend/frontend.h"
#include "ir/program/interpreter.h"
#include "support/diagnostics.h"
#include "tests/differential/heap_generator.h"
#include "tools/replay/replay.h"
#include "tools/replay/spelling.h"

namespace weir::differential {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCasesAProgram = 400;  // beyond, compiling one large file is slower than two

struct Options {
  long runs = 2000;
  std::uint64_t seed = 1;
  std::string only_file;
  std::string only_function;
  std::string keep;
  std::string native_flag;
  bool verbose = false;
  std::vector<std::string> files;
};

struct Totals {
  long runs = 0;
  long functions = 0;
  long failures = 0;
  long unobservable = 0;
  long left_out = 0;  // no end within the limits
  std::map<std::string, long> ends;
};

struct Planned {
  std::uint64_t seed;
  replay::Case replayed;
};

/// FNV: the standard's hash may differ from one library to the next, and the seed is there to be repeated.
std::uint64_t mix(std::uint64_t hash, const std::string& text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

bool isInside(const program::Program& program, const program::ClassDecl* class_decl) {
  const std::string& name = class_decl->name;
  for (auto at = name.find("::"); at != std::string::npos; at = name.find("::", at + 2))
    if (!program.findProcedures(name.substr(0, at)).empty()) return true;
  return false;
}

bool isGap(const program::Procedure& procedure) { return procedure.name.starts_with("gap_"); }

/// Functions that a program outside can call: not those of local classes and lambdas.
std::vector<const program::Procedure*> callable(const program::Program& program, const std::string& file) {
  std::vector<const program::Procedure*> found;
  for (const program::Procedure* procedure : program.procedures()) {
    if (procedure->is_external || procedure->is_implicit || procedure->whole_call != nullptr ||
        procedure->range.file.empty())
      continue;
    std::error_code unreadable;
    if (!fs::equivalent(procedure->range.file, file, unreadable)) continue;
    if (procedure->name.starts_with("helper_") || procedure->signature.find("lambda") != std::string::npos) continue;
    if (procedure->signature.find("...") != std::string::npos) continue;
    if (procedure->method_of != nullptr) {
      if (isInside(program, procedure->method_of)) continue;
      const bool builds = procedure->is_constructor || procedure->is_destructor;
      if (builds && procedure->method_of->is_abstract) continue;
      if (procedure->method_of->is_abstract && program.dynamicClasses(procedure->method_of).empty()) continue;
    }
    found.push_back(procedure);
  }
  return found;
}

std::string endOf(const program::Execution& execution) {
  switch (execution.outcome) {
    case program::Outcome::Returned: return "returned";
    case program::Outcome::Threw: return "threw";
    case program::Outcome::Error: return program::spelling(execution.error);
    case program::Outcome::Aborted: return "aborted";
    default: return "other";
  }
}

class FileTest {
 public:
  FileTest(const Options& options, const std::string& file, program::Program program, Totals& totals)
      : options_(options), file_(file), program_(std::move(program)), totals_(totals) {}

  void run(long runs_a_function) {
    runs_a_function_ = runs_a_function;
    for (const program::Procedure* procedure : callable(program_, file_)) {
      if (!options_.only_function.empty() && procedure->signature != options_.only_function &&
          procedure->name != options_.only_function)
        continue;
      ++totals_.functions;
      plan(*procedure, runs_a_function);
    }
    for (std::size_t first = 0; first < planned_.size(); first += kCasesAProgram)
      replayRange(first, std::min(planned_.size(), first + kCasesAProgram));
  }

 private:
  void plan(const program::Procedure& procedure, long runs) {
    program::InterpreterOptions limits;
    limits.record_steps = false;
    limits.max_steps = 20'000;
    limits.max_depth = 100;
    long made = 0;
    for (long attempt = 0; made < runs && attempt < 4 * runs; ++attempt) {
      const std::uint64_t seed = mix(mix(options_.seed + static_cast<std::uint64_t>(attempt) * 0x9e3779b97f4a7c15ULL,
                                         fs::path(file_).filename().string()),
                                     procedure.signature);
      Input input = HeapGenerator(program_, procedure, seed).generate();
      replay::Case replayed = replay::makeCase(procedure, std::move(input.arguments), std::move(input.heap), limits);
      switch (replayed.expected.outcome) {
        case program::Outcome::LimitReached:
        case program::Outcome::Assumption: ++totals_.left_out; continue;
        case program::Outcome::Unsupported:
          if (isGap(procedure)) return;
          // One past a single object has no counterpart (ir/program/interpreter.h): where heaps are made at random,
          // a pointer that is stepped may well point to one.
          if (replayed.expected.reason.find("the end position of an object") != std::string::npos) {
            ++totals_.left_out;
            continue;
          }
          fail(replayed, seed, "reached what is not supported: " + replayed.expected.reason);
          return;
        default: break;
      }
      ++made;
      if (isGap(procedure)) continue;
      planned_.push_back({seed, std::move(replayed)});
    }
    if (!isGap(procedure)) return;
    ++totals_.failures;
    std::cout << file_ << ": " << procedure.name << " is no gap any more: rename it\n";
  }

  void replayRange(std::size_t first, std::size_t last) {
    std::vector<const replay::Case*> cases;
    for (std::size_t i = first; i < last; ++i) cases.push_back(&planned_[i].replayed);
    replay::Options native;
    native.keep_directory = options_.keep;
    const replay::Replay replayed = replay::replay(program_, cases, native);
    if (replayed.results[0].outcome == replay::Outcome::CouldNotBuild && last - first > 1 && !halving_) {
      blame(first, last);
      return;
    }
    for (std::size_t i = first; i < last; ++i) {
      const replay::Result& result = replayed.results[i - first];
      ++totals_.runs;
      ++totals_.ends[endOf(planned_[i].replayed.expected)];
      const bool uninitialized = planned_[i].replayed.expected.outcome == program::Outcome::Error &&
                                 planned_[i].replayed.expected.error == program::ErrorKind::Uninitialized;
      if (result.outcome == replay::Outcome::Unobservable && !uninitialized)
        ++totals_.unobservable;
      else if (result.outcome != replay::Outcome::Agrees)
        fail(planned_[i].replayed, planned_[i].seed,
             std::string(replay::spelling(result.outcome)) + ": " + result.reason);
    }
  }

  /// One function that cannot be built spoils a whole program: try them apart.
  void blame(std::size_t first, std::size_t last) {
    halving_ = true;
    for (std::size_t begin = first; begin < last;) {
      std::size_t end = begin;
      while (end < last && planned_[end].replayed.procedure == planned_[begin].replayed.procedure) ++end;
      replayRange(begin, end);
      begin = end;
    }
    halving_ = false;
  }

  void fail(const replay::Case& replayed, std::uint64_t seed, const std::string& what) {
    ++totals_.failures;
    const std::string& signature = replayed.procedure->signature;
    if (++reported_[signature] > 2) return;  // the third failure of one function rarely tells more
    std::cout << file_ << ": " << signature << "\n  " << what << "\n  again: differential_test --seed " << options_.seed
              << " --runs " << runs_a_function_ << " --only '" << file_ << ":" << signature << "'   (heap " << seed
              << ")\n";
    if (!options_.verbose) return;
    for (program::ObjectId id = 0; id < replayed.before.size(); ++id) {
      const program::Object& object = replayed.before.at(id);
      std::cout << "    " << object.name << "\n";
    }
  }

  const Options& options_;
  std::string file_;
  program::Program program_;
  Totals& totals_;
  std::vector<Planned> planned_;
  std::map<std::string, int> reported_;
  long runs_a_function_ = 0;
  bool halving_ = false;
};

int runAll(const Options& options) {
  struct Read {
    std::string file;
    program::Program program;
  };
  std::vector<Read> programs;
  long functions = 0;
  for (const std::string& file : options.files) {
    if (!options.only_file.empty() && fs::path(file).filename() != fs::path(options.only_file).filename()) continue;
    Diagnostics diagnostics;
    const bool is_c = fs::path(file).extension() == ".c";
    auto program = frontend::readProgram({.file = file, .flags = {is_c ? "-std=gnu11" : "-std=c++20"}}, diagnostics);
    if (!program) {
      diagnostics.print(std::cerr, false);
      return 2;
    }
    if (!options.native_flag.empty()) program->compile_flags.push_back(options.native_flag);
    functions += static_cast<long>(callable(*program, file).size());
    programs.push_back({file, std::move(*program)});
  }
  if (functions == 0) {
    std::cerr << "differential_test: no function to run\n";
    return 2;
  }
  const long runs_a_function =
      options.only_function.empty() ? (options.runs + functions - 1) / functions : options.runs;
  Totals totals;
  for (Read& read : programs) FileTest(options, read.file, std::move(read.program), totals).run(runs_a_function);

  std::cout << totals.runs << " runs of " << totals.functions << " functions, seed " << options.seed << ": "
            << totals.failures << " failures, " << totals.unobservable << " unobservable, " << totals.left_out
            << " left out (no end within the limits)\n ";
  for (const auto& [end, count] : totals.ends) std::cout << " " << end << " " << count;
  std::cout << "\n";
  if (totals.failures != 0) return 1;
  if (options.only_file.empty() && totals.runs < options.runs * 9 / 10) {
    std::cout << "fewer runs than asked for: too many were left out\n";
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace weir::differential

int main(int argc, char** argv) {
  weir::differential::Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto next = [&] { return i + 1 < argc ? std::string(argv[++i]) : std::string(); };
    if (argument == "--runs")
      options.runs = std::stol(next());
    else if (argument == "--seed")
      options.seed = std::stoull(next());
    else if (argument == "--keep")
      options.keep = next();
    else if (argument == "--native-flag")
      options.native_flag = next();
    else if (argument == "-v")
      options.verbose = true;
    else if (argument == "--only") {
      const std::string only = next();
      const auto colon = only.find(':');
      options.only_file = only.substr(0, colon);
      if (colon != std::string::npos) options.only_function = only.substr(colon + 1);
    } else
      options.files.push_back(argument);
  }
  return weir::differential::runAll(options);
}
