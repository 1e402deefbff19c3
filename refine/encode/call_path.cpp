// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/encode/call_path.h"

#include "support/invariant.h"

namespace weir::refine {

using namespace program;

CallTree::CallTree(const Procedure& procedure)
    : procedure_(procedure), root_(make(nullptr, {.callee = &procedure})), relative_(make(nullptr, {})) {}

CallPath::Node* CallTree::make(CallPath::Node* parent, const CallPath::Step& step) {
  return &nodes_.emplace_back(CallPath::Node{.tree = this,
                                             .parent = parent,
                                             .step = step,
                                             .number = static_cast<int>(nodes_.size()),
                                             .depth = parent == nullptr ? 0 : parent->depth + 1});
}

CallPath CallPath::next(const Step& step) const {
  INVARIANT(node_ != nullptr, "a call should be made inside of the method");
  Node*& next = node_->next[step];
  if (next == nullptr) next = node_->tree->make(node_, step);
  return CallPath(next);
}

CallPath CallPath::call(const Stmt& stmt, const Procedure& callee) const {
  return next({.stmt = &stmt, .callee = &callee});
}

CallPath CallPath::iteration(const Stmt& loop, int number) const { return next({.stmt = &loop, .iteration = number}); }

bool CallPath::leadsTo(CallPath other) const {
  if (node_ == nullptr || other.node_ == nullptr) return false;
  const Node* node = other.node_;
  while (node->depth > node_->depth) node = node->parent;
  return node == node_;
}

CallPath CallPath::after(CallPath from) const {
  INVARIANT(node_ != nullptr, "a place should be reached from a call site that leads to it");
  if (*this == from) return CallPath(node_->tree->relative_);
  return CallPath(node_->parent).after(from).next(node_->step);
}

std::string CallPath::text() const {
  if (node_ == nullptr) return "";
  const auto& [stmt, callee, iteration] = node_->step;
  if (node_->parent == nullptr) return callee == nullptr ? "" : callee->name;
  const std::string before = CallPath(node_->parent).text();
  if (callee == nullptr) return before + "#" + std::to_string(stmt->id) + "." + std::to_string(iteration);
  return before + "/" + std::to_string(stmt->id) + ":" + callee->name;
}

std::strong_ordering CallPath::operator<=>(const CallPath& other) const {
  const auto number = [](const Node* node) { return node == nullptr ? -1 : node->number; };
  return number(node_) <=> number(other.node_);
}

}  // namespace weir::refine
