// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What binds names, and what stands in braces: quantifiers, let, declarations, types, comprehensions, blocks.
#include <array>
#include <utility>

#include "specs/lang/expression_parser.h"

namespace weir::specs {
namespace {

// `set` and `seq` are ordinary names unless a type follows.
bool startsOperand(const Token& token) {
  if (token.kind == TokenKind::Punctuation)
    return token.is("(") || token.is("{") || token.is("::") || token.is("*") || token.is("^") || token.is("~") ||
           token.is("#");
  return token.kind != TokenKind::End && token.kind != TokenKind::String && !infixOperator(token.text);
}

}  // namespace

ExprPtr ExpressionParser::parseBinder(Op op, std::size_t first) {
  Expr expr;
  expr.kind = ExprKind::Quantified;
  expr.op = op;
  expr.decls = parseDeclarations();
  if (cursor_.at("{") && op != Op::Sum) {
    cursor_.take();
    expr.children = {parseBlock()};
  } else {
    cursor_.expect("|", "before the body of '" + std::string(spelling(op)) + "'");
    expr.children = {parse()};
  }
  return seal(std::move(expr), first);
}

ExprPtr ExpressionParser::parseLet() {
  const std::size_t first = cursor_.position();
  cursor_.take();
  Expr expr;
  expr.kind = ExprKind::Let;
  do {
    VariableDecl decl;
    const Token& name = cursor_.expectName("a name after 'let'");
    decl.names = {{std::string(name.text), name.span}};
    cursor_.expect("=", "in 'let'");
    decl.type = parse();
    expr.decls.push_back(std::move(decl));
  } while (cursor_.accept(","));
  if (cursor_.accept("{")) {
    expr.children = {parseBlock()};
  } else {
    cursor_.expect("|", "before the body of 'let'");
    expr.children = {parse()};
  }
  return seal(std::move(expr), first);
}

ExprPtr ExpressionParser::parseIf() {
  const std::size_t first = cursor_.position();
  cursor_.take();
  Expr expr;
  expr.kind = ExprKind::Conditional;
  expr.children.push_back(parse());
  cursor_.expect("then", "in 'if'");
  expr.children.push_back(parse());
  cursor_.expect("else", "in 'if'");
  expr.children.push_back(parse());
  return seal(std::move(expr), first);
}

std::vector<VariableDecl> ExpressionParser::parseDeclarations() {
  std::vector<VariableDecl> decls;
  do {
    VariableDecl decl;
    decl.disjoint = cursor_.accept("disj");
    do {
      const Token& name = cursor_.expectName("a name to declare");
      decl.names.push_back({std::string(name.text), name.span});
    } while (cursor_.accept(","));
    cursor_.expect(":", "after the declared names");
    decl.type = parseType(decl.multiplicity);
    decls.push_back(std::move(decl));
  } while (cursor_.accept(","));
  return decls;
}

bool ExpressionParser::acceptMultiplicity(Multiplicity& multiplicity) {
  constexpr std::array<std::pair<std::string_view, Multiplicity>, 6> kWords = {{{"one", Multiplicity::One},
                                                                                {"lone", Multiplicity::Lone},
                                                                                {"sole", Multiplicity::Lone},
                                                                                {"some", Multiplicity::Some},
                                                                                {"set", Multiplicity::Set},
                                                                                {"seq", Multiplicity::Seq}}};
  for (const auto& [word, value] : kWords) {
    if (!cursor_.at(word)) continue;
    if (cursor_.atName() && !startsOperand(cursor_.peek(1))) return false;
    cursor_.take();
    multiplicity = value;
    return true;
  }
  return false;
}

ExprPtr ExpressionParser::parseType(Multiplicity& multiplicity) {
  acceptMultiplicity(multiplicity);
  const bool outer = std::exchange(in_type_, true);
  try {
    ExprPtr type = parse(Level::Additive);
    in_type_ = outer;
    return type;
  } catch (const Unparsable&) {
    in_type_ = outer;
    throw;
  }
}

ExprPtr ExpressionParser::parseBraces() {
  const std::size_t first = cursor_.position();
  cursor_.take();
  if (!declarationsFollow(0)) return parseBlock();
  const bool outer = std::exchange(in_type_, false);
  Expr expr;
  expr.kind = ExprKind::Comprehension;
  expr.decls = parseDeclarations();
  cursor_.expect("|", "in the comprehension");
  expr.children = {parse()};
  in_type_ = outer;
  cursor_.expect("}", "after the comprehension");
  return seal(std::move(expr), first);
}

ExprPtr ExpressionParser::parseBlock() {
  const std::size_t first = cursor_.position() - 1;
  cursor_.noteBlock(first);
  const bool outer = std::exchange(in_type_, false);
  Expr expr;
  expr.kind = ExprKind::Block;
  while (!cursor_.at("}") && !cursor_.atEnd()) {
    const int nesting = nesting_;
    cursor_.noteStart();
    try {
      expr.children.push_back(parse());
    } catch (const Unparsable&) {
      nesting_ = nesting;
      in_type_ = false;
      // The next formula most likely starts the next line.
      do cursor_.skipGroup();
      while (!cursor_.atEnd() && !cursor_.at("}") && !cursor_.peek().first_on_line);
    }
  }
  in_type_ = outer;
  cursor_.noteBlock(cursor_.position());
  cursor_.expect("}", "at the end of the block");
  return seal(std::move(expr), first);
}

}  // namespace weir::specs
