// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators on sets, relations and integers.
#include <algorithm>

#include "ir/program/model_text.h"
#include "specs/lang/container_size.h"
#include "specs/lang/lowering.h"
#include "support/invariant.h"

namespace weir::specs {
namespace {

std::string quoted(Op op) { return "'" + std::string(spelling(op)) + "'"; }

// Every alternative of `a` that is not in `columns` yet; true if there was one.
bool addColumns(std::vector<Column>& columns, const std::vector<Column>& more) {
  bool grown = false;
  for (const Column& column : more) {
    if (std::find(columns.begin(), columns.end(), column) != columns.end()) continue;
    columns.push_back(column);
    grown = true;
  }
  return grown;
}

}  // namespace

Value Lowering::error() { return {context().none(1), Type::error()}; }

bool Lowering::isSingleNumber(const Value& value) const {
  return value.type.isNumber() && !value.type.isText() && !value.many && value.expr->functional;
}

bool Lowering::requireBounded(const Value& value, const Expr& expr) {
  if (!value.unbounded) return true;
  report(expr,
         "'Int' is every integer; it can only stand right of 'in', left of a join, in an intersection or in a "
         "restriction");
  return false;
}

// `this -> head` is what a reader of C takes for the field of `this`.
bool Lowering::requireSet(const Value& operand, const Expr& expr) {
  const Expr* named = &expr;
  while (named->kind == ExprKind::Unary && named->op == Op::Prime) named = named->children[0].get();
  if (operand.type.arity < 2 || named->kind != ExprKind::Name || findBinding(named->name) != nullptr) return true;
  report(expr, "'->' is the product of two sets, and '" + named->name + "' is " + toString(operand.type) +
                   "; a field is read with '.', as in 'this." + named->name + "'");
  return false;
}

// Gives the empty set the other side's columns and checks that both sides have the same.
bool Lowering::alignColumns(Value& left, Value& right, const Expr& expr) {
  if (left.isError() || right.isError()) return false;
  if (left.type.isEmpty() && left.expr->kind == logic::ExprKind::None && !right.type.isEmpty())
    left.expr = context().none(right.expr->arity, right.expr->int_columns);
  if (right.type.isEmpty() && right.expr->kind == logic::ExprKind::None)
    right.expr = context().none(left.expr->arity, left.expr->int_columns);
  if (left.expr->arity != right.expr->arity) {
    report(expr, quoted(expr.op) + " needs the same number of columns on both sides: left is " + toString(left.type) +
                     ", right is " + toString(right.type));
    return false;
  }
  if (left.expr->int_columns != right.expr->int_columns) {
    report(expr, "the sides of " + quoted(expr.op) + " are unrelated: left is " + toString(left.type) + ", right is " +
                     toString(right.type));
    return false;
  }
  return true;
}

Value Lowering::set(const Expr& expr, Hint hint) {
  switch (expr.kind) {
    case ExprKind::Name: return name(expr, hint);
    case ExprKind::Constant: return constant(expr, hint);
    case ExprKind::Integer:
    case ExprKind::Character: return {context().integer(static_cast<logic::Integer>(expr.value)), Type::integer()};
    case ExprKind::Text: return text(expr);
    case ExprKind::Unary: return unary(expr, hint);
    case ExprKind::Binary: return binary(expr, hint);
    case ExprKind::Conditional: return conditional(expr, hint);
    case ExprKind::Box: return box(expr, hint);
    case ExprKind::Quantified:
    case ExprKind::Comprehension: return quantifiedSet(expr);
    case ExprKind::Let: {
      const std::size_t before = bindings_.size();
      for (const VariableDecl& decl : expr.decls) bind(decl.names.front().text, set(*decl.type));
      Value body = set(*expr.children[0], hint);
      bindings_.resize(before);
      return body;
    }
    case ExprKind::Block: break;
  }
  return {context().fromFormula(formula(expr).formula), Type::boolean()};
}

Value Lowering::text(const Expr& expr) {
  if (const auto value = program::textValue(expr.name)) return {context().integer(*value), Type::text()};
  report(expr, "strings of more than " + std::to_string(program::kTextCharacters) + " characters have no model");
  return error();
}

Value Lowering::number(const Expr& expr) {
  Value value = set(expr);
  if (value.isError()) return value;
  if (!value.type.isNumber()) {
    report(expr, "expected a number, found " + toString(value.type));
    return error();
  }
  return requireBounded(value, expr) ? value : error();
}

Value Lowering::unary(const Expr& expr, Hint hint) {
  const Expr& operand = *expr.children[0];
  switch (expr.op) {
    case Op::Prime: return prime(expr, hint);
    case Op::Closure:
    case Op::ReflexiveClosure: return closure(expr, hint);
    case Op::Size: {
      const Value value = set(operand);
      if (value.isError() || !requireBounded(value, operand)) return error();
      const bool several = value.many || !value.expr->functional;
      if (const ExprPtr size = sizeOfContainer(expr, value.type, several)) return number(*size);
      return {context().count(value.expr), Type::integer()};
    }
    case Op::Negate: {
      const Value value = number(operand);
      if (value.isError()) return value;
      return {context().minus(context().integer(0), value.expr), Type::integer()};
    }
    case Op::Transpose: {
      const Value value = set(operand, {hint.last, hint.first, hint.behind_set, true, hint.is_filter, hint.is_joined});
      if (value.isError()) return value;
      if (value.type.arity != 2) {
        report(expr, "'~' needs a relation of two columns, found " + toString(value.type));
        return error();
      }
      return {context().transpose(value.expr), shared_.types.transpose(value.type)};
    }
    default: return {context().fromFormula(formula(expr).formula), Type::boolean()};
  }
}

Value Lowering::prime(const Expr& expr, Hint hint) {
  if (!mayUsePrimes(expr, "")) return error();
  const Primed primed(*this);
  return set(*expr.children[0], hint);
}

Value Lowering::closure(const Expr& expr, Hint hint) {
  const Expr& operand = *expr.children[0];
  // Behind `x.`, the fields that x's class has, and then those of the classes they lead to.
  std::vector<Column> reached;
  if (hint.first != nullptr) reached = *hint.first;
  Value value = set(operand, {hint.first != nullptr ? &reached : nullptr, nullptr, hint.behind_set, true});
  while (hint.first != nullptr && !value.isError() && !value.type.isEmpty() && addColumns(reached, value.type.last()))
    value = set(operand, {&reached, nullptr, hint.behind_set, true});
  if (value.isError()) return value;
  if (value.type.arity != 2) {
    report(expr, quoted(expr.op) + " needs a relation of two columns, found " + toString(value.type));
    return error();
  }
  if (value.expr->int_columns != 0) {
    report(expr, quoted(expr.op) + " needs a relation between objects, found " + toString(value.type));
    return error();
  }
  if (shared_.types.join(value.type, value.type).isEmpty()) {
    report(expr, "this closure goes one step only: the columns of " + toString(value.type) + " are unrelated");
    return error();
  }
  Type type = shared_.types.closure(value.type);
  if (expr.op == Op::Closure) return {context().closure(value.expr), type};
  if (hint.first == nullptr) {
    const Column any{Column::Kind::Anything};
    type = shared_.types.unite(type, {2, {{any, any}}});
  } else {
    for (const Column& column : *hint.first)
      if (!column.isNumber()) type = shared_.types.unite(type, {2, {{column, column}}});
  }
  if (hint.is_filter) return {context().reflexiveClosure(value.expr), type};
  // By itself, `*r` has the objects that lead to themselves in no step.
  const logic::Expr there = context().domainRestrict(everythingLive(), context().iden());
  return {context().unite(context().closure(value.expr), there), type};
}

Value Lowering::binary(const Expr& expr, Hint hint) {
  switch (expr.op) {
    case Op::Join: return join(*expr.children[0], *expr.children[1], expr, hint);
    case Op::Override: return overriding(expr, hint);
    case Op::Union:
    case Op::Difference:
    case Op::Intersect: return setOperator(expr, hint);
    case Op::DomainRestrict:
    case Op::RangeRestrict: return restriction(expr, hint);
    case Op::Product: {
      const Value left = set(*expr.children[0], {hint.first, nullptr});
      const Value right = set(*expr.children[1], {nullptr, hint.last});
      if (left.isError() || right.isError()) return error();
      if (!requireBounded(left, *expr.children[0]) || !requireBounded(right, *expr.children[1])) return error();
      if (!requireSet(left, *expr.children[0]) || !requireSet(right, *expr.children[1])) return error();
      return {context().product(left.expr, right.expr), shared_.types.product(left.type, right.type)};
    }
    default: return {context().fromFormula(formula(expr).formula), Type::boolean()};
  }
}

Value Lowering::setOperator(const Expr& expr, Hint hint) {
  Hint of_left = hint, of_right = hint;
  of_left.is_filter = hint.is_filter || expr.op == Op::Intersect;
  of_right.is_filter = of_left.is_filter || expr.op == Op::Difference;
  Value left = set(*expr.children[0], of_left);
  Value right = set(*expr.children[1], of_right);
  if (!alignColumns(left, right, expr)) return error();
  if (expr.op == Op::Intersect) {
    const Type type = shared_.types.intersect(left.type, right.type);
    if (type.isEmpty() && !left.type.isEmpty() && !right.type.isEmpty()) {
      report(expr, "this intersection is always empty: left is " + toString(left.type) + ", right is " +
                       toString(right.type));
      return error();
    }
    return {context().intersect(left.expr, right.expr), type, true, left.unbounded && right.unbounded};
  }
  if (!requireBounded(left, *expr.children[0]) || !requireBounded(right, *expr.children[1])) return error();
  if (isSingleNumber(left) && isSingleNumber(right)) {
    const logic::Expr result =
        expr.op == Op::Union ? context().plus(left.expr, right.expr) : context().minus(left.expr, right.expr);
    return {result, Type::integer()};
  }
  const bool many = left.type.isNumber();
  if (expr.op == Op::Union)
    return {context().unite(left.expr, right.expr), shared_.types.unite(left.type, right.type), many};
  if (!shared_.types.overlap(left.type, right.type)) {
    report(expr,
           "this difference removes nothing: left is " + toString(left.type) + ", right is " + toString(right.type));
    return error();
  }
  return {context().subtract(left.expr, right.expr), left.type, many};
}

// `f ++ (x -> e)` is f with x mapped to e, and with x unmapped where e is null: absence overrides, too. Any other right
// side is an ordinary override.
Value Lowering::overriding(const Expr& expr, Hint hint) {
  hint.relation = true;
  const Value left = set(*expr.children[0], hint);
  const Expr& update = *expr.children[1];
  if (left.isError()) return left;
  if (left.type.arity == 1) {
    report(expr, "'++' overrides a relation, found " + toString(left.type));
    return error();
  }
  if (update.kind == ExprKind::Binary && update.op == Op::Product && left.type.arity >= 2) {
    const std::vector<Column> domain = left.type.first();
    const std::vector<Column> range = left.type.last();
    const Value key = set(*update.children[0], {&domain, nullptr});
    Value value = set(*update.children[1], {nullptr, &range});
    if (key.isError() || value.isError()) return error();
    if (value.type.isEmpty()) value.expr = context().none(1, left.expr->int_columns >> (left.expr->arity - 1));
    if (key.expr->arity == left.expr->arity - 1 && value.expr->arity == 1) {
      const Type row = value.type.isEmpty() ? left.type : shared_.types.product(key.type, value.type);
      if (key.type.isEmpty() || shared_.types.overlap(left.type, row))
        return {context().update(left.expr, key.expr, value.expr), shared_.types.unite(left.type, row)};
    }
  }
  Value base = left;
  Value right = set(update, hint);
  if (!alignColumns(base, right, expr)) return error();
  if (!shared_.types.overlap(base.type, right.type)) {
    report(expr,
           "this override changes nothing of " + toString(base.type) + ": the right side is " + toString(right.type));
    return error();
  }
  return {context().override(base.expr, right.expr), shared_.types.unite(base.type, right.type)};
}

Value Lowering::join(const Expr& left, const Expr& right, const Expr& whole, Hint hint) {
  const Value a = set(left, {hint.first, nullptr, false, false, true, true});
  if (a.isError()) return error();
  const std::vector<Column> columns = a.type.last();
  const Value b =
      set(right, {a.type.isEmpty() ? nullptr : &columns, hint.last, a.type.arity == 1, a.type.arity == 1, true, true});
  if (b.isError() || !requireBounded(b, right)) return error();
  return joinValues(a, b, whole);
}

Value Lowering::joinValues(const Value& left, const Value& right, const Expr& whole) {
  const Type type = shared_.types.join(left.type, right.type);
  const bool always_empty =
      left.type.isEmpty() || right.type.isEmpty() || !shared_.types.overlap(left.type.last(), right.type.first());
  if (always_empty) {
    report(whole, "this join is always empty: left is " + toString(left.type) + ", right is " + toString(right.type));
    return error();
  }
  if (left.expr->arity + right.expr->arity == 2) {
    report(whole, "neither side of this join is a relation: left is " + toString(left.type) + ", right is " +
                      toString(right.type));
    return error();
  }
  return {context().join(left.expr, right.expr), type, left.many || right.many};
}

Value Lowering::restriction(const Expr& expr, Hint hint) {
  const bool of_domain = expr.op == Op::DomainRestrict;
  const Expr& set_expr = *expr.children[of_domain ? 0 : 1];
  const Expr& relation_expr = *expr.children[of_domain ? 1 : 0];
  const Value limit = set(set_expr, {nullptr, nullptr, false, false, true, true});
  if (limit.isError()) return limit;
  const std::vector<Column> columns = limit.type.last();
  const std::vector<Column>* known = limit.type.isEmpty() ? nullptr : &columns;
  const Value relation = set(relation_expr, of_domain ? Hint{known, hint.last, hint.behind_set, true, true, true}
                                                      : Hint{hint.first, known, hint.behind_set, true, true, true});
  if (relation.isError()) return relation;
  if (limit.expr->arity != 1) {
    report(set_expr, quoted(expr.op) + " restricts by a set, found " + toString(limit.type));
    return error();
  }
  const Type type = of_domain ? shared_.types.restrictFirst(limit.type, relation.type)
                              : shared_.types.restrictLast(relation.type, limit.type);
  if (type.isEmpty()) {
    report(expr, "this restriction is always empty: the set is " + toString(limit.type) + ", the relation is " +
                     toString(relation.type));
    return error();
  }
  return {of_domain ? context().domainRestrict(limit.expr, relation.expr)
                    : context().rangeRestrict(relation.expr, limit.expr),
          type};
}

Value Lowering::conditional(const Expr& expr, Hint hint) {
  const Part condition = formula(*expr.children[0]);
  Value left = set(*expr.children[1], hint);
  Value right = set(*expr.children[2], hint);
  if (left.isError() || right.isError()) return error();
  if (!requireBounded(left, *expr.children[1]) || !requireBounded(right, *expr.children[2])) return error();
  if (left.type.isEmpty()) left.expr = context().none(right.expr->arity, right.expr->int_columns);
  if (right.type.isEmpty()) right.expr = context().none(left.expr->arity, left.expr->int_columns);
  if (left.expr->arity != right.expr->arity || left.expr->int_columns != right.expr->int_columns) {
    report(expr, "the two cases are unrelated: one is " + toString(left.type) + ", the other " + toString(right.type));
    return error();
  }
  return {context().ifElse(condition.formula, left.expr, right.expr), shared_.types.unite(left.type, right.type),
          left.many || right.many};
}

Value Lowering::quantifiedSet(const Expr& expr) {
  if (expr.kind == ExprKind::Quantified && expr.op != Op::Sum)
    return {context().fromFormula(formula(expr).formula), Type::boolean()};
  const Bound bound = bindDeclarations(expr.decls);
  Type type;
  for (std::size_t i = bindings_.size() - bound.count; i < bindings_.size(); ++i)
    type = type.arity == 0 ? bindings_[i].value.type : shared_.types.product(type, bindings_[i].value.type);
  Value result;
  if (expr.op == Op::Sum) {
    const Value body = number(*expr.children[0]);
    if (bound.distinct != nullptr) report(expr, "'disj' has no meaning in 'sum'");
    result = body.isError() || bound.is_error ? error() : Value{context().sum(bound.decls, body.expr), Type::integer()};
  } else {
    const logic::Formula body = formula(*expr.children[0]).formula;
    const logic::Formula all = bound.distinct == nullptr ? body : context().conjoin(bound.distinct, body);
    result = bound.is_error ? error() : Value{context().comprehension(bound.decls, all), type, true};
  }
  unbind(bound.count);
  return result;
}

}  // namespace weir::specs
