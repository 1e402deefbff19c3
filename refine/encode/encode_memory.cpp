// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores, allocation and release: the statements that touch memory, with everything that can be wrong with them.
#include <algorithm>

#include "ir/program/model_class.h"
#include "ir/program/single_bytes.h"
#include "refine/encode/encoder.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::Formula;
using logic::FormulaKind;

namespace {

Expr rowOf(logic::Context& context, Expr object, Expr index) {
  return index == nullptr ? object : context.product(object, index);
}

Expr valueAt(logic::Context& context, Expr relation, Expr object, Expr index) {
  const Expr row = context.join(object, relation);
  return index == nullptr ? row : context.join(index, row);
}

/// The same bits as a value of the other type, the first byte for a character.
Expr seenAs(logic::Context& context, Expr value, TypeRef from, TypeRef to) {
  return from == to || !to->isInteger() ? value : context.wrap(value, to->width, to->is_signed);
}

}  // namespace

/// An address such as (T*)-1 has no object behind it.
void Encoder::requireNotMadeUp(Expr object, SymbolicState& state, const Place& place) {
  Expr made_up = context_.none(1);
  for (const int atom : model_.madeUp()) made_up = context_.unite(made_up, context_.atom(atom));
  fail(ErrorKind::Bounds, context_.some(context_.intersect(object, made_up)), state, place);
}

/// A non-null pointer to a live object that has the members of the class.
void Encoder::requireClass(Expr object, const ClassDecl* class_decl, SymbolicState& state, const Place& place) {
  if (!model_.footprint().may_mistype) return;
  const Formula is_other = context_.negate(context_.subset(object, context_.atoms(vocabulary_.sortOf(class_decl))));
  Formula is_in_hierarchy = context_.some(context_.intersect(object, hierarchyOf(class_decl)));
  for (const Field* field : model_.footprint().part_fields) {  // the end of an array of objects, or of one
    if (const logic::Relation end = model_.endOf(field))
      is_in_hierarchy = context_.disjoin(is_in_hierarchy, context_.some(context_.join(context_.relation(end), object)));
    if (field->type->isArray())
      is_in_hierarchy = context_.disjoin(
          is_in_hierarchy, context_.some(context_.join(object, context_.relation(vocabulary_.slotOwner(field)))));
  }
  fail(ErrorKind::Bounds, context_.conjoin(is_other, is_in_hierarchy), state, place);
  stop(StopSite::Kind::Unsupported, context_.conjoin(is_other, context_.negate(is_in_hierarchy)), state, place,
       "type punning: an access as " + class_decl->name);
}

/// What a wrong cast within a hierarchy can lead to.
Expr Encoder::hierarchyOf(const ClassDecl* class_decl) {
  const auto [entry, is_new] = hierarchies_.try_emplace(class_decl, nullptr);
  if (!is_new) return entry->second;
  Expr hierarchy = context_.none(1);
  for (const ClassDecl* other : model_.footprint().classes)
    if (vocabulary_.program().areInOneHierarchy(other, class_decl))
      hierarchy = context_.unite(hierarchy, context_.atoms(vocabulary_.sortOf(other)));
  return entry->second = hierarchy;
}

void Encoder::requireObject(Expr object, const ClassDecl* class_decl, SymbolicState& state, const Place& place) {
  fail(ErrorKind::NullDeref, context_.no(object), state, place);
  requireNotMadeUp(object, state, place);
  requireClass(object, class_decl, state, place);
  if (model_.footprint().frees)
    fail(ErrorKind::UseAfterFree, context_.negate(context_.subset(object, liveObjects(state, class_decl))), state,
         place);
  requireInElement(object, class_decl, state, place);
}

/// No pointer led into a member of a union that shares its bytes with the one in use.
void Encoder::requireUnshadowed(Expr object, SymbolicState& state, const Place& place) {
  if (place.activation->procedure->is_implicit) return;
  Expr shadowed = context_.none(1);
  for (const int part : model_.shadowedParts()) shadowed = context_.unite(shadowed, context_.atom(part));
  stop(StopSite::Kind::Unsupported, context_.some(context_.intersect(object, shadowed)), state, place,
       kPointerIntoUnion);
}

/// Is this a method of a container's model, or what one calls? Functions of the models that are no methods, such as
/// std::sort, are given pointers by their callers and may use no more than these may.
static bool isInContainer(const Activation* activation) {
  for (; activation != nullptr && isModelCode(*activation->procedure); activation = activation->caller)
    if (activation->procedure->method_of != nullptr) return true;
  return false;
}

/// A container's array has room for more elements than are there: only the container itself may use the rest of it.
void Encoder::requireElement(const Field* array, Expr container, Expr index, SymbolicState& state, const Place& place) {
  if (!isModelArray(*array) || isInContainer(place.activation)) return;
  const Expr length = context_.join(container, state.heap[components_.field(lengthFieldOf(*array->owner))]);
  fail(ErrorKind::Bounds, context_.conjoin(context_.some(container), context_.lessEqual(length, index)), state, place);
}

/// The object may lie in an element of a container, at whatever depth.
void Encoder::requireInElement(Expr object, const ClassDecl* class_decl, SymbolicState& state, const Place& place) {
  if (isInContainer(place.activation)) return;
  for (const Field* field : model_.footprint().part_fields) {
    // A part is of the very class it is declared with, so that what contains it is always larger: this ends.
    if (!field->elementType()->class_decl->derivesFrom(class_decl) || !mayBeInElement(field)) continue;
    const Expr owner = context_.join(object, context_.relation(vocabulary_.partOwner(field)));
    if (isModelArray(*field))
      requireElement(field, owner, context_.join(object, context_.relation(vocabulary_.partIndex(field))), state,
                     place);
    requireInElement(owner, field->owner, state, place);
  }
}

/// Whether parts of this field can lie in an element of a container: the field is its array, or in what it holds.
bool Encoder::mayBeInElement(const Field* field) const {
  if (isModelArray(*field)) return true;
  const auto& fields = model_.footprint().part_fields;
  return std::any_of(fields.begin(), fields.end(), [&](const Field* outer) {
    const ClassDecl* part = outer->elementType()->class_decl;
    return outer != field && part->derivesFrom(field->owner) && mayBeInElement(outer);
  });
}

Expr Encoder::extentOf(Expr object, const Field* field, const SymbolicState& state) {
  if (field->type->extent.has_value()) return context_.integer(*field->type->extent);
  return context_.join(object, state.heap[components_.extent(field->owner)]);
}

Formula Encoder::isInside(Expr object, const Field* field, Expr index, const SymbolicState& state) {
  return context_.conjoin(context_.lessEqual(context_.integer(0), index),
                          context_.less(index, extentOf(object, field, state)));
}

void Encoder::failOutside(const Field* field, Expr index, Formula outside, SymbolicState& state, const Place& place) {
  if (!field->may_extend) return fail(ErrorKind::Bounds, outside, state, place);
  const Formula is_negative = context_.less(index, context_.integer(0));
  fail(ErrorKind::Bounds, context_.conjoin(outside, is_negative), state, place);
  stop(StopSite::Kind::Unsupported, outside, state, place,
       "an element past the end of " + field->owner->name + ", which may have been allocated larger");
}

Encoder::Copied Encoder::readField(Expr object, const Field* field, Expr index, const SymbolicState& state) {
  const Expr never_written = state.heap[components_.uninitialized(field)];
  return {
      .value = valueAt(context_, state.heap[components_.field(field)], object, index),
      .initialized = context_.negate(context_.some(context_.intersect(rowOf(context_, object, index), never_written)))};
}

void Encoder::writeField(Expr object, const Field* field, Expr index, const Copied& value, SymbolicState& state,
                         const Place& place) {
  const int component = components_.field(field);
  const Expr row = rowOf(context_, object, index);
  set(component, context_.update(state.heap[component], row, value.value), state, place);
  const int never_written = components_.uninitialized(field);
  const Expr before = state.heap[never_written];
  if (value.initialized->kind == FormulaKind::True) {
    if (before->kind != logic::ExprKind::None) set(never_written, context_.subtract(before, row), state, place);
  } else {
    set(never_written, context_.ifElse(value.initialized, context_.subtract(before, row), context_.unite(before, row)),
        state, place);
  }
}

Encoder::Copied Encoder::copied(ExprRef expr, SymbolicState& state, const Place& place) {
  if (expr->kind == ExprKind::LocalRef && (place.activation->procedure->is_implicit || expr->local->is_raw)) {
    const LocalValue& local = state.locals.at(expr->local->index);
    if (local.value != nullptr) return {local.value, local.initialized};
  }
  return {evaluate(expr, state, place), context_.truth(true)};
}

void Encoder::assignRead(const Local* target, const Copied& read, SymbolicState& state, const Place& place) {
  if (!place.activation->procedure->is_implicit && !target->is_raw) {
    fail(ErrorKind::Uninitialized, context_.negate(read.initialized), state, place);
    return assign(target, read.value, state, place);
  }
  assign(target, read.value, state, place);
  state.locals.at(target->index).initialized = read.initialized;
}

void Encoder::encodeLoad(const LoadStmt& stmt, SymbolicState& state, const Place& place) {
  const Expr object = evaluate(stmt.object, state, place);
  const Expr index = stmt.index == nullptr ? nullptr : evaluate(stmt.index, state, place);
  requireObject(object, stmt.field->owner, state, place);
  if (!program::isNamedPart(stmt.object)) requireUnshadowed(object, state, place);
  if (index != nullptr)
    failOutside(stmt.field, index, context_.negate(isInside(object, stmt.field, index, state)), state, place);
  if (isDead(state)) return;
  assignRead(stmt.target, readField(object, stmt.field, index, state), state, place);
}

/// The atoms of constants of the program and of what is in them.
Expr Encoder::constantObjects() {
  if (constants_ != nullptr) return constants_;
  constants_ = context_.none(1);
  for (int atom = 0; atom < model_.universe().size(); ++atom) {
    if (model_.atom(atom).class_decl == nullptr) continue;
    if (model_.isReadOnly(atom)) constants_ = context_.unite(constants_, context_.atom(atom));
  }
  return constants_;
}

/// Only the program's start gives a constant its value.
void Encoder::requireWritable(Expr object, const Field* field, SymbolicState& state, const Place& place) {
  const Formula is_constant =
      field->is_read_only ? context_.some(object) : context_.some(context_.intersect(object, constantObjects()));
  fail(ErrorKind::Bounds, is_constant, state, place);
}

/// The same address as a pointer to the largest object that starts there, as program::outermostAt has it. An array and
/// a variable are known by what is in them: nothing points to them as such.
Expr Encoder::outermostAt(Expr pointer) {
  Expr moved = pointer;
  for (int atom = 0; atom < model_.universe().size(); ++atom) {
    int at = atom;
    while (model_.atom(at).owner >= 0) {
      const HeapModel::Atom& inner = model_.atom(at);
      const ClassDecl* around = model_.atom(inner.owner).class_decl;
      if (around->is_array || around->is_box || inner.index != 0 || !startsWith(around, inner.field)) break;
      at = inner.owner;
    }
    if (at != atom) moved = context_.ifElse(context_.equal(pointer, context_.atom(atom)), context_.atom(at), moved);
  }
  return moved;
}

void Encoder::encodeStore(const StoreStmt& stmt, SymbolicState& state, const Place& place) {
  const Expr object = evaluate(stmt.object, state, place);
  const Expr index = stmt.index == nullptr ? nullptr : evaluate(stmt.index, state, place);
  const Copied value = copied(stmt.value, state, place);
  requireObject(object, stmt.field->owner, state, place);
  if (!program::isNamedPart(stmt.object)) requireUnshadowed(object, state, place);
  if (index != nullptr)
    failOutside(stmt.field, index, context_.negate(isInside(object, stmt.field, index, state)), state, place);
  requireWritable(object, stmt.field, state, place);
  if (isDead(state)) return;
  writeField(object, stmt.field, index, value, state, place);
}

std::vector<const Field*> Encoder::slotCandidates(TypeRef pointee) const {
  std::vector<const Field*> fields;
  for (const Field* field : model_.footprint().slot_fields)
    if (model_.footprint().mayPoint(pointee, field->elementType())) fields.push_back(field);
  return fields;
}

/// A non-null pointer to a slot of a live object, inside its array.
void Encoder::requireSlot(Expr pointer, TypeRef pointee, SymbolicState& state, const Place& place) {
  fail(ErrorKind::NullDeref, context_.no(pointer), state, place);
  Formula known = context_.truth(false);
  for (const Field* field : slotCandidates(pointee)) {
    const Expr owner = context_.join(pointer, context_.relation(vocabulary_.slotOwner(field)));
    const Formula here = context_.some(owner);
    known = context_.disjoin(known, here);
    requireNotMadeUp(owner, state, place);
    if (model_.footprint().frees)
      fail(ErrorKind::UseAfterFree,
           context_.conjoin(here, context_.negate(context_.subset(owner, liveObjects(state, field->owner)))), state,
           place);
    requireInElement(owner, field->owner, state, place);
    if (field->union_state != nullptr || field->is_shadowed)
      stop(StopSite::Kind::Unsupported, here, state, place, kPointerIntoUnion);
    if (field->is_bit_field) stop(StopSite::Kind::Unsupported, here, state, place, kPointerIntoBits);
    requireUnshadowed(owner, state, place);
    if (const logic::Relation end = model_.endOf(field)) {
      const Formula behind = context_.some(context_.join(context_.relation(end), pointer));
      fail(ErrorKind::Bounds, behind, state, place);
      known = context_.disjoin(known, behind);
    }
    if (!field->type->isArray()) continue;
    const Expr index = context_.join(pointer, context_.relation(vocabulary_.slotIndex(field)));
    failOutside(field, index, context_.conjoin(here, context_.negate(isInside(owner, field, index, state))), state,
                place);
    requireElement(field, owner, index, state, place);
  }
  stop(StopSite::Kind::Unsupported, context_.negate(known), state, place,
       "type punning: an access as " + toString(pointee) + " to something else");
}

void Encoder::encodeLoadSlot(const LoadSlotStmt& stmt, SymbolicState& state, const Place& place) {
  const TypeRef pointee = stmt.pointer->type->pointee;
  const Expr pointer = evaluate(stmt.pointer, state, place);
  requireSlot(pointer, pointee, state, place);
  if (isDead(state)) return;
  Copied read{.value = context_.none(1, pointee->isInteger() ? 1 : 0), .initialized = context_.truth(true)};
  for (const Field* field : slotCandidates(pointee)) {
    const Expr owner = context_.join(pointer, context_.relation(vocabulary_.slotOwner(field)));
    const Expr index =
        field->type->isArray() ? context_.join(pointer, context_.relation(vocabulary_.slotIndex(field))) : nullptr;
    Copied here = readField(owner, field, index, state);
    here.value = seenAs(context_, here.value, field->elementType(), pointee);
    // A slot belongs to one field: a choice keeps the value functional, a union would not.
    read.value = context_.ifElse(context_.some(owner), here.value, read.value);
    read.initialized = context_.ifElse(context_.some(owner), here.initialized, read.initialized);
  }
  assignRead(stmt.target, read, state, place);
}

void Encoder::encodeStoreSlot(const StoreSlotStmt& stmt, SymbolicState& state, const Place& place) {
  const TypeRef pointee = stmt.pointer->type->pointee;
  const Expr pointer = evaluate(stmt.pointer, state, place);
  const Copied value = copied(stmt.value, state, place);
  requireSlot(pointer, pointee, state, place);
  for (const Field* field : slotCandidates(pointee))
    requireWritable(context_.join(pointer, context_.relation(vocabulary_.slotOwner(field))), field, state, place);
  if (isDead(state)) return;
  for (const Field* field : slotCandidates(pointee)) {
    // Empty where the pointer is not into this field: then nothing is written.
    const Expr owner = context_.join(pointer, context_.relation(vocabulary_.slotOwner(field)));
    const Expr index =
        field->type->isArray() ? context_.join(pointer, context_.relation(vocabulary_.slotIndex(field))) : nullptr;
    Copied seen = value;
    seen.value = seenAs(context_, value.value, pointee, field->elementType());
    if (isByteOf(pointee, field->elementType()) && field->elementType()->kind == TypeKind::Bool) {
      seen.value = context_.wrap(value.value, pointee->width, false);
      const Formula is_another = context_.less(context_.integer(1), seen.value);
      stop(StopSite::Kind::Unsupported,
           context_.conjoin(context_.some(owner), context_.conjoin(value.initialized, is_another)), state, place,
           kByteOfTruth);
    } else if (isByteOf(pointee, field->elementType())) {
      const Copied before = readField(owner, field, index, state);
      const auto low = [&](Expr number) { return context_.wrap(number, pointee->width, false); };
      const Expr replaced = context_.plus(context_.minus(before.value, low(before.value)), low(value.value));
      seen.value = context_.wrap(replaced, field->elementType()->width, field->elementType()->is_signed);
      seen.initialized = context_.conjoin(before.initialized, value.initialized);
    }
    writeField(owner, field, index, seen, state, place);
  }
}

void Encoder::encodeAllocate(const AllocateStmt& stmt, SymbolicState& state, const Place& place) {
  const ClassDecl* class_decl = stmt.class_decl;
  Expr extent = nullptr;
  if (stmt.extent != nullptr) {
    extent = evaluate(stmt.extent, state, place);
    fail(ErrorKind::Bounds, context_.less(extent, context_.integer(0)), state, place);
    const Expr limit = context_.integer(model_.extentLimit(class_decl->fields.front()));
    stop(StopSite::Kind::Extents, context_.less(limit, extent), state, place, "a longer array than the scope allows");
  }
  Expr object = context_.none(1), start = context_.none(1);
  if (stmt.storage == Storage::Automatic) {
    const int atom = model_.automaticObject(place.activation->path, stmt);
    if (atom < 0) {
      // With all callees inlined nothing in the scope gets here: what does rests on what a call was taken to do.
      state.active = context_.truth(false);
      return;
    }
    object = context_.atom(atom);
    start = startOf(atom, stmt, extent);
  } else {
    // The first object that was never live: those that were are a prefix.
    const int used = components_.used(class_decl);
    const auto& objects = model_.objectsOf(class_decl);
    const auto isUsed = [&](int atom) { return context_.subset(context_.atom(atom), state.heap[used]); };
    const Formula all_used = objects.empty() ? context_.truth(true) : isUsed(objects.back());
    stop(StopSite::Kind::Objects, all_used, state, place,
         "more objects of class " + class_decl->name + " than the scope allows");
    if (isDead(state)) return;
    // Since there is one from here on, `p == NULL` folds away, and with it all that the program does without memory.
    for (auto atom = objects.rbegin(); atom != objects.rend(); ++atom) {
      const Expr its_start = startOf(*atom, stmt, extent);
      const bool is_last = atom == objects.rbegin();
      object = is_last ? context_.atom(*atom) : context_.ifElse(isUsed(*atom), object, context_.atom(*atom));
      start = is_last ? its_start : context_.ifElse(isUsed(*atom), start, its_start);
    }
    set(used, context_.unite(state.heap[used], object), state, place);
    if (const auto made = components_.madeBy(class_decl, stmt.allocator))
      set(*made, context_.unite(state.heap[*made], object), state, place);
  }
  if (isDead(state)) return;
  bringToLife(object, class_decl, stmt.zeroed, extent, state, place);
  assign(stmt.target, start, state, place);
}

/// What the statement's target points to when it makes this object: the object, or the first place in it. A boxed array
/// decays to its first element where it is used; a boxed scalar is pointed to as a slot.
Expr Encoder::startOf(int object, const AllocateStmt& stmt, Expr extent) {
  const ClassDecl& made = *stmt.class_decl;
  if (!made.is_array && !(made.is_box && stmt.target->type->isSlotPointer())) return context_.atom(object);
  const Field* content = made.fields.front();
  const auto placeOf = [&](bool is_slot) {
    const int atom = model_.placeIn(object, content, is_slot);
    return atom < 0 ? context_.none(1) : context_.atom(atom);
  };
  if (!content->holdsParts()) return placeOf(true);
  if (content->type->extent) return placeOf(false);
  // An array of no elements begins with its end.
  return context_.ifElse(context_.less(context_.integer(0), extent), placeOf(false), placeOf(true));
}

/// &object->field, or &object->field[index], index at most the extent.
Expr Encoder::addressOf(Expr object, const Field* field, Expr index, const SymbolicState& state) {
  if (!field->holdsParts()) return valueAt(context_, context_.relation(model_.slotAt(field)), object, index);
  const Expr part = valueAt(context_, context_.relation(vocabulary_.part(field)), object, index);
  if (index == nullptr) return part;
  const Expr end = valueAt(context_, context_.relation(model_.slotAt(field)), object, index);
  return context_.ifElse(context_.less(index, extentOf(object, field, state)), part, end);
}

void Encoder::bringToLife(Expr object, const ClassDecl* class_decl, bool zeroed, Expr extent, SymbolicState& state,
                          const Place& place, bool is_one) {
  const int live = components_.live(class_decl);
  set(live, context_.unite(state.heap[live], object), state, place);
  if (extent != nullptr) {
    const int extents = components_.extent(class_decl);
    set(extents, context_.update(state.heap[extents], object, extent), state, place);
  }
  /// The elements an array field of the new object has.
  const auto indicesOf = [&](const Field* field) {
    Expr indices = context_.none(1, 1);
    for (long i = 0; i < model_.extentLimit(field); ++i) {
      const Expr index = context_.integer(i);
      const bool is_sure = extent == nullptr || field->type->extent.has_value();
      indices = context_.unite(
          indices, is_sure ? index : context_.ifElse(context_.less(index, extent), index, context_.none(1, 1)));
    }
    return indices;
  };
  for (const Field* field : model_.footprint().value_fields) {
    if (!class_decl->derivesFrom(field->owner)) continue;
    const Expr rows = field->type->isArray() ? context_.product(object, indicesOf(field)) : object;
    const int never_written = components_.uninitialized(field);
    const int values = components_.field(field);
    if (zeroed || field->is_union_state) {
      const bool is_integer = field->elementType()->isInteger();
      const Expr zero = is_integer ? context_.integer(0) : context_.none(1);
      set(values, context_.update(state.heap[values], rows, zero), state, place);
      if (state.heap[never_written]->kind != logic::ExprKind::None)
        set(never_written, context_.subtract(state.heap[never_written], rows), state, place);
    } else {
      set(never_written, context_.unite(state.heap[never_written], rows), state, place);
      fillWithGarbage(field, rows, is_one, state, place);
    }
  }
  for (const Field* field : model_.footprint().part_fields) {
    if (!class_decl->derivesFrom(field->owner)) continue;
    Expr parts = context_.none(1);
    if (!field->type->isArray()) {
      parts = context_.join(object, context_.relation(vocabulary_.part(field)));
    } else {
      parts = context_.join(indicesOf(field), context_.join(object, context_.relation(vocabulary_.part(field))));
    }
    bringToLife(parts, field->elementType()->class_decl, zeroed, nullptr, state, place,
                is_one && !field->type->isArray());
  }
}

/// The rows, of one object or of many, have any values.
void Encoder::fillWithGarbage(const Field* field, Expr rows, bool is_one, SymbolicState& state, const Place& place) {
  const int values = components_.field(field);
  const Expr garbage = context_.relation(model_.garbage(field));
  if (is_one && !field->type->isArray())  // the next write takes its place
    return set(values, context_.update(state.heap[values], rows, context_.join(rows, garbage)), state, place);
  const bool is_integer = field->elementType()->isInteger();
  const Expr emptied = is_integer ? state.heap[values] : context_.update(state.heap[values], rows, context_.none(1, 0));
  set(values, context_.override(emptied, context_.domainRestrict(rows, garbage)), state, place);
}

void Encoder::makeRaw(Expr object, const ClassDecl* class_decl, SymbolicState& state, const Place& place, bool is_one) {
  const auto indicesOf = [&](const Field* field) {
    Expr indices = context_.none(1, 1);
    for (long i = 0; i < model_.extentLimit(field); ++i) indices = context_.unite(indices, context_.integer(i));
    return indices;
  };
  for (const Field* field : model_.footprint().value_fields) {
    if (!class_decl->derivesFrom(field->owner)) continue;
    const int never_written = components_.uninitialized(field);
    const Expr rows = field->type->isArray() ? context_.product(object, indicesOf(field)) : object;
    set(never_written, context_.unite(state.heap[never_written], rows), state, place);
    fillWithGarbage(field, rows, is_one, state, place);
  }
  for (const Field* field : model_.footprint().part_fields) {
    if (!class_decl->derivesFrom(field->owner)) continue;
    const Expr at = context_.join(object, context_.relation(vocabulary_.part(field)));
    makeRaw(field->type->isArray() ? context_.join(indicesOf(field), at) : at, field->elementType()->class_decl, state,
            place, is_one && !field->type->isArray());
  }
}

void Encoder::kill(Expr object, const ClassDecl* class_decl, SymbolicState& state, const Place& place) {
  for (const ClassDecl* dynamic : vocabulary_.program().dynamicClasses(class_decl))
    killExactly(object, dynamic, state, place);
}

/// A part is of the very class that it is declared with: a class may have a part of the class it derives from.
void Encoder::killExactly(Expr object, const ClassDecl* class_decl, SymbolicState& state, const Place& place) {
  if (!model_.footprint().hasClass(class_decl)) return;
  const int live = components_.live(class_decl);
  set(live, context_.subtract(state.heap[live], object), state, place);
  for (const Field* field : model_.footprint().part_fields)
    if (class_decl->derivesFrom(field->owner))
      killExactly(context_.join(context_.relation(vocabulary_.partOwner(field)), object),
                  field->elementType()->class_decl, state, place);
}

Encoder::Allocations Encoder::allocationsAt(Expr given, TypeRef type, FreeKind how) {
  const bool only_arrays = how == FreeKind::DeleteArray;
  const bool no_arrays = how == FreeKind::Delete;
  // free does not ask what it frees.
  bool is_any = how == FreeKind::Free && (type->isVoidPointer() || model_.footprint().may_mistype);
  Expr pointer = given;
  if (how == FreeKind::Free && !startingWith(vocabulary_.program(), type->pointee).empty()) {
    is_any = true;
    pointer = outermostAt(given);
  }
  Allocations found{.known = context_.truth(false), .wholes = {}};
  const auto startsAt = [&](const Field* field, logic::Relation owners, logic::Relation indices) {
    Expr wholes = context_.none(1);  // not those that are variables of a function
    for (const int atom : model_.objectsOf(field->owner)) wholes = context_.unite(wholes, context_.atom(atom));
    const Expr owner = context_.intersect(context_.join(pointer, context_.relation(owners)), wholes);
    const Formula is_start = isZero(context_.join(pointer, context_.relation(indices)));
    found.known = context_.disjoin(found.known, context_.conjoin(context_.some(owner), is_start));
    found.wholes.push_back({owner, field->owner});
  };
  // Arrays, and single scalars, are known by their first element.
  for (const Field* field : model_.footprint().value_fields) {
    // A box with an array is a variable.
    const bool is_whole =
        (field->owner->is_array && !no_arrays) || (field->owner->is_box && !field->type->isArray() && !only_arrays);
    if (!is_whole || !model_.footprint().hasSlots(field)) continue;
    if (!is_any && !model_.footprint().mayPoint(type->pointee, field->elementType())) continue;
    startsAt(field, vocabulary_.slotOwner(field), vocabulary_.slotIndex(field));
  }
  if (!is_any && !type->isObjectPointer()) return found;
  for (const Field* field : model_.footprint().part_fields) {
    if (!field->owner->is_array || no_arrays) continue;
    if (!is_any && field->elementType()->class_decl != type->pointee->class_decl) continue;
    startsAt(field, vocabulary_.partOwner(field), vocabulary_.partIndex(field));
    startsAt(field, vocabulary_.slotOwner(field), vocabulary_.slotIndex(field));  // of no elements: its end
  }
  if (only_arrays) return found;
  const auto addWholes = [&](const std::vector<const ClassDecl*>& classes, const ClassDecl* class_decl) {
    Expr wholes = context_.none(1);
    for (const ClassDecl* dynamic : classes)
      for (const int atom : model_.objectsOf(dynamic)) wholes = context_.unite(wholes, context_.atom(atom));
    found.known =
        context_.disjoin(found.known, context_.conjoin(context_.some(pointer), context_.subset(pointer, wholes)));
    found.wholes.push_back({context_.intersect(pointer, wholes), class_decl});
  };
  if (!is_any) {
    addWholes(vocabulary_.program().dynamicClasses(type->pointee->class_decl), type->pointee->class_decl);
    return found;
  }
  for (const ClassDecl* class_decl : model_.footprint().classes)
    if (!class_decl->is_array && !class_decl->is_box && !model_.objectsOf(class_decl).empty())
      addWholes({class_decl}, class_decl);
  return found;
}

void Encoder::requireLive(const Allocations& found, SymbolicState& state, const Place& place) {
  for (const Allocation& whole : found.wholes) {
    const Formula is_dead = context_.negate(context_.subset(whole.object, liveObjects(state, whole.class_decl)));
    fail(ErrorKind::DoubleFree, is_dead, state, place);
  }
}

/// What the program itself allocated has to be given back by the counterpart of what made it.
void Encoder::requireCounterpart(const Allocations& found, const FreeStmt& stmt, SymbolicState& state,
                                 const Place& place) {
  const Footprint& footprint = model_.footprint();
  for (const Allocation& whole : found.wholes)
    for (const ClassDecl* dynamic : vocabulary_.program().dynamicClasses(whole.class_decl)) {
      if (!footprint.hasClass(dynamic)) continue;
      for (const Allocator other : {Allocator::Malloc, Allocator::New, Allocator::NewArray}) {
        const auto made = components_.madeBy(dynamic, other);
        if (!made || other == stmt.allocator) continue;
        fail(ErrorKind::Bounds, context_.some(context_.intersect(whole.object, state.heap[*made])), state, place);
      }
      const bool is_other = stmt.only_of_type && stmt.pointer->type->isObjectPointer() &&
                            dynamic != stmt.pointer->type->pointee->class_decl && footprint.allocated.contains(dynamic);
      if (!is_other) continue;
      Expr made = context_.none(1);
      for (const int atom : model_.objectsOf(dynamic)) made = context_.unite(made, context_.atom(atom));
      made = context_.subtract(made, components_.atEntry()[components_.used(dynamic)]);
      fail(ErrorKind::Bounds, context_.some(context_.intersect(whole.object, made)), state, place);
    }
}

void Encoder::encodeFree(const FreeStmt& stmt, SymbolicState& state, const Place& place) {
  ExprRef origin = stmt.pointer;
  while (origin->kind == ExprKind::PointerCast && origin->type->isVoidPointer()) origin = origin->operands.front();
  if (stmt.how == FreeKind::ScopeEnd) {
    // A jump may leave the scope of a variable before its declaration was reached: then there is nothing to end.
    if (origin->kind == ExprKind::LocalRef && state.locals.at(origin->local->index).value == nullptr) return;
    const Expr object = origin->kind == ExprKind::LocalRef ? state.locals.at(origin->local->index).value
                                                           : evaluate(origin, state, place);
    return kill(object, origin->type->pointee->class_decl, state, place);
  }
  const Expr pointer = evaluate(stmt.pointer, state, place);
  const TypeRef type = origin->type;
  if (!type->isPointer() || type->isFunctionPointer())
    return stop(StopSite::Kind::Unsupported, context_.some(pointer), state, place,
                "free of a pointer whose type is not evident");
  const Allocations found = allocationsAt(pointer, type, stmt.how);
  fail(ErrorKind::Bounds, context_.conjoin(context_.some(pointer), context_.negate(found.known)), state, place);
  requireLive(found, state, place);
  requireCounterpart(found, stmt, state, place);
  for (const Allocation& whole : found.wholes) kill(whole.object, whole.class_decl, state, place);
}

}  // namespace weir::refine
