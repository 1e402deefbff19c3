// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a verdict rests on: that something returns, that everything reached is understood, which loops were cut.
#include <algorithm>
#include <map>
#include <set>

#include "ir/program/elsewhere.h"
#include "ir/program/model_class.h"
#include "ir/program/walk.h"
#include "refine/coverage.h"
#include "refine/tuning.h"

namespace weir::refine {

using namespace program;
using logic::Formula;
using solver::Answer;

namespace {

bool hasLoop(const Body& body) {
  bool found = false;
  forEachStmt(body, [&](const Stmt& stmt) { found = found || stmt.kind == StmtKind::Loop; });
  return found;
}

/// Can one of them call itself, perhaps through others?
bool isRecursive(const std::vector<const Procedure*>& procedures, const Program& program) {
  std::map<const Procedure*, std::set<const Procedure*>> callees;
  for (const Procedure* procedure : procedures)
    forEachStmt(procedure->body, [&, procedure](const Stmt& stmt) {
      if (stmt.kind != StmtKind::Call) return;
      for (const Procedure* target : targetsOf(as<CallStmt>(stmt), program)) callees[procedure].insert(target);
    });
  // Without recursion, taking away those that call nobody leaves nobody.
  for (bool again = true; again;) {
    again = false;
    for (auto at = callees.begin(); at != callees.end();) {
      const bool calls_nobody =
          std::ranges::none_of(at->second, [&](const Procedure* callee) { return callees.contains(callee); });
      again = again || calls_nobody;
      at = calls_nobody ? callees.erase(at) : std::next(at);
    }
  }
  return !callees.empty();
}

/// Can what this expression does be something that weir does not follow?
bool mayLeave(const Expr& expr, bool has_elsewhere) {
  switch (expr.kind) {
    case ExprKind::PointerAdd:
    case ExprKind::OwnerOf:
    case ExprKind::SlotOwner: return true;
    case ExprKind::PartAddress:
    case ExprKind::SlotAddress: return expr.field->may_extend && expr.operands.size() > 1;
    case ExprKind::Binary: return has_elsewhere && expr.operands.front()->type->isPointer();
    default: return false;
  }
}

/// The same of a statement. What says of itself that it is not supported is never behind an abstract call.
bool mayLeave(const Stmt& stmt, const Footprint& all) {
  const auto access = [&](TypeRef pointee) {
    return all.punned_types.contains(pointee) || std::ranges::any_of(all.slot_fields, [&](const Field* field) {
             return field->may_extend && all.mayPoint(pointee, field->elementType());
           });
  };
  switch (stmt.kind) {
    case StmtKind::LoadSlot: return access(as<LoadSlotStmt>(stmt).pointer->type->pointee);
    case StmtKind::StoreSlot: return access(as<StoreSlotStmt>(stmt).pointer->type->pointee);
    case StmtKind::Load: return as<LoadStmt>(stmt).index != nullptr && as<LoadStmt>(stmt).field->may_extend;
    case StmtKind::Store: return as<StoreStmt>(stmt).index != nullptr && as<StoreStmt>(stmt).field->may_extend;
    case StmtKind::Free: {
      ExprRef origin = as<FreeStmt>(stmt).pointer;
      while (origin->kind == ExprKind::PointerCast && origin->type->isVoidPointer()) origin = origin->operands.front();
      return origin->type->isVoidPointer();
    }
    case StmtKind::Call: return as<CallStmt>(stmt).function != nullptr && all.casts_functions;
    default: return false;
  }
}

/// Can a callee come to something that weir does not follow? An abstract call stands for what it does follow: its frame
/// does not have what a pointer to another type writes.
bool calleesMayLeave(const Footprint& all, const Program& program) {
  bool found = false;
  bool is_recursive = false;
  const bool has_elsewhere =
      std::ranges::any_of(all.part_fields, [](const Field* field) { return isElsewhere(*field); });
  for (const Procedure* procedure : all.procedures)
    forEachStmt(procedure->body, [&](const Stmt& stmt) {
      if (stmt.kind != StmtKind::Call) return;
      const auto targets = targetsOf(as<CallStmt>(stmt), program);
      is_recursive = is_recursive || std::ranges::find(targets, all.procedures.front()) != targets.end();
    });
  for (std::size_t i = is_recursive ? 0 : 1; i < all.procedures.size() && !found; ++i) {
    forEachStmt(all.procedures[i]->body, [&](const Stmt& stmt) {
      found = found || mayLeave(stmt, all);
      for (const ExprRef expr : expressionsOf(stmt))
        if (expr != nullptr)
          forEachSubexpression(expr, [&](const Expr& part) { found = found || mayLeave(part, has_elsewhere); });
    });
  }
  return found;
}

}  // namespace

void Coverage::start() {
  if (shrinks_arrays_next_) restart();
  conflicts_before_ = queries_.statistics().conflicts;
  inlined_conflicts_before_ = queries_.hasInlined() ? queries_.inlined().finder().statistics().conflicts : 0;
}

void Coverage::note(const Judgement& judgement) {
  if (judgement.returns) returns_ = true;
  if (judgement.cuts_a_loop) loops_cut_ = Cut::Yes;
}

void Coverage::describe(PropertyOutcome& outcome) {
  describeLoops(outcome);
  describeCutSizes(outcome);
  describeCutRoom(outcome);
  withoutScope(outcome);
}

/// Is there an execution that satisfies the formula and the requirements? Unknown counts as yes.
bool Coverage::possible(Query& q, Formula formula) {
  if (formula->kind == logic::FormulaKind::False) return false;
  return q.finder().solve({q.labelled(formula)}, budget_.limits()) != Answer::Unsatisfiable;
}

/// Does some execution within the scope satisfy the requirements and return? The abstract query has a superset of the
/// executions: its no is a no, its yes counts if the entry state it gives is executed and returns. The inlined query
/// settles the rest.
bool Coverage::returns() {
  if (returns_) return *returns_;
  if (queries_.hasAbstract()) {
    Query& q = queries_.abstract();
    if (!possible(q, q.outcomes().normal.state.active)) return *(returns_ = false);
    if (isSeenToReturn(q) || (!queries_.hasInlined() && returnsWithFewObjects())) return *(returns_ = true);
  }
  return *(returns_ = possible(queries_.inlined(), queries_.inlined().outcomes().normal.state.active));
}

/// Does some execution within the scope satisfy the requirements and end with an exception?
bool Coverage::throws() {
  if (throws_) return *throws_;
  std::vector<Formula> exits;
  for (const ThrownExit& exit : queries_.inlined().outcomes().thrown) exits.push_back(exit.state.active);
  return *(throws_ = possible(queries_.inlined(), context_.disjoin(exits)));
}

/// Executes the entry state of the query's last answer, if it had one, and looks at the execution and the heap it left.
bool Coverage::isSeen(Query& q, InterpreterOptions options,
                      const std::function<bool(const Execution&, const Heap&)>& looks_so) {
  if (q.finder().stop() != solver::Stop::None) return false;
  const EntryState entry = entryStateOf(q.finder().instance(), q.model(), *spec_.procedure);
  Heap heap = heapAtStart(entry.heap, *spec_.procedure, entry.arguments);
  options.checked = checked_;
  options.record_steps = false;
  const Execution execution = program::run(*spec_.procedure, entry.arguments, heap, options);
  return looks_so(execution, heap);
}

bool Coverage::isSeenToReturn(Query& q) {
  return isSeen(q, {}, [&](const Execution& execution, const Heap& heap) {
    return execution.outcome == Outcome::Returned && isWithinScope(execution, heap, options_.scope);
  });
}

/// An entry state that fills the scope leaves no object to allocate. Where few objects live there is mostly room, and
/// finding that out is cheaper than encoding everything.
bool Coverage::returnsWithFewObjects() {
  Query& q = queries_.abstract();
  for (std::size_t few = 1; few <= tuning::kFewObjects; ++few) {
    std::vector<Formula> parts{q.outcomes().normal.state.active};
    for (const ClassDecl* class_decl : q.footprint().classes)
      if (const auto& objects = q.model().objectsOf(class_decl); objects.size() > few)
        parts.push_back(context_.no(context_.intersect(context_.atom(objects[few]),
                                                       context_.relation(vocabulary_.live(class_decl, State::Pre)))));
    if (possible(q, context_.conjoin(parts)) && isSeenToReturn(q)) return true;
  }
  return false;
}

bool Coverage::requirementsHold() {
  Query& q = queries_.any();
  if (!requirements_hold_) requirements_hold_ = q.finder().solve({}, budget_.limits()) != Answer::Unsatisfiable;
  return *requirements_hold_;
}

Formula Coverage::stopsOf(Query& q, std::initializer_list<StopSite::Kind> kinds) {
  std::vector<Formula> conditions;
  for (const StopSite& site : q.encoder().stops())
    if (std::find(kinds.begin(), kinds.end(), site.kind) != kinds.end()) conditions.push_back(site.condition);
  return context_.disjoin(conditions);
}

/// Something that weir does not understand and that an execution reaches. A callee that says so is never abstract;
/// where it depends on what pointers point to, the bodies have to be looked at.
const StopSite* Coverage::unsupported() {
  if (unsupported_ && unsupported_of_ == queries_.generation()) return *unsupported_;
  unsupported_ = nullptr;
  const bool look_inside =
      queries_.hasInlined() || calleesMayLeave(queries_.abstract().footprint(), vocabulary_.program());
  Query& q = look_inside ? queries_.inlined() : queries_.abstract();
  // There may be hundreds of places, and mostly none is reached: one question settles that.
  if (!possible(q, stopsOf(q, {StopSite::Kind::Unsupported}))) {
    unsupported_of_ = queries_.generation();
    return *unsupported_;
  }
  for (const StopSite& site : q.encoder().stops()) {
    if (site.kind != StopSite::Kind::Unsupported || !possible(q, site.condition)) continue;
    if (!queries_.hasInlined() &&
        !possible(queries_.inlined(), stopsOf(queries_.inlined(), {StopSite::Kind::Unsupported})))
      break;
    unsupported_ = &site;
    break;
  }
  unsupported_of_ = queries_.generation();
  return *unsupported_;
}

const UnseenThrow* Coverage::thrownUnseen(const Property& property) {
  const auto breaking = [&](Query& q) {
    return property.breakingIfThrown(property.formula(*spec_.procedure, q.model()), q);
  };
  if (Query& any = queries_.any(); any.encoder().ifThrown().calls.empty() || !possible(any, breaking(any)))
    return nullptr;
  // The abstract query has more executions.
  Query& q = queries_.inlined();
  const Formula broken = breaking(q);
  if (!possible(q, broken)) return nullptr;
  for (const UnseenThrow& call : q.encoder().ifThrown().calls)
    if (possible(q, context_.conjoin(call.chosen, broken))) return &call;
  return nullptr;
}

void Coverage::describeObjects(const Query& query, PropertyOutcome& outcome) const {
  for (const ClassDecl* class_decl : query.footprint().classes)
    if (!class_decl->is_box && !class_decl->is_globals && !isBaseOfModel(*class_decl))
      outcome.scope.most(Limit::Objects)[class_decl->name] = options_.scope.of(class_decl);
  describeRoom(query, outcome);
  outcome.scope.unroll = options_.scope.unroll;
}

/// A verdict that was reached stays, whatever happens to the question which loops were cut.
void Coverage::describeLoops(PropertyOutcome& outcome) {
  if (outcome.verdict == Verdict::Unknown) return;
  Cut cut = Cut::Unsettled;
  try {
    if (!loops_cut_) loops_cut_ = isCut({StopSite::Kind::Iterations, StopSite::Kind::Recursion}, loopsInCallees());
    cut = *loops_cut_;
  } catch (const LimitReached&) {
    queries_.forget();
  }
  outcome.scope.cut(Limit::Iterations) = cut;
}

/// A conflict of a smaller query counts for less.
std::uint64_t Coverage::inlinedConflictsSpent() {
  const std::int64_t all = queries_.statistics().conflicts - conflicts_before_;
  const std::int64_t inlined = queries_.inlined().finder().statistics().conflicts - inlined_conflicts_before_;
  if (all == inlined || !queries_.hasAbstract()) return static_cast<std::uint64_t>(all);
  const double share = std::min(1.0, queries_.shareOfInlined());
  return static_cast<std::uint64_t>(inlined + share * share * static_cast<double>(all - inlined));
}

/// Asks the inlined query, for a question that is not the user's: it must not cost more than the check itself did.
std::optional<Answer> Coverage::askInlinedInPassing(const std::function<Formula(Query&)>& formula) {
  std::optional<Answer> answer;
  const auto conflicts = static_cast<std::uint64_t>(queries_.statistics().conflicts - conflicts_before_);
  const std::uint64_t steps = budget_.stepsSoFar() + tuning::kStepsOfConflict * conflicts;
  const std::uint64_t last = budget_.steps() + std::max(tuning::kSpareSteps, steps / tuning::kSpareShare);
  const Budget::Try in_passing(budget_, [&] { return budget_.steps() > last; });
  try {
    Query& all = queries_.inlined();
    const Formula asked = formula(all);
    if (asked->kind == logic::FormulaKind::False) {
      answer = Answer::Unsatisfiable;
    } else {
      const solver::Label label = all.labelled(asked);
      solver::Limits spare = budget_.limits();
      const double least =
          tuning::kSpareConflicts *
          std::min(1.0, tuning::kUsualClauses / static_cast<double>(all.finder().statistics().clauses));
      spare.conflicts =
          static_cast<std::int64_t>(std::max<double>(least, inlinedConflictsSpent() / tuning::kSpareShare));
      answer = all.finder().solve({label}, spare);
      if (answer == Answer::Unknown) answer.reset();
    }
  } catch (const BudgetSpent&) {
    queries_.dropInlined();
  }
  return answer;
}

/// Does the last answer's execution need more of this than the scope allows?
bool Coverage::isSeenToBeCut(Query& q, std::initializer_list<StopSite::Kind> kinds) {
  InterpreterOptions options;
  options.max_iterations = options_.scope.unroll + 1;
  const bool loops = std::ranges::find(kinds, StopSite::Kind::Iterations) != kinds.end();
  const bool objects = std::ranges::find(kinds, StopSite::Kind::Objects) != kinds.end();
  return isSeen(q, options, [&](const Execution& execution, const Heap& heap) {
    return (loops && cutsALoop(execution, options_.scope) && fitsScope(heap, options_.scope)) ||
           (objects && !fitsScope(heap, options_.scope));
  });
}

/// Is there an execution that needs more of this (iterations, say) than was allowed? The abstract query has a superset
/// of the executions, without those of callees: its yes counts if the entry state it gives is executed and shows it.
/// The inlined query settles the rest, within reason.
Cut Coverage::isCut(std::initializer_list<StopSite::Kind> kinds, bool in_callees) {
  const bool is_of_objects = std::ranges::find(kinds, StopSite::Kind::Objects) != kinds.end();
  const auto cut = [&](Query& query) {
    const Formula stops = stopsOf(query, kinds);
    return is_of_objects ? context_.conjoin(stops, query.model().everyObjectIsPointedTo()) : stops;
  };
  if (!queries_.hasInlined()) {
    Query& q = queries_.abstract();
    const bool is_possible = possible(q, cut(q));
    if (!in_callees && !is_possible) return Cut::No;
    if (q.calls().sites().empty() && is_possible) return Cut::Yes;
    if (is_possible && isSeenToBeCut(q, kinds)) return Cut::Yes;
    // A full heap takes the longest way, and leaves no room.
    std::vector<Formula> full{q.outcomes().normal.state.active};
    if (is_of_objects) full.push_back(q.model().everyObjectIsPointedTo());
    for (const ClassDecl* class_decl : q.footprint().classes)
      for (const int atom : q.model().objectsOf(class_decl))
        full.push_back(context_.some(
            context_.intersect(context_.atom(atom), context_.relation(vocabulary_.live(class_decl, State::Pre)))));
    if (possible(q, context_.conjoin(full)) && isSeenToBeCut(q, kinds)) return Cut::Yes;
  }
  const auto answer = askInlinedInPassing(cut);
  if (!answer) return Cut::Unsettled;
  return *answer == Answer::Unsatisfiable ? Cut::No : Cut::Yes;
}

/// Does the verdict within the scope hold for every size? It does where there is no heap to bound: numbers are exact,
/// and no execution needed more iterations.
void Coverage::withoutScope(PropertyOutcome& outcome) const {
  const Query* query = queries_.existing();
  if (outcome.verdict != Verdict::Holds || outcome.scope.isCut() || query == nullptr) return;
  const auto& classes = query->footprint().classes;
  if (std::ranges::all_of(classes, [](const ClassDecl* one) { return one->is_globals; }))
    outcome.verdict = Verdict::Proved;
}

bool Coverage::loopsInCallees() {
  const auto& procedures = queries_.abstract().footprint().procedures;
  if (isRecursive(procedures, vocabulary_.program())) return true;
  return std::any_of(procedures.begin() + 1, procedures.end(),
                     [](const Procedure* procedure) { return hasLoop(procedure->body); });
}

}  // namespace weir::refine
