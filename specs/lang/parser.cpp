// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/parser.h"

#include "specs/lang/declaration_parser.h"

namespace weir::specs {

SpecFile parseSpec(SourceTextPtr text, Diagnostics& diagnostics, Layout* layout) {
  const Tokens tokens = lex(*text, diagnostics);
  TokenCursor cursor(*text, tokens.tokens, diagnostics, layout);
  SpecFile file;
  file.declarations = DeclarationParser(cursor).parseFile();
  file.text = std::move(text);
  return file;
}

std::vector<Clause> parseClauses(const SourceTextPtr& text, Diagnostics& diagnostics) {
  const Tokens tokens = lex(*text, diagnostics);
  TokenCursor cursor(*text, tokens.tokens, diagnostics);
  std::vector<Clause> clauses = DeclarationParser(cursor).parseClauses();
  if (!cursor.atEnd()) cursor.report(cursor.peek().span, "unexpected '}' among clauses");
  return clauses;
}

std::vector<AnnotatedInvariant> parseInvariants(const SourceTextPtr& text, Diagnostics& diagnostics) {
  const Tokens tokens = lex(*text, diagnostics);
  TokenCursor cursor(*text, tokens.tokens, diagnostics);
  std::vector<AnnotatedInvariant> invariants;
  while (!cursor.atEnd()) {
    try {
      cursor.expect("invariant", "above a class");
      AnnotatedInvariant invariant;
      if ((cursor.atName() || cursor.peek().kind == TokenKind::Keyword) && cursor.peek(1).is(":")) {
        const Token& label = cursor.take();
        invariant.label = {std::string(label.text), label.span};
        cursor.take();
      }
      invariant.body = ExpressionParser(cursor).parse();
      invariants.push_back(std::move(invariant));
    } catch (const Unparsable&) {
      while (!cursor.atEnd() && !(cursor.peek().first_on_line && cursor.at("invariant"))) cursor.take();
    }
  }
  return invariants;
}

ExprPtr parseExpression(const SourceTextPtr& text, Diagnostics& diagnostics) {
  const Tokens tokens = lex(*text, diagnostics);
  TokenCursor cursor(*text, tokens.tokens, diagnostics);
  try {
    ExprPtr expr = ExpressionParser(cursor).parse();
    if (!cursor.atEnd()) cursor.failExpected("the end of the expression");
    return expr;
  } catch (const Unparsable&) {
    return nullptr;
  }
}

}  // namespace weir::specs
