// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sstream>

#include "tools/weir/option_table.h"

namespace weir::tools {
namespace {

/// Text in troff: its own signs escaped, no line that starts with a request.
std::string troff(const std::string& text) {
  std::string out;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    line_start = c == '\n';
  }
  return out;
}

void writeOptions(std::ostream& out, const std::vector<OptionEntry>& options) {
  for (const OptionEntry& o : options) {
    out << ".TP\n";
    std::string head;
    for (const std::string& name : o.names) head += (head.empty() ? "\\fB" : ", \\fB") + troff(name) + "\\fR";
    if (o.names.empty()) head = "\\fI" + troff(o.positional) + "\\fR";
    if (!o.names.empty() && !o.value.empty()) head += " \\fI" + troff(o.value) + "\\fR";
    out << head << "\n" << troff(o.help);
    if (!o.choices.empty()) {
      out << ": one of";
      for (size_t i = 0; i < o.choices.size(); ++i) out << (i ? ", " : " ") << troff(o.choices[i]);
    }
    out << ".\n";
  }
}

}  // namespace

std::string manPage(const OptionTable& table, const std::string& version) {
  std::ostringstream out;
  out << ".TH WEIR 1 \"\" \"weir " << troff(version) << "\" \"User Commands\"\n"
      << ".SH NAME\nweir \\- check methods of C and C++ libraries against properties of the heap\n"
      << ".SH SYNOPSIS\n.B weir\n.I COMMAND\n[\\fIOPTION\\fR]... [\\fB\\-\\-\\fR \\fICOMPILER FLAGS\\fR]\n"
      << ".SH DESCRIPTION\n"
      << "The user writes the property of one method and nothing else: what its callees do is inferred.\n"
      << "A run ends with a real bug, shown as an execution that has been replayed, or with a proof within a scope:\n"
      << "a greatest number of objects of each class and of iterations of each loop.\n"
      << ".SH COMMANDS\n";
  for (const CommandEntry& c : table.commands) {
    out << ".SS weir " << troff(c.name) << "\n" << troff(c.help) << ".\n";
    writeOptions(out, c.options);
    if (!c.footer.empty()) out << ".PP\n.nf\n" << troff(c.footer) << "\n.fi\n";
  }
  out << ".SH OPTIONS\nFor every command:\n";
  writeOptions(out, table.global);
  out << ".SH EXIT STATUS\n"
      << ".TP\n0\nAll hold or are proved.\n.TP\n1\nSomething is violated.\n.TP\n2\nThe input is wrong.\n"
      << ".TP\n3\nSomething is unknown or vacuous and nothing is violated.\n.TP\n70\nweir itself failed.\n"
      << ".SH FILES\n.TP\n\\&.weir.yml\nSettings, found in the folder of the input or above it; the command line "
         "wins.\n"
      << ".SH ENVIRONMENT\n.TP\nNO_COLOR\nWhere it is set and not empty, nothing is coloured.\n";
  return out.str();
}

}  // namespace weir::tools
