// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the void pointers of a program are used as.
//
//   struct array { size_t size; void* data; };
//   entry* e = array->data;                       data is used as entry*: before a call it points to an entry
//
// A void* that is converted to T* is a T* that the language has no way to write. Objects of other classes behind it
// would be read as what they are not, which no caller wants and weir does not follow. Pointers that are passed, stored
// and loaded from one to the other are taken for one: what one is used as, all are. One that is only handed on is used
// as nothing, and may point to anything.
#pragma once

#include <map>
#include <set>

#include "ir/program/program.h"

namespace weir::program {

class UntypedPointers {
 public:
  explicit UntypedPointers(const Program& program) : UntypedPointers(program, program.procedures()) {}
  /// What these procedures use them as.
  UntypedPointers(const Program& program, const std::vector<const Procedure*>& procedures);

  /// The pointees T of the conversions from and to `T*`; empty where it is converted to nothing.
  std::set<TypeRef> usesOf(const Field* field) const { return usesAt(field); }
  std::set<TypeRef> usesOf(const Local* parameter) const { return usesAt(parameter); }

 private:
  using Node = const void*;  // a field, a local, a procedure's result; `this` stands for what slots hold
  Node root(Node node) const;
  void join(Node one, Node other);
  void visit(const Procedure& procedure);
  void visit(const Stmt& stmt, const Procedure& procedure);
  void visit(const Expr& expr);
  void visitCall(const CallStmt& call);
  /// The value goes into this pointer.
  void flows(ExprRef value, Node into);
  Node nodeOf(ExprRef value) const;
  std::set<TypeRef> usesAt(Node node) const;

  const Program& program_;
  mutable std::map<Node, Node> parents_;
  std::map<Node, std::set<TypeRef>> read_as_;  // by root
  std::map<Node, std::set<TypeRef>> made_of_;
};

}  // namespace weir::program
