// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/mutants/changes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace weir::mutants {
namespace {

struct Token {
  std::size_t offset = 0;
  std::string text;
  int line = 0;
  int column = 0;
};

// Longest first, so that the first match is the longest.
constexpr std::array<std::string_view, 27> kSigns = {"<<=", ">>=", "->*", "...", "<=>", "==", "!=", "<=", ">=",
                                                     "&&",  "||",  "++",  "--",  "+=",  "-=", "*=", "/=", "->",
                                                     "::",  "<<",  ">>",  "|=",  "&=",  "^=", "%=", ".*", "##"};

bool isWordStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool isWordPart(char c) { return isWordStart(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Lexer {
 public:
  explicit Lexer(const std::string& text) : text_(text) {}

  std::vector<Token> run() {
    while (at_ < text_.size()) next();
    return std::move(tokens_);
  }

 private:
  void skip(std::size_t count) {
    for (; count > 0 && at_ < text_.size(); --count, ++at_) {
      const bool is_end = text_[at_] == '\n';
      line_ += is_end;
      column_ = is_end ? 1 : column_ + 1;
      if (is_end) is_line_start_ = true;
    }
  }
  void skipTo(const std::string& end) {
    const std::size_t found = text_.find(end, at_);
    skip(found == std::string::npos ? text_.size() - at_ : found + end.size() - at_);
  }
  bool startsWith(std::string_view word) const { return text_.compare(at_, word.size(), word) == 0; }

  void next() {
    const char c = text_[at_];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) return skip(1);
    if (startsWith("//")) return skipTo("\n");
    if (startsWith("/*")) return skip(2), skipTo("*/");
    if (c == '#' && is_line_start_) return skipDirective();
    is_line_start_ = false;
    if (startsWith("R\"")) return skipRawString();
    if (c == '"' || c == '\'') return skipQuoted(c);
    std::size_t length = 1;
    if (isWordPart(c)) {
      while (at_ + length < text_.size() && isWordPart(text_[at_ + length])) ++length;
    } else {
      for (const std::string_view sign : kSigns)
        if (startsWith(sign)) {
          length = sign.size();
          break;
        }
    }
    tokens_.push_back({at_, text_.substr(at_, length), line_, column_});
    skip(length);
  }

  void skipDirective() {
    while (at_ < text_.size() && text_[at_] != '\n') skip(text_[at_] == '\\' ? 2 : 1);
  }
  void skipRawString() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string::npos) return skip(2);
    skipTo(")" + text_.substr(at_ + 2, open - at_ - 2) + "\"");
  }
  void skipQuoted(char quote) {
    skip(1);
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') skip(text_[at_] == '\\' ? 2 : 1);
    skip(1);
  }

  const std::string& text_;
  std::size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
  bool is_line_start_ = true;
  std::vector<Token> tokens_;
};

const std::map<std::string, std::vector<std::string>>& exchanges() {
  static const std::map<std::string, std::vector<std::string>> kExchanges = {
      {"==", {"!="}},         {"!=", {"=="}}, {"<", {"<=", ">"}}, {"<=", {"<"}},     {">", {">=", "<"}},
      {">=", {">"}},          {"&&", {"||"}}, {"||", {"&&"}},     {"+", {"-"}},      {"-", {"+"}},
      {"++", {"--"}},         {"--", {"++"}}, {"+=", {"-="}},     {"-=", {"+="}},    {"true", {"false"}},
      {"false", {"true"}},    {"!", {""}},    {"0", {"1"}},       {"1", {"0", "2"}}, {"break", {"continue"}},
      {"continue", {"break"}}};
  return kExchanges;
}

bool isInside(const Token& token, const SourceRange& range) {
  const auto place = std::pair(token.line, token.column);
  return std::pair(range.begin.line, range.begin.column) <= place &&
         place < std::pair(range.end.line, range.end.column);
}

/// "42" is a number, "0x1f" and "1.5" are left alone.
bool isPlainNumber(const std::string& word) {
  return !word.empty() && word.size() < 9 &&
         std::all_of(
             word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; }) &&
         (word.size() == 1 || word[0] != '0');
}

}  // namespace

std::vector<Change> changesOf(const std::string& text, const std::vector<SourceRange>& ranges,
                              const std::map<std::string, std::vector<std::string>>& fields) {
  const std::vector<Token> tokens = Lexer(text).run();
  std::vector<Change> changes;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    const auto range = std::ranges::find_if(ranges, [&](const SourceRange& each) { return isInside(token, each); });
    if (range == ranges.end()) continue;
    const auto add = [&](const std::string& to) { changes.push_back({token.offset, token.text, to, token.line}); };
    if (const auto found = exchanges().find(token.text); found != exchanges().end()) {
      for (const std::string& to : found->second) add(to);
    } else if (isPlainNumber(token.text)) {
      add(std::to_string(std::stol(token.text) + 1));
    } else if (const auto others = fields.find(token.text); others != fields.end()) {
      // A name that is called or declared is none of the fields.
      const bool is_called = i + 1 < tokens.size() && tokens[i + 1].text == "(";
      const bool follows_name = i > 0 && (isWordPart(tokens[i - 1].text.back()) || tokens[i - 1].text == "*");
      const bool is_member = i > 0 && (tokens[i - 1].text == "." || tokens[i - 1].text == "->");
      if (is_called || (follows_name && !is_member && tokens[i - 1].text != "return")) continue;
      for (const std::string& to : others->second) add(to);
    }
  }
  return changes;
}

std::string applied(const std::string& text, const Change& change) {
  return text.substr(0, change.offset) + change.to + text.substr(change.offset + change.from.size());
}

std::string diffOf(const std::string& text, const Change& change, const std::string& file) {
  const auto lineOf = [&](const std::string& whole) {
    const std::size_t before = change.offset == 0 ? std::string::npos : whole.rfind('\n', change.offset - 1);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    return whole.substr(begin, whole.find('\n', begin) - begin);
  };
  return "@@ " + file + ":" + std::to_string(change.line) + " @@\n-" + lineOf(text) + "\n+" +
         lineOf(applied(text, change)) + "\n";
}

}  // namespace weir::mutants
