// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The relations that describe a program: its state before and after a call, in the logic.
//
//   class Node { Node* next; int v; }     live sets   Node, Node'          the objects that are live, by dynamic class
//                                         fields      next, next'          Node -> Node, functional; null is absence
//                                                     v, v'                Node -> Int
//   int a[4] in C                         fields      a, a'                C -> Int -> Int
//   Link link in C (a part)               part        C -> Link            the same in both states
//
// Specifications, summaries and instances are written over these relations; the encoder gives the primed ones their
// value. Relations are made on first use: what a query does not mention costs nothing.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/logic/context.h"
#include "ir/program/program.h"

namespace weir::program {

enum class State { Pre, Post };

class Vocabulary {
 public:
  Vocabulary(const Program& program, logic::Context& context);
  const Program& program() const { return *program_; }
  logic::Context& context() { return *context_; }

  // Sorts. A class's sort is below those of its bases; an atom's sort is its dynamic class.
  logic::Sort sortOf(const ClassDecl* class_decl);
  logic::Sort slotSort() const { return slot_sort_; }            // addresses of scalar fields and array elements
  logic::Sort procedureSort() const { return procedure_sort_; }  // values of function pointers
  /// The sort of the values of a scalar type: Int, a class, slots, procedures; univ for void*.
  logic::Sort sortOf(TypeRef scalar);

  // State: one relation before, one after.
  logic::Relation live(const ClassDecl* dynamic, State state);  // objects (parts too) of exactly this class
  logic::Relation field(const Field* field, State state);       // for fields that do not hold parts
  logic::Relation extent(const ClassDecl* array, State state);  // array -> Int

  // The same in every state.
  logic::Relation part(const Field* field);       // owner -> part, or owner -> Int -> part
  logic::Relation partOwner(const Field* field);  // part -> owner: the inverse of part, index forgotten
  logic::Relation partIndex(const Field* field);  // part -> Int (0 where the field is no array)
  logic::Relation slotOwner(const Field* field);  // slot -> owner, for fields of scalar type and arrays of it
  logic::Relation slotIndex(const Field* field);  // slot -> Int (0 where the field is no array)
  logic::Relation globalsObject();                // a singleton
  logic::Relation automaticObjects();             // those with automatic storage, and their parts
  logic::Relation procedureAtom(const Procedure* procedure);  // a singleton of procedureSort

  // Of one call.
  logic::Relation parameter(const Local* parameter);   // its value at entry: at most one element
  logic::Relation result(const Procedure* procedure);  // what it returned
  logic::Relation thrown(const Procedure* procedure);  // the object or pointer it threw

  // Expressions people mean.
  /// Live objects whose dynamic type is `base` or derives from it.
  logic::Expr liveObjects(const ClassDecl* base, State state);
  /// The field's relation, or the part relation where it holds parts.
  logic::Expr fieldOf(const Field* field, State state);
  /// The value at the slot(s) `pointer` (a single slot) of the given scalar type.
  logic::Expr deref(logic::Expr pointer, TypeRef pointee, State state);
  /// The object whose field or element the slot or part `pointer` is; empty for a boxed variable.
  logic::Expr ownerOf(logic::Expr pointer);

  /// What a relation of this vocabulary stands for; nothing for any other relation.
  struct Meaning {
    enum class Kind {
      Live,
      Field,
      Extent,
      Part,
      PartOwner,
      PartIndex,
      SlotOwner,
      SlotIndex,
      Globals,
      Automatic,
      Procedure,
      Parameter,
      Result,
      Thrown
    };
    Kind kind = Kind::Live;
    State state = State::Pre;               // Live, Field, Extent
    const ClassDecl* class_decl = nullptr;  // Live, Extent, Globals
    const Field* field = nullptr;           // Field, Part…, Slot…
    const Local* local = nullptr;           // Parameter
    const Procedure* procedure = nullptr;   // Procedure, Result, Thrown
  };
  const Meaning* meaningOf(logic::Relation relation) const;

  /// The fields that a pointer to this scalar type may point to, in order of declaration: of that type or one that may
  /// alias it, or, for a character, one whose byte it may be (isByteOf).
  std::vector<const Field*> slotFields(TypeRef pointee) const;
  /// Some formula asks for the owner, position or extent of a pointer to this type, which tells a variable from an
  /// array of one element.
  void askForPlace(TypeRef pointee) { asked_for_place_.insert(pointee); }
  bool isAskedForPlace(TypeRef pointee) const { return asked_for_place_.contains(pointee); }
  /// Some formula asks for the owner of a pointer to this type: of a pointer that may point to such a field.
  void askForOwner(TypeRef pointee) { owners_of_slots_.insert(pointee); }
  void askForOwner(const ClassDecl* part) { owners_of_parts_.insert(part); }
  bool isAskedForOwner(const Field* field) const;
  /// The value of this field at a place that a pointer to `pointee` leads to: the same bits, in the pointer's type.
  logic::Expr seenAs(TypeRef pointee, const Field* field, logic::Expr value);

 private:
  using Table = std::map<std::pair<const void*, int>, logic::Relation>;
  logic::Relation lazily(Table& table, const void* key, const Meaning& meaning, const std::string& name,
                         std::vector<logic::Sort> columns, bool functional);

  const Program* program_;
  logic::Context* context_;
  logic::Sort slot_sort_;
  logic::Sort procedure_sort_;
  std::map<const ClassDecl*, logic::Sort> sorts_;
  std::map<logic::Relation, Meaning> meanings_;
  std::set<TypeRef> asked_for_place_;
  std::set<TypeRef> owners_of_slots_;
  std::set<const ClassDecl*> owners_of_parts_;
  Table live_, fields_, extents_, parts_, part_owners_, part_indices_, slot_owners_, slot_indices_, procedures_,
      parameters_, results_, thrown_, globals_, automatic_;
};

}  // namespace weir::program
