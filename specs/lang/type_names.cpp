// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names as C++ writes them, inside specifications: qualified names, template arguments, parameter types.
#include <array>

#include "specs/lang/expression_parser.h"

namespace weir::specs {
namespace {

// Words that may stand beside another word inside one type: `unsigned int`, `const T`, `struct Node`.
bool joinsWords(std::string_view word) {
  constexpr std::array<std::string_view, 14> kWords = {"const",  "volatile", "unsigned", "signed",  "long",
                                                       "short",  "int",      "char",     "struct",  "class",
                                                       "double", "enum",     "union",    "typename"};
  for (const std::string_view candidate : kWords)
    if (candidate == word) return true;
  return false;
}

}  // namespace

std::optional<std::string> ExpressionParser::tryTypeText() {
  std::string text;
  bool after_word = false;
  bool joins = false;
  for (;;) {
    const Token& token = cursor_.peek();
    if (token.kind == TokenKind::Name || token.is("this")) {
      const bool joins_here = joinsWords(token.text);
      if (after_word && !joins && !joins_here) break;
      if (after_word) text += ' ';
      text += token.text;
      after_word = true;
      joins = joins_here;
      cursor_.take();
      if (cursor_.at("<")) {
        const std::optional<std::string> arguments = tryTemplateArgumentText();
        if (!arguments) return std::nullopt;
        text += *arguments;
      }
    } else if (text.empty() && (token.kind == TokenKind::Integer || token.is("true") || token.is("false"))) {
      // An argument that is no type: `Buffer<8>`, `Flag<false>`, `Offset<-1>`.
      text += token.text;
      after_word = true;
      cursor_.take();
    } else if (text.empty() && token.is("-") && cursor_.peek(1).kind == TokenKind::Integer) {
      text += cursor_.take().text;
      text += cursor_.take().text;
      after_word = true;
    } else if (token.is("::")) {
      text += after_word && !token.touches_previous ? " ::" : "::";
      after_word = false;
      cursor_.take();
    } else if ((token.is("*") || token.is("&") || token.is("&&")) && !text.empty()) {
      if (after_word) text += ' ';
      text += token.text;
      after_word = false;
      cursor_.take();
    } else {
      break;
    }
  }
  if (text.empty() || text.back() == ':') return std::nullopt;
  return text;
}

std::optional<std::string> ExpressionParser::tryTemplateArgumentText() {
  const Nesting nesting(*this);
  const std::size_t start = cursor_.position();
  std::string text = "<";
  cursor_.take();
  if (!cursor_.at(">")) {
    do {
      const std::optional<std::string> type = tryTypeText();
      if (!type) {
        cursor_.moveTo(start);
        return std::nullopt;
      }
      if (text.size() > 1) text += ", ";
      text += *type;
    } while (cursor_.accept(","));
  }
  if (!cursor_.accept(">")) {
    cursor_.moveTo(start);
    return std::nullopt;
  }
  return text + ">";
}

Identifier ExpressionParser::parseQualifiedName(std::string_view what) {
  const std::size_t first = cursor_.position();
  std::string text;
  if (cursor_.accept("::")) text = "::";
  text += cursor_.expectName(what).text;
  for (;;) {
    if (cursor_.at("<") && cursor_.peek().touches_previous) {
      const std::optional<std::string> arguments = tryTemplateArgumentText();
      if (!arguments) break;
      text += *arguments;
    } else if (cursor_.at("::") && cursor_.peek().touches_previous) {
      cursor_.take();
      // Behind `::` any word is a name.
      if (!cursor_.atName() && cursor_.peek().kind != TokenKind::Keyword) cursor_.failExpected("a name after '::'");
      text += "::";
      text += cursor_.take().text;
    } else {
      break;
    }
  }
  cursor_.noteTight(first);
  return {std::move(text), cursor_.spanFrom(first)};
}

}  // namespace weir::specs
