// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions to matrices, formulas to gates.
//
//   join(x, next)       x = {Node0 if a, Node1 if b}, next = {(Node0, Node1) if c}    gives {Node1 if a and c}
//   all n: Node | F     gives  (Node0 live => F with Node0) and (Node1 live => F with Node1)
//
// Each node is translated once for each binding of its free variables, whoever asks for it. The result is exact: in
// every assignment of the circuit's variables that respects the bounds, a matrix has the tuples and a gate has the
// value that the evaluator computes from the relations' values.
//
// A functional relation into integers keeps one row for each combination of the other columns: where two rows meet
// (a join, an update, a choice) their numbers are multiplexed, so that a long chain of updates does not grow.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/logic/expression.h"
#include "ir/logic/occurrences.h"
#include "ir/logic/universe.h"
#include "solver/circuit/circuit.h"
#include "solver/circuit/number.h"
#include "solver/translate/matrix.h"

namespace weir::solver {

/// The formula is right but cannot be listed within reason: an unbounded set of integers where its elements are
/// needed. The message says which.
class TranslationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Translator {
 public:
  /// Called whenever something new is translated; it may throw, and then the translator must not be used again.
  void callAtEachStep(std::function<void()> checkpoint) { checkpoint_ = std::move(checkpoint); }

  Translator(Circuit& circuit, const logic::Universe& universe)
      : circuit_(circuit), arithmetic_(circuit), universe_(universe) {}

  /// Requires that the relation is new.
  void bind(logic::Relation relation, Matrix value);
  bool knows(logic::Relation relation) const { return relations_.contains(relation); }
  const Matrix& valueOf(logic::Relation relation) const { return *relations_.at(relation); }

  /// Require that no variable is free.
  MatrixRef closed(logic::Expr expr);
  Gate closed(logic::Formula formula);
  /// A gate that is satisfiable exactly when the formula is, and implies it: outermost existential variables become
  /// fresh relations instead of disjunctions. For formulas that are asserted, not for those that are negated.
  Gate skolemised(logic::Formula formula);

  /// True in what is left out of a window (see `range`): there the translation of the formula means nothing.
  Gate leftOut(logic::Formula formula, bool is_skolemised);
  Gate leftOut(logic::Expr expr);
  /// The first range that reaches beyond its window where gates have these values.
  logic::Expr beyondWindow(const std::function<bool(Gate)>& value) const {
    for (const auto& [range, beyond] : left_out_)
      if (value(beyond)) return range;
    return nullptr;
  }
  /// Gates that are false where every range lies within its window, since the last call.
  std::vector<Gate> takeBeyondWindows() { return std::exchange(beyond_windows_, {}); }

  NumberTable& numbers() { return numbers_; }
  const NumberTable& numbers() const { return numbers_; }
  Arithmetic& arithmetic() { return arithmetic_; }

 private:
  // What a variable stands for: an atom, a number, or (skolemised) a matrix with one row that holds.
  using Binding = std::int64_t;
  static constexpr Binding kFirstWitness = Binding{1} << 40;
  using Tuple = std::span<const Cell>;
  struct Key {
    const void* node;
    std::vector<Binding> bindings;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };

  Key keyOf(const void* node, const std::vector<logic::Variable>& free);
  Binding& bindingOf(logic::Variable variable);

  MatrixRef matrix(logic::Expr expr);
  Matrix translate(logic::Expr expr);
  Matrix variable(logic::Variable variable);
  Matrix unite(logic::Expr expr);
  Matrix intersect(logic::Expr expr);
  Matrix subtract(logic::Expr expr);
  Matrix product(const Matrix& a, const Matrix& b);
  Matrix join(logic::Expr expr);
  Matrix join(const Matrix& a, const Matrix& b, bool functional);
  Matrix overrideBy(logic::Expr expr);
  Matrix update(logic::Expr expr);
  Matrix restrict(logic::Expr expr);
  Matrix transpose(const Matrix& a);
  Matrix closure(const Matrix& a);
  Matrix image(const Matrix& from, const Matrix& step, bool reflexive, bool functional);
  Matrix ifElse(logic::Expr expr);
  Matrix comprehension(logic::Expr expr);
  /// A range of which not even the ends are known is listed within a window; what lies beyond is left out.
  Matrix range(logic::Expr expr);
  bool isListable(logic::Expr range);
  Gate reachesBeyondWindow(const Number& from, const Number& to);
  Gate leftOutIn(const logic::Occurrences& mentioned);
  void addListed(logic::Formula formula, bool negated, logic::Occurrences& listed);
  Matrix collapsed(Matrix matrix);
  void unite(MatrixBuilder& builder, const Matrix& a);
  /// Whether a set of numbers, or a part that it is made of, has no end, or none that is known.
  struct Boundlessness {
    bool is_infinite = false;
    bool has_ranges = false;
  };
  Boundlessness boundlessness(logic::Expr expr);
  bool isInfinite(logic::Expr expr);

  // Membership without listing the set: also for sets that cannot be listed.
  Gate member(logic::Expr set, Tuple tuple);
  Gate member(const Matrix& set, Tuple tuple);
  Gate same(Cell a, Cell b);
  Gate same(Tuple a, Tuple b);

  Matrix number(Number value);
  Number integer(logic::Expr expr);
  Number arithmetic(logic::Expr expr);
  Number sum(logic::Expr expr);
  /// Guards under which the rows are different elements of the set.
  std::vector<Gate> distinct(const Matrix& set);

  Gate formula(logic::Formula formula);
  Gate translate(logic::Formula formula);
  Gate subset(logic::Expr a, logic::Expr b);
  Gate equal(logic::Expr a, logic::Expr b);
  Gate lone(const Matrix& set);
  /// Whether `#set` is at least `least`, if counting in unary is cheap enough.
  std::optional<Gate> atLeast(logic::Expr set, __int128 least);
  /// A comparison of `#set` with a constant in unary; nothing if it is not one.
  std::optional<Gate> counted(logic::Formula formula);
  Gate quantified(logic::Formula formula, bool universal);
  bool isQuantified(logic::Formula formula);
  Gate positively(logic::Formula formula, bool negated);
  Gate implying(logic::Formula formula, bool negated);
  Gate witness(logic::Formula formula, bool negated, std::size_t decl);

  /// Calls `visit(guard)` with the variables bound to every combination of their domains.
  template <class Visit>
  void forEachBinding(const std::vector<logic::Decl>& decls, bool distinct_only, Visit visit, std::size_t from = 0,
                      Gate guard = kTrue);

  Circuit& circuit_;
  Arithmetic arithmetic_;
  NumberTable numbers_;
  const logic::Universe& universe_;
  std::unordered_map<logic::Relation, MatrixRef> relations_;
  std::vector<Binding> environment_;  // by variable id
  std::vector<MatrixRef> witnesses_;
  std::vector<std::pair<logic::Expr, Gate>> left_out_;  // ranges, each with when it reaches beyond its window
  std::vector<Gate> beyond_windows_;
  std::unordered_map<logic::Formula, bool> quantified_;
  std::unordered_map<logic::Expr, Boundlessness> boundless_;
  std::function<void()> checkpoint_;
  std::unordered_map<Key, MatrixRef, KeyHash> matrices_;
  std::unordered_map<Key, Gate, KeyHash> gates_;
  std::unordered_map<Key, Gate, KeyHash> implying_[2];  // formulas, and negations of formulas
};

}  // namespace weir::solver
