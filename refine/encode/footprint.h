// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a query can touch: the procedures reachable from the one under analysis and the classes, fields and slots that
// they or the property mention. Everything else is left out of the universe: it could not change the verdict.
//
//   struct N { int v; int w; };
//   int f(int *p, struct N *n) { *p = 1; return n->v; }
//
// Nobody mentions `w`. That p may point to it makes no difference, since a variable of the caller does as well, unless
// the property asks for owner[p] or the code frees n: then the fields that p may point to count as mentioned.
#pragma once

#include <map>
#include <set>
#include <span>
#include <vector>

#include "ir/program/vocabulary.h"

namespace weir::refine {

struct Footprint {
  std::vector<const program::Procedure*> procedures;  // reachable, the root first
  std::vector<const program::ClassDecl*> classes;     // dynamic classes that need atoms, in order of declaration
  /// Classes whose objects are not told apart from those of another one, which stand for them (alike_classes.h).
  std::map<const program::ClassDecl*, const program::ClassDecl*> alike;
  std::vector<const program::Field*> value_fields;         // that hold scalars, mentioned; in order of declaration
  std::vector<const program::Field*> part_fields;          // that hold parts, mentioned
  std::vector<const program::Field*> slot_fields;          // value fields whose address a pointer may hold
  std::vector<const program::Procedure*> function_values;  // what a function pointer may point to
  std::set<const program::Field*> in_code;                 // fields that the code, not only a formula, mentions
  std::set<const program::Field*> written;                 // value fields that some reachable statement may write
  std::set<program::TypeRef> pointed_types;                // of scalars that some pointer points to
  std::set<program::TypeRef> stored_types;                 // written through pointers to them, whatever field that is
  std::set<const program::ClassDecl*> allocated;  // classes that some reachable statement allocates (with parts)
  std::set<program::TypeRef> loose_types;         // some pointer is cast to point to them
  std::set<program::TypeRef> punned_types;        // and may then point to something that C does not let them alias
  std::set<program::TypeRef> stepped_types;       // some pointer to them is moved to another element
  std::set<program::TypeRef> ended_types;         // some pointer to them may be moved to the end, and not be followed
  std::set<program::TypeRef> placed_types;        // where some pointer to them is, not only what it points to, matters
  std::map<const program::ClassDecl*, long> fixed_extents;  // of heap arrays, by the code (fixed_extents.h)
  std::set<const program::ClassDecl*> deleted_classes;      // by a delete of one object, which is no array of one
  std::set<program::TypeRef> variable_types;  // of which a variable is not the same as an array of one element
  /// Which allocators make objects of a class and which ones take back single objects and arrays.
  std::map<const program::ClassDecl*, std::set<program::Allocator>> made_by;
  std::set<program::Allocator> objects_freed_by, arrays_freed_by;
  bool deletes_as_base = false;  // some delete has to find an object of its very type, but may find another
  bool casts_functions = false;  // a function pointer may point to a function of another type
  bool frees = false;
  bool allocates_automatic = false;
  bool may_mistype = false;  // a pointer may point to an object of another class than its type says
  bool uses_globals = false;
  bool accesses_characters = false;  // some statement reads or writes through a pointer to a character
  /// Pointers to characters are only followed, never moved: at entry they may point to the first byte of any integer.
  /// Code that moves them is about strings, and is given characters.
  bool reads_bytes = false;

  /// Does the code make objects of the class by this allocator which it may give back by another?
  bool isMixed(const program::ClassDecl* class_decl, program::Allocator allocator) const;
  bool hasClass(const program::ClassDecl* class_decl) const;
  bool hasField(const program::Field* field) const;
  bool hasSlots(const program::Field* field) const;
  /// May a pointer to `pointee` be used to access a place of the type `stored`? Pointers at entry keep to what C lets
  /// alias (mayAlias); where the code casts pointers, integers of one width are read as each other.
  bool mayPoint(program::TypeRef pointee, program::TypeRef stored) const;
  /// The same of a pointer at entry. A place that it may point to and not access is not followed there: a character may
  /// lead to the bytes of a pointer, a truth value or a bit-field, where one of the two ways to them changes something.
  bool mayPointAtEntry(program::TypeRef pointee, const program::Field& place) const;
  /// May one of these pointees be the type that a place of the type `stored` is pointed to with?
  bool mayPoint(const std::set<program::TypeRef>& pointees, program::TypeRef stored) const;
  /// Does an array of one element stand for a variable that a pointer to this type is given? Both are the same to a
  /// pointer, but only the array has an end that it can be moved to.
  bool takesArrays(program::TypeRef pointee) const {
    return stepped_types.contains(pointee) && !variable_types.contains(pointee);
  }
  /// Does it for an object of exactly this class?
  bool takesArrays(const program::ClassDecl* class_decl) const;
  /// May a pointer be moved past a field that is no array?
  bool hasEnd(const program::Field* field) const;
  /// Does it matter how many elements heap arrays of this class have: are some allocated, or gone through?
  bool walksArrays(const program::ClassDecl* array) const;
  /// May a pointer to this type be at the end of an array at entry? Code that only follows its pointers is not given
  /// such a one: there is nothing it could do with it but make the caller's mistake.
  bool mayBeAtEnd(program::TypeRef pointee) const {
    return placed_types.contains(pointee) || loose_types.contains(pointee);
  }

 private:
  friend class FootprintBuilder;
  friend class Mentions;
  std::set<const program::ClassDecl*> class_set_;
  std::set<const program::Field*> field_set_;
  std::set<const program::Field*> slot_set_;
};

/// What `modifies` of a call says of one field. Nobody could tell what becomes of a field that nothing else mentions:
/// of such a one it is enough that its objects live on, and where there are none of the class there is nothing to say.
struct FieldFrame {
  const program::Field* field = nullptr;
  logic::Formula keeps_value = nullptr;
  logic::Formula keeps_objects = nullptr;
};

/// What is asked of the states before and after.
struct FootprintQuestions {
  std::span<const logic::Formula> formulas = {};
  std::span<const logic::Formula> of_calls = {};  // formulas that stand for calls
  std::span<const FieldFrame> frames = {};        // of calls
  bool links = false;                             // something is about all links of every class
};

/// What the frame says of a query with this footprint; null for nothing.
logic::Formula frameWithin(const FieldFrame& frame, const Footprint& footprint, const program::Program& program);

/// The footprint of running `root` and answering the questions. A field that `formulas` only reads at the place where a
/// pointer points to need not be in it: see withoutUnpointed.
Footprint footprintOf(const program::Procedure& root, program::Vocabulary& vocabulary,
                      const FootprintQuestions& questions = {});

/// The formula where no pointer points to fields without slots in this footprint: `deref[p]` reads every field of the
/// program that p may point to.
logic::Formula withoutUnpointed(logic::Formula formula, program::Vocabulary& vocabulary, const Footprint& footprint);

/// Is it a field that leads from an object of a class to another of that class, or an array of such fields?
bool isLink(const program::Field& field);

/// The procedures that a call may run.
std::vector<const program::Procedure*> targetsOf(const program::CallStmt& call, const program::Program& program);

}  // namespace weir::refine
