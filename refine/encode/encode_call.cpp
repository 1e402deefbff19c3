// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls: which procedures a call may run, under which condition, and how their outcomes come together.
#include <algorithm>
#include <set>

#include "ir/program/unseen_exceptions.h"
#include "refine/encode/encoder.h"
#include "refine/encode/frame.h"
#include "refine/encode/only_ends.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::Formula;
using logic::FormulaKind;

namespace {

/// How often the procedure is on the stack already.
int recursionOf(const Procedure& procedure, const Activation* activation) {
  int depth = 0;
  for (; activation != nullptr; activation = activation->caller)
    if (activation->procedure == &procedure) ++depth;
  return depth;
}

/// Would somebody catch an exception that is thrown here?
bool isCaught(const Activation* activation) {
  for (; activation != nullptr; activation = activation->caller)
    if (activation->catchers > 0) return true;
  return false;
}

}  // namespace

bool collectProcedures(Expr function, const Vocabulary& vocabulary, std::set<const Procedure*>& found) {
  switch (function->kind) {
    case logic::ExprKind::None: return true;
    case logic::ExprKind::Relation: {
      const Vocabulary::Meaning* meaning = vocabulary.meaningOf(function->relation);
      if (meaning == nullptr || meaning->kind != Vocabulary::Meaning::Kind::Procedure) return false;
      found.insert(meaning->procedure);
      return true;
    }
    case logic::ExprKind::IfElse:
    case logic::ExprKind::Union:
      return std::ranges::all_of(function->operands,
                                 [&](Expr operand) { return collectProcedures(operand, vocabulary, found); });
    default: return false;
  }
}

Outcomes Encoder::encodeTarget(const Procedure& callee, const std::vector<Expr>& arguments, const SymbolicState& state,
                               const Place& place, const Frame& frame) {
  Outcomes outcomes;
  outcomes.normal.state = state;
  outcomes.normal.state.active = context_.truth(false);
  if (callee.is_external && !callee.cannot_throw && isCaught(&frame.activation) &&
      (policy_ == nullptr || !policy_->isSpecified(callee))) {
    SymbolicState lost = state;
    stop(StopSite::Kind::Unsupported, context_.truth(true), lost, place,
         "the external function '" + callee.name + "' may throw what is caught here");
    return outcomes;
  }
  SymbolicState entering = state;
  const int recursion = recursionOf(callee, &frame.activation);
  if (recursion > model_.limits().unroll) {
    stop(StopSite::Kind::Recursion, context_.truth(true), entering, place, "deeper recursion than the scope allows");
    return outcomes;
  }
  if (onlyEnds(callee, vocabulary_.program()) && policy_ != nullptr && !policy_->isSpecified(callee)) return outcomes;
  if (policy_ != nullptr && policy_->encode(*this, place, callee, arguments, state, outcomes)) {
    mayThrowUnseenHere(callee, place, outcomes);
    return outcomes;
  }
  if (callee.is_external) {
    stop(StopSite::Kind::Unsupported, context_.truth(true), entering, place,
         "call of the external function '" + callee.name + "', which has no specification that can be used here");
    return outcomes;
  }
  if (recursion > 0 && options_.is_reachable && !options_.is_reachable(state.active)) return outcomes;
  const CallPath path = frame.activation.path.call(*place.stmt, callee);
  return encodeCall(callee, arguments, entering, &frame.activation, path, place.stmt);
}

/// Where it throws, it has done what it would have done else.
void Encoder::mayThrowUnseenHere(const Procedure& callee, const Place& place, Outcomes& outcomes) {
  if (!mayThrowUnseen(callee) || !hasExceptions(vocabulary_.program()) || policy_->isSpecified(callee)) return;
  const Formula chosen = policy_->chooseAt(place, callee, "throws");
  if (chosen == nullptr) return;
  if_thrown_.calls.push_back({.chosen = chosen, .callee = &callee, .at = place.stmt});
  ThrownExit& exit =
      outcomes.thrown.emplace_back(ThrownExit{outcomes.normal.state, unseenException(), context_.none(1)});
  exit.state.active = context_.conjoin(exit.state.active, chosen);
}

void Encoder::encodeCallStmt(const CallStmt& stmt, SymbolicState& state, Frame& frame) {
  const Place place{&frame.activation, &stmt};
  const Expr function = stmt.function != nullptr ? evaluate(stmt.function, state, place) : nullptr;
  std::vector<Expr> arguments;
  for (const ExprRef argument : stmt.arguments) arguments.push_back(evaluate(argument, state, place));

  struct Choice {
    const Procedure* callee;
    Formula when;
  };
  std::vector<Choice> choices;
  const Program& program = vocabulary_.program();
  if (stmt.function != nullptr) {
    fail(ErrorKind::NullDeref, context_.no(function), state, place);
    std::set<const Procedure*> possible;
    const bool is_closed = collectProcedures(function, vocabulary_, possible);
    for (const Procedure* target : targetsOf(stmt, program)) {
      if (is_closed && !possible.contains(target)) continue;
      Formula is_it = context_.subset(context_.relation(vocabulary_.procedureAtom(target)), function);
      for (const Procedure* other : model_.footprint().function_values)
        if (other->same_as == target)
          is_it =
              context_.disjoin(is_it, context_.subset(context_.relation(vocabulary_.procedureAtom(other)), function));
      choices.push_back({target, is_it});
    }
  } else if (stmt.dispatch) {
    requireObject(arguments.front(), stmt.callee->method_of, state, place);
    for (const Procedure* target : targetsOf(stmt, program)) {
      Expr objects = context_.none(1);
      for (const ClassDecl* dynamic : program.dynamicClasses(stmt.callee->method_of))
        if (model_.footprint().hasClass(dynamic) && program.finalOverrider(stmt.callee, dynamic) == target)
          objects = context_.unite(objects, state.heap[components_.live(dynamic)]);
      choices.push_back({target, context_.subset(arguments.front(), objects)});
    }
  } else {
    // A method called on null has gone wrong before it does anything.
    if (stmt.callee->method_of != nullptr && !stmt.callee->is_static_method)
      fail(ErrorKind::NullDeref, context_.no(arguments.front()), state, place);
    choices.push_back({stmt.callee, context_.truth(true)});
  }
  if (isDead(state)) return;

  std::vector<SymbolicState> after;
  std::vector<Expr> results;
  Formula handled = context_.truth(false);
  for (const Choice& choice : choices) {
    if (choice.when->kind == FormulaKind::False) continue;
    SymbolicState entering = state;
    entering.active = context_.conjoin(state.active, choice.when);
    handled = context_.disjoin(handled, choice.when);
    Outcomes outcomes = encodeTarget(*choice.callee, arguments, entering, place, frame);
    for (ThrownExit& thrown : outcomes.thrown) {
      thrown.state.locals = state.locals;
      raise(thrown.state, thrown.type, thrown.value, frame);
    }
    SymbolicState& normal = outcomes.normal.state;
    if (isDead(normal)) continue;
    normal.locals = state.locals;
    if (stmt.target != nullptr) {
      if (outcomes.normal.result == nullptr) {
        // Flowing off the end of a procedure with a result: reading the result is undefined.
        normal.locals.at(stmt.target->index) = {};
      } else {
        assign(stmt.target, outcomes.normal.result, normal, place);
      }
    }
    after.push_back(std::move(normal));
  }
  if (handled->kind != FormulaKind::True) {
    SymbolicState lost = state;
    lost.active = context_.conjoin(state.active, context_.negate(handled));
    stop(StopSite::Kind::Unsupported, context_.truth(true), lost, place, "call of an unknown function");
  }
  state = merge(std::move(after), place);
}

}  // namespace weir::refine
