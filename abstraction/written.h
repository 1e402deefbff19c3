// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a piece of code may write, by its text alone, callees included: the frame condition of section 7.4.2. It is
// where a recursion starts from, and what a loop's iteration has symbols for.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "abstraction/state.h"

namespace weir::abstraction {

struct WrittenSet {
  std::set<logic::Relation, State::ById> relations;  // of the pre-state
  std::set<const program::Local*, State::ByIndex> locals;
  bool may_throw = false;
};

class Written {
 public:
  explicit Written(program::Vocabulary& vocabulary) : vocabulary_(&vocabulary) {}
  const WrittenSet& by(const program::Procedure& procedure);
  WrittenSet by(const program::Body& body);
  /// What a call may run, as far as that is known.
  std::vector<const program::Procedure*> targets(const program::CallStmt& stmt) const;

 private:
  void addDirect(const program::Stmt& stmt, WrittenSet& written);
  void addObject(const program::ClassDecl* class_decl, bool with_fields, WrittenSet& written);
  void addFreed(const program::FreeStmt& stmt, WrittenSet& written);

  program::Vocabulary* vocabulary_;
  std::map<const program::Procedure*, WrittenSet> procedures_;
};

/// Its own fields and those of its bases, bases first.
std::vector<const program::Field*> allFieldsOf(const program::ClassDecl* class_decl);
/// The fields a pointer to this scalar type may point to. C lets a slot be accessed as the signed and the unsigned type
/// of its width, and a pointer as another one.
std::vector<const program::Field*> fieldsPointedTo(const program::Program& program, program::TypeRef pointee);

}  // namespace weir::abstraction
