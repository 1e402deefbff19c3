// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of the objects that the code makes can become known to functions without a body.
//
//   int n = 0;                    only the code itself ever has the address of n
//   struct node* fresh = make();  nobody knows `fresh` before it is linked
//   hook(&m);                     from here on hook's source knows m
//
// A function that is not in the source can change what it was handed and what memory leads to. An object whose address
// is in variables alone is out of its reach. The analysis does not look at order: what is handed out or stored anywhere
// counts as known from the start.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "ir/program/program.h"

namespace weir::refine {

class Escapes {
 public:
  /// Of the code of these procedures, which call each other.
  Escapes(const program::Program& program, const std::vector<const program::Procedure*>& procedures);

  /// Can others come to know what this statement makes?
  bool isKnown(const program::AllocateStmt& made) const { return known_.contains(root(made.target)); }
  /// The same of what a parameter that is passed by value points to.
  bool isKnown(const program::Local* parameter) const { return known_.contains(root(parameter)); }
  /// The same of any heap object of this class that is made.
  bool isKnown(const program::ClassDecl* class_decl) const;

 private:
  using Node = const void*;  // a local, or the result of a procedure
  Node root(Node node) const;
  void join(Node one, Node other);
  void visit(const program::Stmt& stmt, const program::Procedure& procedure);
  void visitCall(const program::CallStmt& call);
  void leaves(program::ExprRef value);

  const program::Program& program_;
  mutable std::map<Node, Node> parents_;
  std::set<Node> known_;  // by root
  std::vector<const program::AllocateStmt*> allocations_;
};

}  // namespace weir::refine
