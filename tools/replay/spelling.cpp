// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/replay/spelling.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>

namespace weir::replay {
namespace {

bool isIdentifierCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// "a::b<c::d>::e" at its outer "::".
std::vector<std::string> splitQualified(const std::string& name) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<' || name[i] == '(') ++depth;
    if (name[i] == '>' || name[i] == ')') --depth;
    if (depth == 0 && name.compare(i, 2, "::") == 0) {
      parts.emplace_back();
      ++i;
    } else {
      parts.back() += name[i];
    }
  }
  return parts;
}

/// The number of brackets in a declaration: how many indices it takes, as far as its own text shows.
int dimensions(const SourceRange& declaration) {
  std::ifstream file(declaration.file);
  std::string line;
  for (int number = 1; std::getline(file, line); ++number)
    if (number == declaration.begin.line && declaration.begin.column > 0) {
      const std::string text = line.substr(static_cast<std::size_t>(declaration.begin.column) - 1);
      return static_cast<int>(
          std::count(text.begin(), text.begin() + static_cast<long>(std::min(text.size(), text.find(';'))), '['));
    }
  return 0;
}

}  // namespace

std::string spellName(const std::string& qualified) {
  static const std::string kAnonymous = "(anonymous namespace)::";
  static const std::string kCode = "::%body";  // of a function that takes objects by value (frontend/whole_calls.cpp)
  std::string name = qualified.ends_with(kCode) ? qualified.substr(0, qualified.size() - kCode.size()) : qualified;
  for (auto at = name.find(kAnonymous); at != std::string::npos; at = name.find(kAnonymous))
    name.erase(at, kAnonymous.size());
  return name;
}

std::string spellClass(const program::Program& program, const program::ClassDecl* class_decl) {
  std::string name = spellName(class_decl->name);
  const std::string last = splitQualified(name).back();
  const bool is_unnamed = last.starts_with("struct") || last.starts_with("union");
  if (is_unnamed && (last.find('.') != std::string::npos || last == "struct" || last == "union"))
    for (const program::ClassDecl* owner : program.classes())
      for (const program::Field* field : owner->fields) {
        if (!field->elementType()->isClass() || field->elementType()->class_decl != class_decl) continue;
        const std::string element = field->type->isArray() ? "[0])" : ")";
        if (!owner->is_globals) return "__typeof__(((" + spellClass(program, owner) + "*)0)->" + field->name + element;
        // What is reached by its symbol is declared with this very type.
        if (canBeNamed(program, field) && !isReachedBySymbol(program, field))
          return "__typeof__(" + spellVariable(program, field) + element;
      }
  if (!program.is_c || class_decl->is_untagged) return name;
  return (class_decl->is_union ? "union " : "struct ") + name;
}

bool isEnumOfCxx(const program::Program& program, program::TypeRef type) {
  static const std::set<std::string> kBuiltIn = {"",
                                                 "char",
                                                 "signed char",
                                                 "unsigned char",
                                                 "short",
                                                 "unsigned short",
                                                 "int",
                                                 "unsigned int",
                                                 "long",
                                                 "unsigned long",
                                                 "long long",
                                                 "unsigned long long",
                                                 "__int128",
                                                 "unsigned __int128",
                                                 "wchar_t",
                                                 "char8_t",
                                                 "char16_t",
                                                 "char32_t"};
  return !program.is_c && type->kind == program::TypeKind::Int && !type->is_float && !kBuiltIn.contains(type->name) &&
         !type->name.starts_with("_BitInt") && !type->name.starts_with("unsigned _BitInt");
}

std::string spellScalar(const program::Program& program, program::TypeRef type) {
  if (type->isPointer()) {
    const program::TypeRef pointee = type->pointee;
    if (pointee->isClass()) return spellClass(program, pointee->class_decl) + "*";
    if (pointee->isScalar()) return spellScalar(program, pointee) + "*";
    return "void*";
  }
  if (type->kind == program::TypeKind::Bool) return program.is_c ? "_Bool" : "bool";
  if (isEnumOfCxx(program, type)) return spellName(type->name);
  if (type->is_float) return type->name;
  const std::string sign = type->is_signed ? "signed " : "unsigned ";
  if (type->width <= 8) return sign + "char";
  if (type->width <= 16) return sign + "short";
  if (type->width <= 32) return sign + "int";
  if (type->width <= 64) return sign + "long";
  return sign + "__int128";
}

std::string spellInteger(program::Integer value) {
  constexpr program::Integer kLeast = -(program::Integer{1} << 63);
  if (value == kLeast) return "(-9223372036854775807LL - 1)";
  std::string digits = program::toString(value);
  const program::Integer magnitude = value < 0 ? -value : value;
  if (magnitude >> 31 == 0) return digits;
  return digits + (magnitude >> 63 == 0 ? "LL" : "ULL");
}

std::string identifierFor(const std::string& object_name) {
  std::string name = spellName(object_name);
  for (auto at = name.find("[]"); at != std::string::npos; at = name.find("[]")) name.replace(at, 2, "_array");
  for (auto at = name.find("::"); at != std::string::npos; at = name.find("::")) name.replace(at, 2, "_");
  for (char& c : name)
    if (!isIdentifierCharacter(c)) c = '_';
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) name.insert(0, "_");
  return name;
}

std::vector<std::string> parameterTypes(const std::string& signature) {
  // The list is the last outer pair of parentheses: operator() has an earlier one, a function pointer an inner one.
  const std::size_t close = signature.rfind(')');
  if (close == std::string::npos) return {};
  std::size_t open = close;
  for (int depth = 1; depth > 0 && open > 0;) {
    --open;
    if (signature[open] == ')') ++depth;
    if (signature[open] == '(') --depth;
  }
  std::vector<std::string> types;
  std::string type;
  int depth = 0;
  for (std::size_t i = open + 1; i <= close; ++i) {
    const char c = signature[i];
    if (i == close || (depth == 0 && c == ',')) {
      const auto first = type.find_first_not_of(' ');
      if (first != std::string::npos) types.push_back(type.substr(first));
      type.clear();
      continue;
    }
    if (c == '<' || c == '(' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == ']') --depth;
    type += c;
  }
  if (types == std::vector<std::string>{"void"}) types.clear();
  return types;
}

std::vector<std::string> namespacesOf(const program::Program& program, const program::Procedure& procedure) {
  const std::vector<std::string> parts = splitQualified(spellName(procedure.name));
  std::vector<std::string> namespaces;
  std::string prefix;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    prefix += (i == 0 ? "" : "::") + parts[i];
    if (parts[i].find('<') != std::string::npos) break;
    const bool is_class =
        std::any_of(program.classes().begin(), program.classes().end(),
                    [&](const program::ClassDecl* candidate) { return spellName(candidate->name) == prefix; });
    if (is_class || (procedure.method_of != nullptr && i + 2 == parts.size())) break;
    namespaces.push_back(prefix);
  }
  return namespaces;
}

std::string spellElement(const program::Program& program, const program::Field* field, const std::string& place,
                         long index) {
  const std::string subscript = "[" + std::to_string(index) + "]";
  if (dimensions(field->range) == 1) return place + subscript;
  const program::TypeRef element = field->elementType();
  const std::string type =
      element->isClass() ? spellClass(program, element->class_decl) : spellScalar(program, element);
  return "((" + type + "*)" + place + ")" + subscript;
}

bool isReachedBySymbol(const program::Program& program, const program::Field* variable) {
  if (!program.is_c || variable->symbol.empty() || variable->is_reference) return false;
  const program::TypeRef element = variable->elementType();
  if (element->isScalar())
    return !element->isPointer() || !element->pointee->isClass() ||
           element->pointee->class_decl->name.find("::") == std::string::npos;
  return element->isClass() && element->class_decl->name.find("::") == std::string::npos;
}

std::string spellVariable(const program::Program& program, const program::Field* variable) {
  if (!isReachedBySymbol(program, variable)) return spellName(variable->name);
  return "weir_static_" + identifierFor(variable->symbol);
}

std::string declareSymbol(const program::Program& program, const program::Field* variable) {
  const program::TypeRef element = variable->elementType();
  const std::string type =
      element->isClass() ? spellClass(program, element->class_decl) : spellScalar(program, element);
  const std::string extent =
      variable->type->isArray() ? "[" + std::to_string(variable->type->extent.value_or(0)) + "]" : "";
  return "extern " + type + " " + spellVariable(program, variable) + extent + " __asm__(\"" + variable->symbol + "\");";
}

std::string spellElsewhere(const program::Field& variable) {
  return "weir_reference_" + identifierFor(variable.elsewhere->symbol);
}

std::string declareElsewhere(const program::Field& variable) {
  return "extern \"C\" const volatile void* " + spellElsewhere(variable) + " __asm__(\"" + variable.elsewhere->symbol +
         "\");";
}

bool canBeNamed(const program::Program& program, const program::Field* variable) {
  if (isReachedBySymbol(program, variable)) return true;
  const std::string name = spellName(variable->name);
  const std::vector<std::string> parts = splitQualified(name);
  for (const std::string& part : parts)
    if (part.empty() || std::isdigit(static_cast<unsigned char>(part[0])) != 0 || !isIdentifierCharacter(part[0]))
      return false;
  if (name.find_first_of("()\"%$.#@ ") != std::string::npos && name.find('<') == std::string::npos) return false;
  if (parts.size() == 1) return true;
  // "f::count": a static local of f.
  const std::string scope = variable->name.substr(0, variable->name.rfind("::"));
  return program.findProcedures(scope).empty() && scope.find('(') == std::string::npos;
}

}  // namespace weir::replay
