// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finite structures for the formulas of prove/list_logic.h, in a SAT solver: cells, what reaches what at entry and now,
// the order of their numbers, and named values that are cells or null.
//
// Axioms, all universal: reach is reflexive, transitive, antisymmetric, and what a cell reaches is a chain. The finite
// models of these are the lists that end, with their closures. So with all formulas of the form some … all …, a model
// of any size has a submodel of the named cells alone, which is a model: as many cells as names are enough. No model
// with that many means no model of any size.
//
// Cells are numbered in the order in which names first mention them, which leaves one numbering of each structure.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "prove/heap_program.h"
#include "prove/list_logic.h"
#include "solver/circuit/circuit.h"
#include "solver/circuit/cnf.h"
#include "solver/circuit/words.h"

namespace weir::prove {

class Structure {
 public:
  using Gate = solver::Gate;
  struct Pointer {
    std::vector<Gate> at;  // one of the cells, or none
    Gate null = solver::kTrue;
  };
  using Relation = std::vector<std::vector<Gate>>;

  Structure(const ListProgram& program, int cells);

  int cells() const { return cells_; }
  Pointer name();  // a new one: any cell, or null
  Pointer none() const;
  Pointer cell(int index) const;
  Gate exists(int cell) const { return exists_[static_cast<std::size_t>(cell)]; }
  /// Cells that are made later are there from the beginning, alone.
  Gate isLive(int cell) const { return live_[static_cast<std::size_t>(cell)]; }
  Gate isLiveAtEntry(int cell) const { return live_at_entry_[static_cast<std::size_t>(cell)]; }
  /// Asserts that every cell is named. No names afterwards.
  void close();

  // The state.
  Relation& now() { return now_; }
  const Relation& atEntry() const { return at_entry_; }
  void startAtEntry();
  void startAnywhere();
  /// What the pointer leads to, if anything, is live; at entry, or now.
  void assumeLive(const Pointer& pointer, bool at_entry);

  Gate same(const Pointer& a, const Pointer& b);
  Gate reach(const Relation& relation, const Pointer& a, const Pointer& b);
  Gate atMost(const program::Field* key, const Pointer& a, const Pointer& b);
  Gate wasLiveAtEntry(const Pointer& a);
  /// Is this store without a cycle? Then what it changes of `now`.
  Gate keepsEnding(const Pointer& object, const Pointer& value);
  void store(const Pointer& object, const Pointer& value);
  /// The next cell, or null. Requires that the object is not null.
  Pointer load(const Pointer& object);
  /// One that was not live, and leads to nothing.
  Pointer allocate();

  void setResult(Gate is_one) { result_ = is_one; }
  /// Requires that the formula is decidable where it is asserted. `names` are those of list_logic.h.
  Gate meaning(const Formula& formula, const std::vector<Pointer>& names);

  solver::Circuit& circuit() { return circuit_; }
  void assertTrue(Gate gate) { emitter_.assertTrue(gate); }
  solver::Literal literal(Gate gate) { return emitter_.literalImplying(gate); }
  solver::Answer solve(std::span<const solver::Literal> assumed, const solver::Limits& limits) {
    return sat_->solve(assumed, limits);
  }
  std::vector<solver::Literal> failed() const { return sat_->failedAssumptions(); }
  std::int64_t conflicts() const { return sat_->conflicts(); }
  solver::Valuation model() const;

 private:
  Relation anyRelation();
  void assertLists(const Relation& relation, const std::vector<Gate>& live);
  void assertOrder(const Relation& relation);
  Gate any(const std::vector<Gate>& gates) { return circuit_.disjunction(gates); }
  std::vector<Gate> from(const Relation& relation, const Pointer& pointer);
  std::vector<Gate> to(const Relation& relation, const Pointer& pointer);
  Gate meaning(const Formula& formula, const std::vector<Pointer>& names, std::map<int, Pointer>& bound);

  int cells_;
  solver::Circuit circuit_;
  std::unique_ptr<solver::SatSolver> sat_;
  solver::Words words_;
  solver::CnfEmitter emitter_;
  std::vector<Gate> exists_;
  bool makes_;
  std::vector<Gate> live_at_entry_, live_;
  std::vector<Pointer> names_;
  Gate result_ = solver::kFalse;
  Relation at_entry_, now_;
  std::map<const program::Field*, Relation> order_;
};

}  // namespace weir::prove
