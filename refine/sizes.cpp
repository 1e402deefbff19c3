// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many objects and elements of arrays there may be. What the code fixes is modelled (encode/fixed_extents.h); what
// a caller chooses is limited by the scope, and the result states where that leaves something out.
//
//   char* grow(size_t n) { char* p = new char[n]; p[n / 2 + 4] = 0; return p; }      requires n > 8
//
// With arrays of three elements no execution gets past the allocation, and everything would hold. So where an
// allocation is always too large, or nothing returns, arrays get longer, up to a limit that is still fast.
#include <algorithm>
#include <map>

#include "ir/logic/occurrences.h"
#include "ir/program/walk.h"
#include "refine/coverage.h"
#include "refine/encode/fixed_extents.h"
#include "refine/tuning.h"

namespace weir::refine {

using namespace program;
using logic::Formula;
using solver::Answer;

namespace {

bool allocatesOnHeap(const Procedure& procedure) {
  bool found = false;
  forEachStmt(procedure.body, [&](const Stmt& stmt) {
    found = found || (stmt.kind == StmtKind::Allocate && as<AllocateStmt>(stmt).storage == Storage::Heap);
  });
  return found;
}

/// An allocation of a size that is not written there, or is too large for the model.
bool allocatesComputed(const Procedure& procedure) {
  bool found = false;
  forEachStmt(procedure.body, [&](const Stmt& stmt) {
    const ExprRef extent = stmt.kind == StmtKind::Allocate ? as<AllocateStmt>(stmt).extent : nullptr;
    const bool is_fixed =
        extent == nullptr || (extent->kind == ExprKind::Constant && extent->integer <= kMostFixedElements);
    found = found || !is_fixed;
  });
  return found;
}

bool inCallees(const Footprint& footprint, bool (*does)(const Procedure&)) {
  return std::any_of(footprint.procedures.begin() + 1, footprint.procedures.end(),
                     [&](const Procedure* procedure) { return does(*procedure); });
}

bool anywhere(const Footprint& footprint, bool (*does)(const Procedure&)) {
  return does(*footprint.procedures.front()) || inCallees(footprint, does);
}

}  // namespace

/// The queries are encoded anew, and what was asked of them is asked again.
void Coverage::restart() {
  if (shrinks_arrays_next_) options_.scope.elements = 0;
  shrinks_arrays_next_ = false;
  queries_.forget();
  returns_.reset();
  throws_.reset();
  requirements_hold_.reset();
  longer_at_entry_.reset();
  for (std::optional<Cut>* cut : {&loops_cut_, &objects_cut_, &extents_cut_, &elements_cut_, &characters_cut_})
    cut->reset();
}

/// Requires that nothing was found. Are arrays of the scope too short for anything to happen: for an allocation that is
/// reached, or for the requirements?
bool Coverage::sizesAreForced() {
  if (are_arrays_grown_) return false;
  const Footprint footprint = (queries_.any()).footprint();  // the query may go
  const bool has_arrays = std::ranges::any_of(footprint.classes, [&](const ClassDecl* class_decl) {
    return class_decl->is_array && footprint.walksArrays(class_decl);
  });
  if (!has_arrays) return false;
  if (!returns()) return !throws();
  if (!anywhere(footprint, allocatesComputed)) return false;
  if (!extents_cut_) extents_cut_ = isCut({StopSite::Kind::Extents}, inCallees(footprint, allocatesComputed));
  if (*extents_cut_ != Cut::Yes) return false;
  // By statement: a later iteration may need more than an earlier one.
  std::map<const Stmt*, std::pair<std::vector<Formula>, std::vector<Formula>>> sites;
  const auto collect = [&](Query& query) {
    sites.clear();
    for (const StopSite& site : query.encoder().stops())
      if (site.kind == StopSite::Kind::Extents) {
        sites[site.at].first.push_back(site.condition);
        sites[site.at].second.push_back(site.otherwise);
      }
    return context_.truth(false);
  };
  askInlinedInPassing(collect);
  for (const auto& [at, site] : sites) {
    const auto is = [&](const std::vector<Formula>& executions) {
      return askInlinedInPassing([&](Query&) { return context_.disjoin(executions); });
    };
    if (is(site.first) == Answer::Satisfiable && is(site.second) == Answer::Unsatisfiable) return true;
    if (!queries_.hasInlined()) return false;  // it was not worth it
  }
  return false;
}

static_assert(tuning::kLongerArrays.back() <= kMostElementsAtEntry);

bool Coverage::growArrays() {
  for (const int longer : tuning::kLongerArrays) {
    if (longer <= options_.scope.ofArrays()) continue;
    restart();
    options_.scope.elements = longer;
    return true;
  }
  are_arrays_grown_ = true;
  shrinks_arrays_next_ = true;
  return false;
}

/// Do the requirements allow a state at entry with a longer array than the scope has?
bool Coverage::hasLongerArrayAtEntry(Query& query) {
  if (longer_at_entry_) return *longer_at_entry_;
  const Footprint& footprint = query.footprint();
  std::vector<const ClassDecl*> given;
  bool is_argument = true;  // each of them
  for (const ClassDecl* class_decl : footprint.classes) {
    const auto isInside = [&](int atom) {
      const HeapModel::Atom& info = query.model().atom(atom);
      return info.owner >= 0 && query.model().atom(info.owner).class_decl == class_decl;
    };
    if (!class_decl->is_array || !footprint.walksArrays(class_decl)) continue;
    bool is_given = false, by_argument = false;
    for (const HeapModel::EntryCell& cell : query.model().entryCells())
      if (std::ranges::any_of(cell.targets, isInside)) {
        is_given = true;
        by_argument = by_argument || cell.owner < 0;
      }
    if (!is_given) continue;
    given.push_back(class_decl);
    is_argument = is_argument && by_argument;
  }
  if (given.empty()) return *(longer_at_entry_ = false);
  std::vector<Formula> requirements;
  logic::Occurrences asked;
  for (const specs::Requirement& requirement : spec_.requirements) {
    requirements.push_back(query.prepared(requirement.formula()));
    asked.add(requirements.back());
  }
  const bool is_asked_for = std::ranges::any_of(
      given, [&](const ClassDecl* class_decl) { return asked.has(vocabulary_.extent(class_decl, State::Pre)); });
  if (is_argument && !is_asked_for) return *(longer_at_entry_ = true);
  // Only the state at entry matters, with room for a few more.
  ScopeLimits larger = options_.scope;
  const int limit = larger.ofArrays();
  larger.elements = 2 * limit + 1;
  HeapModel model(vocabulary_, footprint, larger, *spec_.procedure);
  solver::ModelFinder finder(context_, model.universe(),
                             solver::Options{.back_end = options_.back_end,
                                             .break_symmetry = false,
                                             .checkpoint = options_.checkpoint,
                                             .name = spec_.procedure->name});
  model.declare(finder);
  for (const Formula requirement : requirements) finder.assertFormula(requirement);
  finder.assertFormula(model.everyObjectIsPointedTo());
  std::vector<Formula> longer;
  for (const ClassDecl* class_decl : given)
    for (const int atom : model.objectsOf(class_decl))
      longer.push_back(context_.conjoin(
          context_.subset(context_.atom(atom), context_.relation(vocabulary_.live(class_decl, State::Pre))),
          context_.less(
              context_.integer(limit),
              context_.join(context_.atom(atom), context_.relation(vocabulary_.extent(class_decl, State::Pre))))));
  finder.assertFormula(context_.disjoin(longer));
  return *(longer_at_entry_ = finder.solve({}, budget_.limits()) != Answer::Unsatisfiable);
}

/// A verdict that was reached stays, whatever happens to this question.
void Coverage::describeCutSizes(PropertyOutcome& outcome) {
  if (outcome.verdict != Verdict::Holds && outcome.verdict != Verdict::Vacuous) return;
  Scope& scope = outcome.scope;
  const auto settle = [&](Limit limit, std::optional<Cut>& known, StopSite::Kind kind, bool in_callees) {
    scope.cut(limit) = Cut::Unsettled;  // as it stays where asking takes too long
    if (!known) known = isCut({kind}, in_callees);
    scope.cut(limit) = *known;
  };
  try {
    Query& query = queries_.any();
    const Footprint footprint = query.footprint();
    const bool is_longer = hasLongerArrayAtEntry(query);
    scope.cut(Limit::ArrayElements) = is_longer ? Cut::Yes : Cut::No;
    if (!is_longer && anywhere(footprint, allocatesComputed))
      settle(Limit::ArrayElements, extents_cut_, StopSite::Kind::Extents, inCallees(footprint, allocatesComputed));
    if (anywhere(footprint, allocatesOnHeap))
      settle(Limit::Objects, objects_cut_, StopSite::Kind::Objects, inCallees(footprint, allocatesOnHeap));
  } catch (const LimitReached&) {
    queries_.forget();
  }
}

}  // namespace weir::refine
