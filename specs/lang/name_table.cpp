// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/name_table.h"

#include <algorithm>

namespace weir::specs {
namespace {

bool isNameable(const program::ClassDecl& class_decl) {
  return !class_decl.is_globals && !class_decl.is_box && !class_decl.is_array;
}

// Exact matches hide those that only end alike.
template <typename T, typename GetName>
std::vector<const T*> matching(const std::string& name, const std::vector<const T*>& candidates, GetName name_of) {
  const std::string wanted = withoutSpaces(name);
  std::vector<const T*> exact;
  std::vector<const T*> similar;
  for (const T* candidate : candidates) {
    const std::string full = withoutSpaces(name_of(*candidate));
    if (full == wanted)
      exact.push_back(candidate);
    else if (namesTheSame(wanted, full))
      similar.push_back(candidate);
  }
  return exact.empty() ? similar : exact;
}

}  // namespace

std::string withoutSpaces(const std::string& name) {
  std::string result = name;
  std::erase(result, ' ');
  return result.starts_with("::") ? result.substr(2) : result;
}

bool namesTheSame(const std::string& name, const std::string& full) {
  if (name == full) return true;
  return full.size() > name.size() + 2 && full.ends_with(name) && full.substr(full.size() - name.size() - 2, 2) == "::";
}

NameTable::NameTable(const program::Program& program, const program::SourceNames* names)
    : program_(program), names_(names) {}

std::string NameTable::aliased(const std::string& name) const {
  if (names_ == nullptr) return "";
  const std::string wanted = withoutSpaces(name);
  if (const auto exact = names_->types.find(wanted); exact != names_->types.end()) return exact->second;
  std::string found;
  for (const auto& [full, meant] : names_->types) {
    if (!namesTheSame(wanted, full)) continue;
    if (!found.empty() && found != meant) return "";
    found = meant;
  }
  return found;
}

std::string NameTable::openTemplate(const std::string& name) const {
  if (names_ == nullptr) return "";
  const auto plain = [](std::string text) { return withoutSpaces(text.substr(0, text.find('<'))); };
  for (const program::OpenTemplate& open : names_->templates) {
    const std::string wanted = plain(name);
    const std::size_t colons = wanted.rfind("::");
    const bool is_it = namesTheSame(wanted, open.name);
    const bool is_in_it = colons != std::string::npos && namesTheSame(wanted.substr(0, colons), open.name);
    if (!open.instance.empty() && (is_it || is_in_it))
      return "; '" + open.name + "' is a template without an instance: add '" + open.instance + "' to the source";
  }
  return "";
}

std::vector<const program::ClassDecl*> NameTable::classes(const std::string& name) const {
  std::vector<const program::ClassDecl*> candidates;
  for (const program::ClassDecl* class_decl : program_.classes())
    if (isNameable(*class_decl)) candidates.push_back(class_decl);
  const auto nameOf = [](const program::ClassDecl& class_decl) { return class_decl.name; };
  const auto found = matching(name, candidates, nameOf);
  const std::string meant = found.empty() ? aliased(name) : "";
  return meant.empty() ? found : matching(meant, candidates, nameOf);
}

std::vector<const program::Field*> NameTable::fields(const std::string& name) const {
  std::vector<const program::Field*> found;
  for (const program::ClassDecl* class_decl : program_.classes()) {
    if (!isNameable(*class_decl)) continue;
    for (const program::Field* field : class_decl->fields)
      if (field->name == name) found.push_back(field);
  }
  const std::size_t colons = name.rfind("::");
  if (!found.empty() || colons == std::string::npos) return found;
  for (const program::ClassDecl* class_decl : classes(name.substr(0, colons)))
    if (const program::Field* field = class_decl->findField(name.substr(colons + 2))) found.push_back(field);
  return found;
}

const program::Field* NameTable::global(const std::string& name) const {
  const program::ClassDecl* globals = program_.globalsClass();
  if (globals == nullptr) return nullptr;
  const auto found = matching(name, globals->fields, [](const program::Field& field) { return field.name; });
  return found.size() == 1 ? found.front() : nullptr;
}

const program::Integer* NameTable::enumerator(const std::string& name) const {
  const std::string wanted = withoutSpaces(name);
  if (const auto exact = program_.enumerators.find(wanted); exact != program_.enumerators.end()) return &exact->second;
  const program::Integer* found = nullptr;
  for (const auto& [full, value] : program_.enumerators) {
    if (!namesTheSame(wanted, full)) continue;
    if (found != nullptr && *found != value) return nullptr;
    found = &value;
  }
  if (found != nullptr || names_ == nullptr) return found;
  const auto constant = names_->constants.find(wanted);
  return constant == names_->constants.end() ? nullptr : &constant->second;
}

std::vector<const program::Procedure*> NameTable::functionValues(const std::string& name) const {
  std::vector<const program::Procedure*> found;
  for (const program::Procedure* procedure : procedures(name)) {
    const auto holdsIt = [&](const auto* variable) {
      program::TypeRef type = variable->type;
      if (type->isArray()) type = type->element;
      if (!type->isFunctionPointer()) return false;
      const auto targets = program_.addressTaken(type->pointee);
      return std::find(targets.begin(), targets.end(), procedure) != targets.end();
    };
    const auto& classes = program_.classes();
    const auto takesIt = [&](const program::Procedure* other) {
      return std::any_of(other->parameters.begin(), other->parameters.end(), holdsIt);
    };
    if (std::any_of(classes.begin(), classes.end(),
                    [&](const program::ClassDecl* class_decl) {
                      return std::any_of(class_decl->fields.begin(), class_decl->fields.end(), holdsIt);
                    }) ||
        std::any_of(program_.procedures().begin(), program_.procedures().end(), takesIt))
      found.push_back(procedure);
  }
  return found;
}

std::vector<const program::Procedure*> NameTable::procedures(const std::string& name) const {
  return matching(name, program_.procedures(), [](const program::Procedure& procedure) { return procedure.name; });
}

std::vector<std::string> NameTable::fieldNames() const {
  std::vector<std::string> names;
  for (const program::ClassDecl* class_decl : program_.classes())
    if (isNameable(*class_decl))
      for (const program::Field* field : class_decl->fields) names.push_back(field->name);
  return names;
}

std::vector<std::string> NameTable::fieldNames(const program::ClassDecl& class_decl) {
  std::vector<std::string> names;
  for (const program::Field* field : class_decl.fields) names.push_back(field->name);
  for (const program::ClassDecl* base : class_decl.bases)
    for (std::string& name : fieldNames(*base)) names.push_back(std::move(name));
  return names;
}

std::vector<std::string> NameTable::classNames() const {
  std::vector<std::string> names;
  for (const program::ClassDecl* class_decl : program_.classes())
    if (isNameable(*class_decl)) names.push_back(class_decl->name);
  return names;
}

std::vector<std::string> NameTable::procedureNames() const {
  std::vector<std::string> names;
  for (const program::Procedure* procedure : program_.procedures()) names.push_back(procedure->name);
  return names;
}

std::vector<std::string> NameTable::valueNames() const {
  std::vector<std::string> names;
  if (const program::ClassDecl* globals = program_.globalsClass())
    for (const program::Field* field : globals->fields) names.push_back(field->name);
  for (const auto& [name, value] : program_.enumerators) names.push_back(name);
  return names;
}

}  // namespace weir::specs
