// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strings of `use <std>`: a std::string is one number, its characters from the highest byte on (std_models_text.h).
//
//   "ab"    0x6162000000000000
//
// Users see the characters; everything else works with the number.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/program/model_class.h"

namespace weir::program {

inline constexpr std::size_t kTextCharacters = 8;

/// The modelled std::string.
inline bool isModelText(const ClassDecl& class_decl) {
  return isModelClass(class_decl) && class_decl.findMember(LibraryRole::Text) != nullptr;
}
inline bool isModelText(TypeRef type) { return type->isClass() && isModelText(*type->class_decl); }

/// The number that a string is; null for any other class.
inline const Field* textFieldOf(const ClassDecl& class_decl) {
  return isModelText(class_decl) ? class_decl.findMember(LibraryRole::Text) : nullptr;
}
inline bool isTextValue(const Field& field) { return roleOf(field) == LibraryRole::Text; }

/// Nothing where it has too many characters or a zero at its end.
std::optional<Integer> textValue(std::string_view characters);
std::string charactersOf(Integer value);
/// As C++ writes it, with its quotes.
std::string quotedText(Integer value);

/// Strings that are good to read, in the order in which counterexamples should have them: "", "a", "b", …
Integer plainText(int index);
inline constexpr int kPlainTexts = 27;

}  // namespace weir::program
