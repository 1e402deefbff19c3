// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/init/starter.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>

#include "tools/init/preconditions.h"
#include "tools/init/shapes.h"

namespace weir::init {
namespace {

using program::ClassDecl;
using program::Procedure;

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + "\"";
}

/// "next", or "(left + right)".
std::string step(const program::Program& program, const Linked& linked) {
  std::string text;
  for (const std::string& f : linked.forward) text += (text.empty() ? "" : " + ") + fieldName(program, *linked.cell, f);
  return linked.forward.size() > 1 ? "(" + text + ")" : text;
}

void suggestFor(const program::Program& program, const Holder& h, std::vector<Suggestion>& out) {
  const Linked& l = *h.linked;
  const std::string next = step(program, l);
  const std::string cells = "this." + fieldName(program, *h.holder, h.entry) + ".*" + next;
  const auto add = [&](const std::string& label, const std::string& formula) {
    out.push_back({label, h.holder->name, formula});
  };
  add("acyclic", "no x: " + cells + " | x in x.^" + next);
  if (h.last && l.forward.size() == 1)
    add("ends", "this." + fieldName(program, *h.holder, *h.last) + " = {x: " + cells + " | no x." + next + "}");
  if (h.count) add("counted", "this." + fieldName(program, *h.holder, *h.count) + " = #(" + cells + ")");
  if (!l.backward) return;
  const std::string back = fieldName(program, *l.cell, *l.backward);
  if (l.forward.size() == 1) {
    add("inverse", "all a, b: " + cells + " | a." + next + " = b <=> b." + back + " = a");
  } else {
    add("inverse", "all a, b: " + cells + " | b in a." + next + " <=> b." + back + " = a");
  }
}

void writeClasses(std::ostream& out, const program::Program& program) {
  out << "// What a specification can name. A class is the set of its live objects, a field a relation from it.\n";
  for (const ClassDecl* c : program.classes()) {
    if (!isOwn(*c)) continue;
    out << "//   " << c->name;
    for (size_t i = 0; i < c->bases.size(); ++i) out << (i ? ", " : ": ") << c->bases[i]->name;
    out << "\n";
    for (const program::Field* f : c->fields) out << "//     " << f->name << ": " << program::toString(f->type) << "\n";
  }
}

/// The compiler names files by their whole path, the user mostly does not.
bool inMainFile(const Procedure& p, const program::Program& program) {
  const auto whole = [](const std::string& path) { return std::filesystem::absolute(path).lexically_normal(); };
  return whole(p.range.file) == whole(program.main_file);
}

bool isWorthSpecifying(const Procedure& p, const program::Program& program) {
  return !p.is_external && !p.is_implicit && p.whole_call == nullptr && !p.is_constructor && !p.is_destructor &&
         !p.body.empty() && inMainFile(p, program) && &p != program.static_initializer && p.name != "main" &&
         p.name.find('(') == std::string::npos;
}

/// A struct of C: an invariant would be of no method.
bool hasMethods(const program::Program& program, const std::string& class_name) {
  return std::ranges::any_of(program.procedures(), [&](const Procedure* p) {
    return p->method_of != nullptr && !p->is_implicit && p->method_of->name == class_name;
  });
}

/// "valid_list" of "list".
std::string predicateName(const std::string& class_name) {
  std::string name = "valid_";
  for (const char c : class_name) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

/// Invariants of classes with methods; of the others a `pred` for functions to require.
void writeSuggestions(std::ostream& out, const program::Program& program, const std::vector<Suggestion>& suggestions) {
  if (suggestions.empty()) return;
  out << "\n// Suggested by the shape of the types: uncomment what is meant to hold between calls.\n";
  for (std::size_t i = 0; i < suggestions.size(); ++i) {
    const Suggestion& s = suggestions[i];
    if (hasMethods(program, s.class_name)) {
      out << "// invariant " << s.label << ": " << s.class_name << " { " << s.formula << " }\n";
      continue;
    }
    const bool is_first = i == 0 || suggestions[i - 1].class_name != s.class_name;
    const bool is_last = i + 1 == suggestions.size() || suggestions[i + 1].class_name != s.class_name;
    if (is_first) out << "// pred " << predicateName(s.class_name) << "[it: " << s.class_name << "] {\n";
    std::string formula = s.formula;
    for (std::size_t at = 0; (at = formula.find("this.", at)) != std::string::npos;) formula.replace(at, 4, "it");
    out << "//   " << formula << "\n";
    if (is_last) out << "// }\n";
  }
}

/// What a function of C can ask of its arguments, once the `pred` is there.
std::string requirementsOf(const Procedure& p, const program::Program& program,
                           const std::vector<Suggestion>& suggestions) {
  std::string text;
  for (const program::Local* local : p.parameters) {
    const bool is_valid = local->type->isObjectPointer() && local->name != "this" &&
                          std::ranges::any_of(suggestions, [&](const Suggestion& s) {
                            return s.class_name == local->type->pointee->class_decl->name;
                          });
    if (is_valid && !hasMethods(program, local->type->pointee->class_decl->name))
      text += (text.empty() ? " " : " and ") + predicateName(local->type->pointee->class_decl->name) + "[" +
              local->name + "]";
  }
  return text;
}

void writeMethods(std::ostream& out, const program::Program& program, const std::vector<Suggestion>& suggestions) {
  Preconditions preconditions(program);
  for (const Procedure* p : program.procedures()) {
    if (!isWorthSpecifying(*p, program)) continue;
    const bool overloaded = program.findProcedures(p->name).size() > 1;
    out << "\nmethod " << (overloaded ? p->signature : p->name) << " {\n";
    std::string parameters;
    for (const program::Local* local : p->parameters) {
      if (local->name != "this" && !local->name.starts_with("%"))
        parameters += (parameters.empty() ? "" : ", ") + local->name + ": " + program::toString(local->type);
    }
    if (!parameters.empty()) out << "  // " << parameters << "\n";
    if (p->result && p->result->kind != program::TypeKind::Void)
      out << "  // return: " << program::toString(p->result) << "\n";
    if (const std::optional<Precondition> found = preconditions.of(*p)) {
      out << (found->formula.empty() ? "  // whatever it is given: " : "  requires " + found->formula + "  // else ")
          << found->error << "\n";
    }
    out << "  // requires" << requirementsOf(*p, program, suggestions) << "\n  // ensures label:\n  checks memory\n}\n";
  }
}

}  // namespace

std::vector<Suggestion> suggestInvariants(const program::Program& program) {
  std::vector<Suggestion> out;
  const std::vector<Linked> linked = linkedClasses(program);
  for (const Holder& h : holders(program, linked)) suggestFor(program, h, out);
  return out;
}

std::string starterFile(const program::Program& program, const std::string& source,
                        const std::vector<std::string>& flags) {
  std::ostringstream out;
  out << "// A start, made by `weir init`. As it stands it checks each method for invalid memory accesses.\n"
      << "source " << quoted(source);
  if (!flags.empty()) out << " with";
  for (const std::string& flag : flags) out << " " << quoted(flag);
  out << "\n\n";
  writeClasses(out, program);
  const std::vector<Suggestion> suggestions = suggestInvariants(program);
  writeSuggestions(out, program, suggestions);
  writeMethods(out, program, suggestions);
  return out.str();
}

}  // namespace weir::init
