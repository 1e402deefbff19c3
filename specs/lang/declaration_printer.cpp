// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declarations back to text; expressions and clauses are in printer.cpp.
#include "specs/lang/printer.h"

namespace weir::specs {
namespace {

std::string labelled(const Identifier& label) { return label.text.empty() ? "" : label.text + ": "; }

std::string body(const std::vector<Clause>& clauses, const std::string& indent) {
  std::string text = " {\n";
  for (const Clause& clause : clauses) text += indent + "  " + print(clause) + "\n";
  return text + indent + "}";
}

std::string declaration(const SourceDecl& source) {
  std::string text = "source \"" + source.path + "\"";
  if (!source.flags.empty()) text += " with";
  for (const std::string& flag : source.flags) text += " \"" + flag + "\"";
  return text;
}

std::string declaration(const UseDecl& use) {
  return use.library ? "use <" + use.name + ">" : "use \"" + use.name + "\"";
}

std::string declaration(const FunctionDecl& function) {
  std::string text = (function.predicate ? "pred " : "fun ") + function.name.text;
  if (!function.parameters.empty()) text += "[" + print(function.parameters) + "]";
  if (function.predicate) return text + " " + print(*function.body);
  return text + ": " + printType(function.result_multiplicity, *function.result_type) + " = " + print(*function.body);
}

std::string declaration(const InvariantDecl& invariant) {
  return "invariant " + labelled(invariant.label) + invariant.class_name.text + " " + print(*invariant.body);
}

std::string declaration(const MethodDecl& method) {
  return (method.trusted ? "trusted method " : "method ") + print(method.method) + body(method.clauses, "");
}

std::string declaration(const ModelDecl& model) {
  std::string text = "model " + model.class_name.text + " {\n";
  for (const VariableDecl& ghost : model.ghosts) text += "  " + print(std::vector{ghost}) + "\n";
  for (const MethodDecl& method : model.methods) {
    text += "  method " + method.method.name.text + "(" + print(method.parameters) + ")";
    if (method.method.is_const) text += " const";
    if (method.result_type) text += ": " + printType(method.result_multiplicity, *method.result_type);
    text += body(method.clauses, "  ") + "\n";
  }
  return text + "}";
}

std::string declaration(const CheckDecl& check) {
  std::string text = "check " + print(check.method);
  if (!check.label.text.empty()) text += "." + check.label.text;
  if (check.has_scope) text += " for " + std::to_string(check.scope);
  for (std::size_t i = 0; i < check.limits.size(); ++i)
    text += (i > 0 ? ", " : " but ") + std::to_string(check.limits[i].count) + " " + check.limits[i].class_name.text;
  if (check.has_unroll) text += " unroll " + std::to_string(check.unroll);
  return text;
}

}  // namespace

std::string print(const Declaration& value) {
  return std::visit([](const auto& specific) { return declaration(specific); }, value.value);
}

std::string print(const SpecFile& file) {
  std::string text;
  for (const Declaration& value : file.declarations) text += print(value) + "\n";
  return text;
}

}  // namespace weir::specs
