// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abstraction/analysis.h"

#include <algorithm>

#include "abstraction/automatic.h"
#include "abstraction/coarse.h"
#include "ir/logic/occurrences.h"
#include "ir/logic/substitute.h"

namespace weir::abstraction {

using namespace program;  // statements, fields and locals are used all over
using logic::Expr;
using AbstractState = abstraction::State;

namespace {
/// All bounds of a summary together, in longest bounds.
constexpr int kLongestSummary = 8;
}  // namespace

Analysis::Analysis(Vocabulary& vocabulary, Symbols& symbols, Written& written, const Parameters& parameters,
                   SummaryOf summary_of, Explain explain)
    : vocabulary_(vocabulary),
      context_(vocabulary.context()),
      symbols_(symbols),
      written_(written),
      parameters_(parameters),
      summary_of_(std::move(summary_of)),
      explain_(std::move(explain)),
      states_(vocabulary.context(), symbols, parameters.max_operators),
      values_(vocabulary, states_, symbols) {}

void Analysis::opaque(const std::string& reason, const SourceRange& range) {
  const bool is_known = std::any_of(opaque_.begin(), opaque_.end(), [&](const Opaque& each) {
    return each.reason == reason && toString(each.range) == toString(range);
  });
  if (!is_known) opaque_.push_back({reason, range});
}

void Analysis::keep(Flow& into, Flow&& from, const Guard& reached) {
  const auto after = [&](Path path) {
    path.taken = states_.both(reached, path.taken);
    return path;
  };
  if (from.normal) states_.mergeInto(into.normal, after(std::move(*from.normal)));
  if (from.returned) states_.mergeInto(into.returned, after(std::move(*from.returned)));
  if (from.thrown) states_.mergeInto(into.thrown, after(std::move(*from.thrown)));
  for (auto& [label, path] : from.breaks) states_.mergeInto(into.breaks, label, after(std::move(path)));
  for (auto& [label, path] : from.continues) states_.mergeInto(into.continues, label, after(std::move(path)));
}

Flow Analysis::run(const Body& body, AbstractState state, const Guard& here) {
  Flow flow;
  flow.normal = Path{states_.always(), std::move(state)};
  for (const auto& stmt : body) {
    if (!flow.normal) break;
    flow = then(std::move(flow), [&](Path&& path) {
      const Guard reached = states_.both(here, path.taken);
      return run(*stmt, std::move(path.state), reached);
    });
  }
  return flow;
}

Flow Analysis::branch(const IfStmt& stmt, const AbstractState& state, const Guard& here) {
  const Guard guard = values_.condition(stmt.condition, state);
  Flow flow;
  if (guard.may->kind != logic::FormulaKind::False) {
    keep(flow, run(stmt.then_body, state, states_.both(here, guard)), guard);
  }
  const Guard otherwise = states_.opposite(guard);
  if (otherwise.may->kind != logic::FormulaKind::False) {
    keep(flow, run(stmt.else_body, state, states_.both(here, otherwise)), otherwise);
  }
  return flow;
}

Flow Analysis::block(const BlockStmt& stmt, const AbstractState& state, const Guard& here) {
  Flow flow = run(stmt.body, state, here);
  if (const auto left = flow.breaks.find(stmt.label); left != flow.breaks.end()) {
    Path path = std::move(left->second);
    flow.breaks.erase(left);
    states_.mergeInto(flow.normal, std::move(path));
  }
  return flow;
}

/// Which handler runs is not told apart: each may.
Flow Analysis::attempt(const TryStmt& stmt, const AbstractState& state, const Guard& here) {
  Flow flow = run(stmt.body, state, here);
  if (!flow.thrown) return flow;
  const Path thrown = std::move(*flow.thrown);
  flow.thrown.reset();
  const Guard perhaps = states_.both(thrown.taken, states_.perhaps());
  bool catches_all = false;
  for (const Handler& handler : stmt.handlers) {
    AbstractState caught = thrown.state;
    if (handler.variable != nullptr) caught.locals[handler.variable] = values_.any(handler.variable->type);
    catches_all = catches_all || handler.caught == nullptr;
    const bool is_only = catches_all && stmt.handlers.size() == 1;
    keep(flow, run(handler.body, std::move(caught), states_.both(here, perhaps)), is_only ? thrown.taken : perhaps);
  }
  if (!catches_all) states_.mergeInto(flow.thrown, Path{perhaps, thrown.state});
  return flow;
}

void Analysis::load(const LoadStmt& stmt, AbstractState& state) {
  const Bounds object = values_.value(stmt.object, state);
  std::optional<Bounds> index;
  if (stmt.index != nullptr) index = values_.value(stmt.index, state);
  const Bounds value = values_.load(stmt.field, object, index ? &*index : nullptr, state);
  state.locals[stmt.target] = states_.shortened(value, value.lower->int_columns);
}

void Analysis::store(const StoreStmt& stmt, AbstractState& state) {
  const Bounds object = values_.value(stmt.object, state);
  std::optional<Bounds> index;
  if (stmt.index != nullptr) index = values_.value(stmt.index, state);
  store(state, stmt.field, object, index ? &*index : nullptr, values_.value(stmt.value, state));
}

Flow Analysis::run(const Stmt& stmt, AbstractState state, const Guard& here) {
  const auto on = [&](AbstractState next) {
    Flow flow;
    flow.normal = Path{states_.always(), std::move(next)};
    return flow;
  };
  switch (stmt.kind) {
    case StmtKind::Assign: {
      const auto& assign = as<AssignStmt>(stmt);
      const Bounds value = values_.value(assign.value, state);
      state.locals[assign.target] = states_.shortened(value, value.lower->int_columns);
      return on(std::move(state));
    }
    case StmtKind::Load: load(as<LoadStmt>(stmt), state); return on(std::move(state));
    case StmtKind::Store: store(as<StoreStmt>(stmt), state); return on(std::move(state));
    case StmtKind::LoadSlot: {
      const auto& load = as<LoadSlotStmt>(stmt);
      const Bounds value = loadSlot(state, values_.value(load.pointer, state), load.pointer->type->pointee);
      state.locals[load.target] = states_.shortened(value, value.lower->int_columns);
      return on(std::move(state));
    }
    case StmtKind::StoreSlot: {
      const auto& write = as<StoreSlotStmt>(stmt);
      storeSlot(state, values_.value(write.pointer, state), write.pointer->type->pointee,
                values_.value(write.value, state));
      return on(std::move(state));
    }
    case StmtKind::Allocate: allocate(as<AllocateStmt>(stmt), state, here); return on(std::move(state));
    case StmtKind::Free: release(as<FreeStmt>(stmt), state); return on(std::move(state));
    case StmtKind::Call: return call(as<CallStmt>(stmt), state, here);
    case StmtKind::If: return branch(as<IfStmt>(stmt), state, here);
    case StmtKind::Loop: return loop(as<LoopStmt>(stmt), state);
    case StmtKind::Block: return block(as<BlockStmt>(stmt), state, here);
    case StmtKind::Break: {
      Flow flow;
      flow.breaks.emplace(as<BreakStmt>(stmt).label, Path{states_.always(), std::move(state)});
      return flow;
    }
    case StmtKind::Continue: {
      Flow flow;
      flow.continues.emplace(as<ContinueStmt>(stmt).label, Path{states_.always(), std::move(state)});
      return flow;
    }
    case StmtKind::Return: {
      const auto& give = as<ReturnStmt>(stmt);
      if (give.value != nullptr) state.result = values_.value(give.value, state);
      Flow flow;
      flow.returned = Path{states_.always(), std::move(state)};
      return flow;
    }
    case StmtKind::Throw: {
      Flow flow;
      flow.thrown = Path{states_.always(), std::move(state)};
      return flow;
    }
    case StmtKind::Try: return attempt(as<TryStmt>(stmt), state, here);
    case StmtKind::Assume: {
      if (values_.condition(as<AssumeStmt>(stmt).condition, state).may->kind == logic::FormulaKind::False) return {};
      return on(std::move(state));
    }
    case StmtKind::Assert: {
      const auto& check = as<AssertStmt>(stmt);
      if (!hasCondition(check.what)) return {};
      if (values_.condition(check.condition, state).may->kind == logic::FormulaKind::False) return {};
      return on(std::move(state));
    }
    case StmtKind::Unsupported: opaque(as<UnsupportedStmt>(stmt).reason, stmt.range); return {};
  }
  return {};
}

Summary Analysis::run(const Procedure& procedure) {
  procedure_ = &procedure;
  Summary summary;
  summary.procedure = &procedure;
  scopes_.assign(1, Scope{});
  opaque_.clear();
  AbstractState state;
  for (const Local* parameter : procedure.parameters) {
    if (!parameter->type->isScalar()) continue;
    state.locals[parameter] = states_.exact(context_.relation(vocabulary_.parameter(parameter)));
  }
  if (procedure.is_external)
    opaque(procedure.construct ? procedure.construct->what : "the body of " + procedure.signature + " is not known",
           procedure.range);
  Flow flow = procedure.is_external ? Flow{} : run(procedure.body, std::move(state), states_.always());
  if (flow.normal) states_.mergeInto(flow.returned, std::move(*flow.normal));
  summary.may_throw = flow.thrown.has_value();
  summary.may_return = flow.returned.has_value();
  if (flow.returned) finish(summary, std::move(*flow.returned));
  if (procedure.result != nullptr && procedure.result->isScalar() && !summary.result) {
    summary.result = values_.any(procedure.result);
  }
  summary.opaque = opaque_;
  return summary;
}

Summary Analysis::anything(const Procedure& procedure) {
  procedure_ = &procedure;
  scopes_.assign(1, Scope{});
  Path path{states_.always(), {}};
  const WrittenSet& written = written_.by(procedure);
  for (const logic::Relation relation : written.relations) path.state.relations[relation] = states_.anyRows(relation);
  if (procedure.result != nullptr && procedure.result->isScalar()) path.state.result = values_.any(procedure.result);
  Summary summary;
  summary.procedure = &procedure;
  summary.may_throw = written.may_throw;
  finish(summary, std::move(path));
  return summary;
}

/// Locals whose rows, and those of their parts, nobody outside can ask for. Where a bound reads them otherwise a looser
/// one that does not is better than one that nobody can use.
void Analysis::forgetLocals(Path& path) {
  logic::Substitution nothing(context_);
  bool any = false;
  for (const Allocation& allocation : scopes_.back().allocations) {
    if (!allocation.is_automatic) continue;
    AbstractState loose = path.state;
    if (!forgetsAfterLoosening(allocation.symbol, loose)) continue;
    path.state = std::move(loose);
    for (Allocation& other : scopes_.back().allocations)
      if (other.condition != nullptr && !isOnlyOwnerInside(vocabulary_, allocation.symbol, other.condition))
        other.condition = nullptr;
    nothing.replace(allocation.symbol, context_.none(1));
    any = true;
  }
  if (!any) return;
  for (auto& [relation, rows] : path.state.relations)
    rows = {nothing.apply(rows.lower), nothing.apply(rows.upper), nothing.apply(rows.wild)};
  if (path.state.result) {
    path.state.result->lower = nothing.apply(path.state.result->lower);
    if (path.state.result->upper != nullptr) path.state.result->upper = nothing.apply(path.state.result->upper);
  }
  for (Allocation& other : scopes_.back().allocations)
    if (other.condition != nullptr) other.condition = nothing.apply(other.condition);
}

bool Analysis::forgetsAfterLoosening(logic::Relation local, AbstractState& state) {
  const auto isForgotten = [&](const Rows& rows) {
    // A local that is still live, because its constructor threw, is one that somebody can ask for.
    const bool is_live_set = rows.upper->arity == 1;
    const auto forgets = [&](Expr expr) {
      return is_live_set ? isOnlyOwnerInside(vocabulary_, local, expr) : isOnlyOwner(vocabulary_, local, expr);
    };
    return forgets(rows.lower) && forgets(rows.upper) && isOnlyOwner(vocabulary_, local, rows.wild);
  };
  for (auto& [relation, rows] : state.relations) {
    if (isForgotten(rows)) continue;
    rows = states_.loosened(rows);
    if (!isForgotten(rows)) return false;
  }
  if (!state.result) return true;
  Bounds& result = *state.result;
  if (!isOnlyOwnerInside(vocabulary_, local, result.lower))
    result.lower = context_.none(result.lower->arity, result.lower->int_columns);
  if (result.upper != nullptr && !isOnlyOwnerInside(vocabulary_, local, result.upper))
    result.upper = states_.coarse().above(result.upper);
  if (result.upper != nullptr && result.upper->kind == logic::ExprKind::Univ) result.upper = nullptr;
  return result.upper == nullptr || isOnlyOwnerInside(vocabulary_, local, result.upper);
}

/// A call costs what the callee's summary is long, so that has to be bounded for the whole to be linear: where all
/// bounds together are too long the longest are loosened or given up.
void Analysis::keepShort(Summary& summary) {
  std::vector<std::pair<int, RelationBounds*>> lengths;
  long total = 0;
  for (RelationBounds& bounds : summary.relations) {
    const int length = states_.lengthOf({bounds.lower, bounds.upper, bounds.wild});
    lengths.emplace_back(length, &bounds);
    total += length;
  }
  std::stable_sort(lengths.begin(), lengths.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  const long most = static_cast<long>(kLongestSummary) * parameters_.max_operators;
  for (std::size_t i = 0; i < lengths.size() && total > most; ++i) {
    RelationBounds& bounds = *lengths[i].second;
    Rows rows = states_.loosened({bounds.lower, bounds.upper, bounds.wild});
    if (2 * states_.lengthOf(rows) > lengths[i].first) rows = states_.anyRows(bounds.pre);
    bounds.lower = rows.lower;
    bounds.upper = rows.upper;
    bounds.wild = rows.wild;
    total -= lengths[i].first - states_.lengthOf(rows);
  }
}

void Analysis::finish(Summary& summary, Path path) {
  forgetLocals(path);
  for (const auto& [relation, rows] : path.state.relations) {
    const Expr same = context_.relation(relation);
    if (rows.isExact() && rows.upper == same) continue;
    const auto* meaning = vocabulary_.meaningOf(relation);
    RelationBounds bounds{.pre = relation, .lower = rows.lower, .upper = rows.upper, .wild = rows.wild};
    using Kind = Vocabulary::Meaning::Kind;
    bounds.post = meaning->kind == Kind::Field    ? vocabulary_.field(meaning->field, program::State::Post)
                  : meaning->kind == Kind::Extent ? vocabulary_.extent(meaning->class_decl, program::State::Post)
                                                  : vocabulary_.live(meaning->class_decl, program::State::Post);
    summary.relations.push_back(bounds);
  }
  if (summary.procedure->result != nullptr && summary.procedure->result->isScalar() && path.state.result) {
    summary.result = path.state.result;
  }
  keepShort(summary);
  logic::Occurrences used;
  for (const RelationBounds& bounds : summary.relations) {
    for (const Expr expr : {bounds.lower, bounds.upper, bounds.wild}) used.add(expr);
  }
  if (summary.result) {
    used.add(summary.result->lower);
    if (summary.result->upper != nullptr) used.add(summary.result->upper);
  }
  for (const Allocation& allocation : scopes_.back().allocations) {
    if (!used.has(allocation.symbol)) continue;
    summary.allocations.push_back(allocation);
    summary.keeps_locals = summary.keeps_locals || allocation.is_automatic;
  }
}

}  // namespace weir::abstraction
