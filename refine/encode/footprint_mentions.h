// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What belongs to a footprint besides what code and formulas name: classes with those that derive from them, parts with
// their owners, what pointers may lead to.
//
//   mentionField(Node::next)      also Node and what derives from it, and what a Node* may point to at entry
//
// footprint.cpp walks the code and the formulas, and says here what it meets.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "ir/program/heap.h"
#include "refine/encode/alike_classes.h"
#include "refine/encode/footprint.h"

namespace weir::refine {

class Mentions {
 protected:
  Mentions(program::Vocabulary& vocabulary, const FootprintQuestions& questions)
      : vocabulary_(vocabulary), program_(vocabulary.program()), questions_(questions) {}

  void mentionClass(const program::ClassDecl* class_decl);
  void mentionExactly(const program::ClassDecl* class_decl);
  void askForWhatIsGiven(const program::Procedure& root);
  void mentionType(program::TypeRef type);
  void mentionEntryType(program::TypeRef type);
  void mentionField(const program::Field* field);
  void mentionArraysOf(program::TypeRef pointer);
  void mentionFreed(const program::FreeStmt& stmt);
  void mentionUnmentioned();
  void closeUnderSlots();
  void inDeclarationOrder();
  void leaveOutAlikeClasses();

  program::Vocabulary& vocabulary_;
  const program::Program& program_;
  const FootprintQuestions& questions_;
  bool in_code_ = false;  // or in a formula
  bool asks_for_owner_ = false;
  bool asks_for_sorts_ = false;
  ClassQuestions class_questions_;
  Footprint footprint_;
  std::set<program::TypeRef> entry_slot_types_;
  std::set<program::TypeRef> slot_types_;
  std::set<const program::Procedure*> functions_;

 private:
  void mentionMadeUp(const program::ClassDecl* class_decl);
  const program::Heap& initial();
  void mentionTargets(program::ObjectId id, const program::Field* field);
  void mentionAnotherOwner();
  void mentionLinks(const program::ClassDecl* class_decl);
  void mentionWhatSharesBytes();
  bool isWritten(const program::Field* field) const;
  bool mentionIfPointedTo(const program::Field* field, const std::set<program::TypeRef>& pointees);
  void mentionInside(const program::ClassDecl* class_decl, const std::vector<const program::ClassDecl*>& present);
  static std::vector<program::TypeRef> inOrder(const std::set<program::TypeRef>& types);
  template <typename Fits>
  void mentionOneOf(const program::ClassDecl* class_decl, const Fits& fits);
  template <typename Fits>
  bool findInside(const program::ClassDecl* class_decl, const Fits& fits, bool only_mentioned,
                  std::vector<const program::Field*>& path);
  bool isFunctionPointerTarget(const program::Procedure* procedure) const;
  bool mayHold(program::TypeRef type, const program::Procedure* procedure) const;

  bool has_another_owner_ = false;
  bool frees_anything_ = false;
  std::set<const program::ClassDecl*> freed_;
  std::optional<program::Heap> initial_;
};

}  // namespace weir::refine
