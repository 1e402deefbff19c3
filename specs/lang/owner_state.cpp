// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specs/lang/owner_state.h"

#include <algorithm>

#include "ir/program/model_class.h"

namespace weir::specs {

using program::ClassDecl;
using program::Field;
using program::LibraryRole;

namespace {

// More than any program has. Without a limit a counter at entry could overflow.
constexpr int kMostOwners = 1'000'000'000;

/// Does deleting an object of this class, whatever class derives from it, end it as what it is?
bool hasVirtualDestructor(const program::Program& program, const ClassDecl& class_decl) {
  return std::ranges::any_of(program.procedures(), [&](const program::Procedure* procedure) {
    return procedure->is_destructor && procedure->is_virtual && procedure->method_of != nullptr &&
           class_decl.derivesFrom(procedure->method_of);
  });
}

/// Of two classes of owners: may they share an object? They may not where one of them would end it as something else.
bool mayShare(const program::Program& program, const Field& target, const Field& other) {
  if (target.type == other.type) return true;
  if (!target.type->isObjectPointer() || !other.type->isObjectPointer()) return false;
  const ClassDecl& class_decl = *target.type->pointee->class_decl;
  const ClassDecl& other_class = *other.type->pointee->class_decl;
  if (&class_decl == &other_class) return true;
  return hasVirtualDestructor(program, class_decl) && hasVirtualDestructor(program, other_class);
}

class OwnerState {
 public:
  OwnerState(program::Vocabulary& vocabulary, program::State state)
      : vocabulary_(vocabulary), context_(vocabulary.context()), state_(state) {}

  logic::Formula agree(const ClassDecl& owner) {
    const Field& target = *program::targetFieldOf(owner);
    for (const ClassDecl* other : vocabulary_.program().classes()) {
      if (program::isOwner(*other)) agreeWith(owner, *other);
      if (other == &owner) break;  // those that come later say it of this one
    }
    if (const Field* block = program::blockFieldOf(owner)) {
      const logic::Variable one = context_.addVariable("one", false);
      const logic::Expr its = blockOf(one, *block);
      logic::Formula shared = context_.some(its);
      if (program::isWatcher(owner)) {
        const Field* owners = block->type->pointee->class_decl->findMember(LibraryRole::Owners);
        shared = context_.conjoin(
            shared, context_.negate(
                        context_.equal(context_.join(its, vocabulary_.fieldOf(owners, state_)), context_.integer(0))));
      }
      parts_.push_back(
          context_.forAll({{one, objectsOf(owner)}}, context_.disjoin(context_.no(targetOf(one, target)), shared)));
    }
    noPartIsOwned(owner, target);
    return context_.conjoin(parts_);
  }

  logic::Formula counted(const ClassDecl& block_class) {
    const logic::Variable block = context_.addVariable("block", false);
    const auto number = [&](LibraryRole role) {
      return context_.join(context_.variable(block), vocabulary_.fieldOf(block_class.findMember(role), state_));
    };
    const auto pointing = [&](bool watchers) {
      logic::Expr sum = context_.integer(0);
      for (const ClassDecl* owner : vocabulary_.program().classes()) {
        if (!program::isOwner(*owner) || program::isWatcher(*owner) != watchers) continue;
        const Field* field = program::blockFieldOf(*owner);
        if (field == nullptr) continue;
        const logic::Expr those = context_.join(vocabulary_.fieldOf(field, state_), context_.variable(block));
        sum = context_.plus(sum, context_.count(context_.intersect(those, objectsOf(*owner))));
      }
      return sum;
    };
    const logic::Formula owned = context_.less(context_.integer(0), number(LibraryRole::Owners));
    const logic::Formula parts[] = {
        context_.lessEqual(pointing(false), number(LibraryRole::Owners)),
        context_.lessEqual(number(LibraryRole::Owners), context_.integer(kMostOwners)),
        context_.equal(number(LibraryRole::Watchers), context_.plus(pointing(true), context_.fromFormula(owned))),
        context_.less(context_.integer(0), number(LibraryRole::Watchers))};
    return context_.forAll({{block, objectsOf(block_class)}}, context_.conjoin(parts));
  }

 private:
  logic::Expr objectsOf(const ClassDecl& class_decl) { return vocabulary_.liveObjects(&class_decl, state_); }
  logic::Expr targetOf(logic::Variable owner, const Field& target) {
    return context_.join(context_.variable(owner), vocabulary_.fieldOf(&target, state_));
  }
  logic::Expr blockOf(logic::Variable owner, const Field& block) { return targetOf(owner, block); }

  /// Two owners have one object just where they have one block; owners without blocks share nothing.
  void agreeWith(const ClassDecl& owner, const ClassDecl& other) {
    const Field& target = *program::targetFieldOf(owner);
    const Field& other_target = *program::targetFieldOf(other);
    const logic::Variable a = context_.addVariable("one", false), b = context_.addVariable("other", false);
    const logic::Formula apart = context_.no(context_.intersect(targetOf(a, target), targetOf(b, other_target)));
    const Field* block = program::blockFieldOf(owner);
    const Field* other_block = program::blockFieldOf(other);
    std::vector<logic::Formula> cases = {apart};
    if (block != nullptr && other_block != nullptr) {
      const logic::Expr one = blockOf(a, *block), another = blockOf(b, *other_block);
      const logic::Formula separate = context_.no(context_.intersect(one, another));
      cases = {context_.conjoin(apart, separate)};
      if (mayShare(vocabulary_.program(), target, other_target))
        cases.push_back(context_.conjoin(context_.equal(one, another),
                                         context_.equal(targetOf(a, target), targetOf(b, other_target))));
    }
    if (&owner == &other) cases.push_back(context_.equal(context_.variable(a), context_.variable(b)));
    parts_.push_back(context_.forAll({{a, objectsOf(owner)}, {b, objectsOf(other)}}, context_.disjoin(cases)));
  }

  void noPartIsOwned(const ClassDecl& owner, const Field& target) {
    if (!target.type->isObjectPointer()) return;
    const logic::Expr all = context_.join(objectsOf(owner), vocabulary_.fieldOf(&target, state_));
    for (const ClassDecl* class_decl : vocabulary_.program().classes())
      for (const Field* field : class_decl->fields)
        if (field->holdsParts() && field->elementType()->class_decl->derivesFrom(target.type->pointee->class_decl))
          parts_.push_back(context_.no(context_.join(all, context_.relation(vocabulary_.partOwner(field)))));
  }

  program::Vocabulary& vocabulary_;
  logic::Context& context_;
  program::State state_;
  std::vector<logic::Formula> parts_;
};

}  // namespace

logic::Formula ownersAgree(program::Vocabulary& vocabulary, const ClassDecl& owner, program::State state) {
  return OwnerState(vocabulary, state).agree(owner);
}

logic::Formula ownersAreCounted(program::Vocabulary& vocabulary, const ClassDecl& block, program::State state) {
  return OwnerState(vocabulary, state).counted(block);
}

}  // namespace weir::specs
