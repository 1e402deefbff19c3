// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Is a formula satisfiable, does one imply another? By Z3: linear integer arithmetic with uninterpreted functions.
//
//   Decider decider(terms);
//   decider.satisfiable(terms.less(x, x))        Answer::No
//
// Every atom lies in its range; parts of objects (injective functions) are not 0 and differ where their objects do. The
// budget of a query counts the solver's resources, not seconds: the same queries in the same order always have the same
// answers.
#pragma once

#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

#include "conditions/decide/assignment.h"
#include "conditions/logic/terms.h"

namespace weir::conditions {

class Z3Context;

enum class Answer { No, Yes, Unknown };

class Decider {
 public:
  /// Solutions of earlier questions are tried on later ones; 0: every question that is not plain is put to Z3, for
  /// measurements.
  static constexpr size_t kMostSolutions = 8;
  explicit Decider(Terms& terms, size_t most_solutions = kMostSolutions);
  ~Decider();
  Decider(const Decider&) = delete;
  Decider& operator=(const Decider&) = delete;

  /// Together with the facts that are assumed.
  Answer satisfiable(Formula formula);
  /// Certainly, where the facts that are assumed hold: `a` and not `b` has no solution.
  bool implies(Formula a, Formula b);

  /// Facts that hold until they are popped, for many questions about one context: what is asserted once is not asserted
  /// again.
  void push();
  void assume(Formula fact);
  void pop();

  /// From here on Z3 may spend so much, and only while `may_go_on` says so; what it is then still needed for is
  /// Unknown.
  void allow(long resources) { left_ = resources; }
  long left() const { return left_; }
  void goOnWhile(std::function<bool()> may_go_on) { may_go_on_ = std::move(may_go_on); }

  /// The questions asked, and those of them that Z3 was needed for: of the others the answer is plain, or a solution of
  /// an earlier question is one of this.
  long queries() const { return queries_; }
  long solved() const { return solved_; }
  /// Contexts of Z3's that were made: one that has grown large makes way for another.
  long contexts() const { return contexts_; }

 private:
  Answer decide(Formula formula, Formula other);
  void add(std::vector<Formula>& facts, Formula fact) const;
  bool hasContradiction(const std::vector<Formula>& facts);
  bool isSolved(const std::vector<Formula>& facts);
  Answer solve(const std::vector<Formula>& facts);

  Terms& terms_;
  std::unique_ptr<Z3Context> z3_;
  std::vector<Formula> facts_;        // conjunctions as their operands
  std::vector<size_t> levels_;        // how many facts there were
  std::deque<Assignment> solutions_;  // the latest first
  size_t most_solutions_;
  long left_ = std::numeric_limits<long>::max();  // of Z3's resources
  std::function<bool()> may_go_on_ = [] { return true; };
  long queries_ = 0;
  long solved_ = 0;
  long contexts_ = 0;
};

}  // namespace weir::conditions
