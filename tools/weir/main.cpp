// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weir's entry: splits off the compiler's flags, lets CLI11 choose the subcommand and turns the
// three kinds of failure (wrong input, not knowing, our own mistake) into exit statuses.
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "support/diagnostics.h"
#include "support/invariant.h"
#include "tools/weir/command.h"
#include "tools/weir/config_file.h"
#include "tools/weir/failure_report.h"

namespace weir::tools {
namespace {

const char* const kDescription = "weir checks methods of C and C++ libraries against properties of the heap.";

const char* const kFooter =
    "Exit status: 0 all hold, 1 something is violated, 2 the input is wrong,\n"
    "             3 something is unknown or vacuous, 70 weir itself failed.\n";

int asInt(ExitStatus status) { return static_cast<int>(status); }

int usageError(const std::string& message) {
  std::cerr << "weir: error: " << message << "\n'weir --help' and 'weir COMMAND --help' show what can be asked.\n";
  return asInt(ExitStatus::WrongInput);
}

const Command* findCommand(const std::string& name) {
  for (const Command& command : allCommands())
    if (command.name == name) return &command;
  return nullptr;
}

std::string unknownCommand(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : allCommands()) names.emplace_back(command.name);
  std::string message = "no command '" + name + "'";
  if (const auto nearest = nearestName(name, names)) message += "; did you mean '" + *nearest + "'?";
  return message;
}

// Diagnostics are coloured on a terminal, unless NO_COLOR is set and not empty.
bool coloursErrors() {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDERR_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0');
}

/// Adds what `.weir.yml` sets to the arguments after the command's name. False where it is wrong, which is then
/// reported.
bool addConfig(const CLI::App& app, const Command& command, std::vector<std::string>& arguments,
               CommandContext& context) {
  const auto name = std::find(arguments.begin(), arguments.end(), command.name);
  std::vector<std::string> own(name + 1, arguments.end());
  const auto config = findConfig(own);
  if (!config || std::find(arguments.begin(), arguments.end(), "--no-config") != arguments.end()) return true;
  Diagnostics diagnostics;
  applyConfig(*config, *app.get_subcommand(command.name), own, context.compiler_flags, diagnostics);
  diagnostics.print(context.err, context.colour);
  arguments.erase(name + 1, arguments.end());
  arguments.insert(arguments.end(), own.begin(), own.end());
  return !diagnostics.hasErrors();
}

int run(std::vector<std::string> arguments, const char* executable) {
  CommandContext context{std::cout, std::cerr, coloursErrors(), executable, {}};

  // CLI11 would read what follows `--` as more positional arguments.
  const auto separator = std::find(arguments.begin(), arguments.end(), "--");
  const bool has_flags = separator != arguments.end();
  if (has_flags) context.compiler_flags.assign(separator + 1, arguments.end());
  arguments.erase(separator, arguments.end());

  CLI::App app(kDescription, "weir");
  app.footer(kFooter);
  app.set_version_flag("--version", "weir " WEIR_VERSION);
  bool no_config = false, dump_config = false;
  app.add_flag("--no-config", no_config, "Read no .weir.yml");
  app.add_flag("--dump-config", dump_config, "Print the settings in force, as a .weir.yml, and do nothing else");
  app.fallthrough();
  for (const Command& command : allCommands()) command.add(app, context);

  const auto first = std::find_if(arguments.begin(), arguments.end(),
                                  [](const std::string& argument) { return !argument.starts_with("-"); });
  const Command* command = nullptr;
  if (first != arguments.end()) {
    command = findCommand(*first);
    if (command == nullptr) return usageError(unknownCommand(*first));
    if (has_flags && !command->takes_compiler_flags)
      return usageError("'weir " + *first + "' does not compile anything, so it takes no flags after '--'");
  }

  if (command != nullptr) {
    if (!addConfig(app, *command, arguments, context)) return asInt(ExitStatus::WrongInput);
    if (std::find(arguments.begin(), arguments.end(), "--dump-config") != arguments.end()) {
      CLI::App* chosen = app.get_subcommand(command->name);
      chosen->parse_complete_callback([chosen, &context] {
        context.out << dumpedConfig(*chosen, context.compiler_flags);
        throw CLI::Success();
      });
    }
  }

  try {
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
    app.parse(std::move(arguments));
  } catch (const CLI::Success& success) {
    return app.exit(success, std::cout, std::cerr);  // --help, --version
  } catch (const CLI::ParseError& error) {
    return usageError(error.what());
  }
  // Asked last, so that a misspelt option is named first.
  if (command == nullptr) return usageError("which command? For example: weir check list.weir");
  return asInt(context.status);
}

/// Keeps memory that was freed for the next query, up to 64 MB. By default glibc returns it to the system after nearly
/// every query, and each page that is used again costs a page fault: a sixth of the faults is left, and 3.7 s of
/// processor time became 2.2 s (weir check tests/verify/containers/iterators.weir --scope 2 --mode inline
/// --self-check).
void keepFreedMemory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

}  // namespace
}  // namespace weir::tools

int main(int argc, char** argv) {
  using weir::tools::ExitStatus;
  weir::tools::keepFreedMemory();
  weir::tools::reportCrashes(std::vector<std::string>(argv, argv + argc));
  try {
    return weir::tools::run(std::vector<std::string>(argv + 1, argv + argc), argv[0]);
  } catch (const std::bad_alloc&) {
    std::cerr << "weir: out of memory\n";
  } catch (const std::exception& error) {
    weir::tools::reportFailures({error.what()}, std::cerr);
  }
  return static_cast<int>(ExitStatus::InternalError);
}
