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
  // A variable of the caller, `T** p`, before what it leads to: a list that is read before p's variable would be
  // numbered from any of its cells.
  std::ranges::stable_partition(order, [](const ClassDecl* class_decl) {
    return class_decl->is_box && class_decl->fields.front()->elementType()->isObjectPointer();
  });
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

/// Is it a caller's variable for which an array of one element stands, or in an object for which one does? The end of
/// another variable is nothing that a caller would hand out.
bool HeapModel::isReplacedByArray(int atom) const {
  const Atom& info = atoms_[atom];
  if (isEndOfOne(atom)) return true;
  const Atom& whole = atoms_[outermost(atom)];
  if (whole.number >= 0 && !whole.class_decl->is_array && !whole.class_decl->is_box &&
      footprint_.takesArrays(whole.class_decl))
    return true;
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

/// What a function without a body returns or stores: as at entry, an array of one element stands for an object where
/// there are arrays of its class, unless this code makes single ones.
void HeapModel::leaveOutSingles(std::vector<int>& targets) const {
  std::erase_if(targets, [&](int atom) {
    const Atom& whole = atoms_[outermost(atom)];
    return whole.number >= 0 && !footprint_.allocated.contains(whole.class_decl) && isReplacedByArray(atom) &&
           !isEndOfOne(atom);
  });
}

std::vector<int> HeapModel::candidatesLeft(const Field* field) const {
  const TypeRef type = field->elementType();
  std::vector<int> targets = candidates(type);
  leaveOutSingles(targets);
  if (type->isVoidPointer()) std::erase_if(targets, [&](int atom) { return !isUsedAs(atom, untyped().usesOf(field)); });
  return targets;
}

std::vector<int> HeapModel::candidatesReturned(const Local* target) const {
  std::vector<int> targets = candidates(target->type);
  leaveOutSingles(targets);
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

/// The canonical numbering while cells are read: which numbers may have occurred, and in which cells.
class HeapModel::Numbering {
 public:
  explicit Numbering(const HeapModel& heap) : heap_(heap), context_(heap.context_) {}

  /// The row of the n-th object of a class is read next.
  void beginRow(const ClassDecl* class_decl, int n) {
    int& greatest = rows_read_.try_emplace(class_decl, -1).first->second;
    greatest = std::max(greatest, n);
  }

  /// The targets that the next cell may have: those with a number that has occurred, and the next one of each class.
  std::vector<int> cut(const std::vector<int>& targets, Expr value) {
    std::vector<int> kept;
    std::map<int, std::vector<int>> inside;  // by counted object
    std::map<const ClassDecl*, int> limit;
    for (const int target : targets) {
      const int object = heap_.countedOwner(target);
      if (object >= 0) {
        const ClassDecl* class_decl = heap_.atoms_[object].class_decl;
        const int greatest = limit.try_emplace(class_decl, nextNumber(class_decl)).first->second;
        if (heap_.atoms_[object].number > greatest) continue;
        inside[object].push_back(target);
      }
      kept.push_back(target);
    }
    for (const auto& [class_decl, greatest] : limit) {
      const int last = static_cast<int>(heap_.objectsOf(class_decl).size()) - 1;
      int& value_limit = greatest_value_.try_emplace(class_decl, -1).first->second;
      value_limit = std::max(value_limit, std::min(greatest, last));
    }
    constrain(inside, value);
    return kept;
  }

  /// Objects occur in the order of their numbers.
  const std::vector<Formula>& inOrder() const { return in_order_; }

 private:
  int nextNumber(const ClassDecl* class_decl) {
    return std::max(rows_read_.try_emplace(class_decl, -1).first->second,
                    greatest_value_.try_emplace(class_decl, -1).first->second) +
           1;
  }

  /// The cell holds an object only if an earlier cell may have held the one before it.
  void constrain(const std::map<int, std::vector<int>>& inside, Expr value) {
    std::vector<std::pair<int, Formula>> touched;
    for (const auto& [object, atoms] : inside) {
      Expr set = context_.atom(atoms.front());
      for (std::size_t i = 1; i < atoms.size(); ++i) set = context_.unite(set, context_.atom(atoms[i]));
      const Formula touches = context_.some(context_.intersect(value, set));
      const ClassDecl* class_decl = heap_.atoms_[object].class_decl;
      const int n = heap_.atoms_[object].number;
      if (n > 0 && rows_read_[class_decl] < n - 1) {
        const int before = heap_.objectsOf(class_decl)[n - 1];
        in_order_.push_back(context_.implies(touches, context_.disjoin(occurrences_[before])));
      }
      touched.emplace_back(object, touches);
    }
    for (const auto& [object, touches] : touched) occurrences_[object].push_back(touches);
  }

  const HeapModel& heap_;
  logic::Context& context_;
  std::map<const ClassDecl*, int> rows_read_;        // greatest number whose row is being or has been read
  std::map<const ClassDecl*, int> greatest_value_;   // greatest number that may have occurred as a value
  std::map<int, std::vector<Formula>> occurrences_;  // by counted object: cells that may have held it
  std::vector<Formula> in_order_;
};

/// Reads the cells in order: collects their bounds and the heap's entry cells.
class HeapModel::CellReader {
 public:
  CellReader(HeapModel& heap, solver::ModelFinder& finder)
      : heap_(heap), context_(heap.context_), finder_(finder), numbering_(heap) {}

  void readParameters() {
    for (const Local* parameter : heap_.root_.parameters) {
      if (heap_.root_.has_result_parameter && parameter == heap_.root_.parameters.back()) continue;
      if (parameter->type->isInteger()) {
        readNumber(parameter);
      } else if (parameter->type->kind == program::TypeKind::Unsupported) {
        finder_.addRelation(heap_.vocabulary_.parameter(parameter), {.tuples = {}, .multiplicity = Multiplicity::Lone});
      } else {
        readPointer(parameter);
      }
    }
  }

  void readFields() {
    for (const Field* field : heap_.footprint_.value_fields) {
      const bool always_has_value = field->type->extent.has_value() || !field->type->isArray();
      bounds_[field].multiplicity =
          field->elementType()->isInteger() && always_has_value ? Multiplicity::One : Multiplicity::Lone;
    }
    constants_ = heap_.constantCells();
    if (heap_.globals_ >= 0) readObject(heap_.globals_);
    readRows();
    for (const Field* field : heap_.footprint_.value_fields)
      finder_.addRelation(heap_.vocabulary_.field(field, State::Pre), bounds_[field]);
  }

  void assertOrder() {
    for (const Formula formula : numbering_.inOrder()) finder_.assertFormula(formula);
  }

 private:
  void readNumber(const Local* parameter) {
    const logic::Relation relation = heap_.vocabulary_.parameter(parameter);
    RelationBound bound = heap_.anyValueOf(parameter->type);
    if (const auto narrow = heap_.narrowed_.find(relation); narrow != heap_.narrowed_.end())
      bound.tuples.front().cells.front() = narrow->second;
    finder_.addRelation(relation, bound);
    heap_.entry_cells_.push_back({.value = context_.relation(relation), .is_integer = true});
  }

  void readPointer(const Local* parameter) {
    const logic::Relation relation = heap_.vocabulary_.parameter(parameter);
    std::vector<int> targets = heap_.candidates(parameter->type);
    // A caller hands over objects; an address without one is what fields can hold.
    std::erase_if(targets, [&](int atom) {
      return heap_.atoms_[atom].is_automatic || heap_.isMadeUp(atom) ||
             (!parameter->is_reference && parameter->name != "this" && heap_.isReplacedByArray(atom)) ||
             (parameter->is_reference && heap_.isByteSeenAs(parameter->type, atom));
    });
    cutToUses(targets, parameter->type, parameter);
    if (parameter->is_by_value) targets = heap_.objectsOf(parameter->type->pointee->class_decl);
    RelationBound bound{.tuples = {}, .multiplicity = Multiplicity::Lone};
    const std::vector<int> kept = numbering_.cut(targets, context_.relation(relation));
    for (const int target : kept) bound.tuples.push_back({.cells = {BoundCell::ofAtom(target)}});
    heap_.entry_cells_.push_back(
        {.value = context_.relation(relation), .is_reference = parameter->is_reference, .targets = kept});
    const bool is_this = parameter->name == "this";
    if ((is_this || parameter->is_reference || parameter->is_by_value) && !bound.tuples.empty()) {
      bound.multiplicity = Multiplicity::One;
      if (bound.tuples.size() == 1) bound.tuples.front().required = true;
    }
    finder_.addRelation(relation, bound);
  }

  /// Leaves out what the program would have to read as something else.
  void cutToUses(std::vector<int>& targets, TypeRef type, const auto* variable) const {
    // What is declared as a pointer to something that can be written is not given a constant.
    if (!variable->may_point_to_constant) std::erase_if(targets, [&](int atom) { return heap_.isReadOnly(atom); });
    if (!type->isVoidPointer()) return;
    const std::set<TypeRef> uses = heap_.untyped().usesOf(variable);
    std::erase_if(targets, [&](int atom) { return !heap_.isUsedAs(atom, uses); });
  }

  /// The rows of the 0th object of each class, of the 1st, …
  void readRows() {
    const std::vector<const ClassDecl*> order = heap_.classesFromRoots();
    std::size_t most = 0;
    for (const auto& [class_decl, objects] : heap_.objects_) most = std::max(most, objects.size());
    for (std::size_t n = 0; n < most; ++n) {
      for (const ClassDecl* class_decl : order) {
        const auto& objects = heap_.objectsOf(class_decl);
        if (n >= objects.size()) continue;
        // When the class is first met, follow its chain to the end: the list that begins at the 0th object then is 0,
        // 1, 2, …, and a cursor along it has few places to be.
        if (const Field* chain = n == 0 ? heap_.chainOf(class_decl) : nullptr)
          for (const int object : objects) {
            numbering_.beginRow(class_decl, heap_.atoms_[object].number);
            readField(object, chain);
          }
        numbering_.beginRow(class_decl, static_cast<int>(n));
        readObject(objects[n]);
      }
    }
  }

  void readObject(int object) {
    for (int atom = object; atom < heap_.universe_.size(); ++atom)
      if (heap_.outermost(atom) == object && !heap_.atoms_[atom].isSlot())
        for (const Field* field : heap_.footprint_.value_fields) readField(atom, field);
  }

  void readField(int row, const Field* field) {
    if (!heap_.isRowOf(row, field) || !read_before_.insert({row, field}).second) return;
    const long extent = heap_.isBeyondEntry(row) ? 0 : field->type->isArray() ? heap_.entryExtentLimit(field) : 1;
    for (long i = 0; i < extent; ++i) readCell(row, field, i);
  }

  void readCell(int row, const Field* field, long index) {
    const TypeRef type = field->elementType();
    RelationBound& bound = bounds_[field];
    std::vector<BoundCell> prefix{BoundCell::ofAtom(row)};
    Expr value = context_.join(context_.atom(row), context_.relation(heap_.vocabulary_.field(field, State::Pre)));
    if (field->type->isArray()) {
      prefix.push_back(BoundCell::ofInteger(index));
      value = context_.join(context_.integer(index), value);
    }
    const auto add = [&](BoundCell cell, bool required) {
      BoundTuple tuple{.cells = prefix, .required = required};
      tuple.cells.push_back(cell);
      bound.tuples.push_back(std::move(tuple));
    };
    if (const auto known = constants_.find({row, field, index}); known != constants_.end()) {
      if (known->second) add(*known->second, true);
      return;
    }
    if (type->isInteger()) {
      const auto narrow = heap_.narrowed_.find(heap_.vocabulary_.field(field, State::Pre));
      if (field->is_union_state) {
        add(BoundCell::ofInteger(static_cast<long>(program::UnionState::AtEntry)), true);
        return;
      }
      add(narrow == heap_.narrowed_.end() ? anyNumberIn(field) : narrow->second,
          bound.multiplicity == Multiplicity::One);
      heap_.entry_cells_.push_back(
          {.value = value, .owner = row, .is_integer = true, .is_text = program::isTextValue(*field)});
      return;
    }
    std::vector<int> targets = heap_.candidates(type);
    std::erase_if(targets, [&](int atom) {
      return heap_.atoms_[atom].is_automatic || heap_.isReplacedByArray(atom) ||
             (field->is_reference && heap_.isByteSeenAs(type, atom));
    });
    cutToUses(targets, type, field);
    const std::vector<int> kept = numbering_.cut(targets, value);
    for (const int target : kept) add(BoundCell::ofAtom(target), false);
    heap_.entry_cells_.push_back({.value = value, .owner = row, .targets = kept});
  }

  HeapModel& heap_;
  logic::Context& context_;
  solver::ModelFinder& finder_;
  Numbering numbering_;
  std::map<const Field*, RelationBound> bounds_;
  Constants constants_;
  std::set<std::pair<int, const Field*>> read_before_;
};

/// Bounds of parameters and fields, cut and constrained to the canonical numbering.
void HeapModel::declareCells(solver::ModelFinder& finder) {
  CellReader reader(*this, finder);
  reader.readParameters();
  reader.readFields();
  reader.assertOrder();
  for (const EntryCell& cell : entry_cells_)
    for (const int target : cell.targets)
      if (const Formula there = isThere(target, cell.is_reference); there->kind != logic::FormulaKind::True)
        finder.assertFormula(context_.implies(context_.subset(context_.atom(target), cell.value), there));
}

}  // namespace weir::refine
