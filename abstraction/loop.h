// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop, from one run of its body on symbols for the state at the start of an iteration.
//
//   for (p = head; p; p = p->next)          p = it$p.next,   x = it$p after the iteration
//     if (p->key == k) return p;            left where it$p.key = k, or where it$p is null
//
// Where one variable, the *cursor*, is all that decides what happens next, and steps by a relation the loop does not
// change, the values it takes are a path: they are known exactly, no value comes twice (the loop would not end), and
// what the loop has done is known from the set of values passed and from the last one (section 4.6, and further).
//
// Otherwise each variable's values are the least solution of linear equations over sets,
//
//   X = x0 + X.next + Y.prev       Y = y0 + X         solved with   X = A + X.R   =>   X = A.*R
//
// which is what the widening of repeated joins to a closure arrives at. What is not of this form is any value.
#pragma once

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "abstraction/analysis.h"

namespace weir::abstraction {

/// One varying thing: its symbol at the start of an iteration and its value at entry. A *cell* is a field of one object
/// that was allocated before the loop: an iterator's position is as good a cursor as a local variable. The symbol of a
/// relation that has cells stands for its other rows.
struct LoopSymbol {
  logic::Relation symbol = nullptr;
  const program::Local* local = nullptr;  // or
  logic::Relation relation = nullptr;     // or, with a key,
  logic::Expr key = nullptr;              // a cell of this object
  Bounds entry;                           // of a local or a cell
  Rows entry_rows;                        // of a relation
  bool isValue() const { return local != nullptr || key != nullptr; }
};

struct LoopRun {
  std::vector<LoopSymbol> symbols;
  std::map<logic::Relation, std::vector<logic::Expr>> cells;             // keys by relation
  std::optional<Path> back;                                              // to the next iteration
  std::vector<Path*> exits;                                              // every other way out
  std::vector<std::pair<logic::Relation, logic::Relation>> allocations;  // of one iteration, of the whole loop
};

class LoopSolver {
 public:
  LoopSolver(Analysis& analysis, LoopRun& run) : analysis_(analysis), run_(run), context_(analysis.context_) {}

  /// Ensures: the exits are in terms of the state at the loop's entry.
  void solve();
  /// No iteration that goes on allocates it. Requires a way back.
  bool isOnlyAtExit(logic::Relation allocation);
  /// What was found out, for a reader.
  const std::string& explanation() const { return explanation_; }

 private:
  struct Cursor {
    const LoopSymbol* symbol = nullptr;
    logic::Expr start = nullptr;
    logic::Expr step = nullptr;  // relation
    logic::Variable variable = nullptr;
    logic::Expr all = nullptr;      // start.*step
    logic::Expr passed = nullptr;   // values with which an iteration was completed
    logic::Expr going = nullptr;    // a superset of passed without any value the loop is left with
    logic::Expr exit = nullptr;     // the value the loop is left with
    logic::Formula stop = nullptr;  // of the variable: the loop is left with it
  };
  /// A write of one iteration: where the guard holds, the rows of `key` become `value`.
  struct Site {
    logic::Formula guard = nullptr;
    logic::Expr key = nullptr;
    logic::Expr value = nullptr;  // null: not known
  };
  /// A set as a union of constants and of unknowns followed by relations.
  struct Terms {
    bool is_any = false;
    std::vector<logic::Expr> constants;
    std::vector<std::pair<int, logic::Expr>> linear;
  };

  struct Step {
    logic::Expr fixed = nullptr;
    Terms values;
  };

  /// Of a local or a cell after an iteration that goes on; nothing where it was not assigned on that way.
  std::optional<Bounds> valueAfter(const LoopSymbol& symbol);
  /// Of a relation after an iteration that goes on, but for its cells.
  const Rows& rowsAfter(const LoopSymbol& symbol);
  logic::Expr withoutCells(logic::Expr rows, const std::vector<logic::Expr>& keys);

  // What the loop leaves alone, and what it does not.
  void findInvariants();
  bool isVarying(logic::Relation relation) const { return varying_.contains(relation); }
  template <typename Node>
  bool mentionsVarying(Node node, const LoopSymbol* except = nullptr);
  /// The ages of objects at which relations are written, youngest first: what is older may be settled.
  std::vector<int> agesOfWrites();
  void findSettled(int age);
  /// What the relation has for objects older than this; null if that is not known.
  logic::Expr oldRowsOf(const LoopSymbol& symbol, int age);
  bool isOld(logic::Expr expr, const LoopSymbol& cursor);
  bool staysOld(logic::Expr expr, const LoopSymbol& cursor);
  /// With settled relations as they were before the loop. Null where they are read in another way than at old objects.
  logic::Expr ofOld(logic::Expr expr, const LoopSymbol& cursor);
  logic::Formula ofOld(logic::Formula formula, const LoopSymbol& cursor);
  logic::Expr rowsOfOld(logic::Expr relation);
  template <typename Node>
  bool mentionsSettled(Node node);
  void leave(Interval& values);

  // Exact, along a path.
  bool findCursor();
  bool findCursorAmongOld();
  bool isObjectPointer(const LoopSymbol& symbol) const;
  std::string nameOf(const LoopSymbol& symbol) const;
  void follow(const LoopSymbol& symbol, logic::Expr step, logic::Formula go);
  logic::Expr onlyOfCursor(const Bounds& bounds, const LoopSymbol& cursor);  // null if it is not
  logic::Formula onlyOfCursor(const Guard& guard, const LoopSymbol& cursor);
  logic::Expr stepOf(logic::Expr expr, const LoopSymbol& symbol);
  template <typename Node>
  Node at(Node node, logic::Expr cursor);
  logic::Expr setWhere(logic::Expr domain, logic::Formula formula);
  logic::Expr lastOf(logic::Expr among);
  bool accumulates(const LoopSymbol& symbol, logic::Expr value, Bounds& result);
  bool alongPath(const LoopSymbol& symbol, Bounds& result);
  bool alongPath(const LoopSymbol& symbol, Rows& result);
  bool liveAlongPath(const LoopSymbol& symbol, Rows& result);
  logic::Formula guardAtExit(logic::Formula taken);

  // Within bounds, by equations.
  void solveEquations();
  /// The writes that may have made the rows of the expression from those of the symbol.
  bool mostSitesOf(logic::Expr expr, const LoopSymbol& symbol, std::vector<Site>& sites);
  bool mostSitesOf(logic::Expr expr, const LoopSymbol& symbol, std::vector<Site>& sites,
                   std::unordered_set<logic::Expr>& seen);
  /// The writes that lead from the symbol to the expression. `exact`: only such as surely happen as they stand.
  bool sitesOf(logic::Expr expr, const LoopSymbol& symbol, logic::Formula guard, bool exact, std::vector<Site>& sites);
  logic::Expr withoutFilters(logic::Expr relation);
  logic::Expr withoutFiltersAnew(logic::Expr relation);
  bool isFixed(logic::Expr expr);  // nothing in it varies
  Terms decompose(logic::Expr expr);
  Terms decomposeAnew(logic::Expr expr);
  using Applied = std::unordered_map<logic::Expr, Terms>;  // of the same terms
  Terms apply(const Terms& terms, logic::Expr relation);
  Terms apply(const Terms& terms, logic::Expr relation, Applied& done);
  Terms applyAnew(const Terms& terms, logic::Expr relation, Applied& done);
  using Splits = std::unordered_map<logic::Expr, std::optional<Step>>;
  std::optional<Step> split(logic::Expr relation);
  std::optional<Step> split(logic::Expr relation, Splits& done);
  std::optional<Step> splitAnew(logic::Expr relation, Splits& done);
  static void add(Terms& into, const Terms& more);
  logic::Expr upperOf(logic::Expr expr);
  logic::Expr solved(const Terms& terms);
  logic::Expr setOf(logic::Expr expr);  // all values it takes; null: any
  Rows boundedRows(const LoopSymbol& symbol);
  Rows boundedLive(const LoopSymbol& symbol);
  /// What the symbol has is in the set, but for what is gone.
  bool keepsLive(logic::Expr expr, const LoopSymbol& symbol, logic::Expr& gone);
  void eliminate(std::vector<Terms>& equations);

  Analysis& analysis_;
  LoopRun& run_;
  logic::Context& context_;
  std::map<logic::Relation, Rows> rows_after_;
  std::unordered_map<logic::Relation, int> varying_;  // symbol: its position in the run's symbols
  std::optional<Interval> invariants_;                // what does not vary has its value at entry
  /// Relations that the loop writes at young objects alone, with what old ones have in them. Old is what was allocated
  /// before the age `young_from_`.
  std::map<logic::Relation, logic::Expr> settled_;
  int young_from_ = 0;
  // By expression, for one state of the above: expressions are shared, and trees of them are exponentially larger.
  std::unordered_map<logic::Expr, bool> fixed_;
  std::unordered_map<logic::Expr, logic::Expr> without_filters_;
  std::unordered_map<logic::Expr, Terms> decomposed_;
  std::optional<Interval> upper_;       // varying things stand for the set of their values
  std::vector<logic::Expr> solutions_;  // by position; null: any value
  std::optional<Cursor> cursor_;
  std::string explanation_;
};

}  // namespace weir::abstraction
