// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/token_cursor.h"

namespace weir::specs {
namespace {

std::string describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::End: return "the end of the text";
    case TokenKind::String: return "a string";
    default: return "'" + std::string(token.text) + "'";
  }
}

// What people who know other languages write, and how it is written here.
std::string_view advice(const Token& token, const Token& next) {
  if (token.is("=") && next.is("=") && next.touches_previous) return "; equality is written '='";
  if (token.is("=") && next.kind != TokenKind::End) return "";
  if (token.is("/")) return "; division is written 'div[i, j]'";
  if (token.is("%")) return "; the remainder is written 'rem[i, j]'";
  if (token.is(";")) return "; nothing ends in a semicolon here";
  return "";
}

}  // namespace

const Token& TokenCursor::take() {
  const Token& token = peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool TokenCursor::accept(std::string_view word) {
  if (!at(word)) return false;
  take();
  return true;
}

void TokenCursor::expect(std::string_view word, std::string_view for_what) {
  if (accept(word)) return;
  std::string what = "'" + std::string(word) + "'";
  if (!for_what.empty()) what += " " + std::string(for_what);
  failExpected(what);
}

const Token& TokenCursor::expectName(std::string_view what) {
  if (!atName()) failExpected(what);
  return take();
}

Span TokenCursor::spanFrom(std::size_t first_token) const {
  const Span first = tokens_[first_token].span;
  return {first.begin, at_ > first_token ? tokens_[at_ - 1].span.end : first.end};
}

void TokenCursor::fail(const Token& token, std::string message) {
  report(token.span, std::move(message));
  throw Unparsable{};
}

void TokenCursor::failExpected(std::string_view what) {
  const Token& token = peek();
  // `a == b` fails at the second sign; the pair is what the user has to see.
  const bool second_of_pair = at_ > 0 && token.is("=") && token.touches_previous && tokens_[at_ - 1].is("=");
  std::string message = "expected " + std::string(what) + ", found " + describe(token);
  message += second_of_pair ? "; equality is written '='" : advice(token, peek(1));
  fail(token, std::move(message));
}

void TokenCursor::report(Span span, std::string message) {
  diagnostics_.error(source_.rangeOf(span), std::move(message));
}

void TokenCursor::noteDeclaration() {
  if (layout_ != nullptr) layout_->declarations.insert(peek().span.begin);
  noteStart();
}

void TokenCursor::noteStart() {
  if (layout_ != nullptr) layout_->starts.insert(peek().span.begin);
}

void TokenCursor::noteBlock(std::size_t brace) {
  if (layout_ != nullptr) layout_->blocks.insert(tokens_[brace].span.begin);
}

void TokenCursor::noteAligned() {
  if (layout_ != nullptr) layout_->aligned.insert(peek().span.begin);
}

void TokenCursor::noteTight(std::size_t first) {
  if (layout_ != nullptr && at_ > first) layout_->tight.push_back(spanFrom(first));
}

void TokenCursor::skipGroup() {
  int depth = 0;
  do {
    if (at("{") || at("[") || at("(")) ++depth;
    if (at("}") || at("]") || at(")")) --depth;
    take();
  } while (depth > 0 && !atEnd());
}

}  // namespace weir::specs
