// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state at entry: bounds of its relations and the formulas that make it a heap in canonical numbering.
// heap_model.h says why the numbering loses nothing.
#include <algorithm>

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
    }
  }
}

void HeapModel::declareState(solver::ModelFinder& finder) {
  for (const ClassDecl* class_decl : footprint_.classes) {
    RelationBound live;
    for (int atom = 0; atom < universe_.size(); ++atom) {
      const Atom& info = atoms_[atom];
      if (info.class_decl != class_decl || info.is_automatic || isMadeUp(atom)) continue;
      live.tuples.push_back({.cells = {BoundCell::ofAtom(atom)}, .required = outermost(atom) == globals_});
    }
    finder.addRelation(vocabulary_.live(class_decl, State::Pre), live);
    if (!class_decl->is_array) continue;
    RelationBound extents{.tuples = {}, .multiplicity = Multiplicity::One};
    const long limit = extentLimit(class_decl->fields.front());
    for (const int atom : objectsOf(class_decl))
      extents.tuples.push_back(
          {.cells = {BoundCell::ofAtom(atom), BoundCell::free(bitsFor(limit), false)}, .required = true});
    finder.addRelation(vocabulary_.extent(class_decl, State::Pre), extents);
  }
}

/// The classes in the order in which a walk from the parameters and globals meets them. Rows are read in this order, so
/// that the owner of a row has mostly occurred when its row is read, and fewer numberings of a heap remain.
std::vector<const ClassDecl*> HeapModel::classesFromRoots() const {
  std::vector<const ClassDecl*> order;
  const auto meet = [&](TypeRef type) {
    if (!type->isPointer()) return;
    for (const int atom : candidates(type)) {
      const int object = countedOwner(atom);
      if (object < 0) continue;
      const ClassDecl* class_decl = atoms_[object].class_decl;
      if (std::find(order.begin(), order.end(), class_decl) == order.end()) order.push_back(class_decl);
    }
  };
  const auto meetFieldsOf = [&](int object) {
    for (int atom = 0; atom < universe_.size(); ++atom) {
      if (outermost(atom) != object) continue;
      for (const Field* field : footprint_.value_fields)
        if (isRowOf(atom, field)) meet(field->elementType());
    }
  };
  for (const Local* parameter : root_.parameters) meet(parameter->type);
  if (globals_ >= 0) meetFieldsOf(globals_);
  // The list grows while it is walked.
  for (std::size_t i = 0; i < order.size(); ++i) meetFieldsOf(objectsOf(order[i]).front());
  for (const ClassDecl* class_decl : footprint_.classes)
    if (std::find(order.begin(), order.end(), class_decl) == order.end()) order.push_back(class_decl);
  return order;
}

/// Bounds of parameters and fields, cut and constrained to the canonical numbering.
void HeapModel::declareCells(solver::ModelFinder& finder) {
  std::map<const ClassDecl*, int> rows_read;        // greatest number whose row is being or has been read
  std::map<const ClassDecl*, int> greatest_value;   // greatest number that may have occurred as a value
  std::map<int, std::vector<Formula>> occurrences;  // by counted object: cells that may have held it
  std::vector<Formula> in_order;

  const auto number = [&](int atom) { return atoms_[atom].number; };
  /// Cuts the targets of the next cell; the formulas follow once the relation exists.
  const auto read = [&](std::vector<int> targets, Expr value) {
    std::vector<int> kept;
    std::map<int, std::vector<int>> inside;  // by counted object
    std::map<const ClassDecl*, int> limit;
    for (const int target : targets) {
      const int object = countedOwner(target);
      if (object >= 0) {
        const ClassDecl* class_decl = atoms_[object].class_decl;
        const auto known = limit.find(class_decl);
        const int greatest = known != limit.end() ? known->second
                                                  : std::max(rows_read.try_emplace(class_decl, -1).first->second,
                                                             greatest_value.try_emplace(class_decl, -1).first->second) +
                                                        1;
        limit[class_decl] = greatest;
        if (number(object) > greatest) continue;
        inside[object].push_back(target);
      }
      kept.push_back(target);
    }
    for (const auto& [class_decl, greatest] : limit)
      greatest_value[class_decl] =
          std::max(greatest_value[class_decl], std::min(greatest, static_cast<int>(objectsOf(class_decl).size()) - 1));
    std::vector<std::pair<int, Formula>> touched;
    for (const auto& [object, atoms] : inside) {
      Expr set = context_.atom(atoms.front());
      for (std::size_t i = 1; i < atoms.size(); ++i) set = context_.unite(set, context_.atom(atoms[i]));
      const Formula touches = context_.some(context_.intersect(value, set));
      const int n = number(object);
      if (n > 0 && rows_read[atoms_[object].class_decl] < n - 1) {
        const int before = objectsOf(atoms_[object].class_decl)[n - 1];
        in_order.push_back(context_.implies(touches, context_.disjoin(occurrences[before])));
      }
      touched.emplace_back(object, touches);
    }
    for (const auto& [object, touches] : touched) occurrences[object].push_back(touches);
    return kept;
  };

  for (const Local* parameter : root_.parameters) {
    if (root_.has_result_parameter && parameter == root_.parameters.back()) continue;
    const logic::Relation relation = vocabulary_.parameter(parameter);
    if (parameter->type->isInteger()) {
      finder.addRelation(relation, anyValueOf(parameter->type));
      entry_cells_.push_back({.value = context_.relation(relation), .is_integer = true});
      continue;
    }
    std::vector<int> targets = candidates(parameter->type);
    // A caller hands over objects; an address without one is what fields can hold.
    std::erase_if(targets, [&](int atom) { return atoms_[atom].is_automatic || isMadeUp(atom); });
    RelationBound bound{.tuples = {}, .multiplicity = Multiplicity::Lone};
    const std::vector<int> kept = read(targets, context_.relation(relation));
    for (const int target : kept) bound.tuples.push_back({.cells = {BoundCell::ofAtom(target)}});
    entry_cells_.push_back({.value = context_.relation(relation), .targets = kept});
    const bool is_this = parameter->name == "this";
    if ((is_this || parameter->is_reference) && !bound.tuples.empty()) {
      bound.multiplicity = Multiplicity::One;
      if (bound.tuples.size() == 1) bound.tuples.front().required = true;
    }
    finder.addRelation(relation, bound);
  }

  std::map<const Field*, RelationBound> bounds;
  for (const Field* field : footprint_.value_fields) {
    const bool always_has_value = field->type->extent.has_value() || !field->type->isArray();
    bounds[field].multiplicity =
        field->elementType()->isInteger() && always_has_value ? Multiplicity::One : Multiplicity::Lone;
  }
  const Constants constants = constantCells();
  const auto readRow = [&](int row) {
    for (const Field* field : footprint_.value_fields) {
      if (!isRowOf(row, field)) continue;
      const TypeRef type = field->elementType();
      const long extent = field->type->isArray() ? extentLimit(field) : 1;
      for (long i = 0; i < extent; ++i) {
        std::vector<BoundCell> prefix{BoundCell::ofAtom(row)};
        Expr value = context_.join(context_.atom(row), context_.relation(vocabulary_.field(field, State::Pre)));
        if (field->type->isArray()) {
          prefix.push_back(BoundCell::ofInteger(i));
          value = context_.join(context_.integer(i), value);
        }
        const auto add = [&](BoundCell cell, bool required) {
          BoundTuple tuple{.cells = prefix, .required = required};
          tuple.cells.push_back(cell);
          bounds[field].tuples.push_back(std::move(tuple));
        };
        if (const auto known = constants.find({row, field, i}); known != constants.end()) {
          if (known->second) add(*known->second, true);
          continue;
        }
        if (type->isInteger()) {
          add(anyNumberIn(field), bounds[field].multiplicity == Multiplicity::One);
          entry_cells_.push_back({.value = value, .owner = row, .is_integer = true});
          continue;
        }
        std::vector<int> targets = candidates(type);
        std::erase_if(targets, [&](int atom) { return atoms_[atom].is_automatic; });
        const std::vector<int> kept = read(std::move(targets), value);
        for (const int target : kept) add(BoundCell::ofAtom(target), false);
        entry_cells_.push_back({.value = value, .owner = row, .targets = kept});
      }
    }
  };
  const auto readObject = [&](int object) {
    for (int atom = object; atom < universe_.size(); ++atom)
      if (outermost(atom) == object && !atoms_[atom].isSlot()) readRow(atom);
  };
  if (globals_ >= 0) readObject(globals_);
  const std::vector<const ClassDecl*> order = classesFromRoots();
  std::size_t most = 0;
  for (const auto& [class_decl, objects] : objects_) most = std::max(most, objects.size());
  for (std::size_t n = 0; n < most; ++n) {
    for (const ClassDecl* class_decl : order) {
      const auto& objects = objectsOf(class_decl);
      if (n >= objects.size()) continue;
      rows_read[class_decl] = static_cast<int>(n);
      readObject(objects[n]);
    }
  }
  for (const Field* field : footprint_.value_fields)
    finder.addRelation(vocabulary_.field(field, State::Pre), bounds[field]);
  for (const Formula formula : in_order) finder.assertFormula(formula);
}

Formula HeapModel::isLiveAtEntry(int atom) {
  return context_.subset(context_.atom(atom), context_.relation(vocabulary_.live(atoms_[atom].class_decl, State::Pre)));
}

Formula HeapModel::wellFormed() {
  std::vector<Formula> parts;
  const auto isLive = [&](int atom) { return isLiveAtEntry(atom); };
  // Live objects are a prefix; parts live with their owners.
  for (const ClassDecl* class_decl : footprint_.classes) {
    const auto& objects = objectsOf(class_decl);
    for (std::size_t i = 0; i + 1 < objects.size(); ++i)
      parts.push_back(context_.implies(isLive(objects[i + 1]), isLive(objects[i])));
  }
  for (int atom = 0; atom < universe_.size(); ++atom) {
    const Atom& info = atoms_[atom];
    if (info.class_decl == nullptr || info.owner < 0 || info.is_automatic || isMadeUp(atom)) continue;
    Formula inside = isLive(info.owner);
    if (atoms_[info.owner].class_decl->is_array) {
      const Expr extent = context_.join(
          context_.atom(info.owner), context_.relation(vocabulary_.extent(atoms_[info.owner].class_decl, State::Pre)));
      inside = context_.conjoin(inside, context_.less(context_.integer(info.index), extent));
    }
    parts.push_back(context_.iff(isLive(atom), inside));
  }
  // Places a pointer may hold: live objects, slots of live objects inside their extent, procedures.
  const auto validPlaces = [&](TypeRef pointer) {
    Expr valid = context_.none(1);
    for (const int atom : candidates(pointer)) {
      const Atom& info = atoms_[atom];
      if (info.is_automatic || (info.owner >= 0 && atoms_[info.owner].is_automatic)) continue;
      Formula is_valid = context_.truth(true);
      if (isMadeUp(atom)) {
        // The address itself, but nothing inside what is not there.
        is_valid = context_.truth(info.class_decl != nullptr && info.field->made_up_address.has_value());
      } else if (info.class_decl != nullptr) {
        is_valid = isLive(atom);
      } else if (info.isSlot()) {
        is_valid = isLive(info.owner);
        const ClassDecl* owner = atoms_[info.owner].class_decl;
        if (owner->is_array) {
          const Expr extent =
              context_.join(context_.atom(info.owner), context_.relation(vocabulary_.extent(owner, State::Pre)));
          const Expr index = context_.integer(info.index);
          is_valid = context_.conjoin(
              is_valid, info.field->holdsParts() ? context_.equal(index, extent) : context_.lessEqual(index, extent));
        } else if (info.field->holdsParts() && info.index != extentLimit(info.field)) {
          is_valid = context_.truth(false);
        }
      }
      valid = context_.unite(valid, context_.ifElse(is_valid, context_.atom(atom), context_.none(1)));
    }
    return valid;
  };
  for (const Local* parameter : root_.parameters) {
    if (!parameter->type->isPointer()) continue;
    if (root_.has_result_parameter && parameter == root_.parameters.back()) continue;
    const Expr value = context_.relation(vocabulary_.parameter(parameter));
    parts.push_back(context_.subset(value, validPlaces(parameter->type)));
    if (parameter->name == "this" || parameter->is_reference) parts.push_back(context_.some(value));
  }
  for (const Field* field : footprint_.value_fields) {
    const Expr relation = context_.relation(vocabulary_.field(field, State::Pre));
    const TypeRef type = field->elementType();
    const bool is_heap_array = field->owner->is_array;
    if (type->isPointer()) {
      const Expr owners = vocabulary_.liveObjects(field->owner, State::Pre);
      parts.push_back(context_.subset(
          relation, context_.rangeRestrict(context_.domainRestrict(owners, relation), validPlaces(type))));
    }
    for (const int row : rowsOf(field, true)) {
      const Expr values = context_.join(context_.atom(row), relation);
      if (field->is_reference) parts.push_back(context_.implies(isLive(row), context_.some(values)));
      if (!is_heap_array) continue;
      const Expr extent =
          context_.join(context_.atom(row), context_.relation(vocabulary_.extent(atoms_[row].class_decl, State::Pre)));
      for (long i = 0; i < extentLimit(field); ++i) {
        const Expr index = context_.integer(i);
        const Formula inside = context_.conjoin(isLive(row), context_.less(index, extent));
        const Formula has_value = context_.some(context_.join(index, values));
        parts.push_back(type->isInteger() ? context_.iff(has_value, inside) : context_.implies(has_value, inside));
      }
    }
  }
  for (const ClassDecl* class_decl : footprint_.classes) {
    if (!class_decl->is_array) continue;
    for (const int atom : objectsOf(class_decl))
      parts.push_back(context_.lessEqual(
          context_.join(context_.atom(atom), context_.relation(vocabulary_.extent(class_decl, State::Pre))),
          context_.integer(extentLimit(class_decl->fields.front()))));
  }
  return context_.conjoin(parts);
}

}  // namespace weir::refine
