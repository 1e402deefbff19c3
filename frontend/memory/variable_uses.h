// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a source does with variables of static storage duration, as its text shows.
//
//   static int limit = 10;        only ever read: it is 10 whenever anything runs
//   static int depth;             written, but no pointer leads to it: no other source can change it
//   static int cells[4];          `fill(cells)`: whoever has the pointer can
//
// The text counts, not the program that is made of it: code that weir does not understand uses variables, too.
#pragma once

#include <set>

namespace clang {
class Decl;
class VarDecl;
}  // namespace clang

namespace weir::frontend {

class VariableUses {
 public:
  /// Everything that stands in this declaration.
  void add(clang::Decl* decl);

  /// By canonical declaration. Assigned, other than by its initialiser?
  bool isWritten(const clang::VarDecl* variable) const { return written_.contains(variable); }
  /// Used other than by reading and assigning it: its address is taken, a reference bound to it, a method called on it.
  bool isHandedOut(const clang::VarDecl* variable) const { return handed_out_.contains(variable); }

 private:
  friend class UseCollector;
  std::set<const clang::VarDecl*> written_;
  std::set<const clang::VarDecl*> handed_out_;
};

}  // namespace weir::frontend
