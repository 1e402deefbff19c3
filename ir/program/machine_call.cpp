// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "ir/program/machine.h"

namespace weir::program {
namespace {

/// What `after` has that `before` had not, in the order of objects and fields.
void recordDifference(const Heap& before, const Heap& after, Step& step) {
  for (ObjectId id = 0; id < after.size(); ++id) {
    const Object& now = after.at(id);
    if (id >= before.size()) {
      if (now.owner == kNoObject) step.allocated.push_back(id);
      continue;
    }
    if (before.at(id).live && !now.live && now.owner == kNoObject) step.freed.push_back(id);
    for (const Field* field : allFields(now.class_decl)) {
      const std::vector<Value>& values = now.fields.at(field);
      for (long index = 0; index < static_cast<long>(values.size()); ++index)
        if (const Value& old = before.read(id, field, index); !(old == values[index]))
          step.changes.push_back({.object = id, .field = field, .index = index, .before = old, .after = values[index]});
    }
  }
}

}  // namespace

const ClassDecl* Machine::dynamicClass(ObjectId object) const {
  const auto found = under_construction_.find(object);
  return found == under_construction_.end() || found->second.empty() ? heap_.at(object).class_decl
                                                                     : found->second.back();
}

const Procedure& Machine::calleeOf(const CallStmt& stmt, const Value& function,
                                   const std::vector<Value>& arguments) const {
  if (stmt.function != nullptr) {
    if (function.kind == Value::Kind::Null) throw Stop::because(ErrorKind::NullDeref, "a call of null");
    if (function.kind != Value::Kind::Function || function.procedure->parameters.size() != arguments.size())
      throw Stop::unsupported("a call through a function pointer of another type");
    return *function.procedure;
  }
  const Procedure& named = *stmt.callee;
  if (named.method_of == nullptr || named.is_static_method) return named;
  const Value& receiver = arguments.at(0);
  if (receiver.kind == Value::Kind::Null)
    throw Stop::because(ErrorKind::NullDeref, "a call of " + named.name + " on null");
  if (!stmt.dispatch) return named;
  if (receiver.kind != Value::Kind::Object)
    throw Stop::because(ErrorKind::Bounds, toString(heap_, receiver) + " is no object");
  if (!heap_.at(receiver.object).live) throw useOfDead(heap_, receiver.object);
  const Procedure* overrider = heap_.program().finalOverrider(&named, dynamicClass(receiver.object));
  if (overrider == nullptr)
    throw Stop::unsupported("no overrider of " + named.name + " for " + dynamicClass(receiver.object)->name);
  return *overrider;
}

bool Machine::external(const Procedure& callee, const std::vector<Value>& arguments, std::size_t step, Value& result) {
  if (!options_.external) return false;
  std::optional<Heap> before;
  if (options_.record_steps) before = heap_;
  bool known = false;
  const std::optional<Value> returned = options_.external(callee, arguments, heap_, known);
  if (!known) return false;
  if (returned) result = *returned;
  if (before) {
    recordDifference(*before, heap_, execution_.steps[step]);
    for (const ObjectId id : execution_.steps[step].freed)
      if (heap_.at(id).storage == Storage::Heap) execution_.freed[id] = FreeKind::Free;
  }
  return true;
}

Machine::Flow Machine::call(const CallStmt& stmt) {
  const Value function = stmt.function != nullptr ? eval(stmt.function) : Value{};
  std::vector<Value> arguments;
  for (ExprRef argument : stmt.arguments) arguments.push_back(evalCopied(argument));
  const Procedure& callee = calleeOf(stmt, function, arguments);

  const std::size_t step = lastStep();
  const std::size_t record = execution_.calls.size();
  if (options_.record_steps) {
    const int first = static_cast<int>(execution_.steps.size());
    // A last step before the first marks a call that is still under way.
    execution_.calls.push_back({.caller = frame().procedure,
                                .site = &stmt,
                                .callee = &callee,
                                .depth = static_cast<int>(frames_.size()) - 1,
                                .first_step = first,
                                .last_step = first - 1,
                                .arguments = arguments});
  }
  Value result;
  Flow flow = Flow::Next;
  if (!external(callee, arguments, step, result)) {
    if (callee.is_unknown) throw Stop::unsupported("it depends on what " + callee.name + " does");
    if (callee.construct) throw Stop::unsupported(callee.construct->what);
    if (callee.is_external) throw Stop::unsupported("no body and no specification for " + callee.signature);
    flow = invoke(callee, arguments, result);
  }
  current_ = &stmt;
  if (options_.record_steps) {
    execution_.calls[record].last_step = static_cast<int>(execution_.steps.size());
    if (flow != Flow::Throw && callee.result->kind != TypeKind::Void) execution_.calls[record].result = result;
  }
  if (flow == Flow::Throw) return flow;
  if (stmt.target != nullptr) assign(stmt.target, result, step);
  return Flow::Next;
}

Machine::Flow Machine::invoke(const Procedure& callee, const std::vector<Value>& arguments, Value& result) {
  if (static_cast<int>(frames_.size()) >= options_.max_depth)
    throw Stop{Outcome::LimitReached, {}, "more than " + std::to_string(options_.max_depth) + " calls deep"};
  Frame entered{.procedure = &callee, .locals = std::vector<Value>(callee.locals.size())};
  for (std::size_t i = 0; i < arguments.size(); ++i) entered.locals[callee.parameters[i]->index] = arguments[i];
  frames_.push_back(std::move(entered));
  execution_.max_recursion = std::max(execution_.max_recursion, ++activations_[&callee]);

  // While a constructor or destructor runs, the object is one of the constructor's class, not yet (or no longer) more.
  const bool is_construction = (callee.is_constructor || callee.is_destructor) && callee.method_of != nullptr &&
                               !arguments.empty() && arguments[0].kind == Value::Kind::Object;
  if (is_construction) under_construction_[arguments[0].object].push_back(callee.method_of);
  const Flow flow = body(callee.body);
  if (is_construction) under_construction_[arguments[0].object].pop_back();

  --activations_[&callee];
  result = frame().result;
  frames_.pop_back();
  return flow == Flow::Throw ? Flow::Throw : Flow::Next;
}

}  // namespace weir::program
