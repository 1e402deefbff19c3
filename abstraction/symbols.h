// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbols for what is allocated and for the state at the start of an iteration, and what their age tells.
//
// An object that is allocated later than everything an expression mentions was made is not in that expression's value
// and no field maps it or to it:
//
//   e = new ListEntry; e->next = head;     next ++ (New -> this.head), read at this.head, is this.head.next
#pragma once

#include <unordered_map>

#include "abstraction/summary.h"

namespace weir::abstraction {

class Symbols {
 public:
  explicit Symbols(program::Vocabulary& vocabulary) : vocabulary_(&vocabulary), context_(&vocabulary.context()) {}

  /// Objects allocated from here on; at most one unless it is a set.
  logic::Relation allocation(const std::string& class_name, logic::Sort sort, bool is_set, bool is_automatic);
  /// A value that is not known yet, with the columns of `like`.
  logic::Relation placeholder(const std::string& name, std::vector<logic::Sort> columns, bool functional);
  bool isAllocation(logic::Relation relation) const;
  bool isPlaceholder(logic::Relation relation) const;

  /// One allocated object, or a part of one.
  bool isNewObject(logic::Expr expr) const;
  /// A local object, or a part of one.
  bool isAutomatic(logic::Expr expr) const;
  /// The age before which no object of the set was allocated; 0 where it may hold an object of the pre-state.
  int youngerThan(logic::Expr set) const;
  /// Every object in the value, and in every row of it, was there at this age: bounded by what it is made of.
  int birthOf(logic::Expr expr);
  /// No object is in both.
  bool areDisjoint(logic::Expr a, logic::Expr b);
  /// No row of the relation begins with an object of `objects`.
  bool hasNoRow(logic::Expr objects, logic::Expr relation);

  /// The field whose slots the relation maps to their owners; null for any other relation.
  const program::Field* slotFieldOf(logic::Expr relation) const;
  /// Mentions the address of a scalar member, which a state may have no atom for.
  bool holdsAddress(logic::Expr expr) const;

  // Requires of each: the object is not null, or the execution ends.
  /// x.relation, seeing through writes to other objects.
  logic::Expr read(logic::Expr object, logic::Expr relation);
  /// objects.relation, for any set of objects.
  logic::Expr join(logic::Expr objects, logic::Expr relation);
  /// The rows of the objects become `value`; of a local object that is gone nothing is left behind.
  logic::Expr write(logic::Expr relation, logic::Expr objects, logic::Expr value);
  /// The relation without the rows of the objects.
  logic::Expr withoutRows(logic::Expr relation, logic::Expr objects);
  logic::Expr without(logic::Expr set, logic::Expr objects);
  /// A set that may be larger: the objects go where they stand by themselves.
  logic::Expr withoutPart(logic::Expr set, logic::Expr objects);

 private:
  /// A field or an extent, before the call or at the start of an iteration: it has rows for live objects only.
  bool isState(logic::Relation relation) const;

  struct Fact {
    int birth = 0;
    bool is_allocation = false;
    bool is_set = false;
    bool is_automatic = false;
  };
  /// Of an object, or the object it is a part of; null where it is none that was allocated.
  const Fact* factOf(logic::Expr expr) const;

  program::Vocabulary* vocabulary_;
  logic::Context* context_;
  int births_ = 0;
  std::unordered_map<logic::Relation, Fact> facts_;
  std::unordered_map<logic::Expr, int> birth_of_;
};

}  // namespace weir::abstraction
