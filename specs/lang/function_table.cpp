// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/function_table.h"

#include <algorithm>
#include <array>
#include <functional>

namespace weir::specs {
namespace {

void visit(const Expr& expr, const std::function<void(const Expr&)>& see) {
  see(expr);
  for (const VariableDecl& decl : expr.decls) visit(*decl.type, see);
  for (const ExprPtr& child : expr.children) visit(*child, see);
}

bool hasParameter(const FunctionEntry& entry, const std::string& name) {
  return std::any_of(entry.parameters.begin(), entry.parameters.end(),
                     [&](const auto& parameter) { return parameter.first.text == name; });
}

bool isOfLibrary(const SourceTextPtr& text) { return text != nullptr && text->path().starts_with('<'); }

}  // namespace

bool isBuiltinFunction(const std::string& name) {
  constexpr std::array<std::string_view, 14> kNames = {"extent", "position", "mul",       "div",       "rem",
                                                       "range",  "fresh",    "deref",     "owner",     "bitAnd",
                                                       "bitOr",  "bitXor",   "shiftLeft", "shiftRight"};
  return machineInteger(name) || std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

std::optional<MachineInteger> machineInteger(const std::string& name) {
  for (const int width : {8, 16, 32, 64}) {
    if (name == "int" + std::to_string(width)) return MachineInteger{width, true};
    if (name == "uint" + std::to_string(width)) return MachineInteger{width, false};
  }
  return std::nullopt;
}

auto* FunctionTable::entryIn(auto& table, const std::string& name, const SourceTextPtr& text) {
  const auto hidden = table.hidden_.find(name);
  if (hidden != table.hidden_.end() && isOfLibrary(text)) return &hidden->second;
  const auto found = table.entries_.find(name);
  return found == table.entries_.end() ? nullptr : &found->second;
}

FunctionTable::FunctionTable(const std::vector<SpecFile>& files, Diagnostics& diagnostics) {
  for (const SpecFile& file : files) {
    for (const Declaration& declaration : file.declarations) {
      const auto* decl = std::get_if<FunctionDecl>(&declaration.value);
      if (decl == nullptr) continue;
      const std::string& name = decl->name.text;
      if (isBuiltinFunction(name)) {
        diagnostics.error(file.text->rangeOf(decl->name.span), "'" + name + "' belongs to the language");
        continue;
      }
      FunctionEntry entry;
      entry.decl = decl;
      entry.text = file.text;
      for (const VariableDecl& parameter : decl->parameters)
        for (const Identifier& identifier : parameter.names) entry.parameters.emplace_back(identifier, &parameter);
      if (const auto known = entries_.find(name);
          known != entries_.end() && isOfLibrary(known->second.text) && !isOfLibrary(entry.text)) {
        FunctionEntry& of_library = hidden_[name] = std::move(known->second);
        std::ranges::replace(in_order_, &known->second, &of_library);
        entries_.erase(known);
      }
      const auto [place, is_new] = entries_.emplace(name, std::move(entry));
      if (is_new) {
        in_order_.push_back(&place->second);
        continue;
      }
      diagnostics.error(file.text->rangeOf(decl->name.span), "'" + name + "' is declared twice");
      diagnostics.note(place->second.text->rangeOf(place->second.decl->name.span), "it is declared here");
    }
  }
  std::vector<const FunctionEntry*> path;
  for (FunctionEntry* entry : in_order_) findPrimes(*entry, path, diagnostics);
}

void FunctionTable::findPrimes(FunctionEntry& entry, std::vector<const FunctionEntry*>& path,
                               Diagnostics& diagnostics) {
  if (visited_[&entry]) return;
  if (std::find(path.begin(), path.end(), &entry) != path.end()) {
    diagnostics.error(entry.text->rangeOf(entry.decl->name.span),
                      "'" + entry.decl->name.text + "' is defined by itself; use a closure instead of recursion");
    entry.is_broken = true;
    return;
  }
  path.push_back(&entry);
  visit(*entry.decl->body, [&](const Expr& expr) {
    if (expr.kind == ExprKind::Unary && expr.op == Op::Prime) entry.uses_prime = true;
    if (expr.kind == ExprKind::Box && expr.children[0]->name == "fresh") entry.uses_prime = true;
    const Expr& head = expr.kind == ExprKind::Box ? *expr.children[0] : expr;
    if (head.kind != ExprKind::Name) return;
    FunctionEntry* used = entryIn(*this, head.name, entry.text);
    if (used == nullptr || hasParameter(entry, head.name)) return;
    // `g.nodes` in the body of `nodes[g]` is the field: what takes arguments is used where it gets them.
    if (expr.kind == ExprKind::Name && !used->parameters.empty()) return;
    findPrimes(*used, path, diagnostics);
    entry.uses_prime = entry.uses_prime || used->uses_prime;
    entry.is_broken = entry.is_broken || used->is_broken;
  });
  path.pop_back();
  visited_[&entry] = true;
}

const FunctionEntry* FunctionTable::find(const std::string& name, const SourceTextPtr& text) const {
  return entryIn(*this, name, text);
}

std::vector<std::string> FunctionTable::names() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

}  // namespace weir::specs
