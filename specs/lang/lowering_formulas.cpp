// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formulas: connectives, comparisons, quantifiers; each keeps its text and structure for explanations.
#include "specs/lang/lowering.h"
#include "support/invariant.h"

namespace weir::specs {
namespace {

bool isConstant(const Expr& expr) {
  return expr.kind == ExprKind::Integer || expr.kind == ExprKind::Character || expr.kind == ExprKind::Text ||
         (expr.kind == ExprKind::Constant && expr.op != Op::This && expr.op != Op::Return);
}

}  // namespace

// Decides by structure, before anything is lowered, which of the two readings of a tree is meant.
bool Lowering::isFormula(const Expr& expr) const {
  switch (expr.kind) {
    case ExprKind::Unary:
      if (expr.op == Op::Prime) return isFormula(*expr.children[0]);
      return expr.op == Op::Not || levelOf(expr.op) == Level::Multiplicity;
    case ExprKind::Binary: return levelOf(expr.op) <= Level::Compare;
    case ExprKind::Quantified: return expr.op != Op::Sum;
    case ExprKind::Block: return true;
    case ExprKind::Conditional: return isFormula(*expr.children[1]);
    case ExprKind::Let: return isFormula(*expr.children[0]);
    case ExprKind::Constant: return expr.op == Op::True || expr.op == Op::False;
    case ExprKind::Name:
    case ExprKind::Box: {
      if (applies(expr, "fresh")) return true;
      const FunctionEntry* function = functionOf(expr);
      return function != nullptr && function->decl->predicate;
    }
    default: return false;
  }
}

Part Lowering::part(const Expr& expr, Part::Shape shape, logic::Formula formula, std::vector<Part> parts) {
  Part made;
  made.shape = shape;
  made.formula = formula;
  made.text = text_->quote(expr.span);
  made.range = text_->rangeOf(expr.span);
  made.parts = std::move(parts);
  return made;
}

Part Lowering::broken(const Expr& expr) { return part(expr, Part::Shape::Atom, context().truth(true)); }

void Lowering::addTerm(Part& part, const Expr& expr, const Value& value) {
  if (!isConstant(expr) && !value.isError())
    part.terms.push_back({text_->quote(expr.span), value.expr, value.type.textColumns()});
}

Part Lowering::formula(const Expr& expr) {
  if (!isFormula(expr)) {
    if (expr.kind == ExprKind::Conditional) return conditionalFormula(expr);
    if (expr.kind == ExprKind::Let) return letFormula(expr);
    return truthOf(expr);
  }
  switch (expr.kind) {
    case ExprKind::Block: return block(expr);
    case ExprKind::Quantified: return quantified(expr);
    case ExprKind::Constant: return part(expr, Part::Shape::Atom, context().truth(expr.op == Op::True));
    case ExprKind::Conditional: return conditionalFormula(expr);
    case ExprKind::Let: return letFormula(expr);
    case ExprKind::Unary: return unaryFormula(expr);
    case ExprKind::Binary: return levelOf(expr.op) == Level::Compare ? comparison(expr) : connective(expr);
    default: return applies(expr, "fresh") ? freshness(expr) : predicate(*functionOf(expr), expr);
  }
}

// A boolean value that stands where a formula is expected means that it is true.
Part Lowering::truthOf(const Expr& expr) {
  const Value value = set(expr);
  if (value.isError()) return broken(expr);
  if (!value.type.isBoolean()) {
    const bool is_number = value.type.isNumber();
    report(expr, "expected a formula, found " + toString(value.type) +
                     (is_number ? "; compare it with a number" : "; test it with 'some' or 'no'"));
    return broken(expr);
  }
  Part made = part(expr, Part::Shape::Atom, context().equal(value.expr, context().integer(1)));
  addTerm(made, expr, value);
  return made;
}

Part Lowering::unaryFormula(const Expr& expr) {
  if (expr.op == Op::Not) {
    Part operand = formula(*expr.children[0]);
    const logic::Formula negated = context().negate(operand.formula);
    return part(expr, Part::Shape::Not, negated, {std::move(operand)});
  }
  if (expr.op != Op::Prime) return sizeTest(expr);
  if (!mayUsePrimes(expr, "")) return broken(expr);
  const Primed primed(*this);
  Part inner = formula(*expr.children[0]);
  const logic::Formula meaning = inner.formula;
  return part(expr, Part::Shape::Body, meaning, {std::move(inner)});
}

Part Lowering::connective(const Expr& expr) {
  std::vector<Part> sides;
  sides.push_back(formula(*expr.children[0]));
  sides.push_back(formula(*expr.children[1]));
  const logic::Formula a = sides[0].formula;
  const logic::Formula b = sides[1].formula;
  switch (expr.op) {
    case Op::And: return part(expr, Part::Shape::And, context().conjoin(a, b), std::move(sides));
    case Op::Or: return part(expr, Part::Shape::Or, context().disjoin(a, b), std::move(sides));
    case Op::Implies: return part(expr, Part::Shape::Implies, context().implies(a, b), std::move(sides));
    case Op::Iff: return part(expr, Part::Shape::Iff, context().iff(a, b), std::move(sides));
    default: UNREACHABLE("a connective should be one of four");
  }
}

Part Lowering::conditionalFormula(const Expr& expr) {
  std::vector<Part> cases;
  for (const ExprPtr& child : expr.children) cases.push_back(formula(*child));
  const logic::Formula whole = context().ifElse(cases[0].formula, cases[1].formula, cases[2].formula);
  return part(expr, Part::Shape::IfElse, whole, std::move(cases));
}

Part Lowering::letFormula(const Expr& expr) {
  const std::size_t before = bindings_.size();
  for (const VariableDecl& decl : expr.decls) bind(decl.names.front().text, set(*decl.type));
  Part body = formula(*expr.children[0]);
  bindings_.resize(before);
  const logic::Formula meaning = body.formula;
  return part(expr, Part::Shape::Body, meaning, {std::move(body)});
}

Part Lowering::block(const Expr& expr) {
  std::vector<Part> parts;
  std::vector<logic::Formula> formulas;
  for (const ExprPtr& child : expr.children) {
    parts.push_back(formula(*child));
    formulas.push_back(parts.back().formula);
  }
  return part(expr, Part::Shape::And, context().conjoin(formulas), std::move(parts));
}

Part Lowering::sizeTest(const Expr& expr) {
  const Expr& operand = *expr.children[0];
  const Value value = set(operand);
  if (value.isError() || !requireBounded(value, operand)) return broken(expr);
  logic::Formula test = nullptr;
  switch (expr.op) {
    case Op::Some: test = context().some(value.expr); break;
    case Op::No: test = context().no(value.expr); break;
    case Op::One: test = context().one(value.expr); break;
    default: test = context().lone(value.expr); break;
  }
  Part made = part(expr, Part::Shape::Atom, test);
  addTerm(made, operand, value);
  return made;
}

Part Lowering::comparison(const Expr& expr) {
  const Expr& left_expr = *expr.children[0];
  const Expr& right_expr = *expr.children[1];
  const bool is_order =
      expr.op == Op::Less || expr.op == Op::LessEqual || expr.op == Op::Greater || expr.op == Op::GreaterEqual;
  Value left, right;
  const auto relationIf = [](const Value& other) { return Hint{nullptr, nullptr, false, other.type.arity >= 2}; };
  if (is_order) {
    left = number(left_expr);
    right = number(right_expr);
  } else if (isClassAndField(left_expr)) {
    right = set(right_expr);
    left = set(left_expr, relationIf(right));
  } else {
    left = set(left_expr);
    Hint hint = relationIf(left);
    hint.is_filter = expr.op == Op::In || expr.op == Op::NotIn;
    right = set(right_expr, hint);
  }
  if (left.isError() || right.isError()) return broken(expr);
  if (!is_order) {
    const bool bounded = requireBounded(left, left_expr) &&
                         (expr.op == Op::In || expr.op == Op::NotIn || requireBounded(right, right_expr));
    if (!bounded || !alignColumns(left, right, expr)) return broken(expr);
  }
  if (!shared_.types.overlap(left.type, right.type)) {
    report(expr, "the sides of '" + std::string(spelling(expr.op)) + "' are unrelated: left is " + toString(left.type) +
                     ", right is " + toString(right.type));
    return broken(expr);
  }
  logic::Context& logic = context();
  logic::Formula meaning = nullptr;
  switch (expr.op) {
    case Op::In: meaning = logic.subset(left.expr, right.expr); break;
    case Op::NotIn: meaning = logic.negate(logic.subset(left.expr, right.expr)); break;
    case Op::Equal: meaning = logic.equal(left.expr, right.expr); break;
    case Op::NotEqual: meaning = logic.negate(logic.equal(left.expr, right.expr)); break;
    case Op::Less: meaning = logic.less(left.expr, right.expr); break;
    case Op::LessEqual: meaning = logic.lessEqual(left.expr, right.expr); break;
    case Op::Greater: meaning = logic.less(right.expr, left.expr); break;
    default: meaning = logic.lessEqual(right.expr, left.expr); break;
  }
  Part made = part(expr, Part::Shape::Atom, meaning);
  addTerm(made, left_expr, left);
  if (!right.unbounded) addTerm(made, right_expr, right);
  return made;
}

Lowering::Bound Lowering::bindDeclarations(const std::vector<VariableDecl>& decls) {
  Bound bound;
  std::vector<logic::Formula> distinct;
  for (const VariableDecl& decl : decls) {
    Value domain = set(*decl.type);
    bool good = !domain.isError();
    if (good && domain.unbounded) {
      report(*decl.type, "a variable cannot range over all integers; give it a finite set, as 'range[0, n]'");
      good = false;
    } else if (good && domain.expr->arity != 1) {
      report(*decl.type, "a variable stands for one element; this domain is " + toString(domain.type));
      good = false;
    } else if (good && decl.multiplicity != Multiplicity::Default && decl.multiplicity != Multiplicity::One) {
      report(*decl.type, "a variable stands for one element; it cannot range over sets");
      good = false;
    }
    bound.is_error = bound.is_error || !good;
    std::vector<logic::Expr> variables;
    for (const Identifier& identifier : decl.names) {
      const logic::Variable variable = context().addVariable(identifier.text, good && domain.type.isNumber());
      const logic::Expr expr = context().variable(variable);
      if (good && domain.type.isText()) bound.text_decls |= 1U << bound.decls.size();
      if (good) bound.decls.push_back({variable, domain.expr});
      if (decl.disjoint)
        for (const logic::Expr other : variables) distinct.push_back(context().negate(context().equal(other, expr)));
      variables.push_back(expr);
      bind(identifier.text, {expr, good ? domain.type : Type::error()});
      ++bound.count;
    }
  }
  if (!distinct.empty()) bound.distinct = context().conjoin(distinct);
  return bound;
}

Part Lowering::quantified(const Expr& expr) {
  const Bound bound = bindDeclarations(expr.decls);
  const Expr& body_expr = *expr.children[0];
  Part body = formula(body_expr);
  unbind(bound.count);
  if (bound.is_error) return broken(expr);
  logic::Context& logic = context();
  if (bound.distinct != nullptr) {
    // `disj` is a premise under `all` and a conjunct elsewhere.
    const bool premise = expr.op == Op::All;
    const logic::Formula whole =
        premise ? logic.implies(bound.distinct, body.formula) : logic.conjoin(bound.distinct, body.formula);
    Part distinct = part(expr, Part::Shape::Atom, bound.distinct);
    body = part(body_expr, premise ? Part::Shape::Implies : Part::Shape::And, whole,
                {std::move(distinct), std::move(body)});
  }
  Part made;
  switch (expr.op) {
    case Op::All: made = part(expr, Part::Shape::ForAll, logic.forAll(bound.decls, body.formula)); break;
    case Op::Some: made = part(expr, Part::Shape::Exists, logic.exists(bound.decls, body.formula)); break;
    case Op::No: made = part(expr, Part::Shape::None, logic.negate(logic.exists(bound.decls, body.formula))); break;
    default: {
      const logic::Expr those = logic.comprehension(bound.decls, body.formula);
      made = part(expr, Part::Shape::Atom, expr.op == Op::One ? logic.one(those) : logic.lone(those));
      made.terms.push_back({"{" + text_->quote({expr.decls[0].names[0].span.begin, expr.span.end}) + "}", those});
      return made;
    }
  }
  made.decls = bound.decls;
  made.text_decls = bound.text_decls;
  made.parts.push_back(std::move(body));
  return made;
}

// Allocated by this call: live after it, not before.
Part Lowering::freshness(const Expr& expr) {
  if (expr.children.size() != 2) {
    report(expr, "'fresh' takes 1 argument");
    return broken(expr);
  }
  if (role_ != Role::Ensures && role_ != Role::Definition) {
    report(expr, "'fresh' is about the state after the call; it can only be used in 'ensures'");
    return broken(expr);
  }
  const Value value = set(*expr.children[1]);
  if (value.isError()) return broken(expr);
  logic::Expr allocated = context().none(1);
  for (const Column& column : value.type.last()) {
    if (value.expr->arity != 1 || column.kind != Column::Kind::Object) {
      report(expr, "'fresh' needs objects, found " + toString(value.type));
      return broken(expr);
    }
    allocated = context().unite(
        allocated, context().subtract(shared_.vocabulary.liveObjects(column.class_decl, program::State::Post),
                                      shared_.vocabulary.liveObjects(column.class_decl, program::State::Pre)));
  }
  Part made = part(expr, Part::Shape::Atom,
                   context().conjoin(context().some(value.expr), context().subset(value.expr, allocated)));
  addTerm(made, *expr.children[1], value);
  return made;
}

}  // namespace weir::specs
