// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/expression_parser.h"

#include <array>
#include <utility>

namespace weir::specs {
namespace {

// Trees are walked by recursion everywhere; these keep the deepest of them far from the end of the stack.
constexpr int kDeepestNesting = 200;
constexpr int kDeepestTree = 1000;

std::optional<Op> binderOp(const Token& token) {
  constexpr std::array<std::pair<std::string_view, Op>, 6> kBinders = {
      {{"all", Op::All}, {"some", Op::Some}, {"no", Op::No}, {"one", Op::One}, {"lone", Op::Lone}, {"sole", Op::Lone}}};
  for (const auto& [word, op] : kBinders)
    if (token.is(word)) return op;
  return std::nullopt;
}

std::optional<Op> constantOp(const Token& token) {
  if (token.kind != TokenKind::Keyword) return std::nullopt;
  constexpr std::array kOps = {Op::Empty, Op::Univ,  Op::Iden, Op::Ints,  Op::Null,
                               Op::True,  Op::False, Op::This, Op::Return};
  for (const Op op : kOps)
    if (token.is(spelling(op))) return op;
  return std::nullopt;
}

// True for a word that starts the next clause or declaration: then an expression is missing before it. It is told
// from an operand of that name by standing first on its line and being followed by nothing that continues an operand.
bool startsNextClause(const Token& token, const Token& next, const Token& second) {
  if (token.kind != TokenKind::Name || !token.first_on_line) return false;
  constexpr std::array<std::string_view, 14> kWords = {"check",  "checks", "ensures",  "fun",  "invariant",
                                                       "method", "model",  "modifies", "pred", "requires",
                                                       "source", "throws", "trusted",  "use"};
  for (const std::string_view word : kWords)
    if (token.is(word))
      return next.kind == TokenKind::Name || next.kind == TokenKind::String || next.is("(") || next.is("#") ||
             (next.kind == TokenKind::Keyword && !infixOperator(next.text) && !next.is("else") && !next.is("then") &&
              !(next.is("not") && (second.is("in") || second.is("="))));
  return false;
}

}  // namespace

ExpressionParser::Nesting::Nesting(ExpressionParser& parser) : parser_(parser) {
  if (parser_.nesting_ >= kDeepestNesting)
    parser_.cursor_.fail(parser_.cursor_.peek(), "this expression is nested too deeply");
  ++parser_.nesting_;
}

ExprPtr ExpressionParser::seal(Expr expr, std::size_t first) {
  expr.span = cursor_.spanFrom(first);
  const Span span = expr.span;
  ExprPtr sealed = makeExpr(std::move(expr));
  if (sealed->depth > kDeepestTree) {
    cursor_.report({span.begin, span.begin + 1}, "this expression is too long; name parts of it with 'let' or 'fun'");
    throw Unparsable{};
  }
  return sealed;
}

ExprPtr ExpressionParser::unary(Op op, ExprPtr operand, std::size_t first) {
  Expr expr;
  expr.kind = ExprKind::Unary;
  expr.op = op;
  expr.children = {std::move(operand)};
  return seal(std::move(expr), first);
}

ExprPtr ExpressionParser::binary(Op op, ExprPtr left, ExprPtr right, std::size_t first) {
  Expr expr;
  expr.kind = ExprKind::Binary;
  expr.op = op;
  expr.children = {std::move(left), std::move(right)};
  return seal(std::move(expr), first);
}

std::optional<InfixOperator> ExpressionParser::infixAt(std::size_t& length) const {
  const Token& token = cursor_.peek();
  length = 1;
  if (token.is("not") || token.is("!")) {
    // `! in`, `not =`: anything else starts the next formula of a block.
    const Token& next = cursor_.peek(1);
    length = 2;
    if (next.is("in")) return infixOperator("not in");
    if (token.is("not") && next.is("=")) return infixOperator("!=");
    return std::nullopt;
  }
  if (token.kind != TokenKind::Punctuation && token.kind != TokenKind::Keyword) return std::nullopt;
  return infixOperator(token.text);
}

ExprPtr ExpressionParser::parse(Level least) {
  const Nesting nesting(*this);
  const std::size_t first = cursor_.position();
  ExprPtr left = parsePrefix();
  std::size_t length = 0;
  while (const auto infix = infixAt(length)) {
    if (infix->level < least) break;
    // C writes a field of a pointer so, and a product of an object and a field would say something else without a word.
    if (infix->op == Op::Product && (cursor_.peek().touches_previous || cursor_.peek(1).touches_previous))
      cursor_.report(cursor_.peek().span,
                     "'->' is the product of two sets and needs spaces around it; a field is read with '.', as in "
                     "'this.head'");
    for (std::size_t i = 0; i < length; ++i) cursor_.take();
    Multiplicity multiplicity = Multiplicity::Default;
    if (in_type_ && infix->op == Op::Product) acceptMultiplicity(multiplicity);
    ExprPtr right = parse(infix->op == Op::Implies ? Level::Implies : tighter(infix->level));
    if (infix->op == Op::Implies && cursor_.accept("else")) {
      Expr expr;
      expr.kind = ExprKind::Conditional;
      expr.children = {std::move(left), std::move(right), parse(Level::Implies)};
      left = seal(std::move(expr), first);
      continue;
    }
    Expr expr;
    expr.kind = ExprKind::Binary;
    expr.op = infix->op;
    expr.multiplicity = multiplicity;
    expr.children = {std::move(left), std::move(right)};
    left = seal(std::move(expr), first);
    if (infix->level == Level::Compare) {
      const auto chained = infixAt(length);
      if (chained && chained->level == Level::Compare)
        cursor_.fail(cursor_.peek(), "comparisons do not chain; use 'and' or parentheses");
    }
  }
  return left;
}

// True if `[disj] x, y:` starts `ahead` tokens from here, which tells `some x: e | F` from `some e`.
bool ExpressionParser::declarationsFollow(std::size_t ahead) const {
  if (cursor_.peek(ahead).is("disj")) return true;
  while (cursor_.peek(ahead).kind == TokenKind::Name) {
    if (cursor_.peek(ahead + 1).is(":")) return true;
    if (!cursor_.peek(ahead + 1).is(",")) return false;
    ahead += 2;
  }
  return false;
}

ExprPtr ExpressionParser::parsePrefix() {
  const std::size_t first = cursor_.position();
  const Token& token = cursor_.peek();
  if (const auto op = binderOp(token)) {
    cursor_.take();
    if (declarationsFollow(0)) return parseBinder(*op, first);
    if (*op == Op::All) cursor_.failExpected("'x: e | F' after 'all'");
    return unary(*op, parse(Level::Additive), first);
  }
  if (token.is("sum") && declarationsFollow(1)) {
    cursor_.take();
    return parseBinder(Op::Sum, first);
  }
  // What other languages call them: the mistake is told, and the rest is read as it is meant.
  if (const bool is_all = token.is("forall"); (is_all || token.is("exists")) && declarationsFollow(1)) {
    cursor_.report(token.span, is_all ? "'forall' is written 'all', as in 'all x: e | F'"
                                      : "'exists' is written 'some', as in 'some x: e | F'");
    cursor_.take();
    return parseBinder(is_all ? Op::All : Op::Some, first);
  }
  if (token.is("let")) return parseLet();
  if (token.is("if")) return parseIf();
  if (cursor_.accept("not") || cursor_.accept("!")) return unary(Op::Not, parse(Level::Not), first);
  if (cursor_.accept("#")) return unary(Op::Size, parse(Level::Override), first);
  if (cursor_.accept("-")) return unary(Op::Negate, parse(Level::Size), first);
  return parsePostfix();
}

ExprPtr ExpressionParser::parsePostfix() {
  const std::size_t first = cursor_.position();
  ExprPtr left = parseClosure(false);
  for (;;) {
    if (cursor_.accept(".")) {
      left = binary(Op::Join, std::move(left), parseClosure(true), first);
      if (cursor_.at("(") && cursor_.peek().touches_previous)
        cursor_.fail(cursor_.peek(), "a specification cannot call a method of the program; write a 'fun' or 'pred'");
    } else if (cursor_.at("[")) {
      cursor_.take();
      Expr expr;
      expr.kind = ExprKind::Box;
      expr.children = {std::move(left)};
      for (ExprPtr& argument : parseArguments("]")) expr.children.push_back(std::move(argument));
      left = parsePrimes(seal(std::move(expr), first), first);
    } else {
      return left;
    }
  }
}

std::vector<ExprPtr> ExpressionParser::parseArguments(std::string_view close) {
  std::vector<ExprPtr> arguments;
  if (cursor_.at(close)) cursor_.failExpected("an argument");
  const bool outer = std::exchange(in_type_, false);
  do arguments.push_back(parse());
  while (cursor_.accept(","));
  in_type_ = outer;
  cursor_.expect(close, "after the arguments");
  return arguments;
}

ExprPtr ExpressionParser::parsePrimes(ExprPtr operand, std::size_t first) {
  while (cursor_.accept("'")) operand = unary(Op::Prime, std::move(operand), first);
  return operand;
}

ExprPtr ExpressionParser::parseClosure(bool behind_dot) {
  const std::size_t first = cursor_.position();
  for (const Op op : {Op::Transpose, Op::Closure, Op::ReflexiveClosure}) {
    if (!cursor_.at(spelling(op))) continue;
    const Nesting nesting(*this);
    cursor_.take();
    return unary(op, parseClosure(behind_dot), first);
  }
  return parsePrimes(parsePrimary(behind_dot), first);
}

ExprPtr ExpressionParser::parsePrimary(bool behind_dot) {
  const std::size_t first = cursor_.position();
  const Token& token = cursor_.peek();
  Expr expr;
  if (token.is("(")) {
    cursor_.take();
    const bool outer = std::exchange(in_type_, false);
    ExprPtr inner = parse();
    in_type_ = outer;
    cursor_.expect(")", "to match '('");
    return inner;
  }
  if (token.is("{")) return parseBraces();
  if (token.kind == TokenKind::Integer || token.kind == TokenKind::Character) {
    cursor_.take();
    expr.kind = token.kind == TokenKind::Integer ? ExprKind::Integer : ExprKind::Character;
    expr.value = token.value;
    return seal(std::move(expr), first);
  }
  if (token.kind == TokenKind::String) {
    cursor_.take();
    expr.kind = ExprKind::Text;
    expr.name = token.text;
    return seal(std::move(expr), first);
  }
  const bool call = cursor_.peek(1).is("(") && cursor_.peek(1).touches_previous && !behind_dot;
  if (const auto op = constantOp(token)) {
    cursor_.take();
    if (*op == Op::Ints && call) {  // Int(e) means e
      cursor_.take();
      return parseArguments(")").front();
    }
    expr.kind = ExprKind::Constant;
    expr.op = *op;
    return seal(std::move(expr), first);
  }
  // Behind a dot stands the name of a field, which may be any word.
  if (token.kind == TokenKind::Keyword && behind_dot) {
    cursor_.take();
    expr.kind = ExprKind::Name;
    expr.name = token.text;
    return seal(std::move(expr), first);
  }
  if ((token.kind != TokenKind::Name && !token.is("::")) || startsNextClause(token, cursor_.peek(1), cursor_.peek(2)))
    cursor_.failExpected("an expression");
  if (call) {
    cursor_.take();
    cursor_.take();
    std::vector<ExprPtr> arguments = parseArguments(")");
    if (token.is("int") && arguments.size() == 1) return arguments.front();
    if (token.is("size") && arguments.size() == 1) return unary(Op::Size, std::move(arguments.front()), first);
    Expr head;
    head.kind = ExprKind::Name;
    head.name = token.text;
    head.span = token.span;
    expr.kind = ExprKind::Box;
    expr.children = {makeExpr(std::move(head))};
    for (ExprPtr& argument : arguments) expr.children.push_back(std::move(argument));
    return seal(std::move(expr), first);
  }
  return parseName();
}

ExprPtr ExpressionParser::parseName() {
  const std::size_t first = cursor_.position();
  Expr expr;
  expr.kind = ExprKind::Name;
  expr.name = parseQualifiedName("a name").text;
  return seal(std::move(expr), first);
}

}  // namespace weir::specs
