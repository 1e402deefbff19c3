// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions: pure values over locals, with the errors their evaluation can raise.
#include <algorithm>

#include "ir/program/elsewhere.h"
#include "ir/program/model_class.h"
#include "refine/encode/encoder.h"
#include "refine/encode/frame.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::Formula;

namespace {

bool isComparison(Op op) {
  switch (op) {
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::LogicalAnd:
    case Op::LogicalOr: return true;
    default: return false;
  }
}

}  // namespace

Formula Encoder::isZero(Expr integer) { return context_.equal(integer, context_.integer(0)); }

Formula Encoder::condition(ExprRef expr, SymbolicState& state, const Place& place) {
  if (expr->kind == ExprKind::Unary && expr->op == Op::LogicalNot)
    return context_.negate(condition(expr->operands[0], state, place));
  if (expr->kind == ExprKind::Cast && expr->type->kind == TypeKind::Bool)
    return condition(expr->operands[0], state, place);
  if (expr->kind == ExprKind::IsInstance) {
    const Expr object = evaluate(expr->operands[0], state, place);
    const Expr of_class = context_.atoms(vocabulary_.sortOf(expr->class_decl));
    if (expr->integer != 0) return context_.conjoin(context_.some(object), context_.subset(object, of_class));
    requireNotMadeUp(object, state, place);
    if (model_.footprint().frees) {
      const Expr live = liveObjects(state, expr->operands[0]->type->pointee->class_decl);
      fail(ErrorKind::UseAfterFree, context_.negate(context_.subset(object, live)), state, place);
    }
    return context_.conjoin(context_.some(object), context_.subset(object, of_class));
  }
  if (expr->kind == ExprKind::PointerLess)
    return context_.less(pointerDistance(expr, state, place), context_.integer(0));
  if (expr->kind == ExprKind::Binary && isComparison(expr->op)) {
    if (expr->op == Op::LogicalAnd || expr->op == Op::LogicalOr) {
      const Formula left = condition(expr->operands[0], state, place);
      const Formula right = condition(expr->operands[1], state, place);
      return expr->op == Op::LogicalAnd ? context_.conjoin(left, right) : context_.disjoin(left, right);
    }
    Expr left = evaluate(expr->operands[0], state, place);
    Expr right = evaluate(expr->operands[1], state, place);
    if (expr->operands[0]->type->isPointer())
      stop(StopSite::Kind::Unsupported, dependsOnWhereElsewhere(left, right), state, place, kWhereElsewhere);
    if (vocabulary_.program().compares_addresses && comparesAddresses(*expr)) {
      left = outermostAt(left);
      right = outermostAt(right);
    }
    switch (expr->op) {
      case Op::Equal: return context_.equal(left, right);
      case Op::NotEqual: return context_.negate(context_.equal(left, right));
      case Op::Less: return context_.less(left, right);
      case Op::LessEqual: return context_.lessEqual(left, right);
      case Op::Greater: return context_.less(right, left);
      default: return context_.lessEqual(right, left);
    }
  }
  return context_.negate(isZero(evaluate(expr, state, place)));
}

Expr Encoder::evaluate(ExprRef expr, SymbolicState& state, const Place& place) {
  switch (expr->kind) {
    case ExprKind::Constant: return context_.integer(expr->integer);
    case ExprKind::Null: return context_.none(1);
    case ExprKind::LocalRef: {
      const LocalValue& local = state.locals.at(expr->local->index);
      if (local.value == nullptr) {
        fail(ErrorKind::Uninitialized, context_.truth(true), state, place);
        return expr->type->isInteger() ? context_.integer(0) : context_.none(1);
      }
      const Expr value = local.value;
      fail(ErrorKind::Uninitialized, context_.negate(local.initialized), state, place);
      return value;
    }
    case ExprKind::FunctionRef: return context_.relation(vocabulary_.procedureAtom(expr->procedure));
    case ExprKind::Globals: return context_.relation(vocabulary_.globalsObject());
    case ExprKind::Unary: return unary(expr, state, place);
    case ExprKind::Binary:
      return isComparison(expr->op) ? context_.fromFormula(condition(expr, state, place)) : binary(expr, state, place);
    case ExprKind::Cast:
      if (expr->type->kind == TypeKind::Bool) return context_.fromFormula(condition(expr, state, place));
      return context_.wrap(evaluate(expr->operands[0], state, place), expr->type->width, expr->type->is_signed);
    case ExprKind::PointerCast: {
      const Expr value = evaluate(expr->operands[0], state, place);
      std::set<const Procedure*> known;
      // No pointer of the caller's to void leads to a function.
      if (expr->type->isFunctionPointer() && expr->operands[0]->type->isVoidPointer() &&
          !collectProcedures(value, vocabulary_, known))
        stop(StopSite::Kind::Unsupported, context_.truth(true), state, place, "a pointer to void as one to a function");
      return value;
    }
    case ExprKind::IsInstance:
    case ExprKind::PointerLess: return context_.fromFormula(condition(expr, state, place));
    case ExprKind::PartAddress:
    case ExprKind::SlotAddress: return addressValue(expr, state, place);
    case ExprKind::OwnerOf:
    case ExprKind::SlotOwner: return ownerValue(expr, state, place);
    case ExprKind::PointerAdd: return pointerSum(expr, state, place);
    case ExprKind::PointerDiff:
      return context_.wrap(pointerDistance(expr, state, place), expr->type->width, expr->type->is_signed);
    case ExprKind::Extent: return allocatedExtent(expr, state, place);
  }
  UNREACHABLE("every kind of expression has a value");
}

/// The value at the type of the expression; leaving a signed type is an error where that is checked.
Expr Encoder::wrapped(Expr exact, TypeRef type, SymbolicState& state, const Place& place) {
  const Expr value = context_.wrap(exact, type->width, type->is_signed);
  if (options_.checked.contains(ErrorKind::Overflow) && type->is_signed)
    fail(ErrorKind::Overflow, context_.negate(context_.equal(exact, value)), state, place);
  return value;
}

Expr Encoder::unary(ExprRef expr, SymbolicState& state, const Place& place) {
  if (expr->op == Op::LogicalNot) return context_.fromFormula(condition(expr, state, place));
  const Expr operand = evaluate(expr->operands[0], state, place);
  const Expr negated = context_.minus(context_.integer(0), operand);
  if (expr->op == Op::Negate) return wrapped(negated, expr->type, state, place);
  return context_.wrap(context_.minus(negated, context_.integer(1)), expr->type->width, expr->type->is_signed);
}

Expr Encoder::binary(ExprRef expr, SymbolicState& state, const Place& place) {
  const Expr left = evaluate(expr->operands[0], state, place);
  const Expr right = evaluate(expr->operands[1], state, place);
  const TypeRef type = expr->type;
  const auto atType = [&](Expr exact) { return context_.wrap(exact, type->width, type->is_signed); };
  switch (expr->op) {
    case Op::Add: return wrapped(context_.plus(left, right), type, state, place);
    case Op::Subtract: return wrapped(context_.minus(left, right), type, state, place);
    case Op::Multiply: return wrapped(context_.times(left, right), type, state, place);
    case Op::Divide:
    case Op::Remainder: {
      fail(ErrorKind::DivZero, isZero(right), state, place);
      if (type->is_signed) {
        // The one quotient that does not fit: it traps, whatever is checked.
        const Expr least = context_.integer(-(logic::Integer{1} << (type->width - 1)));
        fail(ErrorKind::Overflow,
             context_.conjoin(context_.equal(left, least), context_.equal(right, context_.integer(-1))), state, place);
      }
      return expr->op == Op::Divide ? context_.divide(left, right) : context_.remainder(left, right);
    }
    case Op::ShiftLeft:
    case Op::ShiftRight: {
      const Formula inside = context_.conjoin(context_.lessEqual(context_.integer(0), right),
                                              context_.less(right, context_.integer(type->width)));
      fail(ErrorKind::Overflow, context_.negate(inside), state, place);
      const auto rule = static_cast<ShiftRule>(expr->integer);
      if (options_.checked.contains(ErrorKind::Overflow) && type->is_signed && expr->op == Op::ShiftLeft &&
          rule != ShiftRule::Any) {
        // What the number would lose above its last bit: 0 where it loses nothing.
        const int room = rule == ShiftRule::OnlyValue ? type->width - 1 : type->width;
        const Expr lost = context_.shiftRight(left, context_.minus(context_.integer(room), right));
        const Formula is_negative = context_.less(left, context_.integer(0));
        fail(ErrorKind::Overflow, context_.disjoin(is_negative, context_.negate(isZero(lost))), state, place);
      }
      return atType(expr->op == Op::ShiftLeft ? context_.shiftLeft(left, right) : context_.shiftRight(left, right));
    }
    case Op::BitAnd: return atType(context_.bitAnd(left, right));
    case Op::BitOr: return atType(context_.bitOr(left, right));
    case Op::BitXor: return atType(context_.bitXor(left, right));
    default: break;
  }
  UNREACHABLE("every binary operator has a value");
}

Expr Encoder::addressValue(ExprRef expr, SymbolicState& state, const Place& place) {
  const Expr object = evaluate(expr->operands[0], state, place);
  fail(ErrorKind::NullDeref, context_.no(object), state, place);
  requireClass(object, expr->field->owner, state, place);
  Expr index = nullptr;
  if (expr->operands.size() > 1) {
    index = evaluate(expr->operands[1], state, place);
    const Formula inside = context_.conjoin(context_.lessEqual(context_.integer(0), index),
                                            context_.lessEqual(index, extentOf(object, expr->field, state)));
    failOutside(expr->field, index, context_.negate(inside), state, place);
  } else if (expr->field->type->isArray()) {
    index = context_.integer(0);
  }
  return addressOf(object, expr->field, index, state);
}

Expr Encoder::ownerValue(ExprRef expr, SymbolicState& state, const Place& place) {
  const Expr pointer = evaluate(expr->operands[0], state, place);
  const bool is_part = expr->kind == ExprKind::OwnerOf;
  const Expr owner = context_.join(
      pointer, context_.relation(is_part ? vocabulary_.partOwner(expr->field) : vocabulary_.slotOwner(expr->field)));
  const Expr index = context_.join(
      pointer, context_.relation(is_part ? vocabulary_.partIndex(expr->field) : vocabulary_.slotIndex(expr->field)));
  const Formula is_other = context_.disjoin(context_.no(owner), context_.negate(isZero(index)));
  if (expr->operands.size() > 1) return context_.ifElse(is_other, evaluate(expr->operands[1], state, place), owner);
  stop(StopSite::Kind::Unsupported, is_other, state, place, "container_of of a pointer to something else");
  return owner;
}

/// Do both pointers lead to what container_of makes of a pointer to something else, or one into that?
Formula Encoder::dependsOnWhereElsewhere(Expr left, Expr right) {
  if (model_.madeUp().empty()) return context_.truth(false);
  if (elsewhere_ == nullptr) {
    elsewhere_ = inside_elsewhere_ = context_.none(1);
    for (int atom = 0; atom < model_.universe().size(); ++atom) {
      const auto isIt = [&](int one) {
        return model_.atom(one).field != nullptr && model_.atom(one).class_decl != nullptr &&
               program::isElsewhere(*model_.atom(one).field);
      };
      if (isIt(atom)) elsewhere_ = context_.unite(elsewhere_, context_.atom(atom));
      for (int around = model_.atom(atom).owner; around >= 0; around = model_.atom(around).owner)
        if (isIt(around)) inside_elsewhere_ = context_.unite(inside_elsewhere_, context_.atom(atom));
    }
  }
  const auto leadsTo = [&](Expr pointer, Expr places) {
    return places->kind == logic::ExprKind::None ? context_.truth(false)
                                                 : context_.some(context_.intersect(pointer, places));
  };
  return context_.disjoin(context_.conjoin(leadsTo(left, elsewhere_), leadsTo(right, elsewhere_)),
                          context_.disjoin(leadsTo(left, inside_elsewhere_), leadsTo(right, inside_elsewhere_)));
}

std::vector<Encoder::ArrayPosition> Encoder::arrayPositions(Expr pointer, TypeRef pointee) {
  std::vector<ArrayPosition> positions;
  const auto add = [&](const Field* field, logic::Relation owner, logic::Relation index) {
    positions.push_back({.field = field,
                         .object = context_.join(pointer, context_.relation(owner)),
                         .index = context_.join(pointer, context_.relation(index))});
    if (const logic::Relation end = model_.endOf(field))
      positions.push_back(
          {.field = field, .object = context_.join(context_.relation(end), pointer), .index = context_.integer(1)});
  };
  if (pointee->isScalar()) {
    for (const Field* field : slotCandidates(pointee))
      add(field, vocabulary_.slotOwner(field), vocabulary_.slotIndex(field));
  } else {
    for (const Field* field : model_.footprint().part_fields) {
      if (field->elementType() != pointee || !(field->type->isArray() || model_.endOf(field) != nullptr)) continue;
      add(field, vocabulary_.partOwner(field), vocabulary_.partIndex(field));
      if (field->type->isArray())
        add(field, vocabulary_.slotOwner(field), vocabulary_.slotIndex(field));  // one past the end
    }
  }
  return positions;
}

/// Which element comes next is not known where the library has put new ones wherever it likes.
void Encoder::requireKnownOrder(const ArrayPosition& position, Formula moves, SymbolicState& state,
                                const Place& place) {
  if (!isModelArray(*position.field) || isModelCode(*place.activation->procedure)) return;
  const ClassDecl& container = *position.field->owner;
  const Field* scattered = scatteredFieldOf(container);
  if (scattered == nullptr || !model_.footprint().hasField(scattered)) return;
  const auto read = [&](const Field* field) {
    return context_.join(position.object, state.heap[components_.field(field)]);
  };
  const Formula several = context_.less(context_.integer(1), read(lengthFieldOf(container)));
  const Formula is_scattered = context_.negate(isZero(read(scattered)));
  stop(StopSite::Kind::Unsupported, context_.conjoin(moves, context_.conjoin(several, is_scattered)), state, place,
       kUnknownOrder);
}

Expr Encoder::pointerSum(ExprRef expr, SymbolicState& state, const Place& place) {
  const Expr pointer = evaluate(expr->operands[0], state, place);
  const Expr offset = evaluate(expr->operands[1], state, place);
  const Formula moves = context_.negate(isZero(offset));
  fail(ErrorKind::Bounds, context_.conjoin(moves, context_.no(pointer)), state, place);
  Formula in_array = context_.truth(false);
  Expr moved = context_.none(1);
  for (const ArrayPosition& position : arrayPositions(pointer, expr->type->pointee)) {
    const Formula here = context_.some(position.object);
    const Expr index = context_.plus(position.index, offset);
    const bool is_array = position.field->type->isArray();
    const bool is_followed = expr->integer != 0;
    const Expr extent =
        is_array ? extentOf(position.object, position.field, state) : context_.integer(is_followed ? 0 : 1);
    const Formula inside =
        context_.conjoin(context_.lessEqual(context_.integer(0), index), context_.lessEqual(index, extent));
    failOutside(position.field, index, context_.conjoin(moves, context_.conjoin(here, context_.negate(inside))), state,
                place);
    requireKnownOrder(position, context_.conjoin(moves, here), state, place);
    const logic::Relation end = is_array ? nullptr : model_.endOf(position.field);
    if (!is_array && end == nullptr) continue;
    in_array = context_.disjoin(in_array, here);
    const Expr address =
        is_array ? addressOf(position.object, position.field, index, state)
                 : context_.ifElse(isZero(index), addressOf(position.object, position.field, nullptr, state),
                                   context_.join(position.object, context_.relation(end)));
    moved = context_.ifElse(here, address, moved);
  }
  const Formula lost = context_.conjoin(moves, context_.negate(in_array));
  if (expr->integer == 0)
    stop(StopSite::Kind::Unsupported, context_.conjoin(lost, context_.equal(offset, context_.integer(1))), state, place,
         "the end position of an object that is no array element");
  fail(ErrorKind::Bounds, lost, state, place);
  return context_.ifElse(moves, moved, pointer);
}

/// The number of elements of what a following Free will free.
Expr Encoder::allocatedExtent(ExprRef expr, SymbolicState& state, const Place& place) {
  const Expr pointer = evaluate(expr->operands[0], state, place);
  fail(ErrorKind::NullDeref, context_.no(pointer), state, place);
  const Allocations found =
      allocationsAt(pointer, expr->operands[0]->type, expr->integer != 0 ? FreeKind::DeleteArray : FreeKind::Free);
  fail(ErrorKind::Bounds, context_.negate(found.known), state, place);
  requireLive(found, state, place);
  Expr extent = context_.integer(1);
  for (const Allocation& whole : found.wholes)
    if (whole.class_decl->is_array)
      extent = context_.ifElse(context_.some(whole.object),
                               extentOf(whole.object, whole.class_decl->fields.front(), state), extent);
  return extent;
}

/// operands[0] - operands[1], in elements.
Expr Encoder::pointerDistance(ExprRef expr, SymbolicState& state, const Place& place) {
  const Expr left = evaluate(expr->operands[0], state, place);
  const Expr right = evaluate(expr->operands[1], state, place);
  const TypeRef pointee = expr->operands[0]->type->pointee;
  const auto to = arrayPositions(left, pointee);
  const auto from = arrayPositions(right, pointee);
  Formula in_one_array = context_.equal(left, right);
  Expr distance = context_.integer(0);
  for (const ArrayPosition& a : to) {
    for (const ArrayPosition& b : from) {
      if (a.field != b.field) continue;
      const Formula same = context_.conjoin(context_.some(a.object), context_.equal(a.object, b.object));
      in_one_array = context_.disjoin(in_one_array, same);
      distance = context_.ifElse(same, context_.minus(a.index, b.index), distance);
    }
  }
  fail(ErrorKind::Bounds, context_.negate(in_one_array), state, place);
  return distance;
}

}  // namespace weir::refine
