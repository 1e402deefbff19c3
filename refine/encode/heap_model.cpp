// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/encode/heap_model.h"

#include <algorithm>

#include "ir/program/elsewhere.h"
#include "ir/program/model_class.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::BoundCell;
using logic::BoundTuple;
using logic::Multiplicity;
using logic::RelationBound;

int ScopeLimits::of(const ClassDecl* class_decl) const {
  const auto found = per_class.find(class_decl);
  return found == per_class.end() ? objects : found->second;
}

HeapModel::HeapModel(Vocabulary& vocabulary, const Footprint& footprint, const ScopeLimits& limits,
                     const Procedure& root)
    : vocabulary_(vocabulary), context_(vocabulary.context()), footprint_(footprint), limits_(limits), root_(root) {
  for (const ClassDecl* class_decl : footprint.classes) {
    if (class_decl->is_globals) {
      globals_ = addObject(class_decl, "globals", -1, -1, nullptr, 0, false);
      continue;
    }
    auto& objects = objects_[class_decl];
    if (footprint.alike.contains(class_decl) && !limits.per_class.contains(class_decl)) continue;
    for (int i = 0; i < limits.of(class_decl); ++i)
      objects.push_back(addObject(class_decl, class_decl->name + std::to_string(i), i, -1, nullptr, 0, false));
  }
  for (const Procedure* procedure : footprint.function_values) {
    functions_[procedure] = universe_.add("&" + procedure->name, vocabulary.procedureSort());
    atoms_.push_back({.procedure = procedure});
  }
}

int HeapModel::addObject(const ClassDecl* class_decl, const std::string& name, int number, int owner,
                         const Field* field, long index, bool automatic) {
  const int atom = universe_.add(name, vocabulary_.sortOf(class_decl));
  atoms_.push_back({.class_decl = class_decl,
                    .number = number,
                    .owner = owner,
                    .field = field,
                    .index = index,
                    .is_automatic = automatic});
  if (isMadeUp(atom)) made_up_.push_back(atom);
  if (isShadowed(atom)) shadowed_parts_.push_back(atom);
  addContents(atom);
  return atom;
}

/// Parts and slots of an object, for its own fields and those of its bases.
void HeapModel::addContents(int object) {
  const ClassDecl* class_decl = atoms_[object].class_decl;
  const bool automatic = atoms_[object].is_automatic;
  const std::string name = universe_.at(object).name;
  for (const Field* field : footprint_.part_fields) {
    if (!class_decl->derivesFrom(field->owner)) continue;
    const long extent = field->type->isArray() ? extentLimit(field) : 1;
    for (long i = 0; i < extent; ++i) {
      const std::string suffix = field->type->isArray() ? "[" + std::to_string(i) + "]" : "";
      const std::string middle = class_decl->is_array ? "" : "." + field->name;
      parts_[field].push_back(
          addObject(field->elementType()->class_decl, name + middle + suffix, -1, object, field, i, automatic));
    }
    // One past the end of an array of class type is a position too.
    if (field->type->isArray()) addSlots(object, field);
    if (footprint_.hasEnd(field)) addEnd(object, field);
  }
  for (const Field* field : footprint_.slot_fields) {
    if (!class_decl->derivesFrom(field->owner)) continue;
    addSlots(object, field);
    if (footprint_.hasEnd(field)) addEnd(object, field);
  }
}

void HeapModel::addEnd(int object, const Field* field) {
  const std::string name = "&" + universe_.at(object).name + "." + field->name + "+1";
  ends_[field].push_back(universe_.add(name, vocabulary_.slotSort()));
  atoms_.push_back({.owner = object, .field = field, .index = 1});
}

int HeapModel::placeIn(int object, const Field* field, bool is_slot) const {
  const auto& all = is_slot ? slots_ : parts_;
  const auto places = all.find(field);
  if (places == all.end()) return -1;
  const auto found = std::ranges::find_if(
      places->second, [&](int atom) { return atoms_[atom].owner == object && atoms_[atom].index == 0; });
  return found == places->second.end() ? -1 : *found;
}

bool HeapModel::isEndOfOne(int atom) const {
  return atoms_[atom].isSlot() && !atoms_[atom].field->type->isArray() && atoms_[atom].index != 0;
}

void HeapModel::addSlots(int object, const Field* field) {
  const long last = field->type->isArray() ? extentLimit(field) : 0;
  for (long i = 0; i <= last; ++i) {
    const std::string suffix = field->type->isArray() ? "[" + std::to_string(i) + "]" : "";
    const std::string middle = atoms_[object].class_decl->is_array ? "" : "." + field->name;
    slots_[field].push_back(universe_.add("&" + universe_.at(object).name + middle + suffix, vocabulary_.slotSort()));
    atoms_.push_back({.owner = object, .field = field, .index = i});
  }
}

const std::vector<int>& HeapModel::objectsOf(const ClassDecl* class_decl) const {
  static const std::vector<int> kNone;
  const auto found = objects_.find(class_decl);
  return found == objects_.end() ? kNone : found->second;
}

long HeapModel::extentLimit(const Field* field) const {
  INVARIANT(field->type->isArray(), "only an array has an extent");
  if (field->type->extent) return *field->type->extent;
  const auto fixed = footprint_.fixed_extents.find(field->owner);
  return std::max<long>(limits_.ofArrays(), fixed == footprint_.fixed_extents.end() ? 0 : fixed->second);
}

long HeapModel::entryExtentLimit(const Field* field) const {
  INVARIANT(field->type->isArray(), "only an array has an extent");
  return field->type->extent.value_or(limits_.ofArrays());
}

bool HeapModel::isBeyondEntry(int atom) const {
  for (; atoms_[atom].owner >= 0; atom = atoms_[atom].owner) {
    const Atom& info = atoms_[atom];
    if (!info.field->owner->is_array) continue;
    const long limit = entryExtentLimit(info.field);
    if (info.index > limit || (info.index == limit && !info.isSlot())) return true;
  }
  return false;
}

int HeapModel::automaticObject(CallPath activation, const AllocateStmt& made_by) {
  const Making making{activation, &made_by};
  if (is_declared_ && !automatic_.contains(making)) return -1;
  const auto [entry, is_new] = automatic_.try_emplace(making, -1);
  if (is_new) {
    const ClassDecl* class_decl = made_by.class_decl;
    const std::string name = activation.text() + "/" + std::to_string(made_by.id) + ":" + class_decl->name;
    entry->second = addObject(class_decl, name, -1, -1, nullptr, 0, true);
    makings_[entry->second] = making;
  }
  return entry->second;
}

int HeapModel::resultObject(const ClassDecl* class_decl) {
  if (result_ < 0) result_ = addObject(class_decl, "return", -1, -1, nullptr, 0, true);
  return result_;
}

const AllocateStmt* HeapModel::makerOf(int atom) const {
  const auto found = makings_.find(outermost(atom));
  return found == makings_.end() ? nullptr : found->second.stmt;
}

bool HeapModel::isHiddenFrom(int atom, CallPath site, bool but_own) const {
  const auto found = makings_.find(outermost(atom));
  if (found == makings_.end()) return false;
  const CallPath activation = found->second.activation;
  if (but_own && site.leadsTo(activation)) return false;
  return !activation.leadsTo(site);
}

logic::Relation HeapModel::slotAt(const Field* field) {
  logic::Relation& relation = slot_at_[field];
  if (relation == nullptr) {
    std::vector<logic::Sort> columns{vocabulary_.sortOf(field->owner)};
    if (field->type->isArray()) columns.push_back(context_.intSort());
    columns.push_back(vocabulary_.slotSort());
    relation = context_.addRelation("slotAt$" + field->name, std::move(columns), true);
  }
  return relation;
}

logic::Relation HeapModel::endOf(const Field* field) {
  if (!footprint_.hasEnd(field)) return nullptr;
  logic::Relation& relation = end_of_[field];
  if (relation == nullptr)
    relation =
        context_.addRelation("endOf$" + field->name, {vocabulary_.sortOf(field->owner), vocabulary_.slotSort()}, true);
  return relation;
}

logic::Relation HeapModel::garbage(const Field* field) {
  logic::Relation& relation = garbage_[field];
  if (relation == nullptr) {
    relation = context_.addRelation("garbage$" + field->name, vocabulary_.field(field, State::Pre)->columns, true);
    garbage_fields_[relation] = field;
  }
  return relation;
}

const Field* HeapModel::garbageField(logic::Relation relation) const {
  const auto found = garbage_fields_.find(relation);
  return found == garbage_fields_.end() ? nullptr : found->second;
}

bool HeapModel::isRowOf(int atom, const Field* field) const {
  const Atom& info = atoms_[atom];
  return info.class_decl != nullptr && info.class_decl->derivesFrom(field->owner);
}

std::vector<int> HeapModel::rowsOf(const Field* field, bool at_entry) const {
  std::vector<int> rows;
  for (int atom = 0; atom < universe_.size(); ++atom)
    if (isRowOf(atom, field) && !(at_entry && atoms_[atom].is_automatic)) rows.push_back(atom);
  return rows;
}

int HeapModel::outermost(int atom) const {
  while (atoms_[atom].owner >= 0) atom = atoms_[atom].owner;
  return atom;
}

bool HeapModel::isIn(int atom, int whole) const {
  while (atom != whole && atoms_[atom].owner >= 0) atom = atoms_[atom].owner;
  return atom == whole;
}

bool HeapModel::isMadeUp(int atom) const {
  for (; atoms_[atom].owner >= 0; atom = atoms_[atom].owner)
    if (atoms_[atom].field->made_up_address) return true;
  return false;
}

bool HeapModel::isShadowed(int atom) const {
  for (; atoms_[atom].owner >= 0; atom = atoms_[atom].owner)
    if (atoms_[atom].field->is_shadowed) return true;
  return false;
}

bool HeapModel::isReadOnly(int atom) const {
  for (; atoms_[atom].owner >= 0; atom = atoms_[atom].owner)
    if (atoms_[atom].field->is_read_only) return true;
  return false;
}

int HeapModel::countedOwner(int atom) const {
  atom = outermost(atom);
  return atoms_[atom].number >= 0 ? atom : -1;
}

/// In a variable of the program that no pointer leads to.
bool HeapModel::isInPrivateVariable(int atom) const {
  for (; atoms_[atom].owner >= 0; atom = atoms_[atom].owner)
    if (const Field* field = atoms_[atom].field; field->owner->is_globals && field->is_private) return true;
  return false;
}

std::vector<int> HeapModel::candidates(TypeRef pointer, bool at_entry) const {
  std::vector<int> found;
  for (int atom = 0; atom < universe_.size(); ++atom) {
    const Atom& info = atoms_[atom];
    if (at_entry && (isBeyondEntry(atom) || isInPrivateVariable(atom))) continue;
    if (at_entry && info.field != nullptr && isElsewhere(*info.field)) continue;
    const bool is_object = info.class_decl != nullptr;
    const bool is_end_of_parts = info.isSlot() && info.field->holdsParts();
    bool fits = false;
    if (pointer->isObjectPointer()) {
      const ClassDecl* target = pointer->pointee->class_decl;
      fits = is_object ? info.class_decl->derivesFrom(target)
                       : is_end_of_parts && info.field->elementType()->class_decl == target;
    } else if (pointer->isSlotPointer()) {
      const TypeRef stored = info.isSlot() ? info.field->elementType() : nullptr;
      fits = stored != nullptr && (at_entry ? footprint_.mayPointAtEntry(pointer->pointee, *info.field)
                                            : footprint_.mayPoint(pointer->pointee, stored));
    } else if (pointer->isFunctionPointer()) {
      if (info.procedure != nullptr) {
        const auto targets = vocabulary_.program().functionValues(pointer->pointee);
        fits = std::find(targets.begin(), targets.end(), info.procedure) != targets.end();
      }
    } else {
      // All variables together are no object that a pointer leads to.
      fits = info.procedure == nullptr && !(is_object && info.class_decl->is_globals);
    }
    if (fits) found.push_back(atom);
  }
  return found;
}

namespace {

BoundCell freeCell(TypeRef integer) { return BoundCell::free(integer->width, integer->is_signed); }

}  // namespace

BoundCell HeapModel::anyNumberIn(const Field* field) {
  // The length of a modelled container is that of its array at most.
  if (isModelLength(*field)) {
    long room = 0;
    for (const Field* other : field->owner->fields)
      if (other->type->isArray()) room = std::max(room, other->type->extent.value_or(0));
    int width = 1;
    while (room >> width != 0) ++width;
    return BoundCell::free(width, false);
  }
  return freeCell(field->elementType());
}

RelationBound HeapModel::anyValueOf(TypeRef scalar) const {
  RelationBound bound{.tuples = {}, .multiplicity = Multiplicity::Lone};
  if (scalar->isInteger()) {
    bound.tuples.push_back({.cells = {freeCell(scalar)}, .required = true});
    bound.multiplicity = Multiplicity::One;
  } else {
    for (const int atom : candidates(scalar, false)) bound.tuples.push_back({.cells = {BoundCell::ofAtom(atom)}});
  }
  return bound;
}

RelationBound HeapModel::anyValueOf(const Field* field) const {
  RelationBound bound{.tuples = {}, .multiplicity = Multiplicity::Lone};
  const TypeRef type = field->elementType();
  const std::vector<int> targets = type->isInteger() ? std::vector<int>{} : candidates(type, false);
  const long extent = field->type->isArray() ? extentLimit(field) : 1;
  for (const int row : rowsOf(field, false)) {
    for (long i = 0; i < extent; ++i) {
      std::vector<BoundCell> prefix{BoundCell::ofAtom(row)};
      if (field->type->isArray()) prefix.push_back(BoundCell::ofInteger(i));
      // A number is always there where the state at entry has one.
      const bool required = type->isInteger() && !field->owner->is_array && !atoms_[row].is_automatic;
      const auto add = [&](BoundCell last) {
        BoundTuple tuple{.cells = prefix, .required = required};
        tuple.cells.push_back(last);
        bound.tuples.push_back(std::move(tuple));
      };
      if (type->isInteger()) add(anyNumberIn(field));
      for (const int target : targets) add(BoundCell::ofAtom(target));
    }
  }
  return bound;
}

RelationBound HeapModel::anyGarbageOf(const Field* field) const {
  const TypeRef type = field->elementType();
  RelationBound bound{.tuples = {}, .multiplicity = type->isInteger() ? Multiplicity::One : Multiplicity::Lone};
  std::vector<int> targets = type->isInteger() ? std::vector<int>{} : candidates(type, false);
  // The address of a local that is gone is no other than that of any object that is not there.
  std::erase_if(targets, [&](int atom) { return atoms_[outermost(atom)].is_automatic || isMadeUp(atom); });
  const auto narrow = narrowed_.find(garbage_.at(field));
  const BoundCell number = !type->isInteger()          ? BoundCell{}
                           : narrow == narrowed_.end() ? anyNumberIn(field)
                                                       : narrow->second;
  const long extent = field->type->isArray() ? extentLimit(field) : 1;
  for (const int row : rowsOf(field, false))
    for (long i = 0; i < extent; ++i) {
      std::vector<BoundCell> prefix{BoundCell::ofAtom(row)};
      if (field->type->isArray()) prefix.push_back(BoundCell::ofInteger(i));
      const auto add = [&](BoundCell last) {
        BoundTuple tuple{.cells = prefix, .required = type->isInteger()};
        tuple.cells.push_back(last);
        bound.tuples.push_back(std::move(tuple));
      };
      if (type->isInteger()) add(number);
      for (const int target : targets) add(BoundCell::ofAtom(target));
    }
  return bound;
}

RelationBound HeapModel::anySetOf(const ClassDecl* class_decl) const {
  RelationBound bound;
  for (int atom = 0; atom < universe_.size(); ++atom)
    if (atoms_[atom].class_decl == class_decl && !isMadeUp(atom))
      bound.tuples.push_back({.cells = {BoundCell::ofAtom(atom)}});
  return bound;
}

RelationBound HeapModel::countedSetOf(const ClassDecl* class_decl) const {
  RelationBound bound;
  for (const int atom : objectsOf(class_decl)) bound.tuples.push_back({.cells = {BoundCell::ofAtom(atom)}});
  return bound;
}

RelationBound HeapModel::anyRowsOf(const Field* field) const {
  RelationBound bound;
  for (const int row : rowsOf(field, false)) {
    if (!field->type->isArray()) bound.tuples.push_back({.cells = {BoundCell::ofAtom(row)}});
    for (long i = 0; field->type->isArray() && i < extentLimit(field); ++i)
      bound.tuples.push_back({.cells = {BoundCell::ofAtom(row), BoundCell::ofInteger(i)}});
  }
  return bound;
}

RelationBound HeapModel::anyExtentOf(const ClassDecl* class_decl) const {
  RelationBound bound{.tuples = {}, .multiplicity = Multiplicity::Lone};
  for (int atom = 0; atom < universe_.size(); ++atom)
    if (atoms_[atom].class_decl == class_decl)
      for (long extent = 0; extent <= extentLimit(class_decl->fields.front()); ++extent)
        bound.tuples.push_back({.cells = {BoundCell::ofAtom(atom), BoundCell::ofInteger(extent)}});
  return bound;
}

}  // namespace weir::refine
