// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/validate.h"

#include <algorithm>

#include "ir/logic/occurrences.h"
#include "refine/tuning.h"
#include "support/invariant.h"

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::Formula;
using solver::Answer;

namespace {

logic::RelationBound exactly(const logic::TupleSet& tuples) {
  logic::RelationBound bound;
  for (const logic::Tuple& tuple : tuples) {
    logic::BoundTuple& added = bound.tuples.emplace_back();
    added.required = true;
    for (const logic::Cell& cell : tuple)
      added.cells.push_back(cell.is_integer ? logic::BoundCell::ofInteger(cell.integer)
                                            : logic::BoundCell::ofAtom(cell.atom));
  }
  return bound;
}

/// A call's transition in the query's instance, with a relation for each value it records.
class RecordedTransition {
 public:
  RecordedTransition(const CallSiteRecord& site, Query& query) : site_(site), query_(query) {
    const Relevance& relevance = query.relevance().of(*site.callee);
    const Expr active = query.context().fromFormula(site.before.active);
    if (query.demand({&active, 1})) return;
    reached_ = query.finder().valuesOf({&active, 1}).front().contains({logic::Cell::ofInteger(1)});
    is_complete_ = !reached_;
    if (!reached_) return;

    const auto is_compared = [&](Expr value) {
      return value->kind == logic::ExprKind::Relation && query.isAskedFor(value->relation) &&
             std::ranges::find(site.chosen, value->relation) != site.chosen.end();
    };
    for (const int component : relevance.written)
      if (query.components().at(component).kind != Component::Kind::Uninitialized && is_compared(site.after[component]))
        compared_.push_back(component);
    std::vector<Expr> exprs = site.arguments;
    for (const int component : relevance.read) exprs.push_back(site.before.heap[component]);
    for (const int component : compared_) exprs.push_back(site.after[component]);
    const bool compares_result = site.result != nullptr && is_compared(site.result);
    if (compares_result) exprs.push_back(site.result);
    if (query.demand(exprs)) return;
    is_complete_ = true;
    const std::vector<logic::TupleSet> values = query.finder().valuesOf(exprs);

    std::size_t next = 0;
    const auto record = [&](Expr like, const std::string& name) {
      const logic::TupleSet& value = values[next++];
      const std::vector<logic::Sort> columns = columnsOf(like);
      const logic::Relation relation = query.context().addRelation(name, columns, like->functional);
      recorded_.emplace_back(relation, value);
      return query.context().relation(relation);
    };
    for (std::size_t i = 0; i < site.arguments.size(); ++i)
      arguments_.push_back(record(site.arguments[i], site.callee->parameters[i]->name));
    before_.active = query.context().truth(true);
    before_.heap = site.before.heap;
    for (const int component : relevance.read) {
      const Expr value = record(site.before.heap[component], query.components().readableNameOf(component));
      // Mostly nothing is uninitialised: then there is nothing to constrain.
      const bool is_empty = recorded_.back().second.empty();
      const bool is_bookkeeping = query.components().at(component).kind == Component::Kind::Uninitialized;
      before_.heap[component] = is_empty && is_bookkeeping ? query.components().atEntry()[component] : value;
    }
    after_ = before_.heap;
    for (const int component : compared_)
      after_[component] = record(site.after[component], query.components().readableNameOf(component) + "'");
    if (compares_result) result_ = record(site.result, "return");
  }

  bool isReached() const { return reached_; }
  /// Otherwise the query's instance lacks values that this depends on.
  bool isComplete() const { return is_complete_; }

  void declare(solver::ModelFinder& finder) const {
    for (const auto& [relation, value] : recorded_) finder.addRelation(relation, exactly(value));
  }

  /// What these mention besides, as it is in the query's instance. False where the instance lacks it.
  bool declareOthers(solver::ModelFinder& finder, const std::vector<Formula>& formulas) const {
    logic::Occurrences mentioned;
    for (const Formula formula : formulas) mentioned.add(formula);
    std::vector<Expr> others;
    for (const logic::Relation relation : mentioned.relations())
      if (!finder.knows(relation)) others.push_back(query_.context().relation(relation));
    if (others.empty()) return true;
    if (query_.demand(others)) return false;
    const std::vector<logic::TupleSet> values = query_.finder().valuesOf(others);
    for (std::size_t i = 0; i < others.size(); ++i) finder.addRelation(others[i]->relation, exactly(values[i]));
    return true;
  }

  Outcomes encode(Sink& sink, std::function<bool(Formula)> is_reachable = {}) {
    EncoderOptions options = query_.encoderOptions();
    options.is_reachable = std::move(is_reachable);
    Encoder encoder(query_.model(), query_.components(), sink, options);
    return encoder.encodeCall(*site_.callee, arguments_, before_, &site_.callers.front(), site_.path, site_.stmt);
  }

  /// The values afterwards are those that were recorded; that there is an afterwards is another matter.
  Formula agrees(const Outcomes& outcomes) const {
    logic::Context& context = query_.context();
    std::vector<Formula> parts;
    const std::vector<Expr>& heap = outcomes.normal.state.heap;
    const bool ends_objects = query_.relevance().of(*site_.callee).ends_objects;
    const auto compared = [&](int component, Expr value) {
      return ends_objects ? rowsOfLive(component, value, heap, query_.components(), query_.model()) : value;
    };
    for (const int component : compared_) {
      const Expr known = rowsKnownAt(site_.path, component, heap[component], query_.components(), query_.model());
      parts.push_back(context.equal(compared(component, known), compared(component, after_[component])));
    }
    if (result_ != nullptr && outcomes.normal.result != nullptr)
      parts.push_back(context.equal(outcomes.normal.result, result_));
    return context.conjoin(parts);
  }

 private:
  /// Only arity and which columns are integers matter to a solver.
  std::vector<logic::Sort> columnsOf(Expr like) const {
    std::vector<logic::Sort> columns;
    for (int i = 0; i < like->arity; ++i)
      columns.push_back((like->int_columns >> i & 1) != 0 ? query_.context().intSort() : query_.context().univSort());
    return columns;
  }

  const CallSiteRecord& site_;
  Query& query_;
  bool reached_ = false;
  bool is_complete_ = false;
  std::vector<int> compared_;  // components
  std::vector<std::pair<logic::Relation, logic::TupleSet>> recorded_;
  std::vector<Expr> arguments_;
  SymbolicState before_;
  std::vector<Expr> after_;
  Expr result_ = nullptr;
};

/// The encoder may look at relations that hold everywhere: parts, slots, procedures.
class ValidationFinder {
 public:
  ValidationFinder(Query& query, const CheckOptions& options)
      : finder_(query.context(), query.model().universe(),
                {.back_end = solver::BackEnd::Cadical,
                 .break_symmetry = false,
                 .check_answers = options.self_check,
                 .checkpoint = options.checkpoint}) {
    query.model().declareConstants(finder_);
  }
  solver::ModelFinder& operator*() { return finder_; }
  solver::ModelFinder* operator->() { return &finder_; }

 private:
  solver::ModelFinder finder_;
};

}  // namespace

Validation validate(const CallSiteRecord& site, Query& query, const CheckOptions& options, const solver::Limits& limits,
                    bool with_core) {
  RecordedTransition transition(site, query);
  logic::Context& context = query.context();
  if (!transition.isComplete()) return {.kind = Validation::Kind::AskAgain};
  if (!transition.isReached()) return {.kind = Validation::Kind::NotReached};
  {
    Sink definitions(query.context());
    ValidationFinder finder(query, options);
    transition.declare(*finder);
    // All values are known: whether a recursive call is reached folds to a constant.
    solver::Label next_label = 1;
    const auto is_reachable = [&](Formula active) {
      if (!transition.declareOthers(*finder, {active})) return true;
      finder->assertLabelled(active, next_label);
      return finder->solve({next_label++}, limits) != Answer::Unsatisfiable;
    };
    const Outcomes outcomes = transition.encode(definitions, is_reachable);
    const Formula does_it = context.conjoin(outcomes.normal.state.active, transition.agrees(outcomes));
    if (!transition.declareOthers(*finder, {does_it})) return {.kind = Validation::Kind::AskAgain};
    finder->assertFormula(does_it);
    switch (finder->solve({}, limits)) {
      case Answer::Satisfiable: return {.kind = Validation::Kind::Valid};
      case Answer::Unknown: return {.kind = Validation::Kind::Unknown};
      case Answer::Unsatisfiable: break;
    }
  }
  if (!with_core) return {.kind = Validation::Kind::Invalid};
  LabellingSink labelling(query.model(), query.components(), site.path);
  const Outcomes outcomes = transition.encode(labelling);
  ValidationFinder finder(query, options);
  transition.declare(*finder);
  for (const ChosenRelation& chosen : labelling.chosen())
    finder->addRelation(chosen.relation, chosen.bound(query.model()));
  std::vector<Formula> formulas{outcomes.normal.state.active, transition.agrees(outcomes)};
  for (const LabelledConstraint& constraint : labelling.constraints()) formulas.push_back(constraint.formula);
  if (!transition.declareOthers(*finder, formulas)) return {.kind = Validation::Kind::AskAgain};
  std::vector<solver::Label> labels;
  for (std::size_t i = 0; i < labelling.constraints().size(); ++i) {
    labels.push_back(static_cast<solver::Label>(i + 1));
    finder->assertLabelled(labelling.constraints()[i].formula, labels.back());
  }
  const auto returns = static_cast<solver::Label>(labels.size() + 1);
  labels.push_back(returns);
  finder->assertLabelled(outcomes.normal.state.active, returns);
  finder->assertFormula(transition.agrees(outcomes));
  switch (finder->solve(labels, limits)) {
    case Answer::Unknown: return {.kind = Validation::Kind::Unknown};
    case Answer::Satisfiable: throw InternalError("a callee that cannot do a transition can do it under all labels");
    case Answer::Unsatisfiable: break;
  }
  Validation invalid{.kind = Validation::Kind::Invalid};
  // A solver's core is near minimal. Where it is small, a person will read it and it is worth the last label; a large
  // one says that the whole callee matters.
  const bool is_small = finder->core().size() <= tuning::kReadableCore;
  for (const solver::Label label :
       is_small ? finder->minimiseCore({.conflicts = tuning::kConflictsALabel}) : finder->core()) {
    if (label == returns) {
      invalid.core.insert(kReturns);
      continue;
    }
    const LabelledConstraint& constraint = labelling.constraints()[label - 1];
    invalid.core.insert(constraint.label);
    invalid.constraints.push_back(constraint);
  }
  return invalid;
}

}  // namespace weir::refine
