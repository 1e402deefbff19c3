// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Part of a heap of any size, in a SAT solver: those objects of it that are named, each of one class, with what is
// known of them. A pointer leads to one of them, to nothing, or *out*, to an object that has no name.
//
//   next(a) = b, next(b) = null, next(c) = out          between(next)(a, b, d): from a one comes to d, and to b before
//
// Every heap with the named objects has such a part: an axiom here is true of every part of every heap. So what no part
// satisfies no heap does, of whatever size. The reverse is not claimed: what is not proved may be true.
//
// Which objects lie between others along a field is kept for all triples of named objects (Lahiri and Qadeer, POPL
// 2008): so rings and lists that end are told apart, and a store has an exact effect.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "prove/heap_program.h"
#include "solver/circuit/circuit.h"
#include "solver/circuit/cnf.h"
#include "solver/circuit/words.h"

namespace weir::prove {

using program::ClassDecl;
using program::Field;

class HeapStructure {
 public:
  using Gate = solver::Gate;
  struct Pointer {
    const ClassDecl* class_decl = nullptr;
    std::vector<Gate> at;
    Gate null = solver::kFalse;
    Gate out = solver::kFalse;
  };
  /// Objects that a structure has room for, by class; numbers are those of no class.
  using Room = std::map<const ClassDecl*, int>;
  /// What the code may have done between the entry and the place where a path starts.
  struct Changes {
    std::set<const Field*> fields;
    std::set<const ClassDecl*> made, freed;
  };

  /// `closures`: the fields along which one asks what reaches what, and those whose numbers are followed.
  /// `only_counts`: nothing is asserted, to see how many names there are. With `changes` the state now is any that they
  /// may lead to, else it is that at entry.
  HeapStructure(Room room, const std::set<const Field*>& closures, bool only_counts = false,
                std::optional<Changes> changes = std::nullopt);

  int size(const ClassDecl* class_decl) const;
  /// How many names of each class there are. Where that is more than there is room for, nothing else is right.
  const Room& names() const { return names_count_; }
  bool hasRoom() const;

  Pointer name(const ClassDecl* class_decl);  // a new one: any object, or null
  Pointer null(const ClassDecl* class_decl) const;
  Pointer object(const ClassDecl* class_decl, int index) const;
  Gate exists(const ClassDecl* class_decl, int index);
  Gate isLive(const ClassDecl* class_decl, int index, bool at_entry);

  /// Of the object of the field's class with this index. Parts are the same at entry and now.
  const Pointer& field(const Field* field, int index, bool at_entry);
  const Pointer& part(const Field* field, int index);
  /// Does the second lie on the way from the first to the third?
  Gate between(const Field* field, int a, int b, int c, bool at_entry) const;
  Gate reaches(const Field* field, int a, int b, bool at_entry) const { return between(field, a, b, b, at_entry); }
  Gate isOnCycle(const Field* field, int a, bool at_entry) const;
  bool hasClosure(const Field* field) const { return between_at_entry_.contains(field); }
  /// Does the pointer field hold what it held at entry?
  Gate isKept(const Field* field, int index);
  /// A number that a field holds, as its place in the order of all numbers: so many bits are enough for all that occur.
  using Number = std::vector<Gate>;
  std::size_t bitsOfNumber() const { return bits_of_number_; }
  bool followsNumbers() const { return !numbers_.empty(); }
  bool isFollowed(const Field* field) const { return numbers_.contains(field); }
  const Number& number(const Field* field, int index, bool at_entry) const;
  Number anyNumber();
  Number constant(program::Integer value);
  Number parameter(const program::Local* parameter);  // at entry
  Gate equal(const Number& a, const Number& b);
  Gate atMost(const Number& a, const Number& b);
  /// Of the object that the pointer leads to, now. Requires that it is there.
  Number numberOf(const Pointer& object, const Field* field);
  /// May a field that is no pointer to an object have another value than at entry?
  Gate isChanged(const Field* field, int index) const;
  bool isTouched(const Field* field) const;

  // Of any two pointers: are they the same place, as far as it has a name?
  Gate same(const Pointer& a, const Pointer& b);
  /// The value of a field of what a pointer leads to: null where it is null, anything where it is out.
  Pointer follow(const Pointer& from, const Field* field, bool at_entry);
  /// A name for what the pointer leads to, which is then inside.
  Pointer named(const Pointer& pointer);

  // Names for objects that are there in every heap, at entry.
  /// The one before `to` on the way from `from`; null where there is no way, or none is before it.
  Pointer predecessor(const Pointer& from, const Pointer& to, const Field* field);
  /// Where the way from here comes to its end, or first to a circle; with `names_turn` also what is before that, on the
  /// way and on the circle.
  Pointer lastFrom(const Pointer& from, const Field* field, bool names_turn);

  // Steps. Requires that the objects are there: not null, and live.
  void store(const Pointer& object, const Field* field, const Pointer& value);
  /// The field gets this number, or one that is not known.
  void change(const Pointer& object, const Field* field, const std::optional<Number>& value = std::nullopt);
  Pointer allocate(const ClassDecl* class_decl, bool is_zeroed);
  void free(const Pointer& object);
  Gate isThere(const Pointer& object);  // live now

  solver::Circuit& circuit() { return circuit_; }
  void assertTrue(Gate gate) {
    if (!only_counts_) emitter_.assertTrue(gate);
  }
  solver::Answer solve(Gate assumed, const solver::Limits& limits);
  solver::Answer solve(std::span<const solver::Literal> assumed, const solver::Limits& limits) {
    return sat_->solve(assumed, limits);
  }
  solver::Literal literal(Gate gate) { return emitter_.literalImplying(gate); }
  void assertImplied(solver::Literal premise, Gate gate) { emitter_.assertImplied(premise, gate); }
  std::vector<solver::Literal> failed() const { return sat_->failedAssumptions(); }
  solver::Valuation model() const;
  std::int64_t conflicts() const { return sat_->conflicts(); }
  /// About how many clauses a structure with this much room has.
  static std::int64_t costOf(const Room& room, const std::set<const Field*>& closures);

 private:
  using Triples = std::vector<std::vector<std::vector<Gate>>>;
  struct Class {
    std::vector<Gate> exists;
    std::vector<Gate> live_at_entry;
    std::vector<Gate> live_at_start;  // of the path
    std::vector<Gate> live;
    std::vector<Pointer> names;
  };

  Class& of(const ClassDecl* class_decl);
  Pointer anyPointer(const ClassDecl* class_decl);
  Gate isSameValue(const Pointer& a, const Pointer& b);
  void addField(const Field* field);
  void addPart(const Field* field);
  void addBetween(const Field* field);
  void assertBetween(const Field* field, const Triples& b, bool at_entry);
  void assertSteps(const Field* field, const Triples& b, const std::vector<Gate>& on_cycle, bool at_entry);
  /// May it differ at the start of the path from what it was at entry?
  bool differsAtStart(const Field* field) const;
  void addNumbers(const Field* field);
  void storeBetween(const Field* field, const Pointer& object, const Pointer& value);
  /// Names an object that leads to `to`, on the way from `from`.
  void nameBefore(const Field* field, const Pointer& from, const Pointer& to, Gate exists, bool is_on_cycle);
  Triples anyTriples(std::size_t size);
  Gate any(const std::vector<Gate>& gates) { return circuit_.disjunction(gates); }

  Room room_, names_count_;
  bool only_counts_;
  std::size_t bits_of_number_ = 1;  // so many that all numbers have places in an order
  solver::Circuit circuit_;
  std::unique_ptr<solver::SatSolver> sat_;
  solver::Words words_;
  solver::CnfEmitter emitter_;
  std::map<const ClassDecl*, Class> classes_;
  std::map<std::vector<Gate>, Pointer> named_;  // by what the name is for
  std::map<const Field*, std::vector<Pointer>> fields_at_entry_, fields_, parts_;
  std::map<const Field*, Triples> between_at_entry_, between_;
  std::map<const Field*, std::vector<Gate>> on_cycle_at_entry_, on_cycle_;
  std::map<const Field*, std::vector<Gate>> changed_, kept_;
  std::map<const Field*, std::vector<Number>> numbers_at_entry_, numbers_;
  std::map<program::Integer, Number> constants_;
  std::map<const program::Local*, Number> parameters_;
  std::optional<Changes> changes_;
  std::set<const Field*> stored_;
  std::set<const ClassDecl*> made_or_freed_;
};

}  // namespace weir::prove
