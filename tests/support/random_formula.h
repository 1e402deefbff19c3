// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random expressions, formulas and instances over a small fixed vocabulary, the same for the same seed.
//
//   sorts A, B below A     s, t: sets of A     f: A -> A, g: A -> B functional     r: A -> A
//                          v: A -> Int functional     n: a set of integers     a: A -> Int -> A functional
//
// An *opaque* formula is the same formula written so that nothing can fold while it is made: every leaf is a relation
// of its own, every node is united with an empty relation of its own. It has the value of its plain twin in an
// instance that `reveal` extends. So folding is checked by comparing twins.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "ir/logic/context.h"
#include "ir/logic/universe.h"

namespace weir::test_support {

class RandomFormulas {
 public:
  explicit RandomFormulas(logic::Context& context, bool opaque = false);

  void seed(std::uint64_t seed) { random_.seed(seed); }

  // Each is at most `depth` operators high and may use the variables that are in scope.
  logic::Formula formula(int depth);
  logic::Formula comparison(int depth);
  logic::Expr set(int depth);         // unary, of atoms
  logic::Expr relation(int depth);    // binary, between atoms
  logic::Expr integer(int depth);     // a number
  logic::Expr integerSet(int depth);  // finite
  logic::Expr valuation(int depth);   // binary, atoms to integers

  /// `atoms` atoms, at least one of them in A but not in B.
  logic::Universe universe(int atoms);
  /// A value for every relation of the vocabulary, within the sorts; integers lie in 0..3.
  logic::Instance instance(const logic::Universe& universe);
  /// Gives the relations that opaque formulas use their values.
  void reveal(logic::Instance& instance) const;

  const std::vector<logic::Relation>& relations() const { return relations_; }
  logic::Sort sortA() const { return sort_a_; }
  logic::Sort sortB() const { return sort_b_; }

 private:
  int pick(int bound) { return static_cast<int>(random_() % static_cast<std::uint64_t>(bound)); }
  logic::Expr leaf(logic::Expr plain);
  logic::Expr node(logic::Expr made);
  logic::Formula node(logic::Formula made);
  logic::Relation hidden(int arity, std::uint32_t int_columns);
  logic::Expr integerOperator(int depth);
  logic::Decl declare(int depth, bool may_be_integer);
  void leaveScope(int count);

  logic::Context* context_;
  bool opaque_;
  std::mt19937_64 random_;
  logic::Sort sort_a_;
  logic::Sort sort_b_;
  std::vector<logic::Relation> relations_;
  logic::Relation s_, t_, f_, g_, r_, v_, n_, a_;
  std::vector<logic::Variable> scope_;
  std::vector<std::pair<logic::Relation, logic::Expr>> leaves_;  // hidden relation, what it stands for
  int names_ = 0;
};

}  // namespace weir::test_support
