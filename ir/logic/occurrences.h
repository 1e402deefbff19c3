// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which relations expressions and formulas mention, and how large they are. Shared nodes are visited once.
#pragma once

#include <unordered_set>
#include <vector>

#include "ir/logic/expression.h"

namespace weir::logic {

class Occurrences {
 public:
  void add(Expr expr);
  void add(Formula formula);
  const std::vector<Relation>& relations() const { return relations_; }  // in order of first occurrence
  bool has(Relation relation) const { return seen_relations_.contains(relation); }
  bool has(Expr expr) const { return exprs_.contains(expr); }
  /// Distinct nodes so far.
  int size() const { return static_cast<int>(exprs_.size() + formulas_.size()); }

 private:
  std::unordered_set<Expr> exprs_;
  std::unordered_set<Formula> formulas_;
  std::unordered_set<Relation> seen_relations_;
  std::vector<Relation> relations_;
};

}  // namespace weir::logic
