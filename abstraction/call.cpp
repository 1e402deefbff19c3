// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call: the state of the call site put into the callee's summary. Where the site knows its state exactly the result
// is the summary with the values put in; elsewhere the summary is evaluated within bounds.
#include <algorithm>

#include "abstraction/analysis.h"
#include "ir/logic/occurrences.h"

namespace weir::abstraction {

using namespace program;
using logic::Expr;
using AbstractState = abstraction::State;
using LogicKind = logic::ExprKind;

/// The callee's bound on a relation, where the relation's own value at the site is only known within rows. Along the
/// spine of the expression (f in `f ++ (x -> y)`) rows stay rows; what it reads elsewhere is a value.
Rows Analysis::evaluate(Expr expr, logic::Relation base, Interval& interval, const AbstractState& state) {
  switch (expr->kind) {
    case LogicKind::Relation:
      if (expr->relation == base) return states_.rows(state, base);
      break;
    case LogicKind::Update: {
      const Rows rows = evaluate(expr->operands[0], base, interval, state);
      const Bounds key = interval.evaluate(expr->operands[1]);
      const Bounds value = interval.evaluate(expr->operands[2]);
      const Expr domain = expr->operands[1];
      if (expr->operands[2]->arity != 1) break;
      const Bounds owner = domain->arity == 1                   ? key
                           : domain->kind == LogicKind::Product ? interval.evaluate(domain->operands[0])
                                                                : Bounds{context_.none(1), nullptr};
      Rows stored = states_.store(rows, owner, key, value);
      if (domain->arity == 1 && key.isExact() && value.lower->kind == LogicKind::None) {
        if (!value.isExact()) stored.lower = symbols_.withoutRows(rows.lower, key.lower);
        if (value.isExact()) stored.lower = symbols_.write(rows.lower, key.lower, value.lower);
        if (value.isExact()) stored.upper = symbols_.write(rows.upper, key.lower, value.lower);
      }
      return stored;
    }
    case LogicKind::IfElse:
      return states_.choose(interval.evaluate(expr->formula), evaluate(expr->operands[0], base, interval, state),
                            evaluate(expr->operands[1], base, interval, state));
    case LogicKind::Union: {
      const Rows rows = evaluate(expr->operands[0], base, interval, state);
      const Bounds more = interval.evaluate(expr->operands[1]);
      if (more.upper == nullptr) break;
      return {context_.unite(rows.lower, more.lower), context_.unite(rows.upper, more.upper), rows.wild};
    }
    case LogicKind::Difference: {
      const Rows rows = evaluate(expr->operands[0], base, interval, state);
      const Bounds less = interval.evaluate(expr->operands[1]);
      const Expr none = context_.none(expr->arity, expr->int_columns);
      const auto without = [&](Expr from, Expr gone) {
        return expr->arity == 1 ? symbols_.without(from, gone) : context_.subtract(from, gone);
      };
      return {less.upper == nullptr ? none : without(rows.lower, less.upper), without(rows.upper, less.lower),
              rows.wild};
    }
    default: break;
  }
  const Bounds bounds = interval.evaluate(expr);
  if (bounds.upper != nullptr) return {bounds.lower, bounds.upper, context_.none(1)};
  const Expr none = context_.none(expr->arity, expr->int_columns);
  return {none, none, context_.univ()};
}

Flow Analysis::apply(const Summary& summary, const CallStmt& stmt, const std::vector<Bounds>& arguments,
                     const AbstractState& state, const Guard& here) {
  for (const Opaque& each : summary.opaque) opaque(each.reason, each.range);
  Flow flow;
  if (summary.may_throw) {
    AbstractState thrown = state;
    for (const logic::Relation relation : written_.by(*summary.procedure).relations) {
      thrown.relations[relation] = states_.anyRows(relation);
    }
    flow.thrown = Path{states_.perhaps(), std::move(thrown)};
  }
  if (!summary.may_return) return flow;
  Interval interval(context_, &symbols_);
  for (const auto& [relation, rows] : state.relations) {
    interval.replace(relation, {rows.lower, rows.wild->kind == LogicKind::None ? rows.upper : nullptr});
  }
  const auto& parameters = summary.procedure->parameters;
  for (std::size_t i = 0; i < parameters.size() && i < arguments.size(); ++i) {
    if (parameters[i]->type->isScalar()) interval.replace(vocabulary_.parameter(parameters[i]), arguments[i]);
  }
  // What is not told apart is some of a set. Of live objects the set is all that was allocated, by definition.
  std::vector<std::pair<logic::Relation, Bounds>> rests;
  for (const Allocation& allocation : summary.allocations) {
    Guard condition = states_.perhaps();
    if (allocation.condition != nullptr) condition = interval.evaluate(allocation.condition);
    const Bounds made = allocated(allocation, states_.both(here, condition));
    interval.replace(allocation.symbol, made);
    if (!made.isExact()) rests.emplace_back(allocation.symbol, states_.exact(made.upper));
  }
  std::optional<Interval> live_interval;
  if (!rests.empty()) live_interval = interval;
  for (const auto& [symbol, rest] : rests) live_interval->replace(symbol, rest);
  AbstractState after = state;
  for (const RelationBounds& bounds : summary.relations) {
    Interval& values = bounds.pre->arity() == 1 && live_interval ? *live_interval : interval;
    const Rows low = evaluate(bounds.lower, bounds.pre, values, state);
    const Rows high = bounds.lower == bounds.upper ? low : evaluate(bounds.upper, bounds.pre, values, state);
    const Bounds wild = values.evaluate(bounds.wild);
    const Expr all_wild = wild.upper == nullptr ? context_.univ() : context_.unite(high.wild, wild.upper);
    Expr lower = low.lower;
    if (all_wild->kind != LogicKind::None && lower->kind != LogicKind::None && all_wild != high.wild) {
      lower = lower->arity == 1
                  ? context_.subtract(lower, all_wild)
                  : context_.update(lower, all_wild, context_.none(lower->arity - 1, lower->int_columns >> 1));
    }
    after.relations[bounds.pre] = states_.shortened({lower, high.upper, all_wild});
  }
  if (stmt.target != nullptr && summary.result) {
    const Bounds low = interval.evaluate(summary.result->lower);
    const Bounds high =
        summary.result->upper == nullptr ? Bounds{low.lower, nullptr} : interval.evaluate(summary.result->upper);
    after.locals[stmt.target] = states_.shortened({low.lower, high.upper}, low.lower->int_columns);
  } else if (stmt.target != nullptr) {
    after.locals[stmt.target] = values_.any(stmt.target->type);
  }
  flow.normal = Path{summary.may_throw ? states_.perhaps() : states_.always(), std::move(after)};
  return flow;
}

/// This site's own symbol for what the callee allocates.
Bounds Analysis::allocated(const Allocation& allocation, const Guard& condition) {
  if (!allocation.is_set) return newObject(allocation.class_decl, allocation.is_automatic, condition);
  Scope& scope = scopes_.back();
  if (++scope.set_counts[{allocation.class_decl, allocation.is_automatic}] > parameters_.max_allocations) {
    return {context_.none(1), restOf(allocation.class_decl, allocation.is_automatic)};
  }
  const logic::Relation set = symbols_.allocation(
      allocation.class_decl->name, vocabulary_.sortOf(allocation.class_decl), true, allocation.is_automatic);
  scope.allocations.push_back(
      {.class_decl = allocation.class_decl, .symbol = set, .is_set = true, .is_automatic = allocation.is_automatic});
  return states_.exact(context_.relation(set));
}

/// The procedures a call may run, each with the condition under which it does.
std::vector<std::pair<Guard, const Procedure*>> Analysis::targets(const CallStmt& stmt, const AbstractState& state,
                                                                  bool& is_complete) {
  std::vector<std::pair<Guard, const Procedure*>> found;
  const Program& program = vocabulary_.program();
  is_complete = true;
  if (stmt.callee == nullptr) {
    const Bounds pointer = values_.value(stmt.function, state);
    for (const Procedure* candidate : program.addressTaken(stmt.function->type->pointee)) {
      const Expr self = context_.relation(vocabulary_.procedureAtom(candidate));
      if (pointer.isExact() && pointer.lower == self) return {{states_.always(), candidate}};
      found.emplace_back(pointer.isExact() ? states_.exactly(context_.equal(pointer.lower, self)) : states_.perhaps(),
                         candidate);
    }
    is_complete = false;  // the pointer may come from outside
    return found;
  }
  if (!stmt.dispatch) return {{states_.always(), stmt.callee}};
  const Bounds receiver = values_.value(stmt.arguments.at(0), state);
  std::map<const Procedure*, std::vector<const ClassDecl*>> classes;
  std::vector<const Procedure*> order;
  const std::vector<const ClassDecl*> dynamic_classes = program.dynamicClasses(stmt.callee->method_of);
  for (const ClassDecl* dynamic : dynamic_classes) {
    const Procedure* target = program.finalOverrider(stmt.callee, dynamic);
    if (target == nullptr) {
      is_complete = false;
      continue;
    }
    if (classes[target].empty()) order.push_back(target);
    classes[target].push_back(dynamic);
  }
  if (order.size() == 1 && is_complete) return {{states_.always(), order[0]}};
  const bool tell_apart = receiver.isExact() && static_cast<int>(order.size()) <= parameters_.max_contexts;
  for (const Procedure* target : order) {
    if (!tell_apart) {
      found.emplace_back(states_.perhaps(), target);
      continue;
    }
    std::vector<logic::Formula> any;
    for (const ClassDecl* dynamic : classes[target]) {
      Expr exactly = context_.atoms(vocabulary_.sortOf(dynamic));
      for (const ClassDecl* below : dynamic_classes) {
        if (below != dynamic && below->derivesFrom(dynamic)) {
          exactly = context_.subtract(exactly, context_.atoms(vocabulary_.sortOf(below)));
        }
      }
      any.push_back(context_.subset(receiver.lower, exactly));
    }
    found.emplace_back(states_.exactly(context_.disjoin(any)), target);
  }
  return found;
}

Flow Analysis::call(const CallStmt& stmt, const AbstractState& state, const Guard& here) {
  bool is_complete = true;
  const auto all = targets(stmt, state, is_complete);
  if (!is_complete || all.empty()) opaque("a call whose targets are not all known", stmt.range);
  std::vector<Bounds> arguments;
  for (const ExprRef argument : stmt.arguments) arguments.push_back(values_.value(argument, state));
  Flow flow;
  bool surely_returns = is_complete;
  for (const auto& [guard, target] : all) {
    if (guard.may->kind == logic::FormulaKind::False) continue;
    Flow one = apply(summary_of_(*target), stmt, arguments, state, states_.both(here, guard));
    surely_returns = surely_returns && one.normal && one.normal->taken.must->kind == logic::FormulaKind::True;
    keep(flow, std::move(one), guard);
  }
  // One of the targets runs, or the receiver is null and the execution has ended.
  if (surely_returns && flow.normal) flow.normal->taken = states_.always();
  return flow;
}

}  // namespace weir::abstraction
