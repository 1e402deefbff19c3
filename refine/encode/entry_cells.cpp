// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cells of the state at entry, in the order in which the canonical numbering reads them. heap_model.h says why no
// order loses a heap; this one is chosen so that code which walks along lists knows where it is.
#include <algorithm>

#include "ir/program/model_text.h"
#include "ir/program/untyped_pointers.h"
#include "refine/encode/heap_model.h"

namespace weir::refine {

using namespace program;
using logic::BoundCell;
using logic::BoundTuple;
using logic::Expr;
using logic::Formula;
using logic::Multiplicity;
using logic::RelationBound;

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

/// The field along which the code walks lists of this class: the only one that leads from object to object. With two,
/// as in a tree, reading whole rows leaves fewer numberings.
const Field* HeapModel::chainOf(const ClassDecl* class_decl) const {
  const Field* chain = nullptr;
  for (const Field* field : footprint_.value_fields) {
    const TypeRef type = field->type;
    if (field->owner != class_decl || !footprint_.in_code.contains(field)) continue;
    if (!type->isObjectPointer() || type->pointee->class_decl != class_decl) continue;
    if (chain != nullptr) return nullptr;
    chain = field;
  }
  return chain;
}

/// Is it a caller's variable for which an array of one element stands?
bool HeapModel::isReplacedByArray(int atom) const {
  const Atom& info = atoms_[atom];
  return info.isSlot() && info.field->owner->is_box && !info.field->type->isArray() &&
         footprint_.takesArrays(info.field->type);
}

/// A reference to a character is to one: nobody binds it to a byte of something else.
bool HeapModel::isByteSeenAs(TypeRef pointer, int atom) const {
  return pointer->isSlotPointer() && atoms_[atom].isSlot() &&
         !mayAlias(pointer->pointee, atoms_[atom].field->elementType());
}

/// Of an element of a modelled container, or of something in one: does the container have that element? There is
/// nothing behind its length that could be pointed to, but a pointer may be to the end of a vector.
Formula HeapModel::isThere(int atom, bool is_reference) const {
  Formula there = context_.truth(true);
  for (int part = atom; atoms_[part].owner >= 0; part = atoms_[part].owner) {
    const Field* field = atoms_[part].field;
    if (!isModelArray(*field)) continue;
    const bool may_be_end = part == atom && !is_reference && program::roleOf(*field) == LibraryRole::Sequence;
    const Field* length = lengthFieldOf(*field->owner);
    const Expr used =
        context_.join(context_.atom(atoms_[part].owner), context_.relation(vocabulary_.field(length, State::Pre)));
    const Expr index = context_.integer(atoms_[part].index);
    there = context_.conjoin(there, may_be_end ? context_.lessEqual(index, used) : context_.less(index, used));
  }
  return there;
}

/// What the code that is reached uses void pointers as: what others do with them says nothing of what it is given.
const UntypedPointers& HeapModel::untyped() const {
  if (untyped_ == nullptr)
    untyped_ = std::make_shared<const UntypedPointers>(vocabulary_.program(), footprint_.procedures);
  return *untyped_;
}

std::vector<int> HeapModel::candidatesLeft(const Field* field) const {
  const TypeRef type = field->elementType();
  std::vector<int> targets = candidates(type);
  if (type->isVoidPointer()) std::erase_if(targets, [&](int atom) { return !isUsedAs(atom, untyped().usesOf(field)); });
  return targets;
}

std::vector<int> HeapModel::candidatesReturned(const Local* target) const {
  std::vector<int> targets = candidates(target->type);
  if (target->type->isVoidPointer())
    std::erase_if(targets, [&](int atom) { return !isUsedAs(atom, untyped().usesOf(target)); });
  return targets;
}

/// May a void pointer with these uses (ir/program/untyped_pointers.h) point there?
bool HeapModel::isUsedAs(int atom, const std::set<TypeRef>& uses) const {
  const Atom& info = atoms_[atom];
  return uses.empty() || std::any_of(uses.begin(), uses.end(), [&](TypeRef use) {
           if (info.class_decl != nullptr) return use->isClass() && info.class_decl->derivesFrom(use->class_decl);
           const TypeRef stored = info.field->elementType();
           return stored == use || (use->isScalar() && stored->isScalar() && footprint_.mayPoint(use, stored));
         });
}

/// Bounds of parameters and fields, cut and constrained to the canonical numbering.
void HeapModel::declareCells(solver::ModelFinder& finder) {
  std::map<const ClassDecl*, int> rows_read;        // greatest number whose row is being or has been read
  std::map<const ClassDecl*, int> greatest_value;   // greatest number that may have occurred as a value
  std::map<int, std::vector<Formula>> occurrences;  // by counted object: cells that may have held it
  std::vector<Formula> in_order;

  /// Leaves out what the program would have to read as something else.
  const auto cutToUses = [&](std::vector<int>& targets, TypeRef type, const auto* variable) {
    // What is declared as a pointer to something that can be written is not given a constant.
    if (!variable->may_point_to_constant) std::erase_if(targets, [&](int atom) { return isReadOnly(atom); });
    if (!type->isVoidPointer()) return;
    const std::set<TypeRef> uses = untyped().usesOf(variable);
    std::erase_if(targets, [&](int atom) { return !isUsedAs(atom, uses); });
  };
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
      RelationBound bound = anyValueOf(parameter->type);
      if (const auto narrow = narrowed_.find(relation); narrow != narrowed_.end())
        bound.tuples.front().cells.front() = narrow->second;
      finder.addRelation(relation, bound);
      entry_cells_.push_back({.value = context_.relation(relation), .is_integer = true});
      continue;
    }
    if (parameter->type->kind == program::TypeKind::Unsupported) {
      finder.addRelation(relation, {.tuples = {}, .multiplicity = Multiplicity::Lone});
      continue;
    }
    std::vector<int> targets = candidates(parameter->type);
    // A caller hands over objects; an address without one is what fields can hold.
    std::erase_if(targets, [&](int atom) {
      return atoms_[atom].is_automatic || isMadeUp(atom) || (!parameter->is_reference && isReplacedByArray(atom)) ||
             (parameter->is_reference && isByteSeenAs(parameter->type, atom));
    });
    cutToUses(targets, parameter->type, parameter);
    if (parameter->is_by_value) targets = objectsOf(parameter->type->pointee->class_decl);
    RelationBound bound{.tuples = {}, .multiplicity = Multiplicity::Lone};
    const std::vector<int> kept = read(targets, context_.relation(relation));
    for (const int target : kept) bound.tuples.push_back({.cells = {BoundCell::ofAtom(target)}});
    entry_cells_.push_back(
        {.value = context_.relation(relation), .is_reference = parameter->is_reference, .targets = kept});
    const bool is_this = parameter->name == "this";
    if ((is_this || parameter->is_reference || parameter->is_by_value) && !bound.tuples.empty()) {
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
  std::set<std::pair<int, const Field*>> read_before;
  const auto readField = [&](int row, const Field* field) {
    if (!isRowOf(row, field) || !read_before.insert({row, field}).second) return;
    const TypeRef type = field->elementType();
    const long extent = isBeyondEntry(row) ? 0 : field->type->isArray() ? entryExtentLimit(field) : 1;
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
        const auto narrow = narrowed_.find(vocabulary_.field(field, State::Pre));
        add(narrow == narrowed_.end() ? anyNumberIn(field) : narrow->second,
            bounds[field].multiplicity == Multiplicity::One);
        entry_cells_.push_back(
            {.value = value, .owner = row, .is_integer = true, .is_text = program::isTextValue(*field)});
        continue;
      }
      std::vector<int> targets = candidates(type);
      std::erase_if(targets, [&](int atom) {
        return atoms_[atom].is_automatic || isReplacedByArray(atom) ||
               (field->is_reference && isByteSeenAs(type, atom));
      });
      cutToUses(targets, type, field);
      const std::vector<int> kept = read(std::move(targets), value);
      for (const int target : kept) add(BoundCell::ofAtom(target), false);
      entry_cells_.push_back({.value = value, .owner = row, .targets = kept});
    }
  };
  const auto readObject = [&](int object) {
    for (int atom = object; atom < universe_.size(); ++atom)
      if (outermost(atom) == object && !atoms_[atom].isSlot())
        for (const Field* field : footprint_.value_fields) readField(atom, field);
  };
  if (globals_ >= 0) readObject(globals_);
  const std::vector<const ClassDecl*> order = classesFromRoots();
  std::size_t most = 0;
  for (const auto& [class_decl, objects] : objects_) most = std::max(most, objects.size());
  for (std::size_t n = 0; n < most; ++n) {
    for (const ClassDecl* class_decl : order) {
      const auto& objects = objectsOf(class_decl);
      if (n >= objects.size()) continue;
      int& greatest_read = rows_read.try_emplace(class_decl, -1).first->second;
      // When the class is first met, follow its chain to the end: the list that begins at the 0th object then is 0, 1,
      // 2, …, and a cursor along it has few places to be.
      if (const Field* chain = n == 0 ? chainOf(class_decl) : nullptr)
        for (const int object : objects) {
          greatest_read = number(object);
          readField(object, chain);
        }
      greatest_read = std::max(greatest_read, static_cast<int>(n));
      readObject(objects[n]);
    }
  }
  for (const Field* field : footprint_.value_fields)
    finder.addRelation(vocabulary_.field(field, State::Pre), bounds[field]);
  for (const Formula formula : in_order) finder.assertFormula(formula);
  for (const EntryCell& cell : entry_cells_)
    for (const int target : cell.targets)
      if (const Formula there = isThere(target, cell.is_reference); there->kind != logic::FormulaKind::True)
        finder.assertFormula(context_.implies(context_.subset(context_.atom(target), cell.value), there));
}

}  // namespace weir::refine
