// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which numbers of the state at entry are only copied and compared, and how few values of them suffice.
//
//   while (at && at->val < fresh->val) …        the numbers in `val`: compared with each other
//   if (l->val == v) …                          with v as well
//   node->seen++                                arithmetic: needs every value
//
// Numbers that meet in a copy or a comparison form a group. An execution, and a property, depend on the numbers of a
// group without arithmetic only through their order and through how they stand to the constants of the group. So if a
// state with any values shows something, one shows it whose n numbers lie within n of those constants: move the
// numbers above the greatest constant down to it, those below the least one up to it, without changing their order.
// Each comes closer to 0, which counts as a constant of every group, so it stays in its type, and the least
// counterexample (shrink.h) has such values anyhow. Six cells and a parameter then take five bits each instead of
// thirty-two.
//
// Claim: restricted to the cells given here, the state at entry has a counterexample to one of the formulas exactly if
// it has one unrestricted. Requires that everything that is asked has been added; only bounds on numbers may be asked
// for besides.
#pragma once

#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "refine/encode/heap_model.h"

namespace weir::refine {

class ComparedNumbers {
 public:
  explicit ComparedNumbers(const HeapModel& model) : model_(model) {}

  void add(logic::Formula formula);
  void add(logic::Expr expr) { columnsOf(expr); }
  /// The relation has the value of the expression, at some exit.
  void define(logic::Relation relation, logic::Expr expr);

  /// For relations of the state at entry: narrower cells for their numbers.
  std::map<logic::Relation, logic::BoundCell> narrowed();

 private:
  static constexpr int kAtoms = -1;  // a column without numbers
  using Columns = std::vector<int>;  // of each column its group or kAtoms
  struct Group {                     // a union-find tree's node; the rest is of its root
    int parent = 0;
    bool is_open = false;                    // arithmetic, or something that is not followed
    logic::Integer least = 0, greatest = 0;  // constant
    bool is_converted = false;
    logic::Integer least_kept = 0, greatest_kept = 0;  // what every conversion leaves as it is
    int numbers = 0;                                   // of the state at entry
  };

  int newGroup();
  int rootOf(int group);
  int meet(int a, int b);
  void meet(const Columns& a, const Columns& b);
  int openGroup();
  void open(const Columns& columns);
  const Columns& columnsOf(logic::Expr expr);
  Columns compute(logic::Expr expr);
  Columns ofRelation(logic::Relation relation);
  int ofConversion(logic::Expr expr);
  int ofVariable(logic::Variable variable);
  void bind(const std::vector<logic::Decl>& decls);

  const HeapModel& model_;
  std::vector<Group> groups_;
  std::unordered_map<logic::Expr, Columns> columns_;
  std::unordered_map<logic::Variable, int> variables_;
  std::unordered_set<logic::Formula> seen_;
  std::unordered_set<logic::Relation> defined_;
  std::vector<std::pair<logic::Relation, int>> entry_;  // with the group of their numbers, in order of occurrence
};

}  // namespace weir::refine
