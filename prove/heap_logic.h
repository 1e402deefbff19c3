// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a formula of a specification says of a part of a heap (heap_structure.h): a gate that is true of the part
// whenever the formula is true of the heap.
//
//   all a: l.*next | a.next.prev = a      for every object of the part: it is not reached from l, or its next one is
//   out,
//                                         or that one's prev is the object
//   some c: l.*next' | no c.prev'         a new name c: it is reached from l now, and its prev is null now
//
// A universal quantifier goes over the named objects; an existential one makes a name, outside of universal ones. What
// is not known of the part — an object that is out, a number, a count — may be as the formula wants it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/program/vocabulary.h"
#include "prove/heap_formulas.h"
#include "prove/heap_structure.h"

namespace weir::prove {

/// What is named besides: more is known then, at a cost.
enum class Ways {
  None,
  OfFormulas,  // the ends of ways, and the objects before others on them
  OfSteps,     // also what is before the objects that the code comes to
  Turns,       // not that, but where a way turns into a circle
};
inline constexpr Ways kWays[] = {Ways::None, Ways::OfFormulas, Ways::OfSteps, Ways::Turns};

class HeapLogic {
 public:
  using Gate = solver::Gate;
  using Pointer = HeapStructure::Pointer;
  /// What a parameter that points to a pointer leads to: a field of an object, or nothing.
  struct Slot {
    const Field* field = nullptr;
    Pointer owner;
  };
  /// What the specification can name.
  struct Names {
    std::map<const program::Local*, Pointer> parameters;
    std::map<const program::Local*, Slot> slots;
    const program::Procedure* procedure = nullptr;
    std::optional<Pointer> result;
    std::optional<Gate> truth;  // that is returned, as 0 or 1
  };

  HeapLogic(program::Vocabulary& vocabulary, HeapStructure& structure, const Names& names, Ways ways)
      : vocabulary_(vocabulary), structure_(structure), names_(names), ways_named_(ways) {}

  /// The formula, or with `positive` false its negation.
  Gate meaning(logic::Formula formula, bool positive);
  /// Names what comes before this object on the ways that the formulas so far speak of; with those of steps only.
  void nameWaysTo(const Pointer& pointer);
  /// The first thing that nothing is known of; empty: there was none.
  const std::string& unknown() const { return unknown_; }

 private:
  struct Bound {
    logic::Variable variable;
    Pointer value;
    bool is_universal;
  };

  solver::Circuit& circuit() { return structure_.circuit(); }
  Gate unknown(logic::Expr expr);
  Gate all(bool positive, const std::vector<Gate>& parts);  // a conjunction, or of negations a disjunction
  Gate quantified(const logic::FormulaNode& node, std::size_t decl, bool positive);
  Gate some(logic::Expr set, bool positive);
  Gate lone(logic::Expr set, bool positive);
  Gate contained(logic::Expr part, logic::Expr whole, bool positive);
  Gate equal(logic::Expr a, logic::Expr b, bool positive);
  Gate equalNumbers(logic::Expr a, logic::Expr b, bool positive);
  Gate ordered(logic::Expr a, logic::Expr b, bool is_strict, bool positive);
  /// A number, or none where `there` is false; where `out`, nothing is known.
  struct Numeric {
    HeapStructure::Number number;
    Gate there = solver::kTrue;
    Gate out = solver::kFalse;
  };
  std::optional<Numeric> numeric(logic::Expr expr);

  Gate member(const Pointer& pointer, logic::Expr set, bool positive);
  /// The same of an object that has a name, so that what is asked of it may have names as well.
  Gate memberNamed(const Pointer& pointer, logic::Expr set, bool positive);
  Gate memberAt(const ClassDecl* class_decl, int index, logic::Expr set, bool positive);
  Gate joined(const ClassDecl* class_decl, int index, logic::Expr set, bool positive);
  /// Is the object related to what the pointer leads to; or backwards, the other way round?
  Gate related(const Pointer& from, const ClassDecl* class_decl, int index, logic::Expr relation, bool backwards,
               bool positive);
  Gate fieldRelated(const Pointer& from, int index, const Field* field, bool at_entry, bool backwards);
  Gate closureRelated(const Pointer& from, int index, const Field* field, bool at_entry, bool backwards,
                      bool is_reflexive);

  /// Names what every heap has that has the object in the set: the one before it on the way there, and the way's end.
  void nameWay(const Pointer& pointer, logic::Expr set);
  void nameEnd(logic::Expr from, const Pointer& start, const Field* field);

  std::optional<Pointer> single(logic::Expr set);
  const Slot* slotOf(logic::Expr set) const;
  const ClassDecl* classOf(logic::Expr set) const;
  const program::Vocabulary::Meaning* meaningOf(logic::Expr expr) const;
  bool isUniversal(logic::Expr expr) const;
  bool isInsideUniversal() const;
  bool isSameNow(logic::Expr a, logic::Expr b) const {
    return prove::isSameNow(a, b, vocabulary_, [this](const Field* field) { return structure_.isTouched(field); });
  }

  program::Vocabulary& vocabulary_;
  HeapStructure& structure_;
  const Names& names_;
  Ways ways_named_;
  std::vector<Bound> bound_;
  std::map<logic::Expr, Pointer> singles_;  // of those without bound variables
  struct Start {
    logic::Expr from;
    Pointer pointer;
    const Field* field;
  };
  std::vector<Start> starts_;  // of ways
  std::set<std::pair<std::size_t, std::vector<Gate>>> ways_to_;
  std::set<std::pair<logic::Expr, logic::Expr>> ways_;  // what has names already: of which object, in which set
  std::string unknown_;
};

}  // namespace weir::prove
