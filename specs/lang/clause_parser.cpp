// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses of a method, and the names of methods, as declared in declaration_parser.h.
#include "specs/lang/declaration_parser.h"

namespace weir::specs {

std::vector<Clause> DeclarationParser::parseClauses() {
  std::vector<Clause> clauses;
  while (!cursor_.at("}") && !cursor_.atEnd()) {
    const std::size_t start = cursor_.position();
    try {
      clauses.push_back(parseClause());
    } catch (const Unparsable&) {
      if (cursor_.position() == start) cursor_.skipGroup();
      while (!cursor_.atEnd() && !cursor_.at("}") && !(cursor_.peek().first_on_line && atClause())) cursor_.skipGroup();
    }
  }
  return clauses;
}

Clause DeclarationParser::parseClause() {
  const std::size_t first = cursor_.position();
  cursor_.noteStart();
  if (!atClause()) {
    const auto near = nearestName(cursor_.peek().text, {"requires", "ensures", "modifies", "checks", "throws"});
    if (near && cursor_.atName()) cursor_.failExpected("a clause (did you mean '" + *near + "'?)");
    cursor_.failExpected("a clause ('requires', 'ensures', 'modifies', 'checks' or 'throws')");
  }
  const Token& word = cursor_.take();
  ExpressionParser expressions(cursor_);
  Clause clause;
  if (word.is("requires") || word.is("ensures")) {
    clause.kind = word.is("requires") ? Clause::Kind::Requires : Clause::Kind::Ensures;
    clause.label = parseOptionalLabel();
    clause.formula = expressions.parse();
  } else if (word.is("modifies")) {
    clause.kind = Clause::Kind::Modifies;
    if (!cursor_.accept("nothing")) {
      do clause.locations.push_back(expressions.parse(Level::Additive));
      while (cursor_.accept(","));
    }
  } else if (word.is("checks")) {
    clause.kind = Clause::Kind::Checks;
    do clause.checks.push_back(parseHyphenated("a built-in property"));
    while (cursor_.accept(","));
  } else {
    clause.kind = Clause::Kind::Throws;
    clause.label = parseOptionalLabel();
    clause.exception = expressions.parseQualifiedName("a type of exception after 'throws'");
    cursor_.expect("when", "after the type of exception");
    clause.formula = expressions.parse();
  }
  clause.span = cursor_.spanFrom(first);
  return clause;
}

// No formula begins with a word and a colon: there even a reserved word can only be a label, as in `ensures none: …`.
Identifier DeclarationParser::parseOptionalLabel() {
  const bool is_word = cursor_.atName() || cursor_.peek().kind == TokenKind::Keyword;
  if (!is_word || !cursor_.peek(1).is(":")) return {};
  const Token& name = cursor_.take();
  cursor_.take();
  cursor_.noteAligned();
  return {std::string(name.text), name.span};
}

// `use-after-free`: words joined by hyphens that touch them.
Identifier DeclarationParser::parseHyphenated(std::string_view what) {
  const std::size_t first = cursor_.position();
  if (!cursor_.atName() && cursor_.peek().kind != TokenKind::Keyword) cursor_.failExpected(what);
  std::string text(cursor_.take().text);
  while (cursor_.at("-") && cursor_.peek().touches_previous && cursor_.peek(1).touches_previous &&
         (cursor_.peek(1).kind == TokenKind::Name || cursor_.peek(1).kind == TokenKind::Keyword)) {
    cursor_.take();
    text += "-";
    text += cursor_.take().text;
  }
  cursor_.noteTight(first);
  return {std::move(text), cursor_.spanFrom(first)};
}

// A qualified name whose last part may be a destructor or an operator.
MethodName DeclarationParser::parseMethodName() {
  const std::size_t first = cursor_.position();
  ExpressionParser expressions(cursor_);
  std::string text;
  if (cursor_.accept("::")) text = "::";
  for (;;) {
    if (cursor_.at("~")) {
      cursor_.take();
      text += "~";
      text += cursor_.expectName("the class of a destructor").text;
      break;
    }
    if (cursor_.at("operator")) {
      text += parseOperatorName();
      break;
    }
    // A part with its template arguments; `C<int>::m` is taken part by part because the last may be special.
    text += cursor_.expectName("the name of a method").text;
    if (cursor_.at("<") && cursor_.peek().touches_previous) {
      const std::optional<std::string> arguments = expressions.tryTemplateArgumentText();
      if (!arguments) cursor_.failExpected("template arguments");
      text += *arguments;
    }
    if (!cursor_.accept("::")) break;
    text += "::";
  }
  cursor_.noteTight(first);
  MethodName method;
  method.name = {std::move(text), cursor_.spanFrom(first)};
  return method;
}

std::string DeclarationParser::parseOperatorName() {
  std::string text(cursor_.take().text);
  if (cursor_.at("(") && cursor_.peek(1).is(")")) {
    cursor_.take();
    cursor_.take();
    return text + "()";
  }
  if (cursor_.atName()) {
    const std::optional<std::string> type = ExpressionParser(cursor_).tryTypeText();
    if (!type) cursor_.failExpected("the type of a conversion");
    return text + " " + *type;
  }
  const std::size_t start = cursor_.position();
  while (cursor_.peek().kind == TokenKind::Punctuation && !cursor_.at("(") && !cursor_.at("{") && !cursor_.at(".") &&
         (cursor_.position() == start || cursor_.peek().touches_previous))
    text += cursor_.take().text;
  if (cursor_.position() == start) cursor_.failExpected("an operator");
  return text;
}

void DeclarationParser::parseSignature(MethodName& method) {
  if (!cursor_.accept("(")) return;
  method.has_signature = true;
  ExpressionParser expressions(cursor_);
  if (!cursor_.accept(")")) {
    do {
      const std::size_t first = cursor_.position();
      std::optional<std::string> type = expressions.tryTypeText();
      // Of a function with any number of arguments.
      if (!type && cursor_.at(".")) {
        type.emplace();
        while (type->size() < 3 && cursor_.at(".") && (type->empty() || cursor_.peek().touches_previous))
          *type += cursor_.take().text;
        if (type->size() < 3) type.reset();
      }
      if (!type) cursor_.failExpected("a parameter type");
      cursor_.noteTight(first);
      method.parameter_types.push_back(*type);
    } while (cursor_.accept(","));
    cursor_.expect(")", "after the parameter types");
  }
  method.is_const = cursor_.accept("const");
}

}  // namespace weir::specs
