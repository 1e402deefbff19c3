// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a query can touch: the procedures reachable from the one under analysis and the classes, fields and slots that
// they or the property mention. Everything else is left out of the universe: it could not change the verdict.
#pragma once

#include <map>
#include <set>
#include <span>
#include <vector>

#include "ir/program/vocabulary.h"

namespace weir::refine {

struct Footprint {
  std::vector<const program::Procedure*> procedures;       // reachable, the root first
  std::vector<const program::ClassDecl*> classes;          // dynamic classes that need atoms, in order of declaration
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
  std::set<program::TypeRef> placed_types;        // where some pointer to them is, not only what it points to, matters
  std::set<program::TypeRef> variable_types;      // of which a variable is not the same as an array of one element
  /// Which allocators make objects of a class and which ones take back single objects and arrays.
  std::map<const program::ClassDecl*, std::set<program::Allocator>> made_by;
  std::set<program::Allocator> objects_freed_by, arrays_freed_by;
  bool deletes_as_base = false;  // some delete has to find an object of its very type, but may find another
  bool casts_functions = false;  // a function pointer may point to a function of another type
  bool frees = false;
  bool allocates_automatic = false;
  bool may_mistype = false;  // a pointer may point to an object of another class than its type says
  bool uses_globals = false;

  /// Does the code make objects of the class by this allocator which it may give back by another?
  bool isMixed(const program::ClassDecl* class_decl, program::Allocator allocator) const;
  bool hasClass(const program::ClassDecl* class_decl) const;
  bool hasField(const program::Field* field) const;
  bool hasSlots(const program::Field* field) const;
  /// May a pointer to `pointee` be used to access a place of the type `stored`? Pointers at entry are as their types
  /// say; where the code casts pointers, the signed and the unsigned type of one width alias, as in C.
  bool mayPoint(program::TypeRef pointee, program::TypeRef stored) const;
  /// Does an array of one element stand for a variable that a pointer to this type is given? Both are the same to a
  /// pointer, but only the array has an end that it can be moved to.
  bool takesArrays(program::TypeRef pointee) const {
    return stepped_types.contains(pointee) && !variable_types.contains(pointee);
  }
  /// May a pointer to this type be at the end of an array at entry? Code that only follows its pointers is not given
  /// such a one: there is nothing it could do with it but make the caller's mistake.
  bool mayBeAtEnd(program::TypeRef pointee) const {
    return placed_types.contains(pointee) || loose_types.contains(pointee);
  }
  /// May some of these pointees be stored to where a place of this type is?
  bool mayStore(const std::set<program::TypeRef>& pointees, program::TypeRef stored) const;

 private:
  friend class FootprintBuilder;
  std::set<const program::ClassDecl*> class_set_;
  std::set<const program::Field*> field_set_;
  std::set<const program::Field*> slot_set_;
};

/// The footprint of running `root` and evaluating the formulas before and after. `stops_at` names procedures whose
/// bodies are not looked into (they are replaced by specifications, given among the formulas).
Footprint footprintOf(const program::Procedure& root, program::Vocabulary& vocabulary,
                      std::span<const logic::Formula> formulas,
                      const std::set<const program::Procedure*>& stops_at = {});

/// The procedures that a call may run.
std::vector<const program::Procedure*> targetsOf(const program::CallStmt& call, const program::Program& program);

}  // namespace weir::refine
