// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The language of invariants over heaps of several classes: clauses over pointers that have names at the head of a
// loop, and up to two objects of one class.
//
//   all u: Node | u in l.head'.*next' => u = x' or u.next'.prev' = u
//
// Variables and fields are those of the moment where they are primed, and those at entry where they are not.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "prove/clause_mining.h"
#include "prove/heap_structure.h"

namespace weir::prove {

/// A pointer: a parameter, a variable at the head, or what a field of one of them holds.
struct HeapTerm {
  int name = 0;  // the parameters, then the variables
  const Field* field = nullptr;
  bool at_entry = false;  // of the field
  const ClassDecl* class_decl = nullptr;
};

struct HeapAtom {
  enum class Kind {
    Null,              // no x
    Same,              // x = y
    Reaches,           // y in x.*f
    Is,                // u = x
    From,              // u in x.*f
    To,                // x in u.*f
    Between,           // u lies on the way from x to y
    Holds,             // u.f = x
    Ends,              // no u.f
    Lives,             // u is there
    OnCycle,           // u in u.^f
    Kept,              // u.f = u.f at entry
    AtMost,            // x.key <= u.key
    AtLeast,           // u.key <= x.key
    ParameterAtMost,   // p <= u.key
    ParameterAtLeast,  // u.key <= p
    CellsSame,         // u = v
    CellsReach,        // v in u.*f
    CellsReachBack,
    CellsHold,  // u.f = v
    CellsHoldBack,
    CellsAtMost,  // u.key <= v.key
    CellsAtLeast,
  };
  Kind kind = Kind::Null;
  int x = 0;  // terms
  int y = 0;
  const Field* field = nullptr;
  const program::Local* parameter = nullptr;
  bool at_entry = false;
  int cells = 0;  // as in clause_mining.h
};

/// Clauses at one head over objects of one class.
struct HeapFamily {
  const ClassDecl* cell = nullptr;
  std::vector<HeapTerm> terms;
  std::vector<HeapAtom> atoms;
  std::vector<Clause> clauses;

  std::vector<MinedAtom> mined() const;
};

/// What there is to speak of.
struct HeapWords {
  std::set<const Field*> followed;                // closures and numbers
  std::set<const Field*> fields;                  // all that the code reads or changes
  std::vector<const program::Local*> parameters;  // whose numbers are compared
  bool large = false;
};

/// `changes`: what the code may have done before it comes to the head.
std::vector<HeapFamily> familiesAt(const HeapProgram& program, const CutPoint& head, const HeapWords& words,
                                   const HeapStructure::Changes& changes);

/// The terms in a structure. All of them are inside.
std::vector<HeapStructure::Pointer> termsIn(HeapStructure& structure, const std::vector<HeapTerm>& terms,
                                            const std::vector<HeapStructure::Pointer>& names);
solver::Gate valueOf(HeapStructure& structure, const HeapAtom& atom, const std::vector<HeapStructure::Pointer>& terms,
                     const HeapStructure::Pointer& u, const HeapStructure::Pointer& v);

/// In the specification language.
std::string toString(const Clause& clause, const HeapFamily& family, const HeapProgram& program, const CutPoint& head);

}  // namespace weir::prove
