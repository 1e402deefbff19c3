// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/program/interpreter.h"

#include "ir/program/machine.h"
#include "ir/program/model_class.h"
#include "support/invariant.h"

namespace weir::program {

const char* spelling(Outcome outcome) {
  switch (outcome) {
    case Outcome::Returned: return "returned";
    case Outcome::Threw: return "threw";
    case Outcome::Error: return "error";
    case Outcome::Aborted: return "aborted";
    case Outcome::Assumption: return "assumption";
    case Outcome::Unsupported: return "unsupported";
    case Outcome::LimitReached: return "limit reached";
  }
  return "?";
}

Execution run(const Procedure& procedure, const std::vector<Value>& arguments, Heap& heap,
              const InterpreterOptions& options) {
  INVARIANT(arguments.size() == procedure.parameters.size(), "a run should have one argument a parameter");
  return Machine(heap, options).run(procedure, arguments);
}

Execution initializeStatics(Heap& heap, const InterpreterOptions& options) {
  if (heap.program().globalsClass() != nullptr) heap.globals();
  if (heap.program().static_initializer == nullptr) return {};
  return run(*heap.program().static_initializer, {}, heap, options);
}

Machine::Machine(Heap& heap, const InterpreterOptions& options)
    : heap_(heap), options_(options), dynamic_class_([this](ObjectId object) { return dynamicClass(object); }) {}

Execution Machine::run(const Procedure& procedure, const std::vector<Value>& arguments) {
  try {
    if (procedure.is_external) throw Stop::unsupported("no body for " + procedure.signature);
    Value result;
    if (invoke(procedure, arguments, result) == Flow::Throw) {
      execution_.outcome = Outcome::Threw;
      execution_.thrown_type = pending_.type;
      execution_.thrown = pending_.value;
      execution_.at = pending_.at;
      execution_.at_procedure = pending_.procedure;
      // What a constructor did not finish never was an object, and there is no result.
      if (procedure.is_constructor) neverWas(arguments.front());
      if (procedure.has_result_parameter) neverWas(arguments.back());
    } else if (procedure.result->kind != TypeKind::Void) {
      execution_.result = result;
    }
  } catch (const Stop& stop) {
    execution_.outcome = stop.outcome;
    execution_.error = stop.error;
    execution_.reason = stop.reason;
    execution_.outside_of = stop.outside_of;
    execution_.of_local = stop.of_local;
    execution_.at = current_;
    execution_.at_procedure = frames_.empty() ? &procedure : frames_.back().procedure;
    for (CallRecord& call : execution_.calls)
      if (call.last_step < call.first_step) call.last_step = static_cast<int>(execution_.steps.size());
  }
  return std::move(execution_);
}

void Machine::neverWas(const Value& object) {
  if (object.kind != Value::Kind::Object) return;
  heap_.kill(object.object);
  if (options_.record_steps && !execution_.steps.empty()) execution_.steps.back().freed.push_back(object.object);
}

Value Machine::eval(ExprRef expr) {
  return evaluate(expr, {heap_, frame().locals, options_.checked, dynamic_class_, isModelCode(*frame().procedure)});
}

Value Machine::evalCopied(ExprRef expr) {
  const bool is_local = expr->kind == ExprKind::LocalRef;
  if (is_local && (frame().procedure->is_implicit || expr->local->is_raw)) return frame().locals.at(expr->local->index);
  return eval(expr);
}

bool Machine::test(ExprRef condition) {
  const bool value = eval(condition).integer != 0;
  if (options_.record_steps) execution_.steps.back().condition = value;
  return value;
}

void Machine::assign(const Local* target, Value value, std::size_t step) {
  Value& place = frame().locals.at(target->index);
  if (options_.record_steps)
    execution_.steps[step].changes.push_back({.local = target, .before = place, .after = value});
  place = value;
}

void Machine::write(const Position& place, Value value) {
  if (options_.record_steps)
    execution_.steps.back().changes.push_back({.object = place.object,
                                               .field = place.field,
                                               .index = place.index,
                                               .before = heap_.read(place.object, place.field, place.index),
                                               .after = value});
  heap_.write(place.object, place.field, value, place.index);
}

void Machine::beginStep(const Stmt& stmt) {
  current_ = &stmt;
  if (++step_count_ > options_.max_steps)
    throw Stop{Outcome::LimitReached, {}, "more than " + std::to_string(options_.max_steps) + " steps"};
  if (options_.record_steps)
    execution_.steps.push_back(
        {.procedure = frame().procedure, .stmt = &stmt, .depth = static_cast<int>(frames_.size()) - 1});
}

}  // namespace weir::program
