// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abstraction/values.h"

namespace weir::abstraction {

using logic::Expr;
using logic::Formula;
using program::ExprKind;
using program::ExprRef;
using program::Op;

namespace {

/// Every value of `from` is a value of `to`.
bool includes(program::TypeRef to, program::TypeRef from) {
  if (!to->isInteger() || !from->isInteger() || to->kind == program::TypeKind::Bool) return false;
  if (from->kind == program::TypeKind::Bool) return true;
  if (to->is_signed == from->is_signed) return to->width >= from->width;
  return to->is_signed && to->width > from->width;
}

}  // namespace

Bounds Values::any(program::TypeRef type) { return states_->any(1, type->isInteger() ? 1 : 0); }

Bounds Values::converted(const Bounds& value, program::TypeRef type) {
  if (!type->isInteger()) return value;
  if (type->kind == program::TypeKind::Bool) return ofGuard(isNonZero(value));
  if (!value.isExact()) return any(type);
  return states_->exact(context_->wrap(value.lower, type->width, type->is_signed));
}

Bounds Values::ofGuard(const Guard& guard) {
  logic::Context& c = *context_;
  if (guard.isExact()) return states_->exact(c.fromFormula(guard.must));
  const Expr zero = c.integer(0), one = c.integer(1), neither = c.none(1, 1);
  return {c.ifElse(guard.must, one, c.ifElse(guard.may, neither, zero)),
          c.ifElse(guard.must, one, c.ifElse(guard.may, c.unite(zero, one), zero))};
}

/// Whether the integer is in the set: folds through choices, so that a flag is the condition it was set under.
Formula Values::mayHold(Expr set, logic::Integer value) {
  logic::Context& c = *context_;
  switch (set->kind) {
    case logic::ExprKind::IfElse:
      return c.ifElse(set->formula, mayHold(set->operands[0], value), mayHold(set->operands[1], value));
    case logic::ExprKind::Union: return c.disjoin(mayHold(set->operands[0], value), mayHold(set->operands[1], value));
    default: return set->functional ? c.equal(set, c.integer(value)) : c.subset(c.integer(value), set);
  }
}

/// The address of a member is not null, whether or not anything points to it.
bool Values::isAddress(Expr expr) const {
  if (expr->kind != logic::ExprKind::Join) return false;
  using Kind = program::Vocabulary::Meaning::Kind;
  const auto means = [&](Expr relation, Kind kind) {
    if (relation->kind != logic::ExprKind::Relation) return false;
    const auto* meaning = vocabulary_->meaningOf(relation->relation);
    return meaning != nullptr && meaning->kind == kind;
  };
  return means(expr->operands[0], Kind::SlotOwner) || means(expr->operands[1], Kind::Part);
}

Formula Values::isNotNull(Expr value) {
  logic::Context& c = *context_;
  if (value->kind == logic::ExprKind::IfElse) {
    return c.ifElse(value->formula, isNotNull(value->operands[0]), isNotNull(value->operands[1]));
  }
  if (isAddress(value) || symbols_->isNewObject(value)) return c.truth(true);
  return c.some(value);
}

/// Or one that is chosen by a condition, or the address of an element: the slots of an array at an index.
bool Values::mayBeAddress(Expr value) const {
  const bool has_parts = value->kind == logic::ExprKind::IfElse || value->kind == logic::ExprKind::Intersection;
  if (!has_parts) return isAddress(value);
  return mayBeAddress(value->operands[0]) || mayBeAddress(value->operands[1]);
}

Guard Values::isNonZero(const Bounds& value) {
  logic::Context& c = *context_;
  if (value.isExact()) return states_->exactly(c.negate(mayHold(value.lower, 0)));
  // Of a flag 0 and 1 are all there is; of a number nothing is known.
  const Formula must = mayHold(value.lower, 1);
  const Formula may = value.upper == nullptr ? c.truth(true) : c.negate(c.equal(value.upper, c.integer(0)));
  const Formula is_zero = mayHold(value.lower, 0);
  return {must, c.conjoin(may, c.negate(is_zero))};
}

Guard Values::equality(const Bounds& a, const Bounds& b) {
  logic::Context& c = *context_;
  if (a.isExact() && b.isExact()) {
    const auto differ = [&](Expr x, Expr y) { return symbols_->isNewObject(x) && symbols_->areDisjoint(x, y); };
    if (differ(a.lower, b.lower) || differ(b.lower, a.lower)) return states_->exactly(c.truth(false));
    const bool is_null_test = a.lower->kind == logic::ExprKind::None || b.lower->kind == logic::ExprKind::None;
    if (is_null_test && a.lower->int_columns == 0 && b.lower->int_columns == 0) {
      const Expr tested = a.lower->kind == logic::ExprKind::None ? b.lower : a.lower;
      return states_->exactly(c.negate(isNotNull(tested)));
    }
    // Whether an address that nothing mentions equals another one cannot be asked of a state.
    if (a.lower != b.lower && (mayBeAddress(a.lower) || mayBeAddress(b.lower))) return states_->perhaps();
    return states_->exactly(c.equal(a.lower, b.lower));
  }
  const auto fits = [&](const Bounds& x, const Bounds& y) {
    return y.upper == nullptr ? c.truth(true) : c.subset(x.lower, y.upper);
  };
  // Empty within both upper bounds: both are null.
  const auto surelyNull = [&](const Bounds& x) { return x.upper == nullptr ? c.truth(false) : c.no(x.upper); };
  const bool is_pointer = a.lower->int_columns == 0 && b.lower->int_columns == 0;
  return {is_pointer ? c.conjoin(surelyNull(a), surelyNull(b)) : c.truth(false), c.conjoin(fits(a, b), fits(b, a))};
}

Guard Values::comparison(ExprRef expr, const State& state) {
  logic::Context& c = *context_;
  const Bounds a = value(expr->operands[0], state);
  const Bounds b = value(expr->operands[1], state);
  // Two objects may have one address.
  if (vocabulary_->program().compares_addresses && comparesAddresses(*expr)) return states_->perhaps();
  switch (expr->op) {
    case Op::Equal: return equality(a, b);
    case Op::NotEqual: return states_->opposite(equality(a, b));
    default: break;
  }
  if (!a.isExact() || !b.isExact()) return states_->perhaps();
  switch (expr->op) {
    case Op::Less: return states_->exactly(c.less(a.lower, b.lower));
    case Op::LessEqual: return states_->exactly(c.lessEqual(a.lower, b.lower));
    case Op::Greater: return states_->exactly(c.less(b.lower, a.lower));
    default: return states_->exactly(c.lessEqual(b.lower, a.lower));
  }
}

Guard Values::condition(ExprRef expr, const State& state) {
  logic::Context& c = *context_;
  switch (expr->kind) {
    case ExprKind::Unary:
      if (expr->op == Op::LogicalNot) return states_->opposite(condition(expr->operands[0], state));
      break;
    case ExprKind::Binary:
      switch (expr->op) {
        case Op::Equal:
        case Op::NotEqual:
        case Op::Less:
        case Op::LessEqual:
        case Op::Greater:
        case Op::GreaterEqual: return comparison(expr, state);
        case Op::LogicalAnd:
          return states_->both(condition(expr->operands[0], state), condition(expr->operands[1], state));
        case Op::LogicalOr:
          return states_->either(condition(expr->operands[0], state), condition(expr->operands[1], state));
        default: break;
      }
      break;
    case ExprKind::Cast: return condition(expr->operands[0], state);
    case ExprKind::IsInstance: {
      const Bounds object = value(expr->operands[0], state);
      if (!object.isExact()) return states_->perhaps();
      const Expr instances = c.atoms(vocabulary_->sortOf(expr->class_decl));
      return states_->exactly(c.conjoin(c.some(object.lower), c.subset(object.lower, instances)));
    }
    default: break;
  }
  return isNonZero(value(expr, state));
}

Bounds Values::binary(ExprRef expr, const State& state) {
  logic::Context& c = *context_;
  const Bounds a = value(expr->operands[0], state);
  const Bounds b = value(expr->operands[1], state);
  if (!a.isExact() || !b.isExact()) return any(expr->type);
  const auto make = [&]() -> Expr {
    switch (expr->op) {
      case Op::Add: return c.plus(a.lower, b.lower);
      case Op::Subtract: return c.minus(a.lower, b.lower);
      case Op::Multiply: return c.times(a.lower, b.lower);
      case Op::Divide: return c.divide(a.lower, b.lower);
      case Op::Remainder: return c.remainder(a.lower, b.lower);
      case Op::ShiftLeft: return c.shiftLeft(a.lower, b.lower);
      case Op::ShiftRight: return c.shiftRight(a.lower, b.lower);
      case Op::BitAnd: return c.bitAnd(a.lower, b.lower);
      case Op::BitOr: return c.bitOr(a.lower, b.lower);
      case Op::BitXor: return c.bitXor(a.lower, b.lower);
      default: return nullptr;
    }
  };
  const Expr made = make();
  if (made == nullptr) return any(expr->type);
  return states_->exact(c.wrap(made, expr->type->width, expr->type->is_signed));
}

/// &object->field and &object->field[i]. The end position of an array is no part and no slot of its own, so only
/// an index that surely names an element has a value that is known.
Bounds Values::address(ExprRef expr, const State& state) {
  logic::Context& c = *context_;
  const Bounds object = value(expr->operands[0], state);
  if (object.upper == nullptr) return any(expr->type);
  const bool is_part = expr->kind == ExprKind::PartAddress;
  const Expr map = c.relation(is_part ? vocabulary_->part(expr->field) : vocabulary_->slotOwner(expr->field));
  const auto place = [&](Expr owner) { return is_part ? c.join(owner, map) : c.join(map, owner); };
  if (!expr->field->type->isArray()) return {place(object.lower), place(object.upper)};
  const program::TypeRef type = expr->field->type;
  const bool has_index = expr->operands.size() > 1;
  const Bounds index = has_index ? value(expr->operands[1], state) : states_->exact(c.integer(0));
  const bool is_inside = index.isExact() && index.lower->kind == logic::ExprKind::Constant && type->extent &&
                         index.lower->integer >= 0 && index.lower->integer < *type->extent;
  if (!is_inside) return any(expr->type);
  const auto element = [&](Expr owner) {
    if (is_part) return c.join(index.lower, place(owner));
    return c.intersect(place(owner), c.join(c.relation(vocabulary_->slotIndex(expr->field)), index.lower));
  };
  return {element(object.lower), element(object.upper)};
}

Bounds Values::read(const Rows& rows, Expr object) {
  const bool is_tame = rows.wild->kind == logic::ExprKind::None || symbols_->areDisjoint(object, rows.wild);
  const Expr lower = symbols_->read(object, rows.lower);
  if (rows.isExact()) return {lower, lower};
  return {lower, is_tame ? symbols_->read(object, rows.upper) : nullptr};
}

Bounds Values::load(const program::Field* field, const Bounds& object, const Bounds* index, const State& state) {
  logic::Context& c = *context_;
  const program::TypeRef type = field->elementType();
  if (field->holdsParts() || object.upper == nullptr) return any(type);
  const Rows rows = states_->rows(state, vocabulary_->field(field, program::State::Pre));
  const auto at = [&](Expr owner, Expr relation, Expr position) {
    const Expr row = symbols_->read(owner, relation);
    return position == nullptr ? row : c.join(position, row);
  };
  const bool is_tame = rows.wild->kind == logic::ExprKind::None || symbols_->areDisjoint(object.upper, rows.wild);
  if (index == nullptr) {
    const Expr lower = at(object.lower, rows.lower, nullptr);
    return {lower, is_tame ? at(object.upper, rows.upper, nullptr) : nullptr};
  }
  const Expr lower = at(object.lower, rows.lower, index->lower);
  if (!is_tame || index->upper == nullptr) return {lower, nullptr};
  return {lower, at(object.upper, rows.upper, index->upper)};
}

Bounds Values::value(ExprRef expr, const State& state) {
  logic::Context& c = *context_;
  switch (expr->kind) {
    case ExprKind::Constant: return states_->exact(c.integer(expr->integer));
    case ExprKind::Null: return states_->exact(c.none(1));
    case ExprKind::LocalRef: {
      const auto found = state.locals.find(expr->local);
      return found == state.locals.end() ? any(expr->type) : found->second;
    }
    case ExprKind::FunctionRef: return states_->exact(c.relation(vocabulary_->procedureAtom(expr->procedure)));
    case ExprKind::Globals: return states_->exact(c.relation(vocabulary_->globalsObject()));
    case ExprKind::Unary: {
      if (expr->op == Op::LogicalNot) return ofGuard(condition(expr, state));
      const Bounds a = value(expr->operands[0], state);
      if (!a.isExact()) return any(expr->type);
      const Expr made = c.minus(c.integer(expr->op == Op::Negate ? 0 : -1), a.lower);
      return states_->exact(c.wrap(made, expr->type->width, expr->type->is_signed));
    }
    case ExprKind::Binary:
      switch (expr->op) {
        case Op::Equal:
        case Op::NotEqual:
        case Op::Less:
        case Op::LessEqual:
        case Op::Greater:
        case Op::GreaterEqual:
        case Op::LogicalAnd:
        case Op::LogicalOr: return ofGuard(condition(expr, state));
        default: return binary(expr, state);
      }
    case ExprKind::Cast: {
      if (expr->type->kind == program::TypeKind::Bool) return ofGuard(condition(expr->operands[0], state));
      const Bounds inner = value(expr->operands[0], state);
      // A flag converted to an integer stays 0 or 1, even where it is not known which.
      if (includes(expr->type, expr->operands[0]->type)) return inner;
      return converted(inner, expr->type);
    }
    case ExprKind::PointerCast: return value(expr->operands[0], state);
    case ExprKind::IsInstance: return ofGuard(condition(expr, state));
    case ExprKind::PartAddress:
    case ExprKind::SlotAddress: return address(expr, state);
    case ExprKind::OwnerOf:
    case ExprKind::SlotOwner: {
      const Bounds place = value(expr->operands[0], state);
      if (place.upper == nullptr) return any(expr->type);
      const bool is_part = expr->kind == ExprKind::OwnerOf;
      const Expr map = c.relation(is_part ? vocabulary_->partOwner(expr->field) : vocabulary_->slotOwner(expr->field));
      const Bounds owner{c.join(place.lower, map), c.join(place.upper, map)};
      if (expr->operands.size() == 1) return owner;
      // Of an element that is not the first one the array's owner is not what is meant.
      const Expr sure = expr->field->type->isArray() ? c.none(1) : owner.lower;
      const Bounds other = value(expr->operands[1], state);
      return other.upper == nullptr ? any(expr->type) : Bounds{sure, c.unite(owner.upper, other.upper)};
    }
    case ExprKind::PointerAdd: {
      const Bounds offset = value(expr->operands[1], state);
      if (offset.isExact() && offset.lower == c.integer(0)) return value(expr->operands[0], state);
      return any(expr->type);
    }
    case ExprKind::PointerDiff:
    case ExprKind::PointerLess:
    case ExprKind::Extent: return any(expr->type);
  }
  return any(expr->type);
}

}  // namespace weir::abstraction
