// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where in the unrolled code of a method something happens: the calls and the iterations of loops that lead there.
//
//   void sort(List* l) {                  sort
//     for (Node* n : *l)  // statement 7  sort#7.0          in its first iteration
//       put(n);           // statement 9  sort#7.0/9:put    in the call there
//
// Paths are interned in the call tree of their method: two that are equal are one, so that comparing and copying them
// costs as much as a pointer. They live as long as the tree, which outlives the queries of the method: what one query
// learnt of a call site is known to the next by its path.
#pragma once

#include <compare>
#include <deque>
#include <map>
#include <string>

#include "ir/program/program.h"

namespace weir::refine {

class CallTree;

class CallPath {
 public:
  CallPath() = default;  // outside of the method

  /// The path of a call, or of one iteration of a loop, that is made where this one leads.
  CallPath call(const program::Stmt& stmt, const program::Procedure& callee) const;
  CallPath iteration(const program::Stmt& loop, int number) const;

  /// Is `other` this place, or inside of it?
  bool leadsTo(CallPath other) const;
  /// The steps from there to here, the same for each call of one procedure. Requires that `from` leads to this place.
  CallPath after(CallPath from) const;

  /// For names of atoms and relations, which a person may read.
  std::string text() const;

  bool operator==(const CallPath&) const = default;
  /// Of one tree: the one that was made first is less.
  std::strong_ordering operator<=>(const CallPath& other) const;

 private:
  friend class CallTree;
  struct Step {
    const program::Stmt* stmt = nullptr;         // null: the root
    const program::Procedure* callee = nullptr;  // null: an iteration of a loop
    int iteration = 0;
    auto operator<=>(const Step&) const = default;
  };
  struct Node {
    CallTree* tree = nullptr;
    Node* parent = nullptr;
    Step step;
    int number = 0;
    int depth = 0;
    std::map<Step, Node*> next = {};
  };
  explicit CallPath(Node* node) : node_(node) {}
  CallPath next(const Step& step) const;

  Node* node_ = nullptr;
};

/// The paths of one method, made when they are asked for.
class CallTree {
 public:
  explicit CallTree(const program::Procedure& procedure);
  CallTree(const CallTree&) = delete;
  CallTree& operator=(const CallTree&) = delete;

  const program::Procedure& procedure() const { return procedure_; }
  CallPath root() const { return CallPath(root_); }

 private:
  friend class CallPath;
  CallPath::Node* make(CallPath::Node* parent, const CallPath::Step& step);

  const program::Procedure& procedure_;
  std::deque<CallPath::Node> nodes_;
  CallPath::Node* const root_;
  CallPath::Node* const relative_;  // what paths from one place to another begin with
};

}  // namespace weir::refine
