// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conditions/components.h"

#include <algorithm>

#include "ir/program/walk.h"

namespace weir::conditions {
namespace {

using program::Procedure;

/// Tarjan's algorithm, with a stack of its own: call chains are long.
class Search {
 public:
  using Calls = std::map<const Procedure*, std::vector<const Procedure*>>;
  explicit Search(const Calls& calls) : calls_(calls) {}

  void from(const Procedure* root) {
    if (number_.contains(root)) return;
    enter(root);
    while (!open_.empty()) {
      Visit& visit = open_.back();
      const auto& next = calls_.at(visit.procedure);
      if (visit.next == next.size()) {
        leave();
        continue;
      }
      const Procedure* callee = next[visit.next++];
      if (!number_.contains(callee)) {
        enter(callee);
      } else if (on_stack_.contains(callee)) {
        visit.lowest = std::min(visit.lowest, number_[callee]);
      }
    }
  }

  std::vector<std::vector<const Procedure*>> found;

 private:
  struct Visit {
    const Procedure* procedure = nullptr;
    size_t next = 0;
    size_t lowest = 0;
  };

  void enter(const Procedure* procedure) {
    const size_t number = number_.size();
    number_[procedure] = number;
    open_.push_back({procedure, 0, number});
    stack_.push_back(procedure);
    on_stack_.insert(procedure);
  }

  void leave() {
    const Visit done = open_.back();
    open_.pop_back();
    if (!open_.empty()) open_.back().lowest = std::min(open_.back().lowest, done.lowest);
    if (done.lowest != number_[done.procedure]) return;
    std::vector<const Procedure*> members;
    do {
      members.push_back(stack_.back());
      on_stack_.erase(stack_.back());
      stack_.pop_back();
    } while (members.back() != done.procedure);
    std::reverse(members.begin(), members.end());
    found.push_back(std::move(members));
  }

  const Calls& calls_;
  std::map<const Procedure*, size_t> number_;
  std::vector<Visit> open_;
  std::vector<const Procedure*> stack_;
  std::set<const Procedure*> on_stack_;
};

}  // namespace

Components::Components(const program::Program& program) {
  for (const Procedure* each : program.procedures()) {
    std::vector<const Procedure*>& calls = calls_[each];
    program::forEachStmt(each->body, [&](const program::Stmt& stmt) {
      if (stmt.kind != program::StmtKind::Call) return;
      const auto& call = program::as<program::CallStmt>(stmt);
      const bool is_plain = call.callee != nullptr && call.function == nullptr && !call.dispatch;
      if (is_plain && !call.callee->is_external && std::find(calls.begin(), calls.end(), call.callee) == calls.end())
        calls.push_back(call.callee);
    });
  }
  for (const auto& [procedure, calls] : std::map(calls_)) {
    for (const Procedure* each : calls) calls_.try_emplace(each);
  }
  Search search(calls_);
  for (const Procedure* each : program.procedures()) search.from(each);
  for (Members& members : search.found) {
    const auto& calls = calls_.at(members.front());
    const bool is_circle = members.size() > 1 || std::find(calls.begin(), calls.end(), members.front()) != calls.end();
    if (!is_circle) continue;
    for (const Procedure* each : members) component_[each] = components_.size();
    components_.push_back(std::move(members));
  }
}

const Components::Members& Components::of(const Procedure& procedure) const {
  static const Members none;
  const auto found = component_.find(&procedure);
  return found == component_.end() ? none : components_[found->second];
}

bool Components::isCyclicWithout(const Procedure& procedure, const std::set<const Procedure*>& without) const {
  const auto component = component_.find(&procedure);
  if (component == component_.end()) return false;
  std::set<const Procedure*> seen;
  std::vector<const Procedure*> open{&procedure};
  while (!open.empty()) {
    const Procedure* each = open.back();
    open.pop_back();
    for (const Procedure* callee : calls_.at(each)) {
      if (callee == &procedure) return true;
      const auto of_callee = component_.find(callee);
      const bool is_inside = of_callee != component_.end() && of_callee->second == component->second;
      if (is_inside && !without.contains(callee) && seen.insert(callee).second) open.push_back(callee);
    }
  }
  return false;
}

}  // namespace weir::conditions
