// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abstraction/coarse.h"

#include <algorithm>

namespace weir::abstraction {

using logic::Expr;
using logic::ExprKind;

namespace {

/// A set with more parts tells little more than that it is some object.
constexpr std::size_t kMostParts = 24;

void addParts(Expr set, std::vector<Expr>& parts) {
  if (set->kind == ExprKind::Union) {
    addParts(set->operands[0], parts);
    addParts(set->operands[1], parts);
  } else if (set->kind != ExprKind::None) {
    parts.push_back(set);
  }
}

/// x, x.r and x.*r.r are in x.*r.
bool isWithin(Expr part, Expr whole) {
  if (part == whole) return true;
  if (whole->kind != ExprKind::Join || whole->operands[1]->kind != ExprKind::ReflexiveClosure) return false;
  if (part == whole->operands[0]) return true;
  return part->kind == ExprKind::Join && part->operands[1] == whole->operands[1]->operands[0] &&
         isWithin(part->operands[0], whole);
}

}  // namespace

Expr Coarse::united(Expr a, Expr b) {
  std::vector<Expr> parts;
  addParts(a, parts);
  addParts(b, parts);
  std::vector<Expr> kept;
  for (const Expr part : parts) {
    if (part->kind == ExprKind::Univ) return part;
    if (std::any_of(kept.begin(), kept.end(), [&](Expr whole) { return isWithin(part, whole); })) continue;
    std::erase_if(kept, [&](Expr other) { return isWithin(other, part); });
    kept.push_back(part);
    if (kept.size() <= kMostParts) continue;
    return a->arity == 1 && a->int_columns == 0 ? context_->univ() : context_->unite(a, b);
  }
  Expr all = context_->none(a->arity, a->int_columns);
  for (const Expr part : kept) all = context_->unite(all, part);
  return all;
}

Expr Coarse::above(Expr set) {
  if (const auto found = above_.find(set); found != above_.end()) return found->second;
  const Expr result = computeAbove(set);
  above_.emplace(set, result);
  return result;
}

Expr Coarse::computeAbove(Expr set) {
  if (set->arity != 1) return set;
  const auto in = [&](int i) { return above(set->operands[i]); };
  switch (set->kind) {
    case ExprKind::Union:
    case ExprKind::IfElse: return united(in(0), in(1));
    case ExprKind::Intersection:
    case ExprKind::Difference: return in(0);
    case ExprKind::Comprehension: return set->decls.size() == 1 ? above(set->decls[0].domain) : set;
    case ExprKind::Join: {
      if (set->operands[0]->arity != 1 || set->operands[1]->arity != 2) return set;
      const Step step = stepOf(set->operands[1]);
      return united(symbols_->join(in(0), step.fixed), step.values);
    }
    default: return set;
  }
}

Coarse::Step Coarse::stepOf(Expr relation) {
  if (const auto found = steps_.find(relation); found != steps_.end()) return found->second;
  const Step result = computeStep(relation);
  steps_.emplace(relation, result);
  return result;
}

Coarse::Step Coarse::computeStep(Expr relation) {
  const auto in = [&](int i) { return stepOf(relation->operands[i]); };
  const Expr no_value = context_->none(1, relation->int_columns >> 1);
  const Expr no_row = context_->none(2, relation->int_columns);
  switch (relation->kind) {
    case ExprKind::Union:
    case ExprKind::Override:
    case ExprKind::IfElse: {
      const Step a = in(0), b = in(1);
      return {united(a.fixed, b.fixed), united(a.values, b.values)};
    }
    case ExprKind::Update: {
      const Step before = in(0);
      return {before.fixed, united(before.values, above(relation->operands[2]))};
    }
    case ExprKind::Product: return {no_row, above(relation->operands[1])};
    case ExprKind::Join: {
      if (relation->operands[0]->arity != 2 || relation->operands[1]->arity != 2) break;
      const Step first = in(0), then = in(1);
      return {context_->join(first.fixed, then.fixed), united(symbols_->join(first.values, then.fixed), then.values)};
    }
    case ExprKind::Closure:
    case ExprKind::ReflexiveClosure: {
      const Step step = in(0);
      const Expr any_number = context_->reflexiveClosure(step.fixed);
      return {relation->kind == ExprKind::Closure ? context_->closure(step.fixed) : any_number,
              symbols_->join(step.values, any_number)};
    }
    case ExprKind::DomainRestrict: return in(1);
    case ExprKind::RangeRestrict:
    case ExprKind::Difference:
    case ExprKind::Intersection: return in(0);
    default: break;
  }
  return {relation, no_value};
}

bool Coarse::collect(Expr relation, Writes& writes) {
  const auto in = [&](int i) { return collect(relation->operands[i], writes); };
  const auto write = [&](Expr key, Expr value) {
    if (key->arity != 1 || value->arity != 1) return false;
    const Expr keys = above(key), values = above(value);
    const auto known =
        std::find_if(writes.rows.begin(), writes.rows.end(), [&](const auto& row) { return row.first == keys; });
    if (known == writes.rows.end())
      writes.rows.emplace_back(keys, values);
    else
      known->second = united(known->second, values);
    return true;
  };
  switch (relation->kind) {
    case ExprKind::None: return true;
    case ExprKind::Relation:
      writes.base = writes.base == nullptr ? relation : united(writes.base, relation);
      return true;
    case ExprKind::Update: return in(0) && write(relation->operands[1], relation->operands[2]);
    case ExprKind::Product: return write(relation->operands[0], relation->operands[1]);
    case ExprKind::Union:
    case ExprKind::Override:
    case ExprKind::IfElse: return in(0) && in(1);
    case ExprKind::Intersection:
    case ExprKind::RangeRestrict:
    case ExprKind::Difference: return in(0);
    case ExprKind::DomainRestrict: return in(1);
    default: return false;
  }
}

bool Coarse::kept(Expr relation, Expr& base, Expr& keys) {
  switch (relation->kind) {
    case ExprKind::Relation: base = relation; return true;
    case ExprKind::Update:
      if (relation->operands[1]->arity != 1 || !kept(relation->operands[0], base, keys)) return false;
      keys = united(keys, above(relation->operands[1]));
      return true;
    case ExprKind::Union: return kept(relation->operands[0], base, keys);
    case ExprKind::Intersection:
    case ExprKind::IfElse: {
      Expr other = nullptr;
      return kept(relation->operands[0], base, keys) && kept(relation->operands[1], other, keys) && base == other;
    }
    default: return false;
  }
}

Expr Coarse::below(Expr set) {
  const auto in = [&](int i) { return below(set->operands[i]); };
  switch (set->kind) {
    case ExprKind::Relation: return set;
    case ExprKind::Union: return united(in(0), in(1));
    case ExprKind::Intersection:
    case ExprKind::IfElse: return context_->intersect(in(0), in(1));
    case ExprKind::Difference: return symbols_->without(in(0), above(set->operands[1]));
    default: return context_->none(1);
  }
}

Rows Coarse::around(const Rows& rows) {
  const Expr none = context_->none(rows.upper->arity, rows.upper->int_columns);
  const Rows any{none, none, context_->univ()};
  Expr wild = above(rows.wild);
  if (wild->kind == ExprKind::Univ) return any;
  if (rows.upper->arity == 1) {
    const Expr upper = above(rows.upper);
    if (upper->kind == ExprKind::Univ) return any;
    return {symbols_->without(below(rows.lower), wild), upper, wild};
  }
  Writes writes;
  if (rows.upper->arity != 2 || !collect(rows.upper, writes)) return any;
  Expr upper = writes.base == nullptr ? none : writes.base;
  for (const auto& [keys, values] : writes.rows) {
    if (keys->kind == ExprKind::Univ) return any;
    if (values->kind == ExprKind::Univ)
      wild = united(wild, keys);
    else
      upper = context_->unite(upper, context_->product(keys, values));
  }
  if (wild->kind == ExprKind::Univ) return any;
  Expr base = nullptr, keys = wild;
  const bool is_kept = kept(rows.lower, base, keys);
  if (!is_kept || keys->kind == ExprKind::Univ) return {none, upper, wild};
  return {symbols_->withoutRows(base, keys), upper, wild};
}

}  // namespace weir::abstraction
