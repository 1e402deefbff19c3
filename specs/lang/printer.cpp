// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/printer.h"

#include <string_view>

#include "support/invariant.h"

namespace weir::specs {
namespace {

std::string_view spelling(Multiplicity multiplicity) {
  switch (multiplicity) {
    case Multiplicity::Default: return "";
    case Multiplicity::One: return "one ";
    case Multiplicity::Lone: return "lone ";
    case Multiplicity::Some: return "some ";
    case Multiplicity::Set: return "set ";
    case Multiplicity::Seq: return "seq ";
  }
  UNREACHABLE("a multiplicity should be one of the enumeration");
}

std::string quoteCharacter(std::uint64_t value) {
  switch (value) {
    case '\n': return "'\\n'";
    case '\t': return "'\\t'";
    case '\r': return "'\\r'";
    case '\\': return "'\\\\'";
    case '\'': return "'\\''";
    default: break;
  }
  if (value >= ' ' && value < 127) return std::string("'") + static_cast<char>(value) + "'";
  constexpr std::string_view kDigits = "0123456789abcdef";
  return std::string("'\\x") + kDigits[value / 16 % 16] + kDigits[value % 16] + "'";
}

std::string printLet(const Expr& expr) {
  std::string text = "let ";
  for (std::size_t i = 0; i < expr.decls.size(); ++i) {
    if (i > 0) text += ", ";
    text += expr.decls[i].names.front().text + " = " + print(*expr.decls[i].type);
  }
  return text + " | " + print(*expr.children[0]);
}

Level levelOfExpr(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Unary:
    case ExprKind::Binary: return levelOf(expr.op);
    case ExprKind::Conditional: return Level::Implies;
    case ExprKind::Box: return Level::Join;
    case ExprKind::Quantified:
    case ExprKind::Let: return Level::Quantifier;
    default: return Level::Primary;
  }
}

// An operand of a closure or the right side of a join: `*f[x]'` would read as `(*f)[x]'`.
std::string printTight(const Expr& operand) {
  const Expr* core = &operand;
  while (core->kind == ExprKind::Unary && core->op == Op::Prime) core = core->children[0].get();
  return core->kind == ExprKind::Box ? "(" + print(operand) + ")" : print(operand, Level::Closure);
}

std::string printUnary(const Expr& expr) {
  const Expr& operand = *expr.children[0];
  // A prime follows what it primes; a box is complete in itself there.
  if (expr.op == Op::Prime) return print(operand, operand.kind == ExprKind::Box ? Level::Join : Level::Primary) + "'";
  const std::string sign(spelling(expr.op));
  switch (expr.op) {
    case Op::Not: return sign + " " + print(operand, Level::Not);
    case Op::Size: return sign + print(operand, Level::Override);
    case Op::Negate: return sign + print(operand, Level::Size);
    case Op::Transpose:
    case Op::Closure:
    case Op::ReflexiveClosure: return sign + printTight(operand);
    default: return sign + " " + print(operand, Level::Additive);
  }
}

std::string printBinary(const Expr& expr) {
  const Level level = levelOf(expr.op);
  const Expr& left = *expr.children[0];
  const Expr& right = *expr.children[1];
  if (expr.op == Op::Join) return print(left, Level::Join) + "." + printTight(right);
  // Comparisons do not chain; `=>` nests to the right, everything else to the left.
  const Level left_least = level == Level::Compare || expr.op == Op::Implies ? tighter(level) : level;
  const Level right_least = expr.op == Op::Implies ? level : tighter(level);
  return print(left, left_least) + " " + std::string(spelling(expr.op)) + " " +
         std::string(spelling(expr.multiplicity)) + print(right, right_least);
}

std::string printBox(const Expr& expr) {
  std::string text = print(*expr.children[0], Level::Join) + "[";
  for (std::size_t i = 1; i < expr.children.size(); ++i) text += (i > 1 ? ", " : "") + print(*expr.children[i]);
  return text + "]";
}

// Formulas side by side: a formula that starts with a sign that could continue the one before gets parentheses.
std::string printBlock(const Expr& expr) {
  std::string text = "{";
  for (const ExprPtr& child : expr.children) {
    std::string formula = print(*child);
    if (formula.front() == '-') formula = "(" + formula + ")";
    text += " " + formula;
  }
  return text + " }";
}

std::string printBare(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Name: return expr.name;
    case ExprKind::Constant: return std::string(spelling(expr.op));
    case ExprKind::Integer: return std::to_string(expr.value);
    case ExprKind::Character: return quoteCharacter(expr.value);
    case ExprKind::Text: return '"' + expr.name + '"';
    case ExprKind::Unary: return printUnary(expr);
    case ExprKind::Binary: return printBinary(expr);
    case ExprKind::Conditional:
      // An inner `=>` in the middle would take the `else`.
      return print(*expr.children[0], Level::Or) + " => " + print(*expr.children[1], Level::Or) + " else " +
             print(*expr.children[2], Level::Implies);
    case ExprKind::Box: return printBox(expr);
    case ExprKind::Quantified:
      return std::string(spelling(expr.op)) + " " + print(expr.decls) + " | " + print(*expr.children[0]);
    case ExprKind::Comprehension: return "{" + print(expr.decls) + " | " + print(*expr.children[0]) + "}";
    case ExprKind::Let: return printLet(expr);
    case ExprKind::Block: return printBlock(expr);
  }
  UNREACHABLE("an expression should be of a known kind");
}

}  // namespace

std::string print(const Expr& expr, Level least) {
  const std::string bare = printBare(expr);
  return levelOfExpr(expr) < least ? "(" + bare + ")" : bare;
}

std::string printType(Multiplicity multiplicity, const Expr& type) {
  const std::string text = print(type, Level::Additive);
  // `set -x` would read as a difference.
  const bool misread = multiplicity != Multiplicity::Default && text.front() == '-';
  return std::string(spelling(multiplicity)) + (misread ? "(" + text + ")" : text);
}

std::string print(const std::vector<VariableDecl>& decls) {
  std::string text;
  for (const VariableDecl& decl : decls) {
    if (!text.empty()) text += ", ";
    if (decl.disjoint) text += "disj ";
    for (std::size_t i = 0; i < decl.names.size(); ++i) text += (i > 0 ? ", " : "") + decl.names[i].text;
    text += ": " + printType(decl.multiplicity, *decl.type);
  }
  return text;
}

std::string print(const MethodName& method) {
  std::string text = method.name.text;
  if (!method.has_signature) return text;
  text += "(";
  for (std::size_t i = 0; i < method.parameter_types.size(); ++i)
    text += (i > 0 ? ", " : "") + method.parameter_types[i];
  return text + (method.is_const ? ") const" : ")");
}

std::string print(const Clause& clause) {
  const std::string label = clause.label.text.empty() ? "" : clause.label.text + ": ";
  switch (clause.kind) {
    case Clause::Kind::Requires: return "requires " + label + print(*clause.formula);
    case Clause::Kind::Ensures: return "ensures " + label + print(*clause.formula);
    case Clause::Kind::Throws: return "throws " + label + clause.exception.text + " when " + print(*clause.formula);
    case Clause::Kind::Modifies: {
      std::string text = "modifies ";
      if (clause.locations.empty()) return text + "nothing";
      for (std::size_t i = 0; i < clause.locations.size(); ++i)
        text += (i > 0 ? ", " : "") + print(*clause.locations[i], Level::Additive);
      return text;
    }
    case Clause::Kind::Checks: {
      std::string text = "checks ";
      for (std::size_t i = 0; i < clause.checks.size(); ++i) text += (i > 0 ? ", " : "") + clause.checks[i].text;
      return text;
    }
  }
  UNREACHABLE("a clause should be of a known kind");
}

}  // namespace weir::specs
