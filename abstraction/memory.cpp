// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading, writing, making and freeing objects. A write through a pointer to a scalar is a write to each field
// it may point to: the owner is empty for all but one of them, and a write to no object changes nothing.
#include <algorithm>

#include "abstraction/analysis.h"
#include "abstraction/written.h"

namespace weir::abstraction {

using namespace program;
using logic::Expr;
using AbstractState = abstraction::State;
using LogicKind = logic::ExprKind;

void Analysis::store(AbstractState& state, const Field* field, const Bounds& object, const Bounds* index,
                     const Bounds& value) {
  if (field->holdsParts()) return;
  const logic::Relation relation = fieldRelation(field);
  const Rows before = states_.rows(state, relation);
  Bounds key = object;
  if (field->type->isArray()) {
    const bool known = index != nullptr && index->upper != nullptr && object.upper != nullptr;
    key = known ? Bounds{context_.product(object.lower, index->lower), context_.product(object.upper, index->upper)}
                : Bounds{context_.none(2, 2), nullptr};
  }
  state.relations[relation] = states_.shortened(states_.store(before, object, key, value));
}

/// The owner of an address that is only known by way of other addresses is any object: a state need not have them.
Bounds Analysis::slotOwner(const Bounds& pointer, const Field* field) {
  const Expr map = context_.relation(vocabulary_.slotOwner(field));
  if (pointer.upper == nullptr) return {context_.none(1), nullptr};
  const Bounds owner{symbols_.join(pointer.lower, map), symbols_.join(pointer.upper, map)};
  if (symbols_.holdsAddress(owner.upper)) return {context_.none(1), nullptr};
  return owner;
}

/// The index of the element the pointer points to; not known for all slots of an array at once.
static Bounds slotIndex(Vocabulary& vocabulary, const Bounds& pointer, const Field* field) {
  logic::Context& c = vocabulary.context();
  if (!pointer.isExact()) return {c.none(1, 1), nullptr};
  const Expr map = c.relation(vocabulary.slotIndex(field));
  const Expr slot = pointer.upper;
  Expr index = c.join(slot, map);
  if (slot->kind == LogicKind::Intersection && slot->operands[1]->kind == LogicKind::Join &&
      slot->operands[1]->operands[0] == map) {
    index = slot->operands[1]->operands[1];
  }
  return {index, index};
}

void Analysis::storeSlot(AbstractState& state, const Bounds& pointer, TypeRef pointee, const Bounds& value) {
  for (const Field* field : fieldsPointedTo(vocabulary_.program(), pointee)) {
    const Bounds owner = slotOwner(pointer, field);
    if (owner.upper != nullptr && owner.upper->kind == LogicKind::None) continue;
    const TypeRef type = field->elementType();
    const Bounds stored = type->isInteger() && type != pointee ? values_.converted(value, type) : value;
    if (field->type->isArray()) {
      const Bounds index = slotIndex(vocabulary_, pointer, field);
      store(state, field, owner, &index, stored);
    } else {
      store(state, field, owner, nullptr, stored);
    }
  }
}

Bounds Analysis::loadSlot(const AbstractState& state, const Bounds& pointer, TypeRef pointee) {
  if (!pointer.isExact()) return values_.any(pointee);
  Bounds result = states_.exact(context_.none(1, pointee->isInteger() ? 1 : 0));
  bool is_first = true;
  for (const Field* field : fieldsPointedTo(vocabulary_.program(), pointee)) {
    const Bounds owner = slotOwner(pointer, field);
    if (owner.upper == nullptr) return values_.any(pointee);
    if (owner.upper->kind == LogicKind::None) continue;
    const TypeRef type = field->elementType();
    std::optional<Bounds> index;
    if (field->type->isArray()) index = slotIndex(vocabulary_, pointer, field);
    Bounds value = values_.load(field, owner, index ? &*index : nullptr, state);
    if (type->isInteger() && type != pointee) value = values_.converted(value, pointee);
    // A slot belongs to one field. The last candidate needs no question: it is some slot.
    result = is_first ? value : states_.choose(states_.exactly(context_.some(owner.upper)), value, result);
    is_first = false;
  }
  return result;
}

Expr Analysis::restOf(const ClassDecl* class_decl, bool is_automatic) {
  Scope& scope = scopes_.back();
  logic::Relation& rest = scope.rests[{class_decl, is_automatic}];
  if (rest == nullptr) {
    rest = symbols_.allocation(class_decl->name, vocabulary_.sortOf(class_decl), true, is_automatic);
    scope.allocations.push_back(
        {.class_decl = class_decl, .symbol = rest, .is_set = true, .is_automatic = is_automatic});
  }
  return context_.relation(rest);
}

Bounds Analysis::newObject(const ClassDecl* class_decl, bool is_automatic, const Guard& here) {
  Scope& scope = scopes_.back();
  if (++scope.counts[{class_decl, is_automatic}] > parameters_.max_allocations) {
    return {context_.none(1), restOf(class_decl, is_automatic)};
  }
  const logic::Sort sort = vocabulary_.sortOf(class_decl);
  const logic::Relation symbol = symbols_.allocation(class_decl->name, sort, false, is_automatic);
  scope.allocations.push_back({.class_decl = class_decl,
                               .symbol = symbol,
                               .condition = here.isExact() ? here.must : nullptr,
                               .is_automatic = is_automatic});
  return states_.exact(context_.relation(symbol));
}

void Analysis::makeLive(AbstractState& state, const ClassDecl* class_decl, const Bounds& object, bool zeroed,
                        const Bounds* extent) {
  // The symbol is what was allocated, by definition: that much is live, neither less nor more.
  const logic::Relation live = liveRelation(class_decl);
  const Rows before = states_.rows(state, live);
  state.relations[live] = {context_.unite(before.lower, object.upper), context_.unite(before.upper, object.upper),
                           before.wild};
  if (class_decl->is_array) {
    const logic::Relation relation = vocabulary_.extent(class_decl, program::State::Pre);
    const Rows rows = states_.rows(state, relation);
    state.relations[relation] = states_.store(rows, object, object, *extent);
  }
  for (const Field* field : allFieldsOf(class_decl)) {
    const TypeRef type = field->elementType();
    if (field->holdsParts()) {
      const Expr owner_of = context_.relation(vocabulary_.partOwner(field));
      const auto parts = [&](Expr owner) {
        return field->type->isArray() ? context_.join(owner_of, owner)
                                      : context_.join(owner, context_.relation(vocabulary_.part(field)));
      };
      makeLive(state, type->class_decl, {parts(object.lower), parts(object.upper)}, zeroed, nullptr);
      continue;
    }
    // Without a value there is no row, and null has none either.
    if (!zeroed || !type->isInteger()) continue;
    const logic::Relation relation = fieldRelation(field);
    const Rows rows = states_.rows(state, relation);
    Expr zeros = context_.integer(0);
    if (field->type->isArray()) {
      const Bounds length = extent != nullptr     ? *extent
                            : field->type->extent ? states_.exact(context_.integer(*field->type->extent))
                                                  : values_.any(type);
      zeros = length.isExact() ? context_.product(context_.range(context_.integer(0), length.lower), zeros) : nullptr;
    }
    if (zeros == nullptr) {
      state.relations[relation] = {rows.lower, rows.upper, context_.unite(rows.wild, object.upper)};
    } else if (object.isExact()) {
      state.relations[relation] = {context_.update(rows.lower, object.lower, zeros),
                                   context_.update(rows.upper, object.upper, zeros), rows.wild};
    } else {
      state.relations[relation] = {rows.lower, context_.unite(rows.upper, context_.product(object.upper, zeros)),
                                   rows.wild};
    }
  }
}

void Analysis::allocate(const AllocateStmt& stmt, AbstractState& state, const Guard& here) {
  std::optional<Bounds> extent;
  if (stmt.extent != nullptr) extent = values_.value(stmt.extent, state);
  if (stmt.class_decl->is_array && !extent) extent = states_.any(1, 1);
  const Bounds object = newObject(stmt.class_decl, stmt.storage == Storage::Automatic, here);
  makeLive(state, stmt.class_decl, object, stmt.zeroed, extent ? &*extent : nullptr);
  Bounds start = object;
  if (stmt.class_decl->is_array) {
    // The target points to the first element; an array that may have none starts at its end position.
    const Field* elements = stmt.class_decl->fields.at(0);
    const bool has_first =
        extent->isExact() && extent->lower->kind == LogicKind::Constant && extent->lower->integer > 0;
    const auto first = [&](Expr owner) {
      if (elements->holdsParts()) {
        return context_.join(context_.integer(0), context_.join(owner, context_.relation(vocabulary_.part(elements))));
      }
      const Expr slots = context_.join(context_.relation(vocabulary_.slotOwner(elements)), owner);
      const Expr at_0 = context_.join(context_.relation(vocabulary_.slotIndex(elements)), context_.integer(0));
      return context_.intersect(slots, at_0);
    };
    start = has_first || !elements->holdsParts() ? Bounds{first(object.lower), first(object.upper)}
                                                 : values_.any(stmt.target->type);
  }
  state.locals[stmt.target] = start;
}

void Analysis::kill(AbstractState& state, const ClassDecl* class_decl, const Bounds& objects) {
  const auto remove = [&](logic::Relation relation) {
    const Rows rows = states_.rows(state, relation);
    const bool is_set = rows.upper->arity == 1;
    const Expr none = context_.none(rows.upper->arity, rows.upper->int_columns);
    const auto without = [&](Expr from, Expr gone) {
      return is_set ? symbols_.without(from, gone) : symbols_.withoutRows(from, gone);
    };
    const Expr lower = objects.upper == nullptr ? none : without(rows.lower, objects.upper);
    const Expr upper = without(rows.upper, objects.lower);
    const Expr wild = is_set ? rows.wild : symbols_.withoutPart(rows.wild, objects.lower);
    state.relations[relation] = states_.shortened({lower, upper, wild});
  };
  remove(liveRelation(class_decl));
  if (class_decl->is_array) remove(vocabulary_.extent(class_decl, program::State::Pre));
  for (const Field* field : allFieldsOf(class_decl)) {
    if (!field->holdsParts()) {
      if (field->elementType()->isScalar()) remove(fieldRelation(field));  // weir has no values of other types
      continue;
    }
    const Expr owner_of = context_.relation(vocabulary_.partOwner(field));
    const auto parts = [&](Expr owner) {
      return field->type->isArray() ? context_.join(owner_of, owner)
                                    : context_.join(owner, context_.relation(vocabulary_.part(field)));
    };
    kill(state, field->elementType()->class_decl,
         {parts(objects.lower), objects.upper == nullptr ? nullptr : parts(objects.upper)});
  }
}

void Analysis::release(const FreeStmt& stmt, AbstractState& state) {
  ExprRef pointer = stmt.pointer;
  while (pointer->kind == program::ExprKind::PointerCast && pointer->type->isVoidPointer()) {
    pointer = pointer->operands[0];
  }
  Bounds freed = values_.value(pointer, state);
  if (stmt.how == FreeKind::ScopeEnd && pointer->kind == program::ExprKind::LocalRef &&
      !state.locals.contains(pointer->local)) {
    return;  // its declaration was not reached on this way
  }
  const TypeRef pointee = pointer->type->pointee;
  const Program& program = vocabulary_.program();
  // The address of a first member is that of the object around it.
  if (stmt.how == FreeKind::Free)
    for (const ClassDecl* around : startingWith(program, pointee)) kill(state, around, {context_.none(1), nullptr});
  const auto killArrays = [&](const auto& fits) {
    for (const ClassDecl* class_decl : program.classes()) {
      if (!class_decl->is_array && !class_decl->is_box) continue;
      const Field* elements = class_decl->fields.at(0);
      if (!fits(elements->elementType())) continue;
      if (elements->holdsParts()) {
        const Expr map = context_.relation(vocabulary_.partOwner(elements));
        kill(state, class_decl,
             {context_.join(freed.lower, map), freed.upper == nullptr ? nullptr : context_.join(freed.upper, map)});
      } else {
        kill(state, class_decl, slotOwner(freed, elements));
      }
    }
  };
  if (pointee->isClass()) {
    if (stmt.how != FreeKind::DeleteArray) {
      for (const ClassDecl* dynamic : program.dynamicClasses(pointee->class_decl)) kill(state, dynamic, freed);
    }
    if (stmt.how != FreeKind::ScopeEnd) {
      killArrays([&](TypeRef type) { return type->isClass() && (type->class_decl->derivesFrom(pointee->class_decl)); });
    }
  } else if (pointee->isScalar()) {
    killArrays([&](TypeRef type) {
      return pointee->isPointer() ? type->isPointer()
                                  : type->isInteger() && type->width == pointee->width && type->kind == pointee->kind;
    });
  } else {
    freed = {context_.none(1), nullptr};
    for (const ClassDecl* class_decl : program.classes()) {
      if (!class_decl->is_globals) kill(state, class_decl, freed);
    }
  }
}

}  // namespace weir::abstraction
