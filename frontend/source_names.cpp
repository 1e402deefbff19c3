// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/source_names.h"

#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Preprocessor.h>

#include <optional>
#include <set>
#include <string>

namespace weir::frontend {
namespace {

/// A constant as C has it: of 32 or 64 bits, with or without sign.
struct MacroValue {
  program::Integer value = 0;
  bool is_long = false;
  bool is_unsigned = false;
};

MacroValue converted(program::Integer value, bool is_long, bool is_unsigned) {
  const int bits = is_long ? 64 : 32;
  const program::Integer modulus = program::Integer(1) << bits;
  value = ((value % modulus) + modulus) % modulus;
  if (!is_unsigned && value >= modulus / 2) value -= modulus;
  return {value, is_long, is_unsigned};
}

std::optional<MacroValue> literal(std::string text) {
  bool is_long = false, is_unsigned = false;
  while (!text.empty() && std::string_view("uUlL").find(text.back()) != std::string_view::npos) {
    (text.back() == 'u' || text.back() == 'U' ? is_unsigned : is_long) = true;
    text.pop_back();
  }
  std::erase(text, '\'');
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
  } else if (text.starts_with("0b") || text.starts_with("0B")) {
    base = 2;
  } else if (text.size() > 1 && text[0] == '0') {
    base = 8;
  }
  const std::string digits = base == 16 || base == 2 ? text.substr(2) : text;
  if (digits.empty() || digits.size() > 64) return std::nullopt;
  program::Integer value = 0;
  for (const char c : digits) {
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : 99;
    if (digit >= base) return std::nullopt;  // a floating constant, perhaps
    value = value * base + digit;
    if (value >> 64 != 0) return std::nullopt;
  }
  const auto fits = [&](int bits) { return value >> bits == 0; };
  // The first of int, unsigned, long, unsigned long that can have it; a decimal one is not unsigned unless it says so.
  const bool may_be_unsigned = is_unsigned || base != 10;
  if (!is_long && !is_unsigned && fits(31)) return MacroValue{value, false, false};
  if (!is_long && may_be_unsigned && fits(32)) return MacroValue{value, false, true};
  if (!is_unsigned && fits(63)) return MacroValue{value, true, false};
  return MacroValue{value, true, true};
}

/// Reads constant expressions of the tokens of macros, the macros in them included.
class MacroReader {
 public:
  MacroReader(const clang::Preprocessor& preprocessor, const std::map<std::string, program::Integer>& enumerators)
      : preprocessor_(preprocessor), enumerators_(enumerators) {}

  std::optional<MacroValue> valueOf(const clang::IdentifierInfo* name) {
    const clang::MacroInfo* macro = preprocessor_.getMacroInfo(name);
    if (macro == nullptr || macro->isFunctionLike() || macro->isBuiltinMacro() || macro->tokens_empty())
      return std::nullopt;
    if (!open_.insert(name).second) return std::nullopt;
    const auto tokens = tokens_;
    const auto at = at_;
    tokens_.assign(macro->tokens_begin(), macro->tokens_end());
    at_ = 0;
    std::optional<MacroValue> value = binary(0);
    if (at_ != tokens_.size()) value.reset();
    tokens_ = tokens;
    at_ = at;
    open_.erase(name);
    return value;
  }

 private:
  using Kind = clang::tok::TokenKind;

  bool at(Kind kind) const { return at_ < tokens_.size() && tokens_[at_].is(kind); }

  std::optional<MacroValue> unary() {
    if (at_ >= tokens_.size() || ++depth_ > 200) return std::nullopt;
    const clang::Token token = tokens_[at_++];
    std::optional<MacroValue> result;
    switch (token.getKind()) {
      case Kind::l_paren:
        result = binary(0);
        if (!at(Kind::r_paren)) result.reset();
        ++at_;
        break;
      case Kind::plus:
      case Kind::minus:
      case Kind::tilde:
        if (const auto value = unary()) {
          const program::Integer one = token.is(Kind::minus)   ? -value->value
                                       : token.is(Kind::tilde) ? ~value->value
                                                               : value->value;
          result = converted(one, value->is_long, value->is_unsigned);
        }
        break;
      case Kind::exclaim:
        if (const auto value = unary()) result = MacroValue{value->value == 0};
        break;
      case Kind::numeric_constant: result = literal(preprocessor_.getSpelling(token)); break;
      case Kind::char_constant: {
        const std::string text = preprocessor_.getSpelling(token);
        if (text.size() == 3) result = MacroValue{static_cast<signed char>(text[1])};
        if (text == "'\\0'") result = MacroValue{0};
        if (text == "'\\n'") result = MacroValue{'\n'};
        break;
      }
      default:
        if (const clang::IdentifierInfo* name = token.getIdentifierInfo()) {
          const auto enumerator = enumerators_.find(name->getName().str());
          result = enumerator != enumerators_.end()
                       ? std::optional(MacroValue{enumerator->second,
                                                  enumerator->second >> 31 != 0 && enumerator->second >> 31 != -1})
                       : valueOf(name);
        }
    }
    --depth_;
    return result;
  }

  static int precedence(Kind kind) {
    switch (kind) {
      case Kind::pipepipe: return 1;
      case Kind::ampamp: return 2;
      case Kind::pipe: return 3;
      case Kind::caret: return 4;
      case Kind::amp: return 5;
      case Kind::equalequal:
      case Kind::exclaimequal: return 6;
      case Kind::less:
      case Kind::lessequal:
      case Kind::greater:
      case Kind::greaterequal: return 7;
      case Kind::lessless:
      case Kind::greatergreater: return 8;
      case Kind::plus:
      case Kind::minus: return 9;
      case Kind::star:
      case Kind::slash:
      case Kind::percent: return 10;
      default: return 0;
    }
  }

  std::optional<MacroValue> binary(int above) {
    std::optional<MacroValue> left = unary();
    while (left && at_ < tokens_.size()) {
      const Kind kind = tokens_[at_].getKind();
      const int level = precedence(kind);
      if (level <= above) break;
      ++at_;
      const std::optional<MacroValue> right = binary(level);
      if (!right) return std::nullopt;
      left = combined(kind, *left, *right);
    }
    return left;
  }

  static std::optional<MacroValue> combined(Kind kind, const MacroValue& left, const MacroValue& right) {
    const bool is_long = left.is_long || right.is_long;
    const bool is_unsigned =
        (left.is_unsigned && left.is_long == is_long) || (right.is_unsigned && right.is_long == is_long);
    const program::Integer a = converted(left.value, is_long, is_unsigned).value;
    const program::Integer b = converted(right.value, is_long, is_unsigned).value;
    const auto number = [&](program::Integer value) { return converted(value, is_long, is_unsigned); };
    switch (kind) {
      case Kind::pipepipe: return MacroValue{left.value != 0 || right.value != 0};
      case Kind::ampamp: return MacroValue{left.value != 0 && right.value != 0};
      case Kind::pipe: return number(a | b);
      case Kind::caret: return number(a ^ b);
      case Kind::amp: return number(a & b);
      case Kind::equalequal: return MacroValue{a == b};
      case Kind::exclaimequal: return MacroValue{a != b};
      case Kind::less: return MacroValue{a < b};
      case Kind::lessequal: return MacroValue{a <= b};
      case Kind::greater: return MacroValue{a > b};
      case Kind::greaterequal: return MacroValue{a >= b};
      case Kind::lessless:
      case Kind::greatergreater: {
        if (right.value < 0 || right.value >= (left.is_long ? 64 : 32)) return std::nullopt;
        const int by = static_cast<int>(right.value);
        return converted(kind == Kind::lessless ? left.value * (program::Integer(1) << by) : left.value >> by,
                         left.is_long, left.is_unsigned);
      }
      case Kind::plus: return number(a + b);
      case Kind::minus: return number(a - b);
      case Kind::star:
        return is_unsigned || (a < (program::Integer(1) << 62) && b < (program::Integer(1) << 62))
                   ? std::optional(number(a * b))
                   : std::nullopt;
      case Kind::slash: return b == 0 ? std::nullopt : std::optional(number(a / b));
      case Kind::percent: return b == 0 ? std::nullopt : std::optional(number(a % b));
      default: return std::nullopt;
    }
  }

  const clang::Preprocessor& preprocessor_;
  const std::map<std::string, program::Integer>& enumerators_;
  std::vector<clang::Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::set<const clang::IdentifierInfo*> open_;  // a macro does not expand within itself
};

class AliasReader {
 public:
  AliasReader(Translation& translation, program::SourceNames& names) : translation_(translation), names_(names) {}

  void visit(const clang::DeclContext* declarations) {
    for (const clang::Decl* decl : declarations->decls()) {
      if (llvm::isa<clang::NamespaceDecl>(decl) || llvm::isa<clang::LinkageSpecDecl>(decl))
        visit(llvm::cast<clang::DeclContext>(decl));
      if (const auto* record = llvm::dyn_cast<clang::RecordDecl>(decl);
          record != nullptr && record->isThisDeclarationADefinition() && translation_.isUserCode(record) &&
          !record->isDependentContext())
        visit(llvm::cast<clang::DeclContext>(record));
      if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(decl)) add(alias);
    }
  }

 private:
  void add(const clang::TypedefNameDecl* alias) {
    const clang::QualType meant = alias->getUnderlyingType().getCanonicalType();
    if (alias->isInvalidDecl() || meant->isDependentType()) return;
    const std::string name = alias->getQualifiedNameAsString();
    if (meant->isBooleanType()) {
      names_.types[name] = "bool";
    } else if (meant->isIntegerType()) {
      names_.types[name] = "Int";
    } else {
      const clang::QualType object = meant->isPointerType() ? meant->getPointeeType() : meant;
      const clang::RecordDecl* record = object->getAsRecordDecl();
      const clang::RecordDecl* definition = record != nullptr ? record->getDefinition() : nullptr;
      if (definition == nullptr || definition->isInvalidDecl() || !translation_.isUserCode(definition)) return;
      // What a template would make of these arguments, if anybody used it, is not part of the program.
      if (const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(definition);
          instance != nullptr && instance->getSpecializationKind() == clang::TSK_Undeclared)
        return;
      if (const ClassDecl* class_decl = translation_.classOf(definition)) names_.types[name] = class_decl->name;
    }
  }

  Translation& translation_;
  program::SourceNames& names_;
};

/// Also those that stand in a class, and those that only have a name through a typedef.
class EnumerationReader {
 public:
  EnumerationReader(const Translation& translation, program::SourceNames& names)
      : translation_(translation), names_(names) {}

  void visit(const clang::DeclContext* declarations) {
    for (const clang::Decl* decl : declarations->decls()) {
      if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(decl)) add(*enumeration);
      const auto* record = llvm::dyn_cast<clang::RecordDecl>(decl);
      if (llvm::isa<clang::NamespaceDecl>(decl) || llvm::isa<clang::LinkageSpecDecl>(decl) ||
          (record != nullptr && record->isThisDeclarationADefinition() && !record->isDependentContext()))
        visit(llvm::cast<clang::DeclContext>(decl));
    }
  }

 private:
  void add(const clang::EnumDecl& decl) {
    if (!decl.isThisDeclarationADefinition() || decl.isDependentContext() || !translation_.isUserCode(&decl)) return;
    const clang::QualType type = translation_.context().getTypeDeclType(&decl);
    program::EnumeratorNames& names = names_.enumerations[translation_.typeName(type.getCanonicalType())];
    for (const clang::EnumConstantDecl* enumerator : decl.enumerators()) {
      const llvm::APSInt& value = enumerator->getInitVal();
      const auto number = value.isSigned() ? static_cast<program::Integer>(value.getSExtValue())
                                           : static_cast<program::Integer>(value.getZExtValue());
      names.try_emplace(number, (decl.isScoped() ? decl.getNameAsString() + "::" : "") + enumerator->getNameAsString());
    }
  }

  const Translation& translation_;
  program::SourceNames& names_;
};

}  // namespace

program::SourceNames sourceNames(Translation& translation, const clang::Preprocessor& preprocessor) {
  program::SourceNames names;
  AliasReader(translation, names).visit(translation.context().getTranslationUnitDecl());
  EnumerationReader(translation, names).visit(translation.context().getTranslationUnitDecl());
  MacroReader macros(preprocessor, translation.program().enumerators);
  for (const auto& macro : preprocessor.macros())
    if (const auto value = macros.valueOf(macro.first)) names.constants[macro.first->getName().str()] = value->value;
  return names;
}

}  // namespace weir::frontend
