// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds values of bounded relations that make formulas true, or says which formulas make that impossible.
//
//   ModelFinder finder(context, universe, {});
//   finder.addRelation(next, bound);               // free within its bound
//   finder.define(reach, closure(next));           // no freedom of its own: stands for the expression
//   finder.assertFormula(no(intersect(reach, iden)));
//   finder.assertLabelled(some(next), 7);
//   switch (finder.solve({7}, limits)) {
//     case Answer::Satisfiable:   finder.instance();   // a value for every relation, defined ones included
//     case Answer::Unsatisfiable: finder.core();       // the labels that suffice, here {7} or {}
//     case Answer::Unknown:       finder.stop();       // why
//   }
//
// Everything can be added after a solve, and what is there is not translated again: the cost of one more formula is
// in proportion to that formula. Labels are the caller's numbers; formulas that share a label are switched on
// together, and a label that is not assumed in a call does not constrain it.
//
// An Unsatisfiable answer means that no values within the bounds satisfy the asserted formulas and the assumed labels.
// A Satisfiable one comes with an instance that the evaluator can confirm. Integers are exact at every width.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ir/logic/context.h"
#include "ir/logic/universe.h"
#include "solver/sat/limits.h"
#include "solver/sat/sat_solver.h"

namespace weir::solver {

using Label = int;

struct Options {
  BackEnd back_end = BackEnd::Auto;
  /// Add lex-leader constraints for atoms that bounds and formulas do not tell apart.
  bool break_symmetry = true;
  /// Let the solver choose the witness of an asserted existential formula instead of listing all.
  bool skolemise = true;
  /// Confirm every answer independently (solver/check); a wrong one is an InternalError.
  bool check_answers = false;
  /// If not empty, every query is written there as DIMACS and as a readable formula.
  std::string dump_directory = {};
  /// Called often while formulas are translated; may throw to end it, and then the finder must not be used again.
  std::function<void()> checkpoint = {};
  /// How the dumped queries of this finder are called: NAME-1.cnf, NAME-1.txt, …
  std::string name = "query";
};

struct Statistics {
  std::int64_t primary_variables = 0;  // those that bounds ask for
  std::int64_t variables = 0;
  std::int64_t clauses = 0;
  std::int64_t gates = 0;
  std::int64_t solver_calls = 0;
  std::int64_t conflicts = 0;
  double translation_seconds = 0;  // of processor time, in the thread that asks
  double sat_seconds = 0;          // likewise; an engine that runs beside it is not counted
};

class ModelFinder {
 public:
  /// Both must outlive the finder. Atoms may be added to the universe only before the first formula.
  ModelFinder(logic::Context& context, const logic::Universe& universe, Options options = {});
  ~ModelFinder();
  ModelFinder(const ModelFinder&) = delete;
  ModelFinder& operator=(const ModelFinder&) = delete;

  /// Requires that the relation is new to the finder and that the bound has its arity. A relation that a formula
  /// mentions must have been added or defined before that formula.
  void addRelation(logic::Relation relation, const logic::RelationBound& bound);
  /// The relation is the value of the expression, which must be closed and use known relations only.
  void define(logic::Relation relation, logic::Expr expr);
  bool knows(logic::Relation relation) const;

  void assertFormula(logic::Formula formula);
  void assertLabelled(logic::Formula formula, Label label);

  Answer solve(std::span<const Label> assumed = {}, const Limits& limits = {});
  Answer solve(std::initializer_list<Label> assumed, const Limits& limits = {}) {
    return solve(std::span(assumed.begin(), assumed.size()), limits);
  }
  /// The same for a question that is itself a check: its answer is not confirmed once more.
  Answer solveUnchecked(std::span<const Label> assumed, const Limits& limits);

  /// Requires that the last answer is Satisfiable. Stays valid while more is added.
  logic::Instance instance() const;
  /// Requires the same. The values of closed expressions over known relations in that instance; nothing is constrained.
  std::vector<logic::TupleSet> valuesOf(std::span<const logic::Expr> exprs);

  /// Requires that the last answer is Unsatisfiable. Assumed labels that suffice for it, ascending.
  const std::vector<Label>& core() const;
  /// The core, with labels dropped one by one as long as the rest stays unsatisfiable and the budget lasts. With
  /// budget to spare every remaining label is needed; `isMinimal` is then true.
  const std::vector<Label>& minimiseCore(const Limits& budget);
  bool isMinimal() const;

  /// Why the last answer is Unknown.
  Stop stop() const;
  /// From any thread: see SatSolver.
  void interrupt();
  void resume();

  Statistics statistics() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace weir::solver
