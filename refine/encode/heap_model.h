// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The finite heaps of a scope: the atoms, the bounds of every relation of the state at entry, and what makes such a
// state a heap.
//
// For each class there are as many atoms as the scope allows, over the whole run: those live at entry are a prefix,
// an allocation takes the next one, a freed one is not used again. Parts and slots come with their owner. An object
// with automatic storage is an atom of its own, one for each place in the unrolled program that makes one, so that a
// local costs neither scope nor search.
//
// Symmetry. Heaps that differ only in the numbering of objects are one heap. Read the cells of the heap in a fixed
// order (parameters, then the fields of the 0th object of each class, of the 1st, …; classes as a walk from the
// parameters meets them, but variables of the caller that hold pointers, which `T** p` leads to, before them, and the
// links of a list all at once when its class is met): some numbering makes each class's
// objects occur for the first time in the order 0, 1, 2, …, where the owner of a cell counts as having occurred when
// the cell is read. (To get it, number objects as they occur; when a cell's owner has not occurred, any object that has
// not may take that number. Any order does in which a field of the n-th object is not read before that of the others
// below n.) Only such heaps are looked at; early cells then have few possible values.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "ir/logic/universe.h"
#include "ir/program/heap.h"
#include "ir/program/untyped_pointers.h"
#include "refine/encode/call_path.h"
#include "refine/encode/footprint.h"
#include "solver/model_finder.h"

namespace weir::refine {

struct ScopeLimits {
  int objects = 3;                                     // of each class
  std::map<const program::ClassDecl*, int> per_class;  // where it differs
  int unroll = 3;                                      // iterations of a loop, depth of a recursion
  int elements = 0;  // of heap arrays, unless the code fixes their size; 0: as many as objects
  int ofArrays() const { return elements > 0 ? elements : objects; }
  int of(const program::ClassDecl* class_decl) const;
};

class HeapModel {
 public:
  HeapModel(program::Vocabulary& vocabulary, const Footprint& footprint, const ScopeLimits& limits,
            const program::Procedure& root);

  struct Atom {
    const program::ClassDecl* class_decl = nullptr;  // of an object or part; of a slot: null
    int number = -1;                                 // of a counted object: its position in its class
    int owner = -1;                                  // of a part or slot
    const program::Field* field = nullptr;           // of a part or slot: where in its owner
    long index = 0;
    const program::Procedure* procedure = nullptr;  // of a function value
    bool is_automatic = false;
    bool isObject() const { return class_decl != nullptr && owner < 0; }
    bool isSlot() const { return class_decl == nullptr && procedure == nullptr; }
  };

  const logic::Universe& universe() const { return universe_; }
  const Atom& atom(int index) const { return atoms_.at(index); }
  const Footprint& footprint() const { return footprint_; }
  program::Vocabulary& vocabulary() const { return vocabulary_; }
  const ScopeLimits& limits() const { return limits_; }

  /// The counted objects of exactly this class, in order.
  const std::vector<int>& objectsOf(const program::ClassDecl* class_decl) const;
  /// May the object that this atom is have a value in this field?
  bool isRowOf(int atom, const program::Field* field) const;
  /// The whole object that an atom is, or is in.
  int outermost(int atom) const;
  /// Is it an address without an object, or in one?
  bool isMadeUp(int atom) const;
  /// The parts that lie in a member of a union of which another one is in use.
  const std::vector<int>& shadowedParts() const { return shadowed_parts_; }
  /// Is it in a variable that is never written?
  bool isReadOnly(int atom) const;
  /// Does it lie in a member of a union of which another one is in use?
  bool isShadowed(int atom) const;
  /// What stands for addresses without an object, parts included.
  const std::vector<int>& madeUp() const { return made_up_; }
  /// How many elements an array field has at most: its extent, or for heap arrays what the scope allows and the code
  /// fixes; at entry what the scope allows.
  long extentLimit(const program::Field* field) const;
  long entryExtentLimit(const program::Field* field) const;
  /// The atom for the automatic object that a statement makes in this activation; made on first use. After declare none
  /// is made any more, and there is none (-1) where no execution in the scope gets.
  int automaticObject(CallPath activation, const program::AllocateStmt& made_by);
  /// The same for the caller's object that the root's result is put in.
  int resultObject(const program::ClassDecl* class_decl);
  /// The statement that makes the automatic object that an atom is, or is in; null for others.
  const program::AllocateStmt* makerOf(int atom) const;
  /// Is this an object with automatic storage, or inside one, that a call at `site` cannot know: of a call that has
  /// returned, or of one that comes later? Objects of the call itself count, unless `but_own`.
  bool isHiddenFrom(int atom, CallPath site, bool but_own = false) const;
  /// owner -> slot, or owner -> Int -> slot: the address of a field or element. The inverse of slotOwner and slotIndex.
  logic::Relation slotAt(const program::Field* field);
  /// owner -> slot: the position behind a field that is no array; null where no pointer gets there.
  logic::Relation endOf(const program::Field* field);
  bool isEndOfOne(int atom) const;
  /// The first slot or part in this field of an object; -1: there is none.
  int placeIn(int object, const program::Field* field, bool is_slot) const;

  /// Declares every relation of the state at entry, and asserts that it is a heap, in canonical numbering.
  void declare(solver::ModelFinder& finder);
  /// Narrower cells for the numbers in relations of the state at entry, before declare (compared_numbers.h).
  void narrow(std::map<logic::Relation, logic::BoundCell> cells) { narrowed_ = std::move(cells); }
  /// What the cells of a field hold before they are written: any value, chosen by the solver. Each cell becomes raw
  /// memory once at most, since no object comes to be twice.
  logic::Relation garbage(const program::Field* field);
  const program::Field* garbageField(logic::Relation relation) const;  // null: no such relation
  logic::RelationBound anyGarbageOf(const program::Field* field) const;
  /// Are there objects in which this field is a constant of the program?
  bool holdsConstants(const program::Field* field) const;

  /// A parameter, field or element of the state at entry that is not a constant.
  struct EntryCell {
    logic::Expr value = nullptr;
    int owner = -1;  // the object or part whose field it is; -1: a parameter
    bool is_integer = false;
    bool is_text = false;           // an integer that is a string (ir/program/model_text.h)
    bool is_reference = false;      // a parameter: of something that is there
    std::vector<int> targets = {};  // of a pointer: what it may point to, ascending
  };
  /// In the order in which the canonical numbering reads them. Requires declare.
  const std::vector<EntryCell>& entryCells() const { return entry_cells_; }

  /// No object lives at entry that nothing points to: such a one takes room and is in nobody's way. Requires declare.
  logic::Formula everyObjectIsPointedTo();

  /// Declares only what is the same in every state: where parts and slots are, procedures, the globals.
  void declareConstants(solver::ModelFinder& finder);

  /// Which values a pointer of this type can have at entry; later, a cast may have made more of it.
  std::vector<int> candidates(program::TypeRef pointer, bool at_entry = true) const;
  /// The same of what a function without a body leaves in a field, or returns into a variable: a void pointer leads to
  /// what the code takes it for.
  std::vector<int> candidatesLeft(const program::Field* field) const;
  std::vector<int> candidatesReturned(const program::Local* target) const;
  /// What a relation for this field's value, at any time of the run, may hold.
  logic::RelationBound anyValueOf(const program::Field* field) const;
  logic::RelationBound anyValueOf(program::TypeRef scalar) const;  // unary, lone
  static logic::BoundCell anyNumberIn(const program::Field* field);
  logic::RelationBound anySetOf(const program::ClassDecl* class_decl) const;
  logic::RelationBound countedSetOf(const program::ClassDecl* class_decl) const;
  logic::RelationBound anyRowsOf(const program::Field* field) const;
  logic::RelationBound anyExtentOf(const program::ClassDecl* class_decl) const;

 private:
  int addObject(const program::ClassDecl* class_decl, const std::string& name, int number, int owner,
                const program::Field* field, long index, bool automatic);
  void addContents(int object);
  void addSlots(int object, const program::Field* field);
  void addEnd(int object, const program::Field* field);
  std::vector<int> rowsOf(const program::Field* field, bool at_entry) const;
  bool isIn(int atom, int whole) const;  // is it that object, or a part or slot in it?
  bool isBeyondEntry(int atom) const;    // an element that no array has at entry, or in one
  bool isInPrivateVariable(int atom) const;
  int countedOwner(int atom) const;  // the counted object an atom is, or is in; -1 for others

  /// What constants of the program hold, by place; absent: null.
  using ConstantPlace = std::tuple<int, const program::Field*, long>;
  using Constants = std::map<ConstantPlace, std::optional<logic::BoundCell>>;
  Constants constantCells() const;
  int atomOf(const program::Value& value, const std::map<program::ObjectId, int>& statics) const;

  std::vector<const program::ClassDecl*> classesFromRoots() const;
  bool isReplacedByArray(int atom) const;
  void leaveOutSingles(std::vector<int>& targets) const;
  bool isByteSeenAs(program::TypeRef pointer, int atom) const;
  bool isUsedAs(int atom, const std::set<program::TypeRef>& uses) const;
  const program::UntypedPointers& untyped() const;
  const program::Field* chainOf(const program::ClassDecl* class_decl) const;
  void declareState(solver::ModelFinder& finder);
  logic::Formula isThere(int atom, bool is_reference) const;
  class Numbering;
  class CellReader;
  void declareCells(solver::ModelFinder& finder);
  logic::Formula wellFormed();
  void constrainLiveness(std::vector<logic::Formula>& parts);
  void constrainParameters(std::vector<logic::Formula>& parts);
  void constrainFields(std::vector<logic::Formula>& parts);
  logic::Formula isValidPlace(int atom, bool is_reference);
  logic::Expr validPlaces(program::TypeRef pointer, bool is_there);
  logic::Expr extentAtEntry(int array);
  logic::Formula isOwn(const program::Local* parameter);
  logic::Formula isLiveAtEntry(int atom);

  program::Vocabulary& vocabulary_;
  logic::Context& context_;
  const Footprint& footprint_;
  ScopeLimits limits_;
  const program::Procedure& root_;
  logic::Universe universe_;
  std::vector<Atom> atoms_;
  std::map<const program::ClassDecl*, std::vector<int>> objects_;
  std::map<const program::Field*, std::vector<int>> slots_;
  std::map<const program::Field*, std::vector<int>> ends_;  // of fields that are no arrays
  std::map<const program::Field*, std::vector<int>> parts_;
  std::map<const program::Procedure*, int> functions_;
  struct Making {
    CallPath activation;
    const program::AllocateStmt* stmt = nullptr;
    auto operator<=>(const Making&) const = default;
  };
  std::map<Making, int> automatic_;
  bool is_declared_ = false;
  std::map<int, Making> makings_;  // of automatic objects
  int result_ = -1;
  mutable std::shared_ptr<const program::UntypedPointers> untyped_;  // made when it is first asked for
  std::map<const program::Field*, logic::Relation> slot_at_, end_of_;
  std::map<const program::Field*, logic::Relation> garbage_;
  std::map<logic::Relation, const program::Field*> garbage_fields_;
  std::vector<EntryCell> entry_cells_;
  std::map<logic::Relation, logic::BoundCell> narrowed_;
  std::vector<int> made_up_;
  std::vector<int> shadowed_parts_;
  int globals_ = -1;
};

}  // namespace weir::refine
