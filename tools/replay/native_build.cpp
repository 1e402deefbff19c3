// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/native_build.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "ir/program/model_class.h"
#include "tools/process/process.h"
#include "tools/replay/embedded.h"
#include "tools/replay/shared_prefixes.h"

namespace weir::replay {
namespace {

/// The user's flags without those that choose what is compiled and where it goes.
std::vector<std::string> userFlags(const std::vector<std::string>& given) {
  static const std::set<std::string> kWithValue = {"-o", "-x", "-MF", "-MT", "-MQ"};
  static const std::set<std::string> kAlone = {"-c", "-fsyntax-only", "-S", "-E", "-M", "-MM", "-MD", "-MMD"};
  std::vector<std::string> flags;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (kWithValue.contains(given[i])) {
      ++i;
    } else if (!kAlone.contains(given[i]) && !given[i].starts_with("-O") && !given[i].starts_with("-Werror")) {
      flags.push_back(given[i]);
    }
  }
  return flags;
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

/// Links several times faster than the default, which is what a replay of a small source mostly waits for.
bool hasLld() {
  static const bool found = [] {
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    std::error_code ignored;
    for (std::string folder; std::getline(folders, folder, ':');)
      if (std::filesystem::exists(std::filesystem::path(folder) / "ld.lld", ignored)) return true;
    return std::filesystem::exists(std::filesystem::path(WEIR_CLANG_CXX).parent_path() / "ld.lld", ignored);
  }();
  return found;
}

/// The names in "undefined reference to `name'".
std::set<std::string> undefinedIn(const std::string& log) {
  static const std::string kPhrase = "undefined reference to `";
  std::set<std::string> names;
  for (auto at = log.find(kPhrase); at != std::string::npos; at = log.find(kPhrase, at + 1)) {
    const auto begin = at + kPhrase.size();
    names.insert(log.substr(begin, log.find('\'', begin) - begin));
  }
  return names;
}

}  // namespace

NativeBuild::NativeBuild(const program::Program& program, Sanitizer sanitizer, program::CheckedErrors checked,
                         std::string folder, std::set<std::string> without_effect)
    : program_(program),
      sanitizer_(sanitizer),
      folder_(std::move(folder)),
      is_c_(program.is_c),
      without_effect_(std::move(without_effect)) {
  runtime_ = {WEIR_CLANG_C, "-w", "-O1", "-c", file("weir_replay.c"), "-o", file("weir_replay.o")};
  compile_ = {is_c_ ? WEIR_CLANG_C : WEIR_CLANG_CXX};
  for (std::string& flag : userFlags(program.compile_flags)) compile_.push_back(std::move(flag));
  compile_.insert(compile_.end(), {"-w", "-g1", "-O0", "-fno-omit-frame-pointer"});
  if (!is_c_) compile_.emplace_back("-fno-access-control");
  // Where weir has models of the library's containers, the real ones report which element is asked for but not there.
  // Their iterators do so in debug mode, whose code in the library is not instrumented for the memory sanitizer.
  if (std::any_of(program.classes().begin(), program.classes().end(),
                  [](const program::ClassDecl* class_decl) { return program::isModelClass(*class_decl); }))
    compile_.emplace_back(sanitizer == Sanitizer::Memory ? "-D_GLIBCXX_ASSERTIONS" : "-D_GLIBCXX_DEBUG");
  const std::string sanitize = sanitizer == Sanitizer::Memory ? "-fsanitize=memory" : "-fsanitize=address,undefined";
  compile_.push_back(sanitize);
  if (sanitizer == Sanitizer::Memory) {
    runtime_.emplace_back("-DWEIR_MEMORY_SANITIZER");
  } else {
    // Null is reported and then met: a reference to it that nobody uses is to be passed over.
    compile_.insert(compile_.end(), {"-fno-sanitize=enum", "-fno-sanitize-recover=all", "-fsanitize-recover=null"});
  }
  if (!checked.contains(program::ErrorKind::Overflow)) {
    compile_.emplace_back("-fwrapv");
    if (sanitizer == Sanitizer::Address)
      compile_.emplace_back("-fno-sanitize=signed-integer-overflow,pointer-overflow,shift-base");
  }
  for (const program::OtherSource& each : program.other_sources) others_.push_back(commandFor(each));
  compile_.insert(compile_.end(), {"-c", source(), "-o", file("repro.o")});
  link_ = {WEIR_CLANG_CXX,
           sanitize,
           "-rdynamic",
           "-Wl,--no-demangle,--wrap=malloc,--wrap=calloc,--wrap=_Znwm,--wrap=_Znam",
           file("repro.o"),
           file("weir_replay.o"),
           "-o",
           executable(),
           "-lm"};
  for (const Command& each : others_) link_.push_back(each.back());
}

/// A function of C that is declared only and that weir takes for malloc, realloc or free because of its name
/// (frontend/memory/allocation.cpp), so that it is no function of the program; null where it is not one of them.
static const char* libraryFunctionFor(const std::string& name, const program::Program& program) {
  if (!program.is_c || !program.findProcedures(name).empty()) return nullptr;
  const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
  if (has("realloc")) return "void* %(void* old, unsigned long size) { return realloc(old, size); }\n";
  // With one argument or two: only the source knows.
  if (has("calloc")) return nullptr;
  if (has("alloc")) return "void* %(unsigned long size) { return malloc(size); }\n";
  return has("free") ? "void %(void* block) { free(block); }\n" : nullptr;
}

/// As the source itself is compiled, with its own flags; its `main` is not the one that runs.
NativeBuild::Command NativeBuild::commandFor(const program::OtherSource& other) const {
  Command made = {WEIR_CLANG_C};
  for (std::string& flag : userFlags(other.flags)) made.push_back(std::move(flag));
  const auto ours = std::find(compile_.begin(), compile_.end(), "-w");
  made.insert(made.end(), ours, compile_.end());
  made.insert(made.end(), {"-Dmain=weir_other_main", "-c", std::filesystem::absolute(other.file).string(), "-o",
                           file("other" + std::to_string(others_.size()) + ".o")});
  return made;
}

std::string NativeBuild::command() const {
  std::string text;
  std::vector<Command> commands{runtime_, compile_};
  commands.insert(commands.end(), others_.begin(), others_.end());
  commands.push_back(link_);
  for (const Command& command : commands) text += joined(command) + "\n";
  // As seen from inside the folder, wherever that is.
  const std::string prefix = file("");
  for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) text.erase(at, prefix.size());
  return text;
}

std::string NativeBuild::run(const Command& command) const {
  const process::Finished result =
      process::runToEnd({.arguments = command, .err_file = file("build.log"), .timeout_s = 300});
  if (result.ok()) return "";
  if (!result.started) return command.front() + " was not found";
  if (result.timed_out) return "compiling took too long";
  return firstError(textIn(file("build.log")));
}

const program::Field* NativeBuild::variableNamed(const std::string& symbol) const {
  if (program_.globalsClass() == nullptr) return nullptr;
  for (const program::Field* field : program_.globalsClass()->fields)
    if (field->elsewhere && field->elsewhere->symbol == symbol) return field;
  return nullptr;
}

bool NativeBuild::isWithoutEffect(const std::string& symbol) const {
  return std::ranges::any_of(without_effect_, [&](const std::string& name) {
    const std::size_t scope = name.rfind("::");
    const std::string last = scope == std::string::npos ? name : name.substr(scope + 2);
    return symbol == name ||
           (symbol.starts_with("_Z") && symbol.find(std::to_string(last.size()) + last) != std::string::npos);
  });
}

std::string NativeBuild::standInFor(std::set<std::string> names, const std::string& log) const {
  names.merge(undefinedIn(log));
  if (names.empty()) return firstError(log);
  std::ofstream stubs(file("missing.c"));
  stubs << "/* Functions and variables that the source uses and another file defines. */\n#include \"weir_replay.h\"\n"
        << "#include <stdlib.h>\n";
  int count = 0;
  for (const std::string& name : names) {
    const std::string missing = "weir_missing" + std::to_string(count++);
    // A table of virtual functions, or a type: a call that needs it fails, and with it the replay; others do not.
    if (name.starts_with("_ZT")) {
      stubs << "char " << missing << "[4096] __asm__(\"" << name << "\") __attribute__((aligned(16)));\n";
      continue;
    }
    if (const program::Field* variable = variableNamed(name)) {
      // What is const has pages of its own, so that nobody writes to it once it has its value.
      const bool is_const = variable->is_read_only;
      const long size = std::max(variable->elsewhere->size, 1L);
      stubs << "char " << missing << "["
            << (is_const ? "WEIR_PAGES(" + std::to_string(size) + ")" : std::to_string(size)) << "] __asm__(\"" << name
            << "\") __attribute__((aligned("
            << (is_const ? "WEIR_PAGE" : std::to_string(variable->elsewhere->alignment)) << ")));\n";
      continue;
    }
    if (isWithoutEffect(name)) {
      stubs << "unsigned long long " << missing << "(void) __asm__(\"" << name << "\");\nunsigned long long " << missing
            << "(void) { return 0; }\n";
      continue;
    }
    if (const char* definition = libraryFunctionFor(name, program_)) {
      std::string text = definition;
      stubs << text.replace(text.find('%'), 1, name);
      continue;
    }
    stubs << "unsigned long long " << missing << "(WEIR_PASSED) __asm__(\"" << name << "\");\nunsigned long long "
          << missing << "(WEIR_PASSED) {\n  const unsigned long long passed[] = {WEIR_PASSED_ON};\n"
          << "  return weir_planned(\"" << name << "\", passed);\n}\n";
  }
  stubs.close();
  const std::string object = file("missing.o");
  const std::string error = run({WEIR_CLANG_C, "-w", "-c", file("missing.c"), "-o", object});
  if (!error.empty()) return error;
  Command link = link_;
  link.push_back(object);
  return run(link);
}

/// The source, where others of the run began in the same way; without what it begins with.
bool NativeBuild::isCompiledFromPrefix() const {
  if (is_c_) return false;
  const std::string text = textIn(source());
  const std::size_t begin = text.find("#define main ");
  const std::size_t end = text.find("\n\n", begin);
  if (begin == std::string::npos || end == std::string::npos) return false;
  const Command flags(compile_.begin(), compile_.end() - 4);  // without -c and -o
  const std::string header = precompiled(text.substr(begin, end - begin) + "\n", flags,
                                         [&](const Command& command) { return run(command).empty(); });
  if (header.empty()) return false;
  std::ofstream(file("rest.cpp")) << text.substr(end);
  Command rest = flags;
  rest.insert(rest.end(), {"-include-pch", header, "-c", file("rest.cpp"), "-o", file("repro.o")});
  const bool is_compiled = run(rest).empty();
  std::error_code ignored;
  std::filesystem::remove(file("rest.cpp"), ignored);
  return is_compiled;
}

/// What is missing is told by the default linker, in its words.
std::string NativeBuild::link() const {
  if (hasLld()) {
    Command fast = link_;
    fast.emplace_back("-fuse-ld=lld");
    if (run(fast).empty()) return "";
  }
  return run(link_);
}

std::string NativeBuild::build(const std::set<std::string>& elsewhere) const {
  std::ofstream(file("weir_replay.h")) << embedded::runtimeHeader();
  std::ofstream(file("weir_containers.h")) << embedded::runtimeContainers();
  std::ofstream(file("weir_replay.c")) << embedded::runtimeSource();
  if (const std::string_view object = embedded::runtimeObject(sanitizer_ == Sanitizer::Memory); !object.empty())
    std::ofstream(file("weir_replay.o"), std::ios::binary) << object;
  else if (const std::string error = run(runtime_); !error.empty())
    return error;
  if (const std::string error = isCompiledFromPrefix() ? "" : run(compile_); !error.empty()) return error;
  for (const Command& command : others_)
    if (const std::string error = run(command); !error.empty()) return error;
  std::string error = link();
  if (!error.empty() || !elsewhere.empty()) error = standInFor(elsewhere, textIn(file("build.log")));
  std::error_code ignored;
  for (const char* const left_over : {"repro.o", "weir_replay.o", "missing.o", "build.log"})
    std::filesystem::remove(file(left_over), ignored);
  return error;
}

std::string textIn(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace weir::replay
