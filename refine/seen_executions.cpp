// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "refine/seen_executions.h"

#include <algorithm>

#include "refine/tuning.h"

namespace weir::refine {

using namespace program;
using logic::Expr;
using logic::Formula;

namespace {

/// The set that these unary tuples are.
Expr constantSet(const logic::TupleSet& tuples, Expr like, logic::Context& context) {
  Expr all = context.none(1, like->int_columns);
  for (const logic::Tuple& tuple : tuples)
    all = context.unite(
        all, tuple.front().is_integer ? context.integer(tuple.front().integer) : context.atom(tuple.front().atom));
  return all;
}

}  // namespace

Formula entryOf(Query& query) {
  logic::Context& context = query.context();
  std::vector<Expr> cells;
  for (const ClassDecl* class_decl : query.footprint().classes) {
    cells.push_back(context.relation(query.vocabulary().live(class_decl, State::Pre)));
    if (!class_decl->is_array) continue;
    for (const int array : query.model().objectsOf(class_decl))
      cells.push_back(
          context.join(context.atom(array), context.relation(query.vocabulary().extent(class_decl, State::Pre))));
  }
  for (const HeapModel::EntryCell& cell : query.model().entryCells()) cells.push_back(cell.value);
  const std::vector<logic::TupleSet> values = query.finder().valuesOf(cells);
  std::vector<Formula> parts;
  for (std::size_t i = 0; i < cells.size(); ++i)
    parts.push_back(context.equal(cells[i], constantSet(values[i], cells[i], context)));
  return context.conjoin(parts);
}

void SeenExecutions::remember(Query& query) {
  entries_.push_back(entryOf(query));
  if (entries_.size() > tuning::kRememberedExecutions) entries_.pop_front();
}

bool SeenExecutions::arePossible(Query& query, const solver::Limits& limits) const {
  const Formula returns = query.outcomes().normal.state.active;
  return std::ranges::all_of(entries_, [&](Formula entry) {
    const solver::Label label = query.labelled(query.context().conjoin(entry, returns));
    return query.finder().solve({label}, limits) != solver::Answer::Unsatisfiable;
  });
}

}  // namespace weir::refine
