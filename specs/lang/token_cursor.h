// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A position in a list of tokens, with what every part of the parser needs: look, accept, expect, give up.
//
// A mistake is reported once and thrown as Unparsable to the nearest place that can go on (the next formula of a
// block, the next clause, the next declaration); that place skips what cannot be understood.
#pragma once

#include <string>
#include <string_view>

#include "specs/lang/layout.h"
#include "specs/lang/lexer.h"

namespace weir::specs {

/// Thrown after the mistake has been reported.
struct Unparsable {};

class TokenCursor {
 public:
  /// Fills `layout` on the way if it is not null.
  TokenCursor(const SourceText& source, const std::vector<Token>& tokens, Diagnostics& diagnostics,
              Layout* layout = nullptr)
      : source_(source), tokens_(tokens), diagnostics_(diagnostics), layout_(layout) {}

  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[at_ + ahead < tokens_.size() ? at_ + ahead : tokens_.size() - 1];
  }
  bool at(std::string_view word) const { return peek().is(word); }
  bool atEnd() const { return peek().kind == TokenKind::End; }
  bool atName() const { return peek().kind == TokenKind::Name; }
  const Token& take();
  bool accept(std::string_view word);
  /// `for_what` ends the sentence "expected 'word' ...".
  void expect(std::string_view word, std::string_view for_what = {});
  const Token& expectName(std::string_view what);

  std::size_t position() const { return at_; }
  void moveTo(std::size_t position) { at_ = position; }
  Span spanFrom(std::size_t first_token) const;

  [[noreturn]] void fail(const Token& token, std::string message);
  [[noreturn]] void failExpected(std::string_view what);
  void report(Span span, std::string message);

  // What the formatter wants to know: about the token at hand, or the tokens since `first`.
  void noteDeclaration();
  void noteStart();
  void noteBlock(std::size_t brace);
  void noteAligned();
  void noteTight(std::size_t first);

  /// Passes a bracketed group or one token.
  void skipGroup();

 private:
  const SourceText& source_;
  const std::vector<Token>& tokens_;
  Diagnostics& diagnostics_;
  Layout* layout_;
  std::size_t at_ = 0;
};

}  // namespace weir::specs
