// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words of the specification language.
//
//   e.node'.inDeg' < 'a'    names, punctuation, primes (they touch what they prime), one character literal
//
// Few words are reserved, because specifications use the names of a program: declarations and clauses start with
// contextual words that the parser recognises by position. Comments are kept aside for the formatter.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "specs/lang/source_text.h"
#include "support/diagnostics.h"

namespace weir::specs {

enum class TokenKind { Name, Keyword, Integer, Character, String, Punctuation, End };

struct Token {
  TokenKind kind = TokenKind::End;
  Span span;
  std::string_view text;    // as written, for a string without its quotes
  std::uint64_t value = 0;  // of an integer or character
  bool touches_previous = false;
  bool first_on_line = false;

  bool is(std::string_view word) const {
    return text == word && kind != TokenKind::String && kind != TokenKind::Character && kind != TokenKind::End;
  }
};

struct Comment {
  Span span;
  bool to_end_of_line = false;
};

struct Tokens {
  std::vector<Token> tokens;  // ends with a token of kind End
  std::vector<Comment> comments;
};

/// Splits a text into tokens. Characters that start no token are reported and skipped. Tokens refer into `text`.
Tokens lex(const SourceText& text, Diagnostics& diagnostics);

/// Words that cannot name anything, except behind `.` and `::`.
bool isReserved(std::string_view word);

}  // namespace weir::specs
