// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state at entry: bounds of its relations and the formulas that make it a heap in canonical numbering.
// heap_model.h says why the numbering loses nothing.
#include <algorithm>
#include <map>
#include <set>

#include "refine/encode/heap_model.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::BoundCell;
using logic::BoundTuple;
using logic::Expr;
using logic::Formula;
using logic::Multiplicity;
using logic::RelationBound;

namespace {

RelationBound exactly(std::vector<std::vector<BoundCell>> tuples) {
  RelationBound bound;
  for (auto& cells : tuples) bound.tuples.push_back({.cells = std::move(cells), .required = true});
  return bound;
}

int bitsFor(long greatest) {
  int bits = 1;
  while ((1L << bits) <= greatest) ++bits;
  return bits;
}

}  // namespace

void HeapModel::declare(solver::ModelFinder& finder) {
  is_declared_ = true;
  declareConstants(finder);
  declareState(finder);
  declareCells(finder);
  finder.assertFormula(wellFormed());
}

void HeapModel::declareConstants(solver::ModelFinder& finder) {
  if (footprint_.uses_globals)
    finder.addRelation(vocabulary_.globalsObject(), exactly({{BoundCell::ofAtom(globals_)}}));
  for (const Procedure* procedure : footprint_.function_values)
    finder.addRelation(vocabulary_.procedureAtom(procedure), exactly({{BoundCell::ofAtom(functions_.at(procedure))}}));

  const auto declareInside = [&](const std::vector<int>& atoms, logic::Relation owner, logic::Relation index) {
    std::vector<std::vector<BoundCell>> owners, indices;
    for (const int atom : atoms) {
      owners.push_back({BoundCell::ofAtom(atom), BoundCell::ofAtom(atoms_[atom].owner)});
      indices.push_back({BoundCell::ofAtom(atom), BoundCell::ofInteger(atoms_[atom].index)});
    }
    finder.addRelation(owner, exactly(std::move(owners)));
    finder.addRelation(index, exactly(std::move(indices)));
  };
  const auto addressesIn = [&](const Field* field, const std::vector<int>& atoms) {
    std::vector<std::vector<BoundCell>> tuples;
    for (const int atom : atoms) {
      std::vector<BoundCell> cells{BoundCell::ofAtom(atoms_[atom].owner)};
      if (field->type->isArray()) cells.push_back(BoundCell::ofInteger(atoms_[atom].index));
      cells.push_back(BoundCell::ofAtom(atom));
      tuples.push_back(std::move(cells));
    }
    return tuples;
  };
  for (const ClassDecl* class_decl : vocabulary_.program().classes()) {
    for (const Field* field : class_decl->fields) {
      if (field->holdsParts()) {
        finder.addRelation(vocabulary_.part(field), exactly(addressesIn(field, parts_[field])));
        declareInside(parts_[field], vocabulary_.partOwner(field), vocabulary_.partIndex(field));
      }
      if (field->elementType()->isScalar() || (field->holdsParts() && field->type->isArray())) {
        declareInside(slots_[field], vocabulary_.slotOwner(field), vocabulary_.slotIndex(field));
        finder.addRelation(slotAt(field), exactly(addressesIn(field, slots_[field])));
      }
      if (const logic::Relation end = endOf(field)) finder.addRelation(end, exactly(addressesIn(field, ends_[field])));
    }
  }
}

void HeapModel::declareState(solver::ModelFinder& finder) {
  for (const ClassDecl* class_decl : footprint_.classes) {
    RelationBound live;
    for (int atom = 0; atom < universe_.size(); ++atom) {
      const Atom& info = atoms_[atom];
      if (info.class_decl != class_decl || info.is_automatic || isMadeUp(atom) || isBeyondEntry(atom)) continue;
      live.tuples.push_back({.cells = {BoundCell::ofAtom(atom)}, .required = outermost(atom) == globals_});
    }
    finder.addRelation(vocabulary_.live(class_decl, State::Pre), live);
    if (!class_decl->is_array) continue;
    RelationBound extents{.tuples = {}, .multiplicity = Multiplicity::One};
    const long limit = entryExtentLimit(class_decl->fields.front());
    for (const int atom : objectsOf(class_decl))
      extents.tuples.push_back(
          {.cells = {BoundCell::ofAtom(atom), BoundCell::free(bitsFor(limit), false)}, .required = true});
    finder.addRelation(vocabulary_.extent(class_decl, State::Pre), extents);
  }
}

Formula HeapModel::isLiveAtEntry(int atom) {
  return context_.subset(context_.atom(atom), context_.relation(vocabulary_.live(atoms_[atom].class_decl, State::Pre)));
}

Formula HeapModel::everyObjectIsPointedTo() {
  // Rings that no parameter or global can lead into are not pointed to either; a function without a body may know them.
  std::set<int> reached;
  const auto isRoot = [&](const EntryCell& cell) { return cell.owner < 0 || outermost(cell.owner) == globals_; };
  const bool others_know = std::ranges::any_of(footprint_.procedures, &Procedure::is_external);
  const auto isReached = [&](const EntryCell& cell) {
    return others_know || isRoot(cell) || reached.contains(outermost(cell.owner));
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (const EntryCell& cell : entry_cells_)
      if (isReached(cell))
        for (const int target : cell.targets) grows |= reached.insert(outermost(target)).second;
  }
  std::map<int, std::vector<Formula>> uses;  // by counted object
  for (const EntryCell& cell : entry_cells_) {
    if (!isReached(cell)) continue;
    std::map<int, Expr> inside;
    for (const int target : cell.targets) {
      const int object = countedOwner(target);
      if (object < 0) continue;
      const auto [at, is_new] = inside.try_emplace(object, context_.atom(target));
      if (!is_new) at->second = context_.unite(at->second, context_.atom(target));
    }
    for (const auto& [object, targets] : inside)
      uses[object].push_back(context_.some(context_.intersect(cell.value, targets)));
  }
  std::vector<Formula> parts;
  for (const ClassDecl* class_decl : footprint_.classes)
    for (const int object : objectsOf(class_decl))
      parts.push_back(context_.implies(isLiveAtEntry(object), context_.disjoin(uses[object])));
  return context_.conjoin(parts);
}

/// Before the call no other argument leads into what this parameter points to, and no field either where nobody knows
/// of it. What is passed by value is an object of the callee's own; what a constructor builds came to be for this call.
Formula HeapModel::isOwn(const Local* parameter) {
  const bool is_built = root_.is_constructor && parameter == root_.parameters.front();
  const ClassDecl* class_decl = parameter->type->pointee->class_decl;
  std::vector<Formula> parts;
  const Expr value = context_.relation(vocabulary_.parameter(parameter));
  for (const int own : is_built ? candidates(parameter->type) : objectsOf(class_decl)) {
    if (atoms_[own].class_decl == nullptr) continue;  // a constructor's memory is no end of an array
    Expr inside = context_.none(1);
    for (int atom = 0; atom < universe_.size(); ++atom)
      if (isIn(atom, own)) inside = context_.unite(inside, context_.atom(atom));
    const auto forbid = [&](Expr pointers) {
      parts.push_back(context_.implies(context_.equal(value, context_.atom(own)),
                                       context_.negate(context_.some(context_.rangeRestrict(pointers, inside)))));
    };
    for (const Local* other : root_.parameters) {
      const bool is_result = root_.has_result_parameter && other == root_.parameters.back();
      if (other != parameter && other->type->isPointer() && !is_result)
        forbid(context_.relation(vocabulary_.parameter(other)));
    }
    if (!is_built && !parameter->is_unknown_to_others) continue;
    for (const Field* field : footprint_.value_fields)
      if (field->elementType()->isPointer()) forbid(context_.relation(vocabulary_.field(field, State::Pre)));
  }
  return context_.conjoin(parts);
}

/// Live objects are a prefix; parts live with their owners.
void HeapModel::constrainLiveness(std::vector<Formula>& parts) {
  for (const ClassDecl* class_decl : footprint_.classes) {
    const auto& objects = objectsOf(class_decl);
    for (std::size_t i = 0; i + 1 < objects.size(); ++i)
      parts.push_back(context_.implies(isLiveAtEntry(objects[i + 1]), isLiveAtEntry(objects[i])));
  }
  for (int atom = 0; atom < universe_.size(); ++atom) {
    const Atom& info = atoms_[atom];
    if (info.class_decl == nullptr || info.owner < 0 || info.is_automatic || isMadeUp(atom) || isBeyondEntry(atom))
      continue;
    Formula inside = isLiveAtEntry(info.owner);
    if (atoms_[info.owner].class_decl->is_array) {
      const Expr extent = extentAtEntry(info.owner);
      inside = context_.conjoin(inside, context_.less(context_.integer(info.index), extent));
    }
    parts.push_back(context_.iff(isLiveAtEntry(atom), inside));
  }
}

Expr HeapModel::extentAtEntry(int array) {
  return context_.join(context_.atom(array),
                       context_.relation(vocabulary_.extent(atoms_[array].class_decl, State::Pre)));
}

/// Is the place live and inside its array, or at most at its end?
Formula HeapModel::isValidPlace(int atom, bool is_reference) {
  const Atom& info = atoms_[atom];
  // The address itself, but nothing inside what is not there.
  if (isMadeUp(atom)) return context_.truth(info.class_decl != nullptr && info.field->made_up_address.has_value());
  if (info.class_decl != nullptr) return isLiveAtEntry(atom);
  if (!info.isSlot()) return context_.truth(true);
  const Formula is_live = isLiveAtEntry(info.owner);
  // Elements of class type are parts: of them only the end is a slot.
  if (atoms_[info.owner].class_decl->is_array) {
    const Expr extent = extentAtEntry(info.owner);
    const Expr index = context_.integer(info.index);
    const Formula is_end = is_reference ? context_.truth(false) : context_.equal(index, extent);
    const Formula inside = is_reference ? context_.less(index, extent) : context_.lessEqual(index, extent);
    return context_.conjoin(is_live, info.field->holdsParts() ? is_end : inside);
  }
  if (info.field->type->isArray()) {
    const bool is_end = info.index == extentLimit(info.field);
    if (is_end ? is_reference : info.field->holdsParts()) return context_.truth(false);
  }
  return is_live;
}

/// Places a pointer may hold: live objects, slots of live objects inside their extent, procedures. A reference is to
/// something that is there; other pointers may be at the end of an array as well.
Expr HeapModel::validPlaces(TypeRef pointer, bool is_there) {
  const bool is_reference = is_there || (pointer->isSlotPointer() && !footprint_.mayBeAtEnd(pointer->pointee) &&
                                         !vocabulary_.isAskedForPlace(pointer->pointee));
  Expr valid = context_.none(1);
  for (const int atom : candidates(pointer)) {
    const Atom& info = atoms_[atom];
    if (info.is_automatic || (info.owner >= 0 && atoms_[info.owner].is_automatic)) continue;
    const Formula is_valid = isValidPlace(atom, is_reference);
    valid = context_.unite(valid, context_.ifElse(is_valid, context_.atom(atom), context_.none(1)));
  }
  return valid;
}

void HeapModel::constrainParameters(std::vector<Formula>& parts) {
  for (const Local* parameter : root_.parameters) {
    if (!parameter->type->isPointer()) continue;
    if (root_.has_result_parameter && parameter == root_.parameters.back()) continue;
    const Expr value = context_.relation(vocabulary_.parameter(parameter));
    const bool is_there = parameter->name == "this" || parameter->is_reference || parameter->is_by_value;
    parts.push_back(context_.subset(value, validPlaces(parameter->type, is_there)));
    if (is_there) parts.push_back(context_.some(value));
    const bool is_built = root_.is_constructor && parameter == root_.parameters.front();
    if (parameter->is_by_value || is_built) parts.push_back(isOwn(parameter));
  }
}

/// Pointers lead to valid places; references and the elements of an array have a value.
void HeapModel::constrainFields(std::vector<Formula>& parts) {
  for (const Field* field : footprint_.value_fields) {
    const Expr relation = context_.relation(vocabulary_.field(field, State::Pre));
    const TypeRef type = field->elementType();
    const bool is_heap_array = field->owner->is_array;
    if (type->isPointer()) {
      const Expr owners = vocabulary_.liveObjects(field->owner, State::Pre);
      parts.push_back(context_.subset(relation, context_.rangeRestrict(context_.domainRestrict(owners, relation),
                                                                       validPlaces(type, field->is_reference))));
    }
    for (const int row : rowsOf(field, true)) {
      const Expr values = context_.join(context_.atom(row), relation);
      if (isBeyondEntry(row)) continue;
      if (field->is_reference) parts.push_back(context_.implies(isLiveAtEntry(row), context_.some(values)));
      if (!is_heap_array) continue;
      const Expr extent = extentAtEntry(row);
      for (long i = 0; i < entryExtentLimit(field); ++i) {
        const Expr index = context_.integer(i);
        const Formula inside = context_.conjoin(isLiveAtEntry(row), context_.less(index, extent));
        const Formula has_value = context_.some(context_.join(index, values));
        parts.push_back(type->isInteger() ? context_.iff(has_value, inside) : context_.implies(has_value, inside));
      }
    }
  }
}

Formula HeapModel::wellFormed() {
  std::vector<Formula> parts;
  constrainLiveness(parts);
  constrainParameters(parts);
  constrainFields(parts);
  for (const ClassDecl* class_decl : footprint_.classes) {
    if (!class_decl->is_array) continue;
    for (const int atom : objectsOf(class_decl))
      parts.push_back(
          context_.lessEqual(extentAtEntry(atom), context_.integer(entryExtentLimit(class_decl->fields.front()))));
  }
  return context_.conjoin(parts);
}

}  // namespace weir::refine
