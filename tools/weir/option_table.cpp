// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/weir/option_table.h"

#include <CLI/CLI.hpp>
#include <sstream>

namespace weir::tools {
namespace {

/// What stands between braces in the type's name, as CLI11 shows a set of choices: "TEXT:{refine,inline}".
std::vector<std::string> choicesIn(const std::string& type) {
  std::vector<std::string> out;
  const size_t open = type.find('{'), close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return out;
  std::istringstream in(type.substr(open + 1, close - open - 1));
  for (std::string choice; std::getline(in, choice, ',');) out.push_back(choice.substr(0, choice.find("->")));
  return out;
}

std::vector<OptionEntry> optionsOf(const CLI::App& app) {
  std::vector<OptionEntry> out;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    OptionEntry entry;
    for (const std::string& name : option->get_snames()) entry.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) entry.names.push_back("--" + name);
    if (entry.names.empty()) entry.positional = option->get_name();
    const std::string type = option->get_type_name();
    if (option->get_expected_max() > 0) {
      entry.choices = choicesIn(type);
      entry.value = type.substr(0, type.find(':'));
    }
    entry.help = option->get_description();
    out.push_back(std::move(entry));
  }
  return out;
}

/// Inside single quotes of a POSIX shell.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string joined(const std::vector<std::string>& words, const char* separator) {
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "" : separator) + w;
  return out;
}

std::string namesOf(const std::vector<OptionEntry>& options) {
  std::string out;
  for (const OptionEntry& o : options) {
    for (const std::string& n : o.names) out += (out.empty() ? "" : " ") + n;
  }
  return out;
}

bool isFolder(const OptionEntry& o) { return o.value.find("DIR") != std::string::npos; }

/// zsh reads [ ] : as its own inside a description.
std::string zshEscaped(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += c == '[' || c == ']' || c == ':' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out;
}

}  // namespace

OptionTable optionTable(const CLI::App& weir) {
  OptionTable table{optionsOf(weir), {}};
  for (const CLI::App* command : weir.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_group().empty()) continue;
    table.commands.push_back(
        {command->get_name(), command->get_description(), command->get_footer(), optionsOf(*command)});
  }
  return table;
}

std::string bashCompletion(const OptionTable& table) {
  std::ostringstream out;
  std::vector<std::string> names;
  for (const CommandEntry& c : table.commands) names.push_back(c.name);
  out << "# bash completion for weir: source <(weir completion bash)\n"
         "_weir() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= i\n"
         "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "    case ${COMP_WORDS[i]} in "
      << joined(names, "|") << ") command=${COMP_WORDS[i]}; break ;; esac\n  done\n  COMPREPLY=()\n"
      << "  case $command:$before in\n";
  for (const CommandEntry& c : table.commands) {
    for (const OptionEntry& o : c.options) {
      if (o.value.empty() || o.names.empty()) continue;
      for (const std::string& n : o.names) {
        out << "    " << c.name << ":" << n << ") ";
        if (!o.choices.empty()) {
          out << "COMPREPLY=($(compgen -W " << quoted(joined(o.choices, " ")) << " -- \"$word\"))";
        } else {
          out << "COMPREPLY=($(compgen -" << (isFolder(o) ? "d" : "f") << " -- \"$word\"))";
        }
        out << "; return ;;\n";
      }
    }
  }
  out << "  esac\n  case $command in\n";
  for (const CommandEntry& c : table.commands) {
    std::vector<std::string> words;
    for (const OptionEntry& o : c.options) {
      if (o.names.empty()) words.insert(words.end(), o.choices.begin(), o.choices.end());
    }
    out << "    " << c.name << ") if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "
        << quoted(namesOf(c.options) + " " + namesOf(table.global)) << " -- \"$word\")); else COMPREPLY=($(compgen ";
    if (words.empty()) {
      out << "-f";
    } else {
      out << "-W " << quoted(joined(words, " "));
    }
    out << " -- \"$word\")); fi ;;\n";
  }
  out << "    *) COMPREPLY=($(compgen -W " << quoted(joined(names, " ") + " " + namesOf(table.global))
      << " -- \"$word\")) ;;\n  esac\n}\ncomplete -o filenames -F _weir weir\n";
  return out.str();
}

std::string zshCompletion(const OptionTable& table) {
  std::ostringstream out;
  const auto argument = [](const OptionEntry& o) {
    const std::string value = o.value.empty() ? "value" : zshEscaped(o.value);
    if (!o.choices.empty()) return ":" + value + ":(" + joined(o.choices, " ") + ")";
    return ":" + value + (isFolder(o) ? ":_files -/" : ":_files");
  };
  out << "#compdef weir\n# zsh completion for weir: put it into a folder of $fpath as _weir\n_weir() {\n"
         "  local -a commands=(\n";
  for (const CommandEntry& c : table.commands) out << "    " << quoted(c.name + ":" + zshEscaped(c.help)) << "\n";
  out << "  )\n  if (( CURRENT == 2 )); then _describe command commands; return; fi\n  case ${words[2]} in\n";
  for (const CommandEntry& c : table.commands) {
    out << "    " << c.name << ") shift words; (( CURRENT-- )); _arguments";
    for (const OptionEntry& o : c.options) {
      for (const std::string& n : o.names)
        out << " \\\n      " << quoted(n + "[" + zshEscaped(o.help) + "]" + (o.value.empty() ? "" : argument(o)));
      if (o.names.empty()) out << " \\\n      " << quoted("*" + argument(o));
    }
    out << " ;;\n";
  }
  out << "  esac\n}\nif [[ $funcstack[1] == _weir ]]; then _weir \"$@\"; else compdef _weir weir; fi\n";
  return out.str();
}

std::string fishCompletion(const OptionTable& table) {
  std::ostringstream out;
  out << "# fish completion for weir: weir completion fish > ~/.config/fish/completions/weir.fish\n";
  const auto options = [&](const std::vector<OptionEntry>& list, const std::string& when) {
    for (const OptionEntry& o : list) {
      if (o.names.empty()) continue;
      out << "complete -c weir" << when;
      for (const std::string& n : o.names) out << (n.starts_with("--") ? " -l " + n.substr(2) : " -s " + n.substr(1));
      if (!o.choices.empty()) {
        out << " -x -a " << quoted(joined(o.choices, " "));
      } else if (isFolder(o)) {
        out << " -x -a '(__fish_complete_directories)'";
      } else if (!o.value.empty()) {
        out << " -r";
      }
      out << " -d " << quoted(o.help) << "\n";
    }
  };
  for (const CommandEntry& c : table.commands)
    out << "complete -c weir -n __fish_use_subcommand -f -a " << c.name << " -d " << quoted(c.help) << "\n";
  options(table.global, "");
  for (const CommandEntry& c : table.commands) options(c.options, " -n '__fish_seen_subcommand_from " + c.name + "'");
  return out.str();
}

}  // namespace weir::tools
