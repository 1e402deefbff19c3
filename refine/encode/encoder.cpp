// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/encode/encoder.h"

#include <algorithm>
#include <utility>

#include "ir/program/model_text.h"
#include "ir/program/walk.h"
#include "refine/encode/frame.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::Formula;
using logic::FormulaKind;

Expr Sink::assigned(const Place&, const Target&, Expr value) { return value; }

Expr Sink::merged(const Place&, const Target&, Formula condition, Expr then_value, Expr else_value) {
  return context_.ifElse(condition, then_value, else_value);
}

TypeRef unseenException() {
  static const Type any;
  return &any;
}

Encoder::Encoder(HeapModel& model, const Components& components, Sink& sink, EncoderOptions options, CallPolicy* policy)
    : model_(model),
      components_(components),
      vocabulary_(model.vocabulary()),
      context_(vocabulary_.context()),
      sink_(sink),
      options_(options),
      policy_(policy) {}

Outcomes Encoder::encodeRoot(const CallTree& tree) {
  const Procedure& procedure = tree.procedure();
  SymbolicState state;
  state.active = context_.truth(true);
  state.heap = components_.atEntry();
  std::vector<Expr> arguments;
  const Activation entry{.procedure = &procedure, .depth = -1, .path = {}, .caller = nullptr};
  const Place place{&entry, nullptr};
  for (const Local* parameter : procedure.parameters) {
    if (procedure.has_result_parameter && parameter == procedure.parameters.back()) {
      // The caller's object for the result: fresh, so nothing at entry can know it.
      const ClassDecl* class_decl = parameter->type->pointee->class_decl;
      const Expr object = context_.atom(model_.resultObject(class_decl));
      bringToLife(object, class_decl, false, nullptr, state, place);
      arguments.push_back(object);
    } else {
      arguments.push_back(context_.relation(vocabulary_.parameter(parameter)));
    }
  }
  if (procedure.is_constructor)
    for (const ClassDecl* class_decl : vocabulary_.program().dynamicClasses(procedure.method_of))
      makeRaw(arguments.front(), class_decl, state, place);
  Outcomes outcomes = encodeCall(procedure, arguments, state, nullptr, tree.root());
  // What a constructor did not finish never was an object, and there is no result.
  for (ThrownExit& exit : outcomes.thrown) {
    if (procedure.is_constructor) kill(arguments.front(), procedure.method_of, exit.state, place);
    if (procedure.has_result_parameter)
      kill(arguments.back(), procedure.parameters.back()->type->pointee->class_decl, exit.state, place);
  }
  const auto unseen = std::ranges::find(outcomes.thrown, unseenException(), &ThrownExit::type);
  if (unseen != outcomes.thrown.end()) {
    if_thrown_.exit = std::move(*unseen);
    outcomes.thrown.erase(unseen);
  }
  return outcomes;
}

Outcomes Encoder::encodeCall(const Procedure& procedure, const std::vector<Expr>& arguments, const SymbolicState& entry,
                             const Activation* caller, CallPath path, const Stmt* called_at) {
  INVARIANT(arguments.size() == procedure.parameters.size(), "a call has one argument a parameter");
  Frame frame;
  frame.activation = {.procedure = &procedure,
                      .depth = caller == nullptr ? 0 : caller->depth + 1,
                      .path = path,
                      .caller = caller,
                      .called_at = called_at};
  SymbolicState state;
  state.active = entry.active;
  state.heap = entry.heap;
  state.locals.resize(procedure.locals.size());
  const Place place{&frame.activation, nullptr};
  for (std::size_t i = 0; i < arguments.size(); ++i) assign(procedure.parameters[i], arguments[i], state, place);
  encode(procedure.body, state, frame);
  // Falling off the end returns; for a procedure with a result that is undefined, and main's 0 is explicit.
  if (!isDead(state)) frame.returns.push_back({.state = std::move(state), .result = nullptr});

  Outcomes outcomes;
  if (frame.returns.empty()) {
    outcomes.normal.state.active = context_.truth(false);
    outcomes.normal.state.heap = entry.heap;
  } else {
    Exit merged = std::move(frame.returns.back());
    merged.state.locals.clear();
    for (auto exit = frame.returns.rbegin() + 1; exit != frame.returns.rend(); ++exit) {
      const Formula chosen = exit->state.active;
      exit->state.locals.clear();
      if (exit->result != nullptr && merged.result != nullptr && exit->result != merged.result)
        merged.result = sink_.merged(place, {}, chosen, exit->result, merged.result);
      else if (merged.result == nullptr)
        merged.result = exit->result;
      merged.state = merge(chosen, exit->state, merged.state, place);
    }
    outcomes.normal = std::move(merged);
  }
  for (ThrownExit& thrown : frame.thrown) {
    thrown.state.locals.clear();
    const auto same = std::find_if(outcomes.thrown.begin(), outcomes.thrown.end(),
                                   [&](const ThrownExit& other) { return other.type == thrown.type; });
    if (same == outcomes.thrown.end()) {
      outcomes.thrown.push_back(std::move(thrown));
      continue;
    }
    const Formula chosen = thrown.state.active;
    if (thrown.value != same->value) same->value = context_.ifElse(chosen, thrown.value, same->value);
    same->state = merge(chosen, thrown.state, same->state, place);
  }
  return outcomes;
}

void Encoder::encode(const Body& body, SymbolicState& state, Frame& frame) {
  for (const auto& stmt : body) {
    if (isDead(state)) return;
    encode(*stmt, state, frame);
  }
}

void Encoder::encode(const Stmt& stmt, SymbolicState& state, Frame& frame) {
  if (options_.checkpoint) options_.checkpoint();
  const Place place{&frame.activation, &stmt};
  switch (stmt.kind) {
    case StmtKind::Assign: {
      const auto& assignment = as<AssignStmt>(stmt);
      return assignRead(assignment.target, copied(assignment.value, state, place), state, place);
    }
    case StmtKind::Load: return encodeLoad(as<LoadStmt>(stmt), state, place);
    case StmtKind::Store: return encodeStore(as<StoreStmt>(stmt), state, place);
    case StmtKind::LoadSlot: return encodeLoadSlot(as<LoadSlotStmt>(stmt), state, place);
    case StmtKind::StoreSlot: return encodeStoreSlot(as<StoreSlotStmt>(stmt), state, place);
    case StmtKind::Allocate: return encodeAllocate(as<AllocateStmt>(stmt), state, place);
    case StmtKind::Free: return encodeFree(as<FreeStmt>(stmt), state, place);
    case StmtKind::Call: return encodeCallStmt(as<CallStmt>(stmt), state, frame);
    case StmtKind::If: return encodeIf(as<IfStmt>(stmt), state, frame);
    case StmtKind::Loop: return encodeLoop(as<LoopStmt>(stmt), state, frame);
    case StmtKind::Block: return encodeBlock(as<BlockStmt>(stmt), state, frame);
    case StmtKind::Break:
      frame.breaks[as<BreakStmt>(stmt).label].push_back(state);
      state.active = context_.truth(false);
      return;
    case StmtKind::Continue:
      frame.continues[as<ContinueStmt>(stmt).label].push_back(state);
      state.active = context_.truth(false);
      return;
    case StmtKind::Return: {
      const auto& result = as<ReturnStmt>(stmt);
      Expr value = nullptr;
      if (result.value != nullptr) value = sink_.assigned(place, {}, evaluate(result.value, state, place));
      frame.returns.push_back({.state = state, .result = value});
      state.active = context_.truth(false);
      return;
    }
    case StmtKind::Throw: return encodeThrow(as<ThrowStmt>(stmt), state, frame);
    case StmtKind::Try: return encodeTry(as<TryStmt>(stmt), state, frame);
    case StmtKind::Assume: {
      const Formula holds = condition(as<AssumeStmt>(stmt).condition, state, place);
      const Procedure& procedure = *frame.activation.procedure;
      if (isModelCode(procedure)) {
        // A model has room for so many elements, and a string for so many characters.
        const bool is_text = procedure.method_of != nullptr && isModelText(*procedure.method_of);
        return stop(is_text ? StopSite::Kind::Characters : StopSite::Kind::Elements, context_.negate(holds), state,
                    place, "more elements than the scope allows");
      }
      state.active = context_.conjoin(state.active, holds);
      return;
    }
    case StmtKind::Assert: {
      const auto& assertion = as<AssertStmt>(stmt);
      if (!hasCondition(assertion.what))
        return stop(StopSite::Kind::Ended, context_.truth(true), state, place, "abort or exit");
      const Formula holds = condition(assertion.condition, state, place);
      return fail(assertion.error, context_.negate(holds), state, place);
    }
    case StmtKind::Unsupported:
      return stop(StopSite::Kind::Unsupported, context_.truth(true), state, place, as<UnsupportedStmt>(stmt).reason);
  }
  UNREACHABLE("every statement kind is encoded");
}

void Encoder::encodeIf(const IfStmt& stmt, SymbolicState& state, Frame& frame) {
  const Place place{&frame.activation, &stmt};
  const Formula taken = condition(stmt.condition, state, place);
  if (taken->kind == FormulaKind::True) return encode(stmt.then_body, state, frame);
  if (taken->kind == FormulaKind::False) return encode(stmt.else_body, state, frame);
  SymbolicState other = state;
  const Formula before = state.active;
  const Formula then_active = context_.conjoin(before, taken);
  const Formula else_active = context_.conjoin(before, context_.negate(taken));
  state.active = then_active;
  other.active = else_active;
  encode(stmt.then_body, state, frame);
  encode(stmt.else_body, other, frame);
  // Where neither side jumped away, the path is what it was: no need to join the two conditions.
  const bool nothing_left = state.active == then_active && other.active == else_active;
  state = merge(taken, state, other, place);
  if (nothing_left) state.active = before;
}

void Encoder::encodeLoop(const LoopStmt& stmt, SymbolicState& state, Frame& frame) {
  const Place place{&frame.activation, &stmt};
  const CallPath outer_path = frame.activation.path;
  // A label may be met again inside: keep what waits for the outer one apart.
  std::vector<SymbolicState> outer_breaks = std::exchange(frame.breaks[stmt.label], {});
  std::vector<SymbolicState> outer_continues = std::exchange(frame.continues[stmt.label], {});
  for (int iteration = 0;; ++iteration) {
    frame.activation.path = outer_path.iteration(stmt, iteration);
    if (!(stmt.test_last && iteration == 0)) {
      encode(stmt.header, state, frame);
      if (isDead(state)) break;
      const Formula again = condition(stmt.condition, state, place);
      if (again->kind != FormulaKind::True) {
        SymbolicState leaving = state;
        leaving.active = context_.conjoin(state.active, context_.negate(again));
        frame.breaks[stmt.label].push_back(std::move(leaving));
      }
      state.active = context_.conjoin(state.active, again);
    }
    if (isDead(state)) break;
    if (iteration >= model_.limits().unroll && !stmt.is_over_fixed_extent) {
      stop(StopSite::Kind::Iterations, context_.truth(true), state, place, "more iterations than the scope allows");
      break;
    }
    encode(stmt.body, state, frame);
    auto& continues = frame.continues[stmt.label];
    if (!continues.empty()) {
      std::vector<SymbolicState> arriving = std::exchange(continues, {});
      arriving.push_back(std::move(state));
      state = merge(std::move(arriving), place);
    }
    if (isDead(state)) break;
    encode(stmt.step, state, frame);
    if (isDead(state)) break;
  }
  frame.activation.path = outer_path;
  std::vector<SymbolicState> leaving = std::exchange(frame.breaks[stmt.label], std::move(outer_breaks));
  frame.continues[stmt.label] = std::move(outer_continues);
  leaving.push_back(std::move(state));
  state = merge(std::move(leaving), place);
}

void Encoder::encodeBlock(const BlockStmt& stmt, SymbolicState& state, Frame& frame) {
  std::vector<SymbolicState> outer = std::exchange(frame.breaks[stmt.label], {});
  encode(stmt.body, state, frame);
  std::vector<SymbolicState> arriving = std::exchange(frame.breaks[stmt.label], std::move(outer));
  if (arriving.empty()) return;
  arriving.push_back(std::move(state));
  state = merge(std::move(arriving), {&frame.activation, &stmt});
}

void Encoder::encodeThrow(const ThrowStmt& stmt, SymbolicState& state, Frame& frame) {
  const Place place{&frame.activation, &stmt};
  if (stmt.thrown == nullptr) {
    if (frame.caught.empty())
      return stop(StopSite::Kind::Unsupported, context_.truth(true), state, place, "rethrow outside of a handler");
    const auto [type, value] = frame.caught.back();
    return raise(state, type, value, frame);
  }
  const Expr value = evaluate(stmt.value, state, place);
  raise(state, stmt.thrown, value, frame);
}

void Encoder::raise(SymbolicState& state, TypeRef type, Expr value, Frame& frame) {
  if (isDead(state)) return;
  auto& waiting = frame.handlers.empty() ? frame.thrown : *frame.handlers.back();
  waiting.push_back({.state = state, .type = type, .value = value});
  state.active = context_.truth(false);
}

void Encoder::encodeTry(const TryStmt& stmt, SymbolicState& state, Frame& frame) {
  const Place place{&frame.activation, &stmt};
  std::vector<ThrownExit> raised;
  frame.handlers.push_back(&raised);
  const bool goes_on = !onlyCleansUp(stmt) && !onlyEndsProgram(stmt);
  if (goes_on) ++frame.activation.catchers;
  encode(stmt.body, state, frame);
  if (goes_on) --frame.activation.catchers;
  frame.handlers.pop_back();
  std::vector<SymbolicState> after{std::move(state)};
  // The static type of a throw is the dynamic type of its exception: which handler takes it is known. Each thrown
  // exception runs through its handler on its own, so that a rethrow knows what it rethrows.
  for (ThrownExit& exception : raised) {
    const auto taker = std::find_if(stmt.handlers.begin(), stmt.handlers.end(),
                                    [&](const Handler& handler) { return catches(handler.caught, exception.type); });
    if (taker == stmt.handlers.end()) {
      raise(exception.state, exception.type, exception.value, frame);
      continue;
    }
    encodeHandler(*taker, exception, place, frame);
    // A handler of an exception that is not seen only cleans up, or ends the program.
    if (exception.type != unseenException()) after.push_back(std::move(exception.state));
  }
  state = merge(std::move(after), place);
}

void Encoder::encodeHandler(const Handler& handler, ThrownExit& exception, const Place& place, Frame& frame) {
  if (handler.variable != nullptr) assign(handler.variable, exception.value, exception.state, place);
  const int unseen = exception.type == unseenException() ? 1 : 0;
  handling_unseen_ += unseen;
  frame.caught.emplace_back(exception.type, exception.value);
  encode(handler.body, exception.state, frame);
  frame.caught.pop_back();
  handling_unseen_ -= unseen;
}

void Encoder::assign(const Local* local, Expr value, SymbolicState& state, const Place& place) {
  INVARIANT(value != nullptr, "an assignment has a value");
  state.locals.at(local->index) = {sink_.assigned(place, {.local = local}, value), context_.truth(true)};
}

void Encoder::set(int component, Expr value, SymbolicState& state, const Place& place) {
  if (state.heap[component] == value) return;
  state.heap[component] = sink_.assigned(place, {.component = component}, value);
}

/// States at one place, reached by disjoint sets of executions.
SymbolicState Encoder::merge(std::vector<SymbolicState> states, const Place& place) {
  std::erase_if(states, isDead);
  if (states.empty()) {
    SymbolicState dead;
    dead.active = context_.truth(false);
    dead.heap = components_.atEntry();
    dead.locals.resize(place.activation->procedure->locals.size());
    return dead;
  }
  SymbolicState merged = std::move(states.back());
  for (auto state = states.rbegin() + 1; state != states.rend(); ++state)
    merged = merge(state->active, *state, merged, place);
  return merged;
}

SymbolicState Encoder::merge(Formula chosen, const SymbolicState& then_state, const SymbolicState& else_state,
                             const Place& place) {
  if (isDead(then_state)) return else_state;
  if (isDead(else_state)) return then_state;
  SymbolicState merged = else_state;
  merged.active = context_.disjoin(then_state.active, else_state.active);
  for (std::size_t i = 0; i < merged.heap.size(); ++i)
    if (then_state.heap[i] != else_state.heap[i])
      merged.heap[i] =
          sink_.merged(place, {.component = static_cast<int>(i)}, chosen, then_state.heap[i], else_state.heap[i]);
  const std::size_t count = std::min(then_state.locals.size(), else_state.locals.size());
  for (std::size_t i = 0; i < count; ++i) {
    const LocalValue& a = then_state.locals[i];
    const LocalValue& b = else_state.locals[i];
    if (a == b) continue;
    const Formula no = context_.truth(false);
    const Formula a_initialized = a.initialized == nullptr ? no : a.initialized;
    const Formula b_initialized = b.initialized == nullptr ? no : b.initialized;
    LocalValue& local = merged.locals[i];
    local.initialized =
        a_initialized == b_initialized ? a_initialized : context_.ifElse(chosen, a_initialized, b_initialized);
    if (a.value == nullptr || b.value == nullptr || a.value == b.value)
      local.value = a.value == nullptr ? b.value : a.value;
    else
      local.value = sink_.merged(place, {.local = place.activation->procedure->locals[i]}, chosen, a.value, b.value);
  }
  return merged;
}

void Encoder::fail(ErrorKind kind, Formula when, SymbolicState& state, const Place& place) {
  if (when->kind == FormulaKind::False || isDead(state)) return;
  auto& errors = handling_unseen_ > 0 ? if_thrown_.errors : errors_;
  errors.push_back({.kind = kind,
                    .condition = context_.conjoin(state.active, when),
                    .at = place.stmt,
                    .in = place.activation->procedure});
  state.active = context_.conjoin(state.active, context_.negate(when));
}

/// Where the user's code calls the library, not what stands for its code.
static const Stmt* usersPlace(const Place& place) {
  const Stmt* at = place.stmt;
  const Activation* activation = place.activation;
  for (; isLibraryCode(*activation->procedure) && activation->called_at != nullptr; activation = activation->caller)
    at = activation->called_at;
  return at;
}

void Encoder::stop(StopSite::Kind kind, Formula when, SymbolicState& state, const Place& place, std::string reason) {
  if (when->kind == FormulaKind::False || isDead(state)) return;
  const Formula otherwise = context_.conjoin(state.active, context_.negate(when));
  auto& stops = handling_unseen_ > 0 ? if_thrown_.stops : stops_;
  stops.push_back({.kind = kind,
                   .condition = context_.conjoin(state.active, when),
                   .otherwise = otherwise,
                   .at = usersPlace(place),
                   .in = place.activation->procedure,
                   .reason = std::move(reason)});
  state.active = otherwise;
}

Expr Encoder::liveObjects(const SymbolicState& state, const ClassDecl* base) const {
  return liveIn(state.heap, base, components_, model_);
}

}  // namespace weir::refine
