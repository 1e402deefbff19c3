// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/fmt_command.h"

#include <CLI/CLI.hpp>
#include <fstream>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "specs/lang/formatter.h"
#include "support/diagnostics.h"
#include "tools/weir/command.h"

namespace weir::tools {
namespace {

struct FmtOptions {
  std::vector<std::string> files;
  bool in_place = false;
  bool check = false;
};

// One file. True if nothing is wrong with it.
bool formatFile(const std::string& path, const FmtOptions& options, CommandContext& context) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream content;
  if (!in || !(content << in.rdbuf())) {
    context.err << path << ": error: cannot be read\n";
    return false;
  }
  Diagnostics diagnostics;
  const std::string formatted = specs::format(std::make_shared<specs::SourceText>(path, content.str()), diagnostics);
  diagnostics.print(context.err, context.colour);
  if (diagnostics.hasErrors()) return false;
  if (options.check) {
    if (formatted != content.str()) context.err << path << ": error: not formatted; run 'weir fmt -i " << path << "'\n";
    return formatted == content.str();
  }
  if (!options.in_place) {
    context.out << formatted;
    return true;
  }
  if (formatted == content.str()) return true;
  std::ofstream out(path, std::ios::binary);
  if (out << formatted && out.flush()) return true;
  context.err << path << ": error: cannot be written\n";
  return false;
}

}  // namespace

void addFmtCommand(CLI::App& weir, CommandContext& context) {
  const auto options = std::make_shared<FmtOptions>();
  CLI::App* command = weir.add_subcommand("fmt", "Lay specifications out");
  command->add_option("FILE", options->files, "Specifications (.weir)")->required();
  command->add_flag("-i,--in-place", options->in_place, "Rewrite the files instead of printing them");
  command->add_flag("--check", options->check, "Only list the files that are not formatted; the exit status is then 2");
  command->footer(
      "Example:\n"
      "  weir fmt -i list.weir\n"
      "Only white space changes; words and comments stay.");
  command->callback([options, &context] {
    bool good = true;
    for (const std::string& file : options->files) good = formatFile(file, *options, context) && good;
    context.status = good ? ExitStatus::Holds : ExitStatus::WrongInput;
  });
}

}  // namespace weir::tools
