// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/trace/walk_execution.h"

#include <memory>
#include <optional>

namespace weir::refine {
namespace {

using program::CallRecord;
using program::Change;
using program::Execution;
using program::Step;

class Walk {
 public:
  Walk(const Execution& execution, ExecutionVisitor& visitor) : execution_(execution), visitor_(visitor) {}

  void run(const program::Procedure& procedure, const std::vector<program::Value>& arguments) {
    open(procedure, nullptr, arguments);
    const auto steps = static_cast<int>(execution_.steps.size());
    for (int index = 0; index < steps; ++index) {
      closeUntil(index);
      step(index);
      while (next_call_ < execution_.calls.size() && execution_.calls[next_call_].first_step == index + 1)
        enterCall(execution_.calls[next_call_++]);
    }
    closeUntil(steps);
    while (!stack_.empty()) close();
  }

 private:
  void open(const program::Procedure& procedure, const CallRecord* call, const std::vector<program::Value>& arguments) {
    auto activation = std::make_unique<Activation>();
    activation->procedure = &procedure;
    activation->call = call;
    activation->caller = stack_.empty() ? nullptr : stack_.back().get();
    activation->locals.resize(procedure.locals.size());
    activation->has_steps = call == nullptr || call->last_step > call->first_step;
    for (std::size_t i = 0; i < arguments.size(); ++i)
      activation->locals[procedure.parameters[i]->index] = arguments[i];
    stack_.push_back(std::move(activation));
    results_.emplace_back();
    visitor_.enter(*stack_.back());
  }

  void close() {
    const std::unique_ptr<Activation> left = std::move(stack_.back());
    stack_.pop_back();
    const std::optional<Change> result = results_.back();
    results_.pop_back();
    if (result) stack_.back()->locals[result->local->index] = result->after;
    visitor_.leave(*left, result ? &*result : nullptr);
  }

  /// Leaves the calls that ended before this step.
  void closeUntil(int index) {
    while (stack_.size() > 1 && stack_.back()->call->last_step <= index) close();
  }

  void step(int index) {
    const Step& step = execution_.steps[index];
    const bool calls = next_call_ < execution_.calls.size() && execution_.calls[next_call_].first_step == index + 1;
    std::vector<Change> changes;
    pending_.reset();
    for (const Change& change : step.changes) {
      if (change.field != nullptr && change.field->is_union_state) continue;
      if (calls && change.local != nullptr) {
        pending_ = change;
      } else {
        changes.push_back(change);
      }
    }
    visitor_.step(*stack_.back(), step, changes);
    for (const Change& change : changes)
      if (change.local != nullptr) stack_.back()->locals[change.local->index] = change.after;
  }

  void enterCall(const CallRecord& call) {
    const std::optional<Change> result = pending_;
    pending_.reset();
    open(*call.callee, &call, call.arguments);
    results_.back() = result;
  }

  const Execution& execution_;
  ExecutionVisitor& visitor_;
  std::size_t next_call_ = 0;
  std::optional<Change> pending_;
  std::vector<std::unique_ptr<Activation>> stack_;
  std::vector<std::optional<Change>> results_;
};

}  // namespace

void walkExecution(const program::Procedure& procedure, const std::vector<program::Value>& arguments,
                   const Execution& execution, ExecutionVisitor& visitor) {
  Walk(execution, visitor).run(procedure, arguments);
}

}  // namespace weir::refine
