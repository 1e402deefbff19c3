// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call: the summary of the callee, or what any function may do.
#include <algorithm>
#include <map>

#include "conditions/analysis.h"
#include "conditions/executor.h"
#include "conditions/instantiation.h"
#include "conditions/null_reason.h"

namespace weir::conditions {

using program::CallStmt;
using program::ErrorKind;
using program::Procedure;

namespace {

/// Does the callee know whether its result is null? Then it may be.
bool testsForNull(const Summary& summary) {
  const Atom result = summary.result.base->asAtom();
  if (result == nullptr) return false;
  const auto mentions = [&](auto&& self, Formula formula) -> bool {
    if (formula->isLiteral()) {
      return formula->term->summands.size() == 1 && formula->term->summands[0].atom == result &&
             formula->term->constant == 0;
    }
    return std::any_of(formula->operands.begin(), formula->operands.end(),
                       [&](Formula each) { return self(self, each); });
  };
  return std::any_of(summary.end->path.begin(), summary.end->path.end(),
                     [&](Formula each) { return mentions(mentions, each); });
}

/// Where this error happens and no other, nor does the callee return: each condition is wider than what happens.
Formula surely(Terms& terms, const Summary& summary, const ErrorCondition& error) {
  constexpr size_t kMostErrors = 40;
  if (summary.errors.size() > kMostErrors) return terms.no();
  std::vector<Formula> facts{error.condition, terms.negate(summary.ok)};
  for (const ErrorCondition& each : summary.errors) {
    if (&each != &error) facts.push_back(terms.negate(each.condition));
  }
  return terms.conjoin(std::move(facts));
}

}  // namespace

void Executor::call(const CallStmt& stmt, Current& state) {
  std::vector<Value> arguments;
  for (program::ExprRef each : stmt.arguments) arguments.push_back(value(each, *state));
  const Procedure* callee = stmt.callee;
  if (stmt.function != nullptr) {
    const Value function = value(stmt.function, *state);
    failWhere(ErrorKind::NullDeref, terms_.equal(function.base, terms_.constant(0)), *state);
    callee = entry_.functionAt(function.base);
    if (callee == nullptr) {
      for (const Procedure* each : analysis_.program().addressTaken(stmt.function->type->pointee)) {
        State there = *state;
        there.assume(terms_, terms_.equal(function.base, entry_.functionAddress(each)));
        errorsOf(*each, arguments, there);
      }
      callUnknown(stmt, nullptr, arguments, state);
      return;
    }
  } else if (stmt.dispatch) {
    failWhere(ErrorKind::NullDeref, terms_.equal(arguments[0].base, terms_.constant(0)), *state);
    if (!state->isReachable(terms_)) return state.reset();
    if (const EntrySymbol* made = madeObject(arguments[0].base); made != nullptr && made->class_decl != nullptr) {
      callee = analysis_.program().finalOverrider(stmt.callee, made->class_decl);
    } else {
      callVirtual(stmt, arguments, state);
      return;
    }
  }
  if (!state->isReachable(terms_)) return state.reset();
  if (callee == nullptr || callee->is_external) return callUnknown(stmt, callee, arguments, state);
  if (const Recursion* again = analysis_.recursionOf(*callee)) return callAgain(stmt, *again, arguments, state);
  if (analysis_.isUnderWay(*callee)) {
    mayFail(*state, "calls of " + callee->name + ", which calls this function");
    return callUnknown(stmt, nullptr, arguments, state);
  }
  apply(stmt, summaryOf(*callee, arguments), arguments, state);
}

/// Which of the functions that override it is called depends on the object; classes that nobody has seen may do
/// anything.
void Executor::callVirtual(const CallStmt& stmt, const std::vector<Value>& arguments, Current& state) {
  const program::Program& program = analysis_.program();
  std::map<const Procedure*, std::vector<const program::ClassDecl*>> overriders;
  const program::ClassDecl* base = stmt.callee->method_of;
  for (const program::ClassDecl* each : program.dynamicClasses(base)) {
    if (const Procedure* found = program.finalOverrider(stmt.callee, each)) overriders[found].push_back(each);
  }
  for (const auto& [procedure, classes] : overriders) {
    State there = *state;
    std::vector<Formula> is_one;
    for (const program::ClassDecl* each : classes) {
      const Term is = terms_.apply(entry_.isOfClass(each), {addressOf(entry_, arguments[0])});
      is_one.push_back(terms_.equal(is, terms_.constant(1)));
    }
    there.assume(terms_, terms_.disjoin(std::move(is_one)));
    errorsOf(*procedure, arguments, there);
  }
  callUnknown(stmt, nullptr, arguments, state);
}

/// One of its own for functions that are passed, where they are known.
const Summary& Executor::summaryOf(const Procedure& callee, const std::vector<Value>& arguments) {
  Analysis::Callbacks callbacks(callee.parameters.size());
  bool is_any_known = false;
  for (size_t i = 0; i < std::min(arguments.size(), callee.parameters.size()); ++i) {
    if (!callee.parameters[i]->type->isFunctionPointer()) continue;
    callbacks[i] = entry_.functionAt(arguments[i].base);
    is_any_known = is_any_known || callbacks[i] != nullptr;
  }
  return analysis_.of(callee, is_any_known ? callbacks : Analysis::Callbacks{});
}

/// Where the callee fails, if it is called in this state.
void Executor::errorsOf(const Procedure& callee, const std::vector<Value>& arguments, State& state) {
  if (callee.is_external || !state.isReachable(terms_)) return;
  if (analysis_.isUnderWay(callee)) return mayFail(state, "calls of " + callee.name + ", which calls this function");
  const Summary& summary = summaryOf(callee, arguments);
  Instantiation here(*this, state, callee, arguments);
  const Formula path = state.pathCondition(terms_);
  // Because of a null that is passed, not because of another.
  const auto fromNull = [&](Formula condition) {
    std::vector<Formula> ways;
    for (size_t i = 0; i < std::min(arguments.size(), callee.parameters.size()); ++i) {
      const Formula is_null = isNullConstant(terms_, arguments[i].base);
      if (is_null == terms_.no()) continue;
      const Formula asked = terms_.equal(entry_.parameter(callee.parameters[i]), terms_.constant(0));
      ways.push_back(terms_.conjoin(is_null, here.formula(becauseOf(terms_, condition, asked))));
    }
    return terms_.disjoin(std::move(ways));
  };
  for (const ErrorCondition& each : summary.errors) {
    const Formula bad = here.formula(each.condition);
    const Formula condition = terms_.conjoin(path, bad);
    if (condition == terms_.no()) continue;
    std::vector<SourceRange> origin{each.range};
    origin.insert(origin.end(), each.origin.begin(), each.origin.end());
    errors.push_back({each.kind, here_, std::move(origin), condition, path, bad, fromNull(each.condition),
                      each.condition == terms_.yes()});
    errors.back().sure = here.formula(surely(terms_, summary, each));
  }
  for (const std::string& each : summary.not_understood) not_understood.push_back(each);
  usesOf(summary, arguments, state);
}

/// What the callee takes to be alive: where it is not, that is an error, and nothing returns.
void Executor::usesOf(const Summary& summary, const std::vector<Value>& arguments, State& state) {
  Instantiation here(*this, state, *summary.procedure, arguments);
  const Formula path = state.pathCondition(terms_);
  std::vector<Formula> good;
  for (const Use& each : summary.uses) {
    const Formula when = here.formula(each.path);
    Use use = each;
    use.path = terms_.conjoin(path, when);
    if (use.path == terms_.no()) continue;
    use.range = here_;
    use.origin = {each.range};
    use.origin.insert(use.origin.end(), each.origin.begin(), each.origin.end());
    if (each.object != nullptr) use.object = outermost(entry_, decoded(entry_, here.term(each.object)).base);
    Formula dead = use.object != nullptr             ? state.memory.isDead(use.object, use.type, !use.is_free)
                   : state.memory.frees() != nullptr ? terms_.yes()
                                                     : terms_.no();
    if (!use.is_exact) {
      const Term perhaps = entry_.choice(Interval{0, 1}, "perhaps");
      dead = terms_.conjoin(dead, terms_.equal(perhaps, terms_.constant(1)));
    }
    const Formula bad = terms_.conjoin(when, dead);
    const Formula condition = terms_.conjoin(path, bad);
    if (condition != terms_.no()) {
      const ErrorKind kind = use.is_free ? ErrorKind::DoubleFree : ErrorKind::UseAfterFree;
      errors.push_back({kind, here_, use.origin, condition, path, bad, terms_.no()});
      if (use.is_exact) errors.back().sure = bad;
      good.push_back(terms_.negate(bad));
    }
    const bool is_of_caller = use.object == nullptr || (!use.object->isConstant() && madeObject(use.object) == nullptr);
    if (is_of_caller) uses.push_back(std::move(use));
  }
  for (Formula each : good) state.assume(terms_, each);
}

void Executor::apply(const CallStmt& stmt, const Summary& summary, const std::vector<Value>& arguments,
                     Current& state) {
  errorsOf(*summary.procedure, arguments, *state);
  if (!summary.inner_calls.empty()) {
    Instantiation at_call(*this, *state, *summary.procedure, arguments);
    const Formula path = state->pathCondition(terms_);
    for (const RecursiveCall& each : summary.inner_calls) {
      RecursiveCall call{each.callee, terms_.conjoin(path, at_call.formula(each.path)), {}, here_};
      for (const Value& argument : each.arguments) call.arguments.push_back(at_call.value(argument));
      if (call.path == terms_.no()) continue;
      recursive_calls.push_back(std::move(call));
      if (const Recursion* again = analysis_.recursionOf(*each.callee)) mayUseFreed(*again, *state);
    }
  }
  if (summary.throws != terms_.no()) {
    Current thrown = state;
    thrown->assume(terms_, Instantiation(*this, *state, *summary.procedure, arguments).formula(summary.throws));
    callUnknownEffects(arguments, *thrown);
    thrown->memory.freeAnything();  // before it threw
    handlers_.back()->push_back({std::move(*thrown), nullptr, {terms_.constant(0), terms_.constant(0)}});
  }
  if (!summary.end) return state.reset();
  Instantiation here(*this, *state, *summary.procedure, arguments);
  for (Formula each : summary.end->path) state->assume(terms_, here.formula(each));
  if (!state->isReachable(terms_)) return state.reset();
  const auto isGone = [](Term object) {  // a local variable of the callee's
    const EntrySymbol* made = object != nullptr ? madeObject(object) : nullptr;
    return made != nullptr && made->is_automatic;
  };
  // What the callee gave to code that nobody knows: what it made itself, and what it was given.
  const auto log = summary.end->memory.since(Log());
  if (std::any_of(log.begin(), log.end(), [](const LogEntry* each) { return each->is_by_unknown_code; })) {
    for (const Value& each : arguments) state->memory.escape(each);
  }
  if (const auto& escaped = summary.end->memory.escaped()) {
    for (Term each : *escaped) state->memory.escape(Value{here.term(each), terms_.constant(0)});
  }
  for (const LogEntry* each : log) {
    Cell cell = each->cell;
    if (cell.object != nullptr && isGone(outermost(entry_, cell.object))) continue;
    const Formula guard = here.formula(each->guard);
    const Term index = cell.index != nullptr ? here.term(cell.index) : nullptr;
    if (cell.object == nullptr) {
      state->memory.forget(cell, guard, each->is_by_unknown_code);
      continue;
    }
    const Value object = decoded(entry_, here.term(cell.object));
    if (each->kind == LogEntry::Kind::Forget) {
      state->memory.forget(
          {cell.field, cell.type, cell.field != nullptr ? addressOf(entry_, object) : object.base, nullptr}, guard);
    } else if (cell.field != nullptr) {
      writeField(cell.field, object, index, here.value(each->value), guard, *state);
    } else {
      writeCell({object.base, terms_.add(object.offset, index)}, cell.type, here.value(each->value), guard, *state);
    }
  }
  state->memory.shortenLog();
  for (const FreeEntry* each : summary.end->memory.since(FreeLog())) {
    if (isGone(each->object) && each->is_scope_end) continue;
    state->memory.free(outermost(entry_, here.term(each->object)), each->type, here.formula(each->guard),
                       each->is_scope_end);
  }
  const Value result = here.value(summary.result);
  if (stmt.target != nullptr && stmt.target->type->isPointer() && testsForNull(summary)) {
    null_checks.push_back({result.base, here_, summary.procedure});
  }
  assign(stmt.target, result, *state);
}

/// What is called uses nobody knows what, and something has been freed.
void Executor::mayUseFreed(const Recursion& callee, State& state) {
  if (state.memory.frees() == nullptr) return;
  const Formula path = state.pathCondition(terms_);
  for (const ErrorKind kind : {ErrorKind::UseAfterFree, ErrorKind::DoubleFree}) {
    if (kind == ErrorKind::DoubleFree && !callee.frees) continue;
    const Formula dead = terms_.equal(entry_.choice(Interval{0, 1}, "perhaps"), terms_.constant(1));
    errors.push_back({kind, here_, {}, terms_.conjoin(path, dead), path, dead, terms_.no()});
  }
}

void Executor::callAgain(const CallStmt& stmt, const Recursion& recursion, const std::vector<Value>& arguments,
                         Current& state) {
  recursive_calls.push_back({recursion.procedure, state->pathCondition(terms_), arguments, here_});
  mayUseFreed(recursion, *state);
  if (!analysis_.program().is_c && recursion.throws) {
    State thrown = *state;
    callUnknownEffects(arguments, thrown);
    thrown.memory.freeAnything();
    handlers_.back()->push_back({std::move(thrown), nullptr, {terms_.constant(0), terms_.constant(0)}});
  }
  if (recursion.returns == terms_.no()) return state.reset();
  Instantiation here(*this, *state, *recursion.procedure, arguments);
  Value result{terms_.constant(0), terms_.constant(0)};
  if (stmt.target != nullptr) result.base = entry_.choice(recursion.procedure->result, true, "result");
  here.replace(recursion.result->asAtom(), stmt.target != nullptr ? result.base : entry_.choice(Interval{}, "result"));
  const Formula returns = here.formula(recursion.returns);
  if (recursion.writes) callUnknownEffects(arguments, *state);
  if (recursion.frees) state->memory.freeAnything();
  state->assume(terms_, returns);
  assign(stmt.target, result, *state);
  if (!state->isReachable(terms_)) state.reset();
}

void Executor::callUnknownEffects(const std::vector<Value>& arguments, State& state) {
  for (const Value& each : arguments) state.memory.escape(each);
  state.memory.forget({}, terms_.yes(), true);
}

/// A function that nobody knows is taken not to fail by itself; it may change everything that it can reach.
void Executor::callUnknown(const CallStmt& stmt, const Procedure* callee, const std::vector<Value>& arguments,
                           Current& state) {
  if (!state) return;
  const bool is_construct = callee != nullptr && callee->construct && callee->construct->changes_nothing;
  const bool only_reads =
      callee != nullptr && callee->is_library &&
      std::all_of(callee->parameters.begin(), callee->parameters.end(),
                  [](const program::Local* each) { return !each->type->isPointer() || each->may_point_to_constant; });
  if (!is_construct && !only_reads) callUnknownEffects(arguments, *state);
  if (callee != nullptr && callee->never_returns) {
    ends.thrown.push_back(std::move(*state));
    return state.reset();
  }
  if (!is_construct && !only_reads && !analysis_.program().is_c && !(callee != nullptr && callee->cannot_throw)) {
    const Term throws = entry_.choice(Interval{0, 1}, "throws");
    State thrown = *state;
    thrown.assume(terms_, terms_.equal(throws, terms_.constant(1)));
    state->assume(terms_, terms_.equal(throws, terms_.constant(0)));
    handlers_.back()->push_back({std::move(thrown), nullptr, {terms_.constant(0), terms_.constant(0)}});
  }
  if (stmt.target == nullptr) return;
  const Value result = anyOf(stmt.target->type, *state, "result");
  const bool is_address =
      callee != nullptr && callee->construct && callee->construct->result == program::Construct::Result::Address;
  if (is_address && arguments.size() == 1) {
    const Formula none = terms_.equal(arguments[0].base, terms_.constant(0));
    const Formula zero = terms_.equal(result.base, terms_.constant(0));
    state->assume(terms_,
                  terms_.disjoin(terms_.conjoin(none, zero), terms_.conjoin(terms_.negate(none), terms_.negate(zero))));
  }
  assign(stmt.target, result, *state);
}

}  // namespace weir::conditions
