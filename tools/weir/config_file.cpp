// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/config_file.h"

#include <yaml-cpp/yaml.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "support/diagnostics.h"

namespace weir::tools {
namespace {

namespace fs = std::filesystem;

// These choose what to do, not how: a file that set them would change what a command means.
const char* const kNotSettings[] = {"help", "version", "dump-config", "config", "no-config"};

std::vector<std::string> settingsOf(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      if (std::find(std::begin(kNotSettings), std::end(kNotSettings), name) == std::end(kNotSettings))
        names.push_back(name);
    }
  }
  return names;
}

bool isGiven(const CLI::Option& option, const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    for (const std::string& name : option.get_lnames()) {
      if (argument == "--" + name || argument.starts_with("--" + name + "=")) return true;
    }
    for (const std::string& name : option.get_snames()) {
      if (argument.starts_with("-" + name) && !argument.starts_with("--")) return true;
    }
  }
  return false;
}

class Reader {
 public:
  Reader(const std::string& path, Diagnostics& diagnostics) : path_(path), diagnostics_(diagnostics) {}

  void read(const CLI::App& command, std::vector<std::string>& arguments, std::vector<std::string>& compiler_flags) {
    YAML::Node root;
    try {
      root = YAML::LoadFile(path_);
    } catch (const YAML::BadFile&) {
      diagnostics_.error({path_, {}, {}}, "cannot be read");
      return;
    } catch (const YAML::ParserException& e) {
      diagnostics_.error(at(e.mark), e.msg);
      return;
    }
    if (root.IsNull()) return;
    if (!root.IsMap()) return error(root, "should be sections: a command's name with its settings");
    std::vector<std::string> commands;
    for (const CLI::App* c : command.get_parent()->get_subcommands([](const CLI::App*) { return true; }))
      commands.push_back(c->get_name());
    for (const auto& section : root) {
      const auto name = section.first.as<std::string>("");
      if (std::find(commands.begin(), commands.end(), name) == commands.end()) {
        unknown(section.first, "command", name, commands);
      } else if (name == command.get_name()) {
        readSection(section.second, command, arguments, compiler_flags);
      }
    }
  }

 private:
  SourceRange at(const YAML::Mark& mark) const {
    if (mark.is_null()) return {path_, {}, {}};
    return {path_, {mark.line + 1, mark.column + 1}, {mark.line + 1, mark.column + 2}};
  }
  void error(const YAML::Node& node, const std::string& message) { diagnostics_.error(at(node.Mark()), message); }

  void unknown(const YAML::Node& node, const std::string& what, const std::string& name,
               const std::vector<std::string>& known) {
    const auto near = nearestName(name, known);
    error(node, "no " + what + " '" + name + "'" + (near ? "; did you mean '" + *near + "'?" : ""));
  }

  void readSection(const YAML::Node& section, const CLI::App& command, std::vector<std::string>& arguments,
                   std::vector<std::string>& compiler_flags) {
    if (section.IsNull()) return;
    if (!section.IsMap()) return error(section, "should be settings, 'name: value'");
    std::vector<std::string> known = settingsOf(command);
    known.push_back("flags");
    const std::vector<std::string> given = arguments;
    for (const auto& setting : section) {
      const auto name = setting.first.as<std::string>("");
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        unknown(setting.first, "setting", name, known);
      } else if (name == "flags") {
        if (compiler_flags.empty()) compiler_flags = words(setting.second);
      } else {
        const CLI::Option* option = command.get_option_no_throw("--" + name);
        if (!isGiven(*option, given)) addArgument(name, *option, setting.second, arguments);
      }
    }
  }

  void addArgument(const std::string& name, const CLI::Option& option, const YAML::Node& value,
                   std::vector<std::string>& arguments) {
    const bool is_flag = option.get_expected_max() == 0;
    if (is_flag) {
      bool on = false;
      if (!YAML::convert<bool>::decode(value, on)) return error(value, "'" + name + "' should be true or false");
      if (on) arguments.push_back("--" + name);
      return;
    }
    // A list or a map is written as the command line has it: a,b and Node=3,List=1.
    std::string text;
    if (value.IsMap()) {
      for (const auto& entry : value)
        text += (text.empty() ? "" : ",") + entry.first.as<std::string>("") + "=" + entry.second.as<std::string>("");
    } else {
      for (const std::string& word : words(value)) text += (text.empty() ? "" : ",") + word;
    }
    arguments.push_back("--" + name + "=" + text);
  }

  std::vector<std::string> words(const YAML::Node& value) {
    std::vector<std::string> out;
    if (value.IsScalar()) out.push_back(value.as<std::string>());
    if (value.IsSequence()) {
      for (const YAML::Node& item : value) {
        if (item.IsScalar()) {
          out.push_back(item.as<std::string>());
        } else {
          error(item, "should be a word");
        }
      }
    }
    return out;
  }

  std::string path_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::optional<std::string> findConfig(const std::vector<std::string>& arguments) {
  std::error_code code;
  fs::path folder = fs::current_path(code);
  for (const std::string& argument : arguments) {
    if (argument.starts_with("-") || !fs::is_regular_file(argument, code)) continue;
    folder = fs::absolute(argument, code).parent_path();
    break;
  }
  for (fs::path at = folder.lexically_normal();; at = at.parent_path()) {
    if (fs::is_regular_file(at / ".weir.yml", code)) return (at / ".weir.yml").string();
    if (at == at.parent_path()) return std::nullopt;
  }
}

void applyConfig(const std::string& path, const CLI::App& command, std::vector<std::string>& arguments,
                 std::vector<std::string>& compiler_flags, Diagnostics& diagnostics) {
  Reader(path, diagnostics).read(command, arguments, compiler_flags);
}

std::string dumpedConfig(const CLI::App& command, const std::vector<std::string>& compiler_flags) {
  const std::vector<std::string> settings = settingsOf(command);
  YAML::Emitter out;
  out << YAML::BeginMap << YAML::Key << command.get_name() << YAML::Value << YAML::BeginMap;
  for (const CLI::Option* option : command.get_options()) {
    const auto& names = option->get_lnames();
    if (names.empty() || std::find(settings.begin(), settings.end(), names.front()) == settings.end()) continue;
    if (option->get_expected_max() == 0) {
      if (option->count() > 0) out << YAML::Key << names.front() << YAML::Value << true;
    } else if (option->count() > 0) {
      std::string text;
      for (const std::string& value : option->results()) text += (text.empty() ? "" : ",") + value;
      out << YAML::Key << names.front() << YAML::Value << text;
    } else if (const std::string text = option->get_default_str(); !text.empty()) {
      out << YAML::Key << names.front() << YAML::Value << text;
    }
  }
  if (!compiler_flags.empty()) out << YAML::Key << "flags" << YAML::Value << YAML::Flow << compiler_flags;
  out << YAML::EndMap << YAML::EndMap;
  return std::string(out.c_str()) + "\n";
}

}  // namespace weir::tools
