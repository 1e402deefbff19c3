// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands and options of weir as plain data, read off the command line's own parser.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace weir::tools {

struct OptionEntry {
  std::vector<std::string> names;  // "-j", "--jobs"; empty for a positional argument
  std::string positional;          // its name, "FILE"
  std::string value;               // "FILE", "DIR", "N"; empty for a switch
  std::string help;
  std::vector<std::string> choices;  // where only these are allowed
};

struct CommandEntry {
  std::string name;
  std::string help;
  std::string footer;
  std::vector<OptionEntry> options;
};

struct OptionTable {
  std::vector<OptionEntry> global;
  std::vector<CommandEntry> commands;
};

/// In the order in which help lists them; what is hidden there is left out.
OptionTable optionTable(const CLI::App& weir);

std::string bashCompletion(const OptionTable& table);
std::string zshCompletion(const OptionTable& table);
std::string fishCompletion(const OptionTable& table);

/// troff, for man(1).
std::string manPage(const OptionTable& table, const std::string& version);

}  // namespace weir::tools
