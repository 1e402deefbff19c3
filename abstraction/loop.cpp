// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abstraction/loop.h"

#include <algorithm>

#include "ir/logic/occurrences.h"
#include "ir/logic/substitute.h"

namespace weir::abstraction {

using namespace program;
using logic::Expr;
using logic::Formula;
using AbstractState = abstraction::State;
using LogicKind = logic::ExprKind;

namespace {
/// Cells of one relation in one loop; further objects are rows among others.
constexpr std::size_t kMostCells = 8;
}  // namespace

/// The objects of this procedure at which the rows were written, each of them one.
std::vector<Expr> Analysis::newObjectsIn(const Rows& rows) {
  std::vector<Expr> keys;
  if (rows.upper->arity != 2) return keys;
  const auto visit = [&](const auto& self, Expr expr) -> void {
    if (expr->kind == LogicKind::IfElse) {
      self(self, expr->operands[0]);
      self(self, expr->operands[1]);
    }
    if (expr->kind != LogicKind::Update) return;
    self(self, expr->operands[0]);
    const Expr key = expr->operands[1];
    if (!symbols_.isNewObject(key) || std::find(keys.begin(), keys.end(), key) != keys.end()) return;
    if (keys.size() < kMostCells) keys.push_back(key);
  };
  visit(visit, rows.upper);
  return keys;
}

/// The state at the start of any iteration: a symbol for each thing that the loop writes.
AbstractState Analysis::startOfIteration(const LoopStmt& stmt, const AbstractState& state, LoopRun& run_of) {
  WrittenSet written = written_.by(stmt.header);
  for (const Body* body : {&stmt.body, &stmt.step}) {
    const WrittenSet more = written_.by(*body);
    written.relations.insert(more.relations.begin(), more.relations.end());
    written.locals.insert(more.locals.begin(), more.locals.end());
  }
  AbstractState start = state;
  for (const Local* local : written.locals) {
    if (!local->type->isScalar()) continue;
    LoopSymbol symbol{.local = local};
    symbol.symbol = symbols_.placeholder("it$" + local->name, {vocabulary_.sortOf(local->type)}, true);
    const auto entry = state.locals.find(local);
    // Before its first assignment a variable cannot be read: null is as good as anything.
    symbol.entry =
        entry != state.locals.end() ? entry->second : states_.exact(context_.none(1, local->type->isInteger() ? 1 : 0));
    start.locals[local] = states_.exact(context_.relation(symbol.symbol));
    run_of.symbols.push_back(symbol);
  }
  for (const logic::Relation relation : written.relations) {
    LoopSymbol symbol{.relation = relation};
    symbol.symbol = symbols_.placeholder("it$" + relation->name, relation->columns, relation->functional);
    symbol.entry_rows = states_.rows(state, relation);
    Expr same = context_.relation(symbol.symbol);
    run_of.symbols.push_back(symbol);
    for (const Expr key : newObjectsIn(symbol.entry_rows)) {
      LoopSymbol cell{.relation = relation, .key = key};
      cell.symbol = symbols_.placeholder("it$" + relation->name, {relation->columns[1]}, true);
      cell.entry = values_.read(symbol.entry_rows, key);
      same = context_.update(same, key, context_.relation(cell.symbol));
      run_of.cells[relation].push_back(key);
      run_of.symbols.push_back(cell);
    }
    start.relations[relation] = {same, same, context_.none(1)};
  }
  return start;
}

/// One iteration; it leaves the loop by its condition with a break to `exit_label`.
Flow Analysis::iterate(const LoopStmt& stmt, AbstractState start, const std::string& exit_label) {
  const Guard inside = states_.perhaps();
  const auto test = [&](const Path& path) {
    const Guard guard = values_.condition(stmt.condition, path.state);
    Flow tested;
    states_.mergeInto(tested.breaks, exit_label, Path{states_.opposite(guard), path.state});
    states_.mergeInto(tested.normal, Path{guard, path.state});
    return tested;
  };
  const auto round = [&](Flow flow) {
    flow = then(std::move(flow), [&](const Path& path) { return run(stmt.body, path.state, inside); });
    if (const auto found = flow.continues.find(stmt.label); found != flow.continues.end()) {
      Path path = std::move(found->second);
      flow.continues.erase(found);
      states_.mergeInto(flow.normal, std::move(path));
    }
    return then(std::move(flow), [&](const Path& path) { return run(stmt.step, path.state, inside); });
  };
  const auto question = [&](Flow flow) {
    flow = then(std::move(flow), [&](const Path& path) { return run(stmt.header, path.state, inside); });
    return then(std::move(flow), test);
  };
  Flow flow;
  flow.normal = Path{states_.always(), std::move(start)};
  return stmt.test_last ? question(round(std::move(flow))) : round(question(std::move(flow)));
}

Flow Analysis::loop(const LoopStmt& stmt, const AbstractState& state) {
  LoopRun run_of;
  AbstractState start = startOfIteration(stmt, state, run_of);
  scopes_.push_back({.is_iteration = true});
  const std::string exit_label = "%exit " + stmt.label;
  Flow flow = iterate(stmt, std::move(start), exit_label);
  run_of.back = std::move(flow.normal);
  flow.normal.reset();
  if (flow.returned) run_of.exits.push_back(&*flow.returned);
  if (flow.thrown) run_of.exits.push_back(&*flow.thrown);
  for (auto& [label, path] : flow.breaks) run_of.exits.push_back(&path);
  for (auto& [label, path] : flow.continues) run_of.exits.push_back(&path);
  const Scope iteration = std::move(scopes_.back());
  scopes_.pop_back();
  LoopSolver solver(*this, run_of);
  for (const Allocation& allocation : iteration.allocations) {
    if (!run_of.back || solver.isOnlyAtExit(allocation.symbol)) {
      Allocation once = allocation;
      once.condition = nullptr;
      scopes_.back().allocations.push_back(once);
      continue;
    }
    const logic::Relation set =
        symbols_.allocation(allocation.class_decl->name, allocation.symbol->columns[0], true, allocation.is_automatic);
    scopes_.back().allocations.push_back(
        {.class_decl = allocation.class_decl, .symbol = set, .is_set = true, .is_automatic = allocation.is_automatic});
    run_of.allocations.emplace_back(allocation.symbol, set);
  }
  solver.solve();
  if (explain_) explain_(*procedure_, stmt.range, solver.explanation());

  for (const std::string& label : {exit_label, stmt.label}) {
    const auto found = flow.breaks.find(label);
    if (found == flow.breaks.end()) continue;
    Path path = std::move(found->second);
    flow.breaks.erase(found);
    states_.mergeInto(flow.normal, std::move(path));
  }
  return flow;
}

void LoopSolver::solve() {
  Interval values(context_, &analysis_.symbols_);
  if (!run_.back) {
    explanation_ = "at most one iteration";
    for (const LoopSymbol& symbol : run_.symbols) {
      if (symbol.isValue()) values.replace(symbol.symbol, symbol.entry);
    }
    leave(values);
    return;
  }
  findInvariants();
  if (varying_.empty()) {
    explanation_ = "an iteration changes nothing: the loop is left in the first one or never";
  } else if (findCursor()) {
    explanation_ += "cursor " + nameOf(*cursor_->symbol) + " passes " + toString(cursor_->passed) + " by steps of " +
                    toString(cursor_->step);
  } else {
    explanation_ = "no cursor: bounds by equations";
  }
  solveEquations();
  for (std::size_t i = 0; i < run_.symbols.size(); ++i) {
    const LoopSymbol& symbol = run_.symbols[i];
    if (!symbol.isValue() || !isVarying(symbol.symbol)) continue;
    Bounds bounds{context_.none(1, symbol.entry.lower->int_columns), solutions_[i]};
    if (cursor_ && cursor_->symbol == &symbol) bounds = {cursor_->exit, cursor_->exit};
    if (cursor_ && cursor_->symbol != &symbol) alongPath(symbol, bounds);
    if (!bounds.isExact()) {
      explanation_ += "; " + nameOf(symbol) + " in " + (bounds.upper == nullptr ? "any" : toString(bounds.upper));
    }
    values.replace(symbol.symbol, bounds);
  }
  leave(values);
}

std::optional<Bounds> LoopSolver::valueAfter(const LoopSymbol& symbol) {
  const State& back = run_.back->state;
  if (symbol.key != nullptr) return analysis_.values_.read(back.relations.at(symbol.relation), symbol.key);
  const auto found = back.locals.find(symbol.local);
  if (found == back.locals.end()) return std::nullopt;
  return found->second;
}

Expr LoopSolver::withoutCells(Expr rows, const std::vector<Expr>& keys) {
  if (rows->kind == LogicKind::IfElse) {
    return context_.ifElse(rows->formula, withoutCells(rows->operands[0], keys), withoutCells(rows->operands[1], keys));
  }
  if (rows->kind != LogicKind::Update) return rows;
  const Expr below = withoutCells(rows->operands[0], keys);
  const bool is_cell = std::find(keys.begin(), keys.end(), rows->operands[1]) != keys.end();
  return is_cell ? below : context_.update(below, rows->operands[1], rows->operands[2]);
}

const Rows& LoopSolver::rowsAfter(const LoopSymbol& symbol) {
  const Rows& all = run_.back->state.relations.at(symbol.relation);
  const auto cells = run_.cells.find(symbol.relation);
  if (cells == run_.cells.end()) return all;
  const auto [known, is_new] = rows_after_.try_emplace(symbol.relation);
  if (is_new) {
    const Expr upper = withoutCells(all.upper, cells->second);
    known->second = {all.isExact() ? upper : withoutCells(all.lower, cells->second), upper, all.wild};
  }
  return known->second;
}

void LoopSolver::findInvariants() {
  for (std::size_t i = 0; i < run_.symbols.size(); ++i) {
    const LoopSymbol& symbol = run_.symbols[i];
    const Expr same = context_.relation(symbol.symbol);
    bool is_same = false;
    if (symbol.isValue()) {
      const auto after = valueAfter(symbol);
      is_same = after && after->isExact() && after->lower == same;
    } else {
      const Rows& after = rowsAfter(symbol);
      is_same = after.isExact() && after.lower == same;
    }
    if (!is_same) varying_[symbol.symbol] = static_cast<int>(i);
  }
  invariants_.emplace(context_, &analysis_.symbols_);
  for (const LoopSymbol& symbol : run_.symbols) {
    if (isVarying(symbol.symbol)) continue;
    if (symbol.isValue()) {
      invariants_->replace(symbol.symbol, symbol.entry);
    } else {
      const Rows& rows = symbol.entry_rows;
      invariants_->replace(symbol.symbol, {rows.lower, rows.wild->kind == LogicKind::None ? rows.upper : nullptr});
    }
  }
}

bool LoopSolver::isOnlyAtExit(logic::Relation allocation) {
  logic::Occurrences occurrences;
  for (const auto& [local, bounds] : run_.back->state.locals) {
    occurrences.add(bounds.lower);
    if (bounds.upper != nullptr) occurrences.add(bounds.upper);
  }
  for (const auto& [relation, rows] : run_.back->state.relations) {
    for (const Expr expr : {rows.lower, rows.upper, rows.wild}) occurrences.add(expr);
  }
  return !occurrences.has(allocation);
}

/// Puts the state at the start of the last iteration into every way out. `values` has the varying locals.
void LoopSolver::leave(Interval& values) {
  State start;
  for (const LoopSymbol& symbol : run_.symbols) {
    if (symbol.isValue()) {
      if (!isVarying(symbol.symbol)) values.replace(symbol.symbol, symbol.entry);
      continue;
    }
    Rows rows = symbol.entry_rows;
    if (isVarying(symbol.symbol) && !(cursor_ && alongPath(symbol, rows))) rows = boundedRows(symbol);
    start.relations[symbol.symbol] = rows;
    values.replace(symbol.symbol, {rows.lower, rows.wild->kind == LogicKind::None ? rows.upper : nullptr});
  }
  for (const auto& [one, set] : run_.allocations) {
    values.replace(one, {context_.none(1), context_.relation(set)});
  }
  for (Path* exit : run_.exits) {
    Guard taken = values.evaluate(exit->taken.must);
    if (exit->taken.isExact()) {
      if (cursor_) {
        const Formula exact = guardAtExit(onlyOfCursor(exit->taken, *cursor_->symbol));
        taken = {exact, exact};
      }
    } else {
      taken = {taken.must, values.evaluate(exit->taken.may).may};
    }
    State state = exit->state;
    for (auto& [local, bounds] : state.locals) {
      const Bounds low = values.evaluate(bounds.lower);
      const Bounds high = bounds.upper == nullptr ? Bounds{low.lower, nullptr} : values.evaluate(bounds.upper);
      bounds = analysis_.states_.shortened({low.lower, high.upper}, low.lower->int_columns);
    }
    if (state.result) {
      const Bounds low = values.evaluate(state.result->lower);
      const Bounds high =
          state.result->upper == nullptr ? Bounds{low.lower, nullptr} : values.evaluate(state.result->upper);
      state.result = Bounds{low.lower, high.upper};
    }
    for (auto& [relation, rows] : state.relations) {
      const LoopSymbol* own = nullptr;
      for (const LoopSymbol& symbol : run_.symbols) {
        if (symbol.relation == relation && symbol.key == nullptr) own = &symbol;
      }
      if (own == nullptr) continue;  // not written in the loop
      const Rows low = analysis_.evaluate(rows.lower, own->symbol, values, start);
      const Rows high = rows.lower == rows.upper ? low : analysis_.evaluate(rows.upper, own->symbol, values, start);
      const Bounds wild = values.evaluate(rows.wild);
      const Expr all_wild = wild.upper == nullptr ? context_.univ() : context_.unite(high.wild, wild.upper);
      Expr lower = low.lower;
      if (all_wild->kind != LogicKind::None && all_wild != high.wild && lower->arity > 1) {
        lower = context_.update(lower, all_wild, context_.none(lower->arity - 1, lower->int_columns >> 1));
      }
      rows = analysis_.states_.shortened({lower, high.upper, all_wild});
    }
    *exit = {taken, std::move(state)};
  }
}

}  // namespace weir::abstraction
