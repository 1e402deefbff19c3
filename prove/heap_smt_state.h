// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A heap of any size in SMT-LIB: fields as functions, what lies between along a link as a relation of three objects,
// and the states that a path goes through.
//
//   (node.next x)            the next one of x at entry, node.null where there is none
//   (node.next/2 x)          the same after the second step
//   (node.next.between/2 u v w)     from u one comes to w, and to v before
//
// It says of all objects what heap_structure.h says of a part of the heap, and shares no code with it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "prove/heap_structure.h"
#include "prove/smt_text.h"

namespace weir::prove {

class SmtHeap {
 public:
  /// What a script speaks of. That is known at its end only, so a script is written until nothing is added.
  struct Words {
    std::set<const ClassDecl*> classes;
    std::set<const Field*> fields, closures, parts;
    std::set<const program::Local*> parameters;  // whose numbers are compared
    bool operator==(const Words&) const = default;
  };

  /// Declares the words, at entry and at the start of the path.
  SmtHeap(smt::Script& script, Words& words, const std::optional<HeapStructure::Changes>& changes);

  // The names of functions; a word that is new is noted.
  std::string sort(const ClassDecl* class_decl);
  std::string null(const ClassDecl* class_decl);
  std::string isLive(const ClassDecl* class_decl, const std::string& object, bool at_entry);
  std::string field(const Field* field, const std::string& object, bool at_entry);  // a number or a pointer
  std::string part(const Field* field, const std::string& owner);
  std::string parameter(const program::Local* parameter);
  static std::string number(program::Integer value);
  std::string between(const Field* field, const std::string& a, const std::string& b, const std::string& c,
                      bool at_entry);
  std::string reaches(const Field* field, const std::string& a, const std::string& b, bool at_entry) {
    return between(field, a, b, b, at_entry);
  }
  std::string isOnCycle(const Field* field, const std::string& a, bool at_entry);
  // What is so in every heap, but has to be said of single objects: it would make new ones for ever.
  /// What comes after another has one before it on the way; at entry.
  void assumeWay(const Field* field, const std::string& from, const std::string& to);
  /// A way ends, runs in a circle, or turns into one: where two lead to the same; at entry.
  void assumeEnd(const Field* field, const std::string& from);
  bool isTouched(const Field* field) const { return touched_.contains(field) || made_or_freed_.contains(field->owner); }

  // Steps. Requires that the objects are there.
  void store(const std::string& object, const Field* field, const std::string& value);
  void change(const std::string& object, const Field* field, const std::optional<std::string>& number);
  std::string allocate(const ClassDecl* class_decl, bool is_zeroed);
  void free(const ClassDecl* class_decl, const std::string& object);

  /// A constant of which nothing is known.
  std::string any(const std::string& name, const std::string& sort);

 private:
  struct State {
    std::map<const ClassDecl*, std::string> live;
    std::map<const Field*, std::string> fields, closures;
  };

  void declareClass(const ClassDecl* class_decl);
  void declareParts();
  void declareFields(State& state, bool at_entry);
  void declareClosure(const Field* field, State& state, bool at_entry);
  void storeClosure(const Field* field, const std::string& object, const std::string& value);
  bool differsAtStart(const Field* field) const;
  std::string nameOf(const Field* field) const;
  std::string resultOf(const Field* field);
  smt::Variable bound(const char* name, const ClassDecl* class_decl) { return {name, sort(class_decl)}; }

  smt::Script& script_;
  Words& words_;
  const Words declared_;
  std::optional<HeapStructure::Changes> changes_;
  State entry_, now_;
  std::set<const Field*> touched_;
  std::set<const ClassDecl*> made_or_freed_;
  int states_ = 0;
};

}  // namespace weir::prove
