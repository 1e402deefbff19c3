// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abstraction/summary.h"

#include <algorithm>

#include "ir/logic/occurrences.h"
#include "ir/logic/substitute.h"
#include "support/invariant.h"

namespace weir::abstraction {

using logic::Expr;
using logic::Formula;

const RelationBounds* Summary::find(logic::Relation pre) const {
  const auto found =
      std::find_if(relations.begin(), relations.end(), [&](const RelationBounds& each) { return each.pre == pre; });
  return found == relations.end() ? nullptr : &*found;
}

bool Summary::isExact() const {
  return opaque.empty() && !may_throw && (!result || result->isExact()) &&
         std::all_of(relations.begin(), relations.end(), [](const RelationBounds& each) { return each.isExact(); });
}

CallSite instantiate(const Summary& summary, logic::Context& context,
                     const std::function<Expr(logic::Relation)>& value) {
  logic::Occurrences occurrences;
  const auto visit = [&](auto* node) {
    if (node != nullptr) occurrences.add(node);
  };
  for (const RelationBounds& bounds : summary.relations) {
    visit(bounds.lower);
    visit(bounds.upper);
    visit(bounds.wild);
  }
  if (summary.result) {
    visit(summary.result->lower);
    visit(summary.result->upper);
  }
  for (const Allocation& allocation : summary.allocations) visit(allocation.condition);
  for (const Formula fact : summary.facts) visit(fact);

  CallSite site;
  logic::Substitution substitution(context);
  for (const logic::Relation relation : occurrences.relations()) {
    if (const Expr by = value(relation)) substitution.replace(relation, by);
  }
  const auto put = [&](Expr expr) { return expr == nullptr ? nullptr : substitution.apply(expr); };
  for (const Allocation& allocation : summary.allocations) {
    Allocation own = allocation;
    own.symbol =
        context.addRelation(allocation.symbol->name, allocation.symbol->columns, allocation.symbol->functional);
    substitution.replace(allocation.symbol, context.relation(own.symbol));
    site.allocations.push_back(own);
  }
  for (Allocation& allocation : site.allocations) {
    if (allocation.condition != nullptr) allocation.condition = substitution.apply(allocation.condition);
  }
  for (const RelationBounds& bounds : summary.relations) {
    RelationBounds own = bounds;
    own.lower = put(bounds.lower);
    own.upper = put(bounds.upper);
    own.wild = put(bounds.wild);
    site.relations.push_back(own);
  }
  if (summary.result) site.result = Bounds{put(summary.result->lower), put(summary.result->upper)};
  for (const Formula fact : summary.facts) site.facts.push_back(substitution.apply(fact));
  return site;
}

Formula within(logic::Context& context, const RelationBounds& bounds, Expr post) {
  INVARIANT(post->arity == bounds.upper->arity, "a bound should be on a relation of its arity");
  if (bounds.isExact()) return context.equal(post, bounds.upper);
  Expr tame = post;
  if (bounds.wild->kind != logic::ExprKind::None) {
    const int rest = post->arity - 1;
    tame = rest == 0 ? context.subtract(post, bounds.wild)
                     : context.update(post, bounds.wild, context.none(rest, post->int_columns >> 1));
  }
  return context.conjoin(context.subset(bounds.lower, post), context.subset(tame, bounds.upper));
}

Formula within(logic::Context& context, const Bounds& bounds, Expr value) {
  if (bounds.upper == nullptr) return context.subset(bounds.lower, value);
  if (bounds.isExact()) return context.equal(value, bounds.upper);
  return context.conjoin(context.subset(bounds.lower, value), context.subset(value, bounds.upper));
}

}  // namespace weir::abstraction
