// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions and formulas in the specification language, with as few parentheses as its precedences allow.
//
// What the language has no word for is printed as an application: `int32[e]` for a wrap, `bitAnd[a, b]`.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "ir/logic/expression.h"
#include "ir/logic/shared_printer.h"
#include "support/invariant.h"

namespace weir::logic {
namespace {

const Naming kOwnNames;

// Loosest first, as in the table of the language.
enum Precedence {
  kQuantifier,
  kIff,
  kImplies,
  kOr,
  kAnd,
  kNot,
  kComparison,
  kSize,
  kUnion,
  kCount,
  kOverride,
  kIntersection,
  kProduct,
  kRestriction,
  kBoxJoin,
  kJoin,
  kUnary,
  kPrimary,
};

class Printer {
 public:
  explicit Printer(const Naming& naming, SharedPrinter* shared = nullptr) : naming_(naming), shared_(shared) {}

  std::string print(Expr expr, Precedence context) {
    if (std::string name = shared_ == nullptr ? "" : shared_->nameOf(expr); !name.empty()) return name;
    return printWhole(expr, context);
  }

  std::string print(Formula formula, Precedence context) {
    if (std::string name = shared_ == nullptr ? "" : shared_->nameOf(formula); !name.empty()) return name;
    return printWhole(formula, context);
  }

  /// Without a name for the expression itself.
  std::string printWhole(Expr expr, Precedence context) {
    std::string text;
    const Precedence own = print(expr, text);
    return own < context ? "(" + text + ")" : text;
  }

  std::string printWhole(Formula formula, Precedence context) {
    std::string text;
    const Precedence own = print(formula, text);
    return own < context ? "(" + text + ")" : text;
  }

 private:
  std::string nameOf(Variable variable) const {
    const auto found = names_.find(variable);
    return found == names_.end() ? variable->name : found->second;
  }

  /// Two variables in scope may have been given one name: the inner one gets a number.
  std::string open(const std::vector<Decl>& decls) {
    std::string text;
    for (const Decl& decl : decls) {
      if (!text.empty()) text += ", ";
      const std::string domain = print(decl.domain, kUnion);
      std::string name = decl.variable->name;
      for (int i = 2; used_.contains(name); ++i) name = decl.variable->name + std::to_string(i);
      names_[decl.variable] = name;
      used_.insert(name);
      text += name;
      text += ": ";
      text += domain;
    }
    return text;
  }

  void close(const std::vector<Decl>& decls) {
    for (const Decl& decl : decls) {
      used_.erase(names_[decl.variable]);
      names_.erase(decl.variable);
    }
  }

  std::string binary(Expr expr, const char* op, Precedence left, Precedence right) {
    return print(expr->operands[0], left) + op + print(expr->operands[1], right);
  }

  std::string application(const char* name, Expr expr) {
    std::string text = name;
    text += "[";
    for (std::size_t i = 0; i < expr->operands.size(); ++i) {
      if (i > 0) text += ", ";
      text += print(expr->operands[i], kImplies);
    }
    return text + "]";
  }

  Precedence print(Expr expr, std::string& text) {
    const auto tighter = [](Precedence p) { return static_cast<Precedence>(p + 1); };
    switch (expr->kind) {
      case ExprKind::Relation: text = naming_ ? naming_(expr->relation) : expr->relation->name; return kPrimary;
      case ExprKind::Variable: text = nameOf(expr->variable); return kPrimary;
      case ExprKind::None:
        text = "none";
        for (int i = 1; i < expr->arity; ++i) text += " -> none";
        return expr->arity == 1 ? kPrimary : kProduct;
      case ExprKind::Univ: text = "univ"; return kPrimary;
      case ExprKind::Iden: text = "iden"; return kPrimary;
      case ExprKind::Integers: text = "Int"; return kPrimary;
      case ExprKind::Atoms: text = expr->sort->name; return kPrimary;
      case ExprKind::Atom: text = "atom[" + std::to_string(expr->atom) + "]"; return kPrimary;
      case ExprKind::Constant: text = toString(expr->integer); return kPrimary;
      case ExprKind::Union: {  // associative, but not with the difference beside it
        const bool chain = expr->operands[1]->kind == ExprKind::Union;
        text = binary(expr, " + ", kUnion, chain ? kUnion : kCount);
        return kUnion;
      }
      case ExprKind::Difference:
      case ExprKind::Minus: text = binary(expr, " - ", kUnion, kCount); return kUnion;
      case ExprKind::Plus: text = binary(expr, " + ", kUnion, kCount); return kUnion;
      case ExprKind::Intersection: text = binary(expr, " & ", kIntersection, kIntersection); return kIntersection;
      case ExprKind::Product: text = binary(expr, " -> ", kProduct, kProduct); return kProduct;
      case ExprKind::Join:
        if (expr->operands[0]->isInteger()) {
          text = print(expr->operands[1], kBoxJoin) + "[" + print(expr->operands[0], kImplies) + "]";
          return kBoxJoin;
        }
        text = binary(expr, ".", kJoin, kUnary);
        return kJoin;
      case ExprKind::Override: text = binary(expr, " ++ ", kOverride, kIntersection); return kOverride;
      case ExprKind::Update: {
        const Expr value = expr->operands[2];
        text = print(expr->operands[0], kOverride) + " ++ (" + print(expr->operands[1], kProduct) + " -> ";
        text += (value->kind == ExprKind::None ? "null" : print(value, kProduct)) + ")";
        return kOverride;
      }
      case ExprKind::DomainRestrict: text = binary(expr, " <: ", kBoxJoin, kBoxJoin); return kRestriction;
      case ExprKind::RangeRestrict: text = binary(expr, " :> ", kBoxJoin, kBoxJoin); return kRestriction;
      case ExprKind::Transpose: text = "~" + print(expr->operands[0], kUnary); return kUnary;
      case ExprKind::Closure: text = "^" + print(expr->operands[0], kUnary); return kUnary;
      case ExprKind::ReflexiveClosure: text = "*" + print(expr->operands[0], kUnary); return kUnary;
      case ExprKind::IfElse:
        text = print(expr->formula, kOr) + " => " + print(expr->operands[0], kOr) + " else " +
               print(expr->operands[1], kImplies);
        return kImplies;
      case ExprKind::Comprehension:
        text = "{" + open(expr->decls);
        text += " | " + print(expr->formula, kQuantifier) + "}";
        close(expr->decls);
        return kPrimary;
      case ExprKind::Times: text = application("mul", expr); return kPrimary;
      case ExprKind::Divide: text = application("div", expr); return kPrimary;
      case ExprKind::Remainder: text = application("rem", expr); return kPrimary;
      case ExprKind::Count: text = "#" + print(expr->operands[0], tighter(kCount)); return kCount;
      case ExprKind::Sum:
        text = "sum " + open(expr->decls);
        text += " | " + print(expr->operands[0], kImplies);
        close(expr->decls);
        return kQuantifier;
      case ExprKind::BitAnd: text = application("bitAnd", expr); return kPrimary;
      case ExprKind::BitOr: text = application("bitOr", expr); return kPrimary;
      case ExprKind::BitXor: text = application("bitXor", expr); return kPrimary;
      case ExprKind::ShiftLeft: text = application("shiftLeft", expr); return kPrimary;
      case ExprKind::ShiftRight: text = application("shiftRight", expr); return kPrimary;
      case ExprKind::Wrap: {
        const std::string name = (expr->is_signed ? "int" : "uint") + std::to_string(expr->width);
        text = application(name.c_str(), expr);
        return kPrimary;
      }
      case ExprKind::Range: text = application("range", expr); return kPrimary;
    }
    UNREACHABLE("every kind of expression is printed");
  }

  std::string comparison(Formula formula, const char* op) {
    return print(formula->exprs[0], kUnion) + " " + op + " " + print(formula->exprs[1], kUnion);
  }

  Precedence print(Formula formula, std::string& text) {
    const auto size = [&](const char* word) { return word + (" " + print(formula->exprs[0], kUnion)); };
    const auto chain = [&](const char* op, Precedence part) {
      std::string all;
      for (const Formula operand : formula->operands) {
        if (!all.empty()) all += op;
        all += print(operand, part);
      }
      return all;
    };
    switch (formula->kind) {
      case FormulaKind::True: text = "true"; return kPrimary;
      case FormulaKind::False: text = "false"; return kPrimary;
      case FormulaKind::Subset: text = comparison(formula, "in"); return kComparison;
      case FormulaKind::Equal: text = comparison(formula, "="); return kComparison;
      case FormulaKind::Less: text = comparison(formula, "<"); return kComparison;
      case FormulaKind::LessEqual: text = comparison(formula, "<="); return kComparison;
      case FormulaKind::Some: text = size("some"); return kSize;
      case FormulaKind::No: text = size("no"); return kSize;
      case FormulaKind::One: text = size("one"); return kSize;
      case FormulaKind::Lone: text = size("lone"); return kSize;
      case FormulaKind::Not: {
        const Formula inner = formula->operands[0];
        if (inner->kind == FormulaKind::Subset) {
          text = comparison(inner, "not in");
          return kComparison;
        }
        if (inner->kind == FormulaKind::Equal) {
          text = comparison(inner, "!=");
          return kComparison;
        }
        text = "not " + print(inner, kNot);
        return kNot;
      }
      case FormulaKind::And: text = chain(" and ", kAnd); return kAnd;
      case FormulaKind::Or: text = chain(" or ", kOr); return kOr;
      case FormulaKind::Implies:
        text = print(formula->operands[0], kOr) + " => " + print(formula->operands[1], kImplies);
        return kImplies;
      case FormulaKind::Iff:
        text = print(formula->operands[0], kImplies) + " <=> " + print(formula->operands[1], kImplies);
        return kIff;
      case FormulaKind::ForAll:
      case FormulaKind::Exists:
        text = formula->kind == FormulaKind::ForAll ? "all " : "some ";
        text += open(formula->decls);
        text += " | " + print(formula->operands[0], kQuantifier);
        close(formula->decls);
        return kQuantifier;
    }
    UNREACHABLE("every kind of formula is printed");
  }

  const Naming& naming_;
  SharedPrinter* shared_;
  std::map<Variable, std::string> names_;
  std::set<std::string> used_;
};

}  // namespace

std::string toString(Expr expr, const Naming& naming) { return Printer(naming).print(expr, kQuantifier); }
std::string toString(Formula formula, const Naming& naming) { return Printer(naming).print(formula, kQuantifier); }

void SharedPrinter::expect(Expr expr) {
  if (++uses_[expr] > 1) return;
  for (const Expr operand : expr->operands) expect(operand);
  for (const Decl& decl : expr->decls) expect(decl.domain);
  if (expr->formula != nullptr) expect(expr->formula);
}

void SharedPrinter::expect(Formula formula) {
  if (++uses_[formula] > 1) return;
  for (const Expr expr : formula->exprs) expect(expr);
  for (const Formula operand : formula->operands) expect(operand);
  for (const Decl& decl : formula->decls) expect(decl.domain);
}

template <class Node>
std::string SharedPrinter::named(Node node, bool is_leaf, const char* prefix, int& count) {
  if (is_leaf || !node->free_variables.empty()) return "";
  const auto known = names_.find(node);
  if (known != names_.end()) return known->second;
  const auto used = uses_.find(node);
  if (used == uses_.end() || used->second < 2) return "";
  const std::string text = Printer(kOwnNames, this).printWhole(node, kQuantifier);
  const std::string name = prefix + std::to_string(++count);
  definitions_ += "let " + name + " = " + text + "\n";
  names_.emplace(node, name);
  return name;
}

std::string SharedPrinter::nameOf(Expr expr) { return named(expr, expr->operands.empty(), "e", expressions_); }

std::string SharedPrinter::nameOf(Formula formula) {
  return named(formula, formula->operands.empty() && formula->exprs.empty(), "f", formulas_);
}

std::string SharedPrinter::print(Expr expr) { return Printer(kOwnNames, this).print(expr, kQuantifier); }
std::string SharedPrinter::print(Formula formula) { return Printer(kOwnNames, this).print(formula, kQuantifier); }

std::string SharedPrinter::definitions() { return std::exchange(definitions_, ""); }

std::string toString(Integer value) {
  if (value == 0) return "0";
  std::string digits;
  const bool is_negative = value < 0;
  // Digits are taken from the negative side: the least value has no positive counterpart.
  for (Integer rest = is_negative ? value : -value; rest != 0; rest /= 10) {
    digits.push_back(static_cast<char>('0' - static_cast<int>(rest % 10)));
  }
  if (is_negative) digits.push_back('-');
  return {digits.rbegin(), digits.rend()};
}

}  // namespace weir::logic
