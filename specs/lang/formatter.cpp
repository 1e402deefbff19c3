// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/formatter.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "specs/lang/lexer.h"
#include "specs/lang/parser.h"

namespace weir::specs {
namespace {

struct Lexeme {
  std::string_view text;
  Span span;
  const Token* token = nullptr;  // null for a comment
  bool to_end_of_line = false;
  int newlines = 0;  // in front of it, as the author wrote
  int tight = -1;    // which tight span it is in
};

constexpr int kIndent = 2;
constexpr std::size_t kWidestAlignment = 24;

class Formatter {
 public:
  Formatter(const SourceText& text, const Tokens& tokens, const Layout& layout) : text_(text.text()), layout_(layout) {
    collect(tokens);
    findBlocks();
  }

  std::string run() {
    for (std::size_t i = 0; i < lexemes_.size(); ++i) {
      if (i == 0 || breaksBefore(i))
        startLine(i);
      else
        line().text += spaceBetween(lexemes_[i - 1], lexemes_[i], i) ? " " : "";
      if (isAligned(lexemes_[i]) && line().align_at == 0 && line().first_word != "method")
        line().align_at = line().text.size();
      line().text += lexemes_[i].text;
    }
    align();
    std::string result;
    for (const Line& line : lines_) result += std::string(line.blank_before ? "\n" : "") + line.text + "\n";
    return result;
  }

 private:
  struct Line {
    std::string text;
    bool blank_before = false;
    std::string_view first_word;
    std::size_t align_at = 0;  // 0: nothing to align
  };

  Line& line() { return lines_.back(); }
  bool isBlock(const Lexeme& lexeme) const {
    return lexeme.token != nullptr && layout_.blocks.contains(lexeme.span.begin);
  }
  bool isAligned(const Lexeme& lexeme) const {
    return lexeme.token != nullptr && layout_.aligned.contains(lexeme.span.begin);
  }

  void collect(const Tokens& tokens) {
    for (const Token& token : tokens.tokens) {
      if (token.kind == TokenKind::End) break;
      lexemes_.push_back({text_.substr(token.span.begin, token.span.end - token.span.begin), token.span, &token});
    }
    for (const Comment& comment : tokens.comments) {
      std::string_view words = text_.substr(comment.span.begin, comment.span.end - comment.span.begin);
      while (!words.empty() && (words.back() == ' ' || words.back() == '\t' || words.back() == '\r'))
        words.remove_suffix(1);
      lexemes_.push_back({words, comment.span, nullptr, comment.to_end_of_line});
    }
    std::sort(lexemes_.begin(), lexemes_.end(),
              [](const Lexeme& a, const Lexeme& b) { return a.span.begin < b.span.begin; });
    std::uint32_t end = 0;
    for (Lexeme& lexeme : lexemes_) {
      const std::string_view gap = text_.substr(end, lexeme.span.begin - end);
      lexeme.newlines = static_cast<int>(std::count(gap.begin(), gap.end(), '\n'));
      end = lexeme.span.end;
    }
    std::vector<Span> tight = layout_.tight;
    std::sort(tight.begin(), tight.end(), [](Span a, Span b) { return a.begin < b.begin; });
    std::size_t next = 0;
    for (Lexeme& lexeme : lexemes_) {
      while (next < tight.size() && tight[next].end <= lexeme.span.begin) ++next;
      if (next < tight.size() && tight[next].begin <= lexeme.span.begin) lexeme.tight = static_cast<int>(next);
    }
  }

  // A block that the author broke into lines gets its braces at line ends; any other stays on its line.
  void findBlocks() {
    broken_.assign(lexemes_.size(), false);
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < lexemes_.size(); ++i) {
      if (lexemes_[i].newlines > 0 || lexemes_[i].to_end_of_line ||
          lexemes_[i].text.find('\n') != std::string_view::npos)
        for (const std::size_t brace : open) broken_[brace] = true;
      if (!isBlock(lexemes_[i])) continue;
      if (lexemes_[i].text == "{") {
        open.push_back(i);
      } else if (!open.empty()) {
        broken_[i] = broken_[open.back()];
        open.pop_back();
      }
    }
  }

  bool breaksBefore(std::size_t i) const {
    const Lexeme& lexeme = lexemes_[i];
    const Lexeme& before = lexemes_[i - 1];
    if (before.to_end_of_line) return true;
    if (layout_.declarations.contains(lexeme.span.begin) && lexeme.token != nullptr) return true;
    if (isBlock(before) && before.text == "{" && broken_[i - 1]) return lexeme.newlines > 0 || !lexeme.to_end_of_line;
    if (isBlock(lexeme) && lexeme.text == "}" && broken_[i]) return true;
    if (lexeme.token != nullptr && isClause(lexeme) && insideBroken(i)) return true;
    // Words that have to touch stay together.
    if (lexeme.tight >= 0 && lexeme.tight == before.tight) return false;
    if (lexeme.text == "'" || mustTouch(lexeme)) return false;
    return lexeme.newlines > 0;
  }

  bool isClause(const Lexeme& lexeme) const {
    if (!layout_.starts.contains(lexeme.span.begin)) return false;
    for (const std::string_view word : {"requires", "ensures", "modifies", "checks", "throws", "method"})
      if (lexeme.text == word) return true;
    return false;
  }

  bool insideBroken(std::size_t i) const {
    int depth = 0;
    for (std::size_t j = i; j-- > 0;) {
      if (!isBlock(lexemes_[j])) continue;
      if (lexemes_[j].text == "}")
        ++depth;
      else if (depth-- == 0)
        return broken_[j];
    }
    return false;
  }

  // `size(`, `key(`: a call is told from a name beside a parenthesis by touching it.
  static bool mustTouch(const Lexeme& lexeme) {
    return lexeme.token != nullptr && lexeme.text == "(" && lexeme.token->touches_previous && lexeme.newlines == 0;
  }

  void startLine(std::size_t i) {
    const Lexeme& lexeme = lexemes_[i];
    Line made;
    const bool after_brace = i > 0 && isBlock(lexemes_[i - 1]) && lexemes_[i - 1].text == "{";
    const bool closes = isBlock(lexeme) && lexeme.text == "}";
    made.blank_before = i > 0 && lexeme.newlines > 1 && !after_brace && !closes;
    while (counted_ < i + (closes ? 1 : 0)) {
      if (isBlock(lexemes_[counted_]) && broken_[counted_]) depth_ += lexemes_[counted_].text == "{" ? 1 : -1;
      ++counted_;
    }
    const bool fresh = lexeme.token == nullptr || closes || layout_.starts.contains(lexeme.span.begin);
    made.text = std::string(static_cast<std::size_t>(kIndent * (depth_ + (fresh ? 0 : 1))), ' ');
    if (fresh && lexeme.token != nullptr) made.first_word = lexeme.text;
    lines_.push_back(std::move(made));
  }

  static bool isWord(const Lexeme& lexeme) {
    return lexeme.token != nullptr && lexeme.token->kind != TokenKind::Punctuation;
  }

  static bool endsOperand(const Lexeme& lexeme) {
    if (lexeme.token == nullptr) return true;
    if (lexeme.token->kind == TokenKind::Keyword)
      return lexeme.text == "this" || lexeme.text == "return" || lexeme.text == "univ" || lexeme.text == "none" ||
             lexeme.text == "iden" || lexeme.text == "Int" || lexeme.text == "null" || lexeme.text == "true" ||
             lexeme.text == "false";
    if (lexeme.token->kind != TokenKind::Punctuation) return true;
    return lexeme.text == ")" || lexeme.text == "]" || lexeme.text == "}" || lexeme.text == "'";
  }

  bool isPrefixSign(std::size_t i) const {
    const std::string_view sign = lexemes_[i].text;
    if (lexemes_[i].token == nullptr || lexemes_[i].token->kind != TokenKind::Punctuation) return false;
    if (sign == "#" || sign == "~" || sign == "^" || sign == "*" || sign == "!") return true;
    return sign == "-" && (i == 0 || !endsOperand(lexemes_[i - 1]));
  }

  bool spaceBetween(const Lexeme& a, const Lexeme& b, std::size_t i) {
    if (b.token == nullptr) {
      if (b.to_end_of_line) line().text += " ";  // two spaces in front of a comment
      return true;
    }
    if (a.token == nullptr) return true;
    if (a.tight >= 0 && a.tight == b.tight) return (isWord(a) && isWord(b)) || a.text == ",";
    if (b.text == "'" || b.text == "." || b.text == "," || b.text == ")" || b.text == "]" || b.text == "[")
      return false;
    if (a.text == "." || a.text == "(" || a.text == "[") return false;
    if (b.text == ":") return false;
    if (b.text == "(") return !(mustTouch(b) || isPrefixSign(i - 1));
    if (a.text == "{" && !isBlock(a)) return false;
    if (b.text == "}" && !isBlock(b)) return false;
    return !isPrefixSign(i - 1);
  }

  // Neighbouring lines that start with the same word and have something to align.
  void align() {
    for (std::size_t first = 0; first < lines_.size();) {
      std::size_t end = first + 1;
      const Line& leader = lines_[first];
      if (leader.align_at != 0 && !leader.first_word.empty()) {
        while (end < lines_.size() && lines_[end].align_at != 0 && lines_[end].first_word == leader.first_word &&
               !lines_[end].blank_before)
          ++end;
        alignGroup(first, end);
      }
      first = end;
    }
  }

  void alignGroup(std::size_t first, std::size_t end) {
    std::size_t widest = 0;
    std::size_t narrowest = std::string::npos;
    for (std::size_t i = first; i < end; ++i) {
      widest = std::max(widest, lines_[i].align_at);
      narrowest = std::min(narrowest, lines_[i].align_at);
    }
    if (widest - narrowest > kWidestAlignment) return;
    for (std::size_t i = first; i < end; ++i)
      lines_[i].text.insert(lines_[i].align_at, std::string(widest - lines_[i].align_at, ' '));
  }

  std::string_view text_;
  const Layout& layout_;
  std::vector<Lexeme> lexemes_;
  std::vector<bool> broken_;  // of braces: the block is over several lines
  std::vector<Line> lines_;
  std::size_t counted_ = 0;  // lexemes whose braces are in depth_
  int depth_ = 0;
};

}  // namespace

std::string format(const SourceTextPtr& text, Diagnostics& diagnostics) {
  Diagnostics mistakes;
  Layout layout;
  parseSpec(text, mistakes, &layout);
  if (mistakes.hasErrors()) {
    for (const Diagnostic& mistake : mistakes.all()) diagnostics.error(mistake.range, mistake.message);
    return text->text();
  }
  const Tokens tokens = lex(*text, mistakes);
  return Formatter(*text, tokens, layout).run();
}

}  // namespace weir::specs
