// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/model_text.h"

#include <cstdio>

namespace weir::program {

static int shiftOf(std::size_t position) { return static_cast<int>(8 * (kTextCharacters - 1 - position)); }

std::optional<Integer> textValue(std::string_view characters) {
  if (characters.size() > kTextCharacters || characters.ends_with('\0')) return std::nullopt;
  Integer value = 0;
  for (std::size_t i = 0; i < characters.size(); ++i)
    value |= Integer{static_cast<unsigned char>(characters[i])} << shiftOf(i);
  return value;
}

std::string charactersOf(Integer value) {
  std::string characters;
  for (std::size_t i = 0; i < kTextCharacters; ++i) characters += static_cast<char>((value >> shiftOf(i)) & 0xff);
  while (characters.ends_with('\0')) characters.pop_back();
  return characters;
}

std::string quotedText(Integer value) {
  std::string quoted = "\"";
  for (const char c : charactersOf(value)) {
    const auto code = static_cast<unsigned char>(c);
    char escaped[5];
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (code >= 0x20 && code < 0x7f) {
      quoted += c;
    } else {
      std::snprintf(escaped, sizeof escaped, "\\%03o", code);
      quoted += escaped;
    }
  }
  return quoted + '"';
}

Integer plainText(int index) { return index == 0 ? 0 : (Integer{'a'} + index - 1) << shiftOf(0); }

}  // namespace weir::program
