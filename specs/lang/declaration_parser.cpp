// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/declaration_parser.h"

#include <algorithm>
#include <array>

namespace weir::specs {
namespace {

constexpr std::array<std::string_view, 9> kDeclarationWords = {"source", "use",     "fun",   "pred", "invariant",
                                                               "method", "trusted", "model", "check"};
constexpr std::array<std::string_view, 5> kClauseWords = {"requires", "ensures", "modifies", "checks", "throws"};

template <std::size_t N>
bool isOneOf(const Token& token, const std::array<std::string_view, N>& words) {
  return token.kind == TokenKind::Name && std::find(words.begin(), words.end(), token.text) != words.end();
}

template <std::size_t N>
std::string nearestOf(const Token& token, const std::array<std::string_view, N>& words) {
  const auto near = nearestName(token.text, std::vector<std::string>(words.begin(), words.end()));
  return near ? "; did you mean '" + *near + "'?" : "";
}

}  // namespace

bool DeclarationParser::atClause() const { return isOneOf(cursor_.peek(), kClauseWords); }

std::vector<Declaration> DeclarationParser::parseFile() {
  std::vector<Declaration> declarations;
  while (!cursor_.atEnd()) {
    const std::size_t start = cursor_.position();
    try {
      if (auto declaration = parseDeclaration()) declarations.push_back(std::move(*declaration));
    } catch (const Unparsable&) {
      if (cursor_.position() == start) cursor_.take();
      skipToDeclaration();
    }
  }
  return declarations;
}

// A declaration most likely starts a line, with one of its words.
void DeclarationParser::skipToDeclaration() {
  while (!cursor_.atEnd() && !(cursor_.peek().first_on_line && isOneOf(cursor_.peek(), kDeclarationWords)))
    cursor_.take();
}

std::optional<Declaration> DeclarationParser::parseDeclaration() {
  const std::size_t first = cursor_.position();
  const Token& word = cursor_.peek();
  if (!isOneOf(word, kDeclarationWords)) {
    std::string message = "expected a declaration, found '" + std::string(word.text) + "'";
    message += isOneOf(word, kClauseWords) ? "; clauses stand inside 'method C::m { ... }'"
                                           : nearestOf(word, kDeclarationWords);
    cursor_.fail(word, message);
  }
  cursor_.noteDeclaration();
  cursor_.take();
  Declaration declaration;
  if (word.is("source"))
    declaration.value = parseSource();
  else if (word.is("use"))
    declaration.value = parseUse();
  else if (word.is("fun"))
    declaration.value = parseFunction(false);
  else if (word.is("pred"))
    declaration.value = parseFunction(true);
  else if (word.is("invariant"))
    declaration.value = parseInvariant();
  else if (word.is("method"))
    declaration.value = parseMethod(false);
  else if (word.is("model"))
    declaration.value = parseModel();
  else if (word.is("check"))
    declaration.value = parseCheck();
  else {
    cursor_.expect("method", "after 'trusted'");
    declaration.value = parseMethod(true);
  }
  declaration.span = cursor_.spanFrom(first);
  if (auto* method = std::get_if<MethodDecl>(&declaration.value)) method->span = declaration.span;
  return declaration;
}

SourceDecl DeclarationParser::parseSource() {
  SourceDecl source;
  if (cursor_.peek().kind != TokenKind::String) cursor_.failExpected("a file name in quotes after 'source'");
  source.path = cursor_.take().text;
  if (cursor_.accept("with")) {
    if (cursor_.peek().kind != TokenKind::String) cursor_.failExpected("a compiler option in quotes after 'with'");
    while (cursor_.peek().kind == TokenKind::String) source.flags.emplace_back(cursor_.take().text);
  }
  return source;
}

UseDecl DeclarationParser::parseUse() {
  UseDecl use;
  if (cursor_.peek().kind == TokenKind::String) {
    use.name = cursor_.take().text;
  } else if (cursor_.accept("<")) {
    use.library = true;
    const std::size_t first = cursor_.position() - 1;
    use.name = cursor_.expectName("the name of a library").text;
    cursor_.expect(">", "after the name of a library");
    cursor_.noteTight(first);
  } else {
    cursor_.failExpected("\"file\" or <library> after 'use'");
  }
  return use;
}

FunctionDecl DeclarationParser::parseFunction(bool predicate) {
  FunctionDecl function;
  function.predicate = predicate;
  const Token& name = cursor_.expectName(predicate ? "a name after 'pred'" : "a name after 'fun'");
  function.name = {std::string(name.text), name.span};
  ExpressionParser expressions(cursor_);
  if (cursor_.accept("[") && !cursor_.accept("]")) {
    function.parameters = expressions.parseDeclarations();
    cursor_.expect("]", "after the parameters");
  }
  if (predicate) {
    cursor_.expect("{", "before the body of a 'pred'");
    function.body = expressions.parseBlock();
    return function;
  }
  cursor_.expect(":", "and the result type of a 'fun'");
  function.result_type = expressions.parseType(function.result_multiplicity);
  cursor_.noteAligned();
  cursor_.expect("=", "before the body of a 'fun'");
  function.body = expressions.parse();
  return function;
}

InvariantDecl DeclarationParser::parseInvariant() {
  InvariantDecl invariant;
  invariant.label = parseOptionalLabel();
  ExpressionParser expressions(cursor_);
  invariant.class_name = expressions.parseQualifiedName("a class after 'invariant'");
  cursor_.expect("{", "before the body of an 'invariant'");
  invariant.body = expressions.parseBlock();
  return invariant;
}

MethodDecl DeclarationParser::parseMethod(bool trusted) {
  MethodDecl method;
  method.trusted = trusted;
  method.method = parseMethodName();
  parseSignature(method.method);
  parseBody(method.clauses);
  return method;
}

void DeclarationParser::parseBody(std::vector<Clause>& clauses) {
  cursor_.noteBlock(cursor_.position());
  cursor_.expect("{", "before the clauses of a method");
  clauses = parseClauses();
  cursor_.noteBlock(cursor_.position());
  cursor_.expect("}", "after the clauses of a method");
}

MethodDecl DeclarationParser::parseModelMethod() {
  const std::size_t first = cursor_.position() - 1;
  MethodDecl method;
  method.trusted = true;
  method.method = parseMethodName();
  ExpressionParser expressions(cursor_);
  if (cursor_.accept("(") && !cursor_.accept(")")) {
    method.parameters = expressions.parseDeclarations();
    cursor_.expect(")", "after the parameters");
  }
  method.method.is_const = cursor_.accept("const");
  if (cursor_.accept(":")) method.result_type = expressions.parseType(method.result_multiplicity);
  parseBody(method.clauses);
  method.span = cursor_.spanFrom(first);
  return method;
}

ModelDecl DeclarationParser::parseModel() {
  ModelDecl model;
  model.class_name = ExpressionParser(cursor_).parseQualifiedName("a class after 'model'");
  cursor_.noteBlock(cursor_.position());
  cursor_.expect("{", "before the body of a 'model'");
  while (!cursor_.at("}") && !cursor_.atEnd()) {
    cursor_.noteStart();
    if (cursor_.accept("method")) {
      model.methods.push_back(parseModelMethod());
    } else {
      if (!cursor_.atName()) cursor_.failExpected("a ghost field or 'method'");
      for (VariableDecl& ghost : ExpressionParser(cursor_).parseDeclarations())
        model.ghosts.push_back(std::move(ghost));
    }
  }
  cursor_.noteBlock(cursor_.position());
  cursor_.expect("}", "after the body of a 'model'");
  return model;
}

CheckDecl DeclarationParser::parseCheck() {
  CheckDecl check;
  check.method = parseMethodName();
  parseSignature(check.method);
  if (cursor_.accept(".")) check.label = parseHyphenated("the label of a property");
  if (cursor_.accept("for")) {
    check.has_scope = true;
    check.scope = parseCount("how many objects after 'for'");
  }
  if (cursor_.accept("but")) {
    do {
      CheckDecl::Limit limit;
      limit.count = parseCount("how many objects after 'but'");
      limit.class_name = ExpressionParser(cursor_).parseQualifiedName("a class to limit");
      check.limits.push_back(std::move(limit));
    } while (cursor_.accept(","));
  }
  if (cursor_.accept("unroll")) {
    check.has_unroll = true;
    check.unroll = parseCount("how many iterations after 'unroll'");
  }
  return check;
}

std::uint64_t DeclarationParser::parseCount(std::string_view what) {
  if (cursor_.peek().kind != TokenKind::Integer) cursor_.failExpected(what);
  return cursor_.take().value;
}

}  // namespace weir::specs
