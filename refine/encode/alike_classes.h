// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes whose objects neither the code nor the property can tell apart.
//
//   struct B { B* next; };  struct D : B { int v; };
//   void insert(B& n, B& x);                            // and a property of next
//
// Nobody asks for `v`, makes a D, has a pointer to D or calls a virtual function that D overrides. Replace each D of a
// heap by a B: the same statements run, the same properties are true. So D needs no objects of its own: those of B
// stand for its objects as well. Without this a hierarchy of four classes has four times the objects of the scope, and
// the search grows with the shapes they can form.
#pragma once

#include <map>
#include <set>
#include <span>
#include <vector>

#include "ir/program/program.h"

namespace weir::refine {

/// What was asked of classes: two of them are alike if every question had one answer for both.
class ClassQuestions {
 public:
  /// Something depends on whether an object is of one of these dynamic classes.
  void asksForOneOf(std::span<const program::ClassDecl* const> classes);
  void asksFor(const program::ClassDecl* class_decl) { asksForOneOf(std::span(&class_decl, 1)); }
  /// A call of this virtual procedure runs the final overrider of the object's class.
  void dispatches(const program::Procedure* procedure) { dispatched_.insert(procedure); }

  /// For each of these classes whose objects another one's can stand for: the first one in the order given.
  std::map<const program::ClassDecl*, const program::ClassDecl*> representatives(
      std::span<const program::ClassDecl* const> classes, const std::set<const program::Field*>& fields,
      const program::Program& program) const;

 private:
  std::set<std::vector<const program::ClassDecl*>> groups_;  // each sorted
  std::set<const program::Procedure*> dispatched_;
};

}  // namespace weir::refine
