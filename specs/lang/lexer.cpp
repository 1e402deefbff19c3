// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/lexer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace weir::specs {
namespace {

constexpr std::array<std::string_view, 26> kReserved = {
    "Int", "all",  "and", "disj", "else", "false", "iden",   "if",   "iff",  "implies", "in",   "let",  "lone",
    "no",  "none", "not", "null", "one",  "or",    "return", "sole", "some", "then",    "this", "true", "univ"};

// Longest first, so that the first match is the longest.
constexpr std::array<std::string_view, 37> kPunctuation = {
    "<=>", "=>", "<=", ">=", "!=", "||", "&&", "->", "++", "<:", ":>", "::", "{", "}", "[", "]", "(", ")", ".", ",",
    ":", "|", "=", "<", ">", "+", "-", "&", "#", "~", "^", "*", "'", "!",
    // No operators of the language, but they name operators of C++ and deserve a better message than "unexpected".
    "/", "%", ";"};

bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNamePart(char c) { return isNameStart(c) || isDigit(c); }
bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }

int digitValue(char c) {
  if (isDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

class Lexer {
 public:
  Lexer(const SourceText& source, Diagnostics& diagnostics)
      : source_(source), text_(source.text()), diagnostics_(diagnostics) {}

  Tokens run() {
    while (skipToToken()) next();
    add(TokenKind::End, at_);
    return std::move(result_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool startsWith(std::string_view word) const { return text_.substr(at_, word.size()) == word; }

  void error(std::size_t begin, std::size_t end, std::string message) {
    diagnostics_.error(source_.rangeOf(span(begin, end)), std::move(message));
  }

  static Span span(std::size_t begin, std::size_t end) {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  Token& add(TokenKind kind, std::size_t begin) {
    Token token;
    token.kind = kind;
    token.span = span(begin, at_);
    token.text = text_.substr(begin, at_ - begin);
    token.touches_previous = !result_.tokens.empty() && result_.tokens.back().span.end == begin;
    token.first_on_line = at_line_start_;
    at_line_start_ = false;
    result_.tokens.push_back(token);
    return result_.tokens.back();
  }

  // Passes white space and comments; false at the end of the text.
  bool skipToToken() {
    while (at_ < text_.size()) {
      if (text_[at_] == '\n') {
        at_line_start_ = true;
        ++at_;
      } else if (isSpace(text_[at_])) {
        ++at_;
      } else if (startsWith("//")) {
        const std::size_t begin = at_;
        at_ = std::min(text_.find('\n', at_), text_.size());
        result_.comments.push_back({span(begin, at_), true});
      } else if (startsWith("/*")) {
        const std::size_t begin = at_;
        const std::size_t close = text_.find("*/", at_ + 2);
        at_ = close == std::string_view::npos ? text_.size() : close + 2;
        if (close == std::string_view::npos) error(begin, begin + 2, "this comment is not closed");
        result_.comments.push_back({span(begin, at_), false});
        if (text_.substr(begin, at_ - begin).find('\n') != std::string_view::npos) at_line_start_ = true;
      } else {
        return true;
      }
    }
    return false;
  }

  void next() {
    const std::size_t begin = at_;
    const char c = peek();
    if (isNameStart(c)) {
      while (isNamePart(peek())) ++at_;
      const bool reserved = isReserved(text_.substr(begin, at_ - begin));
      add(reserved ? TokenKind::Keyword : TokenKind::Name, begin);
    } else if (isDigit(c)) {
      integer();
    } else if (c == '"') {
      string();
    } else if (c == '\'' && !isPrime()) {
      character();
    } else {
      punctuation();
    }
  }

  // A quote is a prime where it touches something that can be primed.
  bool isPrime() const {
    if (at_ == 0) return false;
    const char before = text_[at_ - 1];
    if (isNamePart(before) || before == ')' || before == ']' || before == '}' || before == '\'') return true;
    return before == '>' && closesTemplateArguments(at_ - 1);
  }

  // Tells `List<int>'` from `c>'a'`: between the brackets of the first stands nothing but a type.
  bool closesTemplateArguments(std::size_t bracket) const {
    int depth = 1;
    for (std::size_t i = bracket; i-- > 0 && text_[i] != '\n';) {
      const char c = text_[i];
      if (c == '>') ++depth;
      if (c == '<' && --depth == 0) return i > 0 && isNamePart(text_[i - 1]);
      if (!isNamePart(c) && std::string_view(":,*& <>").find(c) == std::string_view::npos) return false;
    }
    return false;
  }

  void integer() {
    const std::size_t begin = at_;
    const bool hexadecimal = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
    const int base = hexadecimal ? 16 : 10;
    if (hexadecimal) at_ += 2;
    std::uint64_t value = 0;
    bool fits = true;
    bool digits = false;
    for (; digitValue(peek()) < base; ++at_) {
      const std::uint64_t digit = static_cast<std::uint64_t>(digitValue(peek()));
      fits = fits && value <= (std::numeric_limits<std::uint64_t>::max() - digit) / base;
      value = value * base + digit;
      digits = true;
    }
    const bool glued = isNamePart(peek());
    while (isNamePart(peek())) ++at_;
    if (glued || !digits) error(begin, at_, "'" + std::string(text_.substr(begin, at_ - begin)) + "' is not a number");
    if (!fits) error(begin, at_, "this number does not fit in 64 bits");
    add(TokenKind::Integer, begin).value = value;
  }

  void string() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && peek() != '"' && peek() != '\n') ++at_;
    const std::size_t end = at_;
    if (peek() == '"')
      ++at_;
    else
      error(begin, begin + 1, "this string is not closed");
    add(TokenKind::String, begin).text = text_.substr(begin + 1, end - begin - 1);
  }

  void character() {
    const std::size_t begin = at_++;
    std::uint64_t value = 0;
    if (peek() == '\\') {
      ++at_;
      value = escape();
    } else if (peek() != '\'' && peek() != '\n' && peek() != '\0') {
      value = static_cast<unsigned char>(peek());
      ++at_;
    } else {
      error(begin, at_, "expected a character after the quote");
      return;
    }
    if (peek() == '\'')
      ++at_;
    else
      error(begin, at_, "this character literal is not closed");
    add(TokenKind::Character, begin).value = value;
  }

  std::uint64_t escape() {
    const char c = peek();
    if (c == '\0' || c == '\n') return 0;
    ++at_;
    switch (c) {
      case 'n': return '\n';
      case 't': return '\t';
      case 'r': return '\r';
      case '0': return 0;
      case '\\':
      case '\'':
      case '"': return static_cast<unsigned char>(c);
      case 'x': {
        std::uint64_t value = 0;
        for (int i = 0; i < 2 && digitValue(peek()) < 16; ++i, ++at_) value = value * 16 + digitValue(peek());
        return value;
      }
      default: error(at_ - 2, at_, std::string("unknown escape '\\") + c + "' in a character literal");
    }
    return 0;
  }

  void punctuation() {
    const std::size_t begin = at_;
    for (const std::string_view sign : kPunctuation) {
      if (!startsWith(sign)) continue;
      at_ += sign.size();
      add(TokenKind::Punctuation, begin);
      return;
    }
    // A character of several bytes is reported once.
    do ++at_;
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0) == 0x80);
    const bool printable = text_[begin] > ' ' && text_[begin] < 127;
    error(begin, at_, printable ? std::string("unexpected character '") + text_[begin] + "'" : "unexpected character");
  }

  const SourceText& source_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  bool at_line_start_ = true;
  Tokens result_;
};

}  // namespace

bool isReserved(std::string_view word) { return std::binary_search(kReserved.begin(), kReserved.end(), word); }

Tokens lex(const SourceText& text, Diagnostics& diagnostics) { return Lexer(text, diagnostics).run(); }

}  // namespace weir::specs
