// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formulas of a specification, made ready for a query.
#pragma once

#include <set>
#include <span>
#include <vector>

#include "ir/program/vocabulary.h"
#include "refine/encode/footprint.h"
#include "specs/lang/specification.h"

namespace weir::refine {

/// Post-state relations that the code cannot change become their pre-state: a frame then costs nothing. `code` is
/// the footprint of the code alone.
class UnchangedState {
 public:
  UnchangedState(program::Vocabulary& vocabulary, const Footprint& code) : vocabulary_(vocabulary), code_(code) {}
  logic::Formula apply(logic::Formula formula) const;
  bool isUnchanged(const program::Field* field) const;
  bool isUnchanged(const program::ClassDecl* class_decl) const;

 private:
  program::Vocabulary& vocabulary_;
  const Footprint& code_;
};

/// Integer fields that a formula uses as a whole relation, not only as `x.f`: the rows of dead objects must be cut
/// from those, because the bounds give every atom a number.
std::set<const program::Field*> fieldsUsedWhole(std::span<const logic::Formula> formulas,
                                                const program::Vocabulary& vocabulary);

/// A `modifies` of a method's specification, field by field; nothing for another property and for those of models.
std::vector<FieldFrame> framesOf(const specs::Property& property, program::Vocabulary& vocabulary);

/// What the property says of a call in a query with this footprint.
logic::Formula formulaWithin(const specs::Property& property, program::Vocabulary& vocabulary,
                             const Footprint& footprint);

struct ById {  // an order that is the same in every run
  bool operator()(logic::Relation a, logic::Relation b) const { return a->id < b->id; }
};

/// The relations a formula mentions.
std::set<logic::Relation, ById> relationsIn(logic::Formula formula);

}  // namespace weir::refine
