// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/heap_instance.h"

#include "support/invariant.h"

namespace weir::program {

using Kind = Vocabulary::Meaning::Kind;
using logic::Cell;

HeapInstance::HeapInstance(Vocabulary& vocabulary, const CallStates& states)
    : vocabulary_(vocabulary), states_(states) {
  const Heap& after = *states.after;
  for (ObjectId id = 0; id < after.size(); ++id) {
    atoms_.push_back(universe_.add(after.at(id).name, vocabulary.sortOf(after.at(id).class_decl)));
    values_.push_back(Value::ofObject(id));
  }
  // States first: they decide which slots exist.
  const std::vector<logic::Relation> relations = vocabulary.context().relations();
  for (const logic::Relation relation : relations)
    if (const Vocabulary::Meaning* meaning = vocabulary.meaningOf(relation)) {
      instance_.set(relation, {});  // empty is a value: the instance says so
      fill(relation, *meaning);
      // What is gone has addresses that no state holds any more, and summaries mention what was done there.
      if (meaning->kind == Kind::SlotOwner)
        for (ObjectId id = 0; id < after.size(); ++id)
          if (const auto values = after.at(id).fields.find(meaning->field);
              !after.at(id).live && values != after.at(id).fields.end())
            for (std::size_t i = 0; i < values->second.size(); ++i) slotAtom(id, meaning->field, static_cast<long>(i));
    }
  fillConstants();
}

Value HeapInstance::valueOf(const Cell& cell) const {
  return cell.is_integer ? Value::ofInteger(cell.integer) : values_.at(cell.atom);
}

int HeapInstance::slotAtom(ObjectId object, const Field* field, long index) {
  const auto [entry, is_new] = slots_.try_emplace({object, field, index}, 0);
  if (is_new) {
    const Value slot = Value::ofSlot(object, field, index);
    // The end position of an array of objects is a pointer to their class that no object has.
    const logic::Sort sort =
        field->holdsParts() ? vocabulary_.sortOf(field->elementType()->class_decl) : vocabulary_.slotSort();
    entry->second = universe_.add("&" + toString(*states_.after, slot), sort);
    values_.push_back(slot);
  }
  return entry->second;
}

std::optional<Cell> HeapInstance::cellOf(const Value& value) {
  switch (value.kind) {
    case Value::Kind::Uninitialized:
    case Value::Kind::Null: return std::nullopt;
    case Value::Kind::Integer: return Cell::ofInteger(value.integer);
    case Value::Kind::Object: return Cell::ofAtom(atoms_.at(value.object));
    case Value::Kind::Slot: return Cell::ofAtom(slotAtom(value.object, value.field, value.index));
    case Value::Kind::Function: {
      const auto [entry, is_new] = procedures_.try_emplace(value.procedure, 0);
      if (is_new) {
        entry->second = universe_.add("&" + value.procedure->name, vocabulary_.procedureSort());
        values_.push_back(value);
      }
      return Cell::ofAtom(entry->second);
    }
  }
  UNREACHABLE("every kind of value has a cell");
}

void HeapInstance::fillField(logic::Relation relation, const Field* field, const Heap& heap) {
  for (ObjectId id = 0; id < heap.size(); ++id) {
    const Object& object = heap.at(id);
    const auto values = object.fields.find(field);
    if (!object.live || values == object.fields.end()) continue;
    for (std::size_t i = 0; i < values->second.size(); ++i) {
      const auto cell = cellOf(values->second[i]);
      if (!cell) continue;
      logic::Tuple tuple{Cell::ofAtom(atoms_[id])};
      if (field->type->isArray()) tuple.push_back(Cell::ofInteger(static_cast<long>(i)));
      tuple.push_back(*cell);
      instance_.add(relation, std::move(tuple));
    }
  }
}

void HeapInstance::fill(logic::Relation relation, const Vocabulary::Meaning& meaning) {
  const Heap& heap = meaning.state == State::Pre ? *states_.before : *states_.after;
  switch (meaning.kind) {
    case Kind::Live:
      for (ObjectId id = 0; id < heap.size(); ++id)
        if (heap.at(id).live && heap.at(id).class_decl == meaning.class_decl)
          instance_.add(relation, {Cell::ofAtom(atoms_[id])});
      return;
    case Kind::Automatic:
      for (ObjectId id = 0; id < states_.after->size(); ++id)
        if (states_.after->at(outermost(*states_.after, id)).storage == Storage::Automatic)
          instance_.add(relation, {Cell::ofAtom(atoms_[id])});
      return;
    case Kind::Extent:
      for (ObjectId id = 0; id < heap.size(); ++id)
        if (heap.at(id).live && heap.at(id).class_decl == meaning.class_decl)
          instance_.add(relation, {Cell::ofAtom(atoms_[id]), Cell::ofInteger(heap.at(id).extent)});
      return;
    case Kind::Field: return fillField(relation, meaning.field, heap);
    case Kind::Procedure: instance_.add(relation, {*cellOf(Value::ofFunction(meaning.procedure))}); return;
    case Kind::Parameter: {
      const auto& parameters = states_.procedure->parameters;
      for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i] == meaning.local)
          if (const auto cell = cellOf(states_.arguments.at(i))) instance_.add(relation, {*cell});
      return;
    }
    case Kind::Result:
      if (meaning.procedure == states_.procedure && states_.result)
        if (const auto cell = cellOf(*states_.result)) instance_.add(relation, {*cell});
      return;
    case Kind::Thrown:
      if (meaning.procedure == states_.procedure && states_.thrown)
        if (const auto cell = cellOf(*states_.thrown)) instance_.add(relation, {*cell});
      return;
    default: return;
  }
}

/// Where parts and slots are: once every slot that a state mentions has its atom.
void HeapInstance::fillConstants() {
  const Heap& after = *states_.after;
  const std::vector<logic::Relation> relations = vocabulary_.context().relations();
  for (const logic::Relation relation : relations) {
    const Vocabulary::Meaning* meaning = vocabulary_.meaningOf(relation);
    if (meaning == nullptr) continue;
    if (meaning->kind == Kind::Globals && after.findGlobals() != kNoObject)
      instance_.add(relation, {Cell::ofAtom(atoms_[after.findGlobals()])});
    const bool is_part =
        meaning->kind == Kind::Part || meaning->kind == Kind::PartOwner || meaning->kind == Kind::PartIndex;
    for (ObjectId id = 0; is_part && id < after.size(); ++id) {
      const Object& part = after.at(id);
      if (part.owner == kNoObject || part.owner_field != meaning->field) continue;
      const Cell self = Cell::ofAtom(atoms_[id]);
      const Cell owner = Cell::ofAtom(atoms_[part.owner]);
      const Cell index = Cell::ofInteger(part.owner_index);
      if (meaning->kind == Kind::PartOwner) instance_.add(relation, {self, owner});
      if (meaning->kind == Kind::PartIndex) instance_.add(relation, {self, index});
      if (meaning->kind != Kind::Part) continue;
      if (meaning->field->type->isArray())
        instance_.add(relation, {owner, index, self});
      else
        instance_.add(relation, {owner, self});
    }
    for (const auto& [slot, atom] : slots_) {
      const auto& [object, field, index] = slot;
      const bool is_end_of_one = !field->type->isArray() && index != 0;
      if (field != meaning->field || is_end_of_one) continue;
      if (meaning->kind == Kind::SlotOwner) instance_.add(relation, {Cell::ofAtom(atom), Cell::ofAtom(atoms_[object])});
      if (meaning->kind == Kind::SlotIndex) instance_.add(relation, {Cell::ofAtom(atom), Cell::ofInteger(index)});
    }
  }
}

}  // namespace weir::program
