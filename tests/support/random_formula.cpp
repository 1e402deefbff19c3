// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/support/random_formula.h"

#include "ir/logic/evaluator.h"

namespace weir::test_support {

using namespace logic;

RandomFormulas::RandomFormulas(Context& context, bool opaque)
    : context_(&context), opaque_(opaque), sort_a_(context.addSort("A")), sort_b_(context.addSort("B", {sort_a_})) {
  const Sort integers = context.intSort();
  s_ = context.addRelation("s", {sort_a_}, false);
  t_ = context.addRelation("t", {sort_a_}, true);
  f_ = context.addRelation("f", {sort_a_, sort_a_}, true);
  g_ = context.addRelation("g", {sort_a_, sort_b_}, true);
  r_ = context.addRelation("r", {sort_a_, sort_a_}, false);
  v_ = context.addRelation("v", {sort_a_, integers}, true);
  n_ = context.addRelation("n", {integers}, false);
  a_ = context.addRelation("a", {sort_a_, integers, sort_a_}, true);
  relations_ = {s_, t_, f_, g_, r_, v_, n_, a_};
}

Universe RandomFormulas::universe(int atoms) {
  Universe universe;
  for (int i = 0; i < atoms; ++i) {
    const bool special = i % 3 == 2;
    universe.add((special ? "B" : "A") + std::to_string(i), special ? sort_b_ : sort_a_);
  }
  return universe;
}

Instance RandomFormulas::instance(const Universe& universe) {
  Instance result(universe);
  const std::vector<int> all = universe.atomsOf(sort_a_);
  const std::vector<int> special = universe.atomsOf(sort_b_);
  const auto atom = [&](const std::vector<int>& from) {
    return Cell::ofAtom(from[pick(static_cast<int>(from.size()))]);
  };
  const auto number = [&] { return Cell::ofInteger(pick(4)); };
  for (const Relation relation : relations_) result.set(relation, {});
  if (all.empty()) return result;
  if (pick(3) > 0) result.add(t_, {atom(all)});
  for (int i = 0; i < 3; ++i) {
    if (pick(2) > 0) result.add(n_, {number()});
  }
  for (const int x : all) {
    const Cell self = Cell::ofAtom(x);
    if (pick(2) > 0) result.add(s_, {self});
    if (pick(3) > 0) result.add(f_, {self, atom(all)});
    if (pick(3) > 0 && !special.empty()) result.add(g_, {self, atom(special)});
    if (pick(4) > 0) result.add(v_, {self, number()});
    for (int i = pick(3); i > 0; --i) result.add(r_, {self, atom(all)});
    for (int i = 0; i < 2; ++i) {
      if (pick(2) > 0) result.add(a_, {self, Cell::ofInteger(i), atom(all)});
    }
  }
  return result;
}

void RandomFormulas::reveal(Instance& instance) const {
  for (const auto& [relation, stands_for] : leaves_) {
    instance.set(relation, stands_for == nullptr ? TupleSet{} : Evaluator(instance).evaluate(stands_for));
  }
}

Relation RandomFormulas::hidden(int arity, std::uint32_t int_columns) {
  std::vector<Sort> columns;
  for (int i = 0; i < arity; ++i) {
    columns.push_back((int_columns >> i & 1U) != 0 ? context_->intSort() : context_->univSort());
  }
  return context_->addRelation("h" + std::to_string(names_++), std::move(columns), false);
}

Expr RandomFormulas::leaf(Expr plain) {
  if (!opaque_) return plain;
  const Relation relation = hidden(plain->arity, plain->int_columns);
  leaves_.emplace_back(relation, plain);
  return context_->relation(relation);
}

Expr RandomFormulas::node(Expr made) {
  if (!opaque_) return made;
  const Relation empty = hidden(made->arity, made->int_columns);
  leaves_.emplace_back(empty, nullptr);
  return context_->unite(made, context_->relation(empty));
}

Formula RandomFormulas::node(Formula made) {
  if (!opaque_) return made;
  const Relation empty = hidden(1, 0);
  leaves_.emplace_back(empty, nullptr);
  return context_->disjoin(made, context_->some(context_->relation(empty)));
}

Decl RandomFormulas::declare(int depth, bool may_be_integer) {
  const bool is_integer = may_be_integer && pick(4) == 0;
  const Expr domain = is_integer ? integerSet(depth) : set(depth);
  const Variable variable = context_->addVariable("x" + std::to_string(names_++), is_integer);
  scope_.push_back(variable);
  return {variable, domain};
}

void RandomFormulas::leaveScope(int count) { scope_.resize(scope_.size() - count); }

Expr RandomFormulas::set(int depth) {
  Context& c = *context_;
  if (depth <= 0) {
    if (!scope_.empty() && pick(2) == 0) {
      const Variable variable = scope_[pick(static_cast<int>(scope_.size()))];
      if (!variable->is_integer) return node(c.variable(variable));
    }
    switch (pick(7)) {
      case 0: return leaf(c.none(1));
      case 1: return leaf(c.univ());
      case 2: return leaf(c.atoms(sort_b_));
      case 3: return leaf(c.atom(pick(3)));
      case 4: return leaf(c.relation(t_));
      default: return leaf(c.relation(s_));
    }
  }
  --depth;
  switch (pick(9)) {
    case 0: {
      const Expr x = set(depth), y = set(depth);
      return node(c.unite(x, y));
    }
    case 1: {
      const Expr x = set(depth), y = set(depth);
      return node(c.intersect(x, y));
    }
    case 2: {
      const Expr x = set(depth), y = set(depth);
      return node(c.subtract(x, y));
    }
    case 3: {
      const Expr x = set(depth), y = relation(depth);
      return node(c.join(x, y));
    }
    case 4: {
      const Expr x = relation(depth), y = set(depth);
      return node(c.join(x, y));
    }
    case 5: {
      const Formula p = formula(depth);
      const Expr x = set(depth), y = set(depth);
      return node(c.ifElse(p, x, y));
    }
    case 6: {
      const Decl decl = declare(depth, false);
      const Formula body = formula(depth);
      leaveScope(1);
      return node(c.comprehension({decl}, body));
    }
    case 7: {
      const Expr i = integer(depth), x = set(depth);
      return node(c.join(i, c.join(x, leaf(c.relation(a_)))));
    }
    default: return set(0);
  }
}

Expr RandomFormulas::relation(int depth) {
  Context& c = *context_;
  if (depth <= 0) {
    switch (pick(6)) {
      case 0: return leaf(c.none(2));
      case 1: return leaf(c.iden());
      case 2: return leaf(c.relation(f_));
      case 3: return leaf(c.relation(g_));
      default: return leaf(c.relation(r_));
    }
  }
  --depth;
  switch (pick(14)) {
    case 0: {
      const Expr x = relation(depth), y = relation(depth);
      return node(c.unite(x, y));
    }
    case 1: {
      const Expr x = relation(depth), y = relation(depth);
      return node(c.intersect(x, y));
    }
    case 2: {
      const Expr x = relation(depth), y = relation(depth);
      return node(c.subtract(x, y));
    }
    case 3: {
      const Expr x = relation(depth), y = relation(depth);
      return node(c.join(x, y));
    }
    case 4: {
      const Expr x = set(depth), y = set(depth);
      return node(c.product(x, y));
    }
    case 5: {
      const Expr x = relation(depth), y = relation(depth);
      return node(c.override(x, y));
    }
    case 6: {
      const Expr x = relation(depth), d = set(depth), y = set(depth);
      return node(c.update(x, d, y));
    }
    case 7: {
      const Expr x = set(depth), y = relation(depth);
      return node(c.domainRestrict(x, y));
    }
    case 8: {
      const Expr x = relation(depth), y = set(depth);
      return node(c.rangeRestrict(x, y));
    }
    case 9: return node(c.transpose(relation(depth)));
    case 10: return node(c.closure(relation(depth)));
    case 11: return node(c.reflexiveClosure(relation(depth)));
    case 12: {
      const Formula p = formula(depth);
      const Expr x = relation(depth), y = relation(depth);
      return node(c.ifElse(p, x, y));
    }
    default: {
      const Decl first = declare(depth, false);
      const Decl second = declare(depth, false);
      const Formula body = formula(depth);
      leaveScope(2);
      return node(c.comprehension({first, second}, body));
    }
  }
}

Expr RandomFormulas::integerSet(int depth) {
  Context& c = *context_;
  if (depth <= 0) return pick(4) == 0 ? leaf(c.none(1, 1)) : leaf(c.relation(n_));
  --depth;
  switch (pick(6)) {
    case 0: {
      const Expr x = integerSet(depth), y = integerSet(depth);
      return node(c.unite(x, y));
    }
    case 1: {
      const Expr x = integerSet(depth), y = integerSet(depth);
      return node(c.intersect(x, y));
    }
    case 2: {
      const Expr x = integerSet(depth), y = integerSet(depth);
      return node(c.subtract(x, y));
    }
    case 3: {
      const Expr x = leaf(c.integer(pick(3))), y = integer(depth);
      return node(c.range(x, y));
    }
    default: {
      const Expr x = set(depth), y = valuation(depth);
      return node(c.join(x, y));
    }
  }
}

Expr RandomFormulas::valuation(int depth) {
  Context& c = *context_;
  if (depth <= 0) return leaf(c.relation(v_));
  --depth;
  switch (pick(8)) {
    case 0: {
      const Expr x = valuation(depth), d = set(depth), y = integer(depth);
      return node(c.update(x, d, y));
    }
    case 1: {
      const Expr x = valuation(depth), y = valuation(depth);
      return node(c.override(x, y));
    }
    case 2: {
      const Formula p = formula(depth);
      const Expr x = valuation(depth), y = valuation(depth);
      return node(c.ifElse(p, x, y));
    }
    case 3: {
      const Expr x = set(depth), y = integerSet(depth);
      return node(c.product(x, y));
    }
    case 4: {
      const Expr x = valuation(depth), y = integerSet(depth);
      return node(c.rangeRestrict(x, y));
    }
    case 5: {
      const Expr x = relation(depth), y = valuation(depth);
      return node(c.join(x, y));
    }
    case 6: {
      const Expr x = valuation(depth), y = valuation(depth);
      return node(c.subtract(x, y));
    }
    default: return valuation(0);
  }
}

Expr RandomFormulas::integer(int depth) {
  Context& c = *context_;
  if (depth <= 0) {
    if (!scope_.empty() && pick(3) == 0) {
      const Variable variable = scope_[pick(static_cast<int>(scope_.size()))];
      if (variable->is_integer) return node(c.variable(variable));
    }
    return leaf(c.integer(pick(8) - 2));
  }
  --depth;
  switch (pick(6)) {
    case 0: return node(c.count(pick(3) == 0 ? integerSet(depth) : set(depth)));
    case 1: {
      const Expr x = set(depth), y = valuation(depth);
      return node(c.join(x, y));
    }
    case 2: {
      const Formula p = formula(depth);
      const Expr x = integer(depth), y = integer(depth);
      return node(c.ifElse(p, x, y));
    }
    case 3: {
      const Decl decl = declare(depth, true);
      const Expr body = integer(depth);
      leaveScope(1);
      return node(c.sum({decl}, body));
    }
    default: return integerOperator(depth);
  }
}

Expr RandomFormulas::integerOperator(int depth) {
  Context& c = *context_;
  const Expr x = integer(depth);
  if (pick(4) == 0) {
    const int width = 1 + pick(4);
    return node(c.wrap(x, width, pick(2) == 0));
  }
  const Expr y = integer(depth);
  switch (pick(10)) {
    case 0: return node(c.plus(x, y));
    case 1: return node(c.minus(x, y));
    case 2: return node(c.times(x, y));
    case 3: return node(c.divide(x, y));
    case 4: return node(c.remainder(x, y));
    case 5: return node(c.bitAnd(x, y));
    case 6: return node(c.bitOr(x, y));
    case 7: return node(c.bitXor(x, y));
    // A literal shift, so that numbers stay far below the evaluator's limit.
    case 8: return node(c.shiftLeft(x, leaf(c.integer(pick(4) - 1))));
    default: return node(c.shiftRight(x, leaf(c.integer(pick(4) - 1))));
  }
}

Formula RandomFormulas::comparison(int depth) {
  Context& c = *context_;
  switch (pick(15)) {
    case 12: {
      const Expr x = valuation(depth), y = valuation(depth);
      return node(c.equal(x, y));
    }
    case 13: {
      const Expr x = valuation(depth), y = set(depth);
      return node(c.subset(x, c.product(y, c.integers())));
    }
    case 14: return node(c.lone(integerSet(depth)));
    case 0: {
      const Expr x = set(depth), y = set(depth);
      return node(c.subset(x, y));
    }
    case 1: {
      const Expr x = relation(depth), y = relation(depth);
      return node(c.subset(x, y));
    }
    case 2: {
      const Expr x = set(depth), y = set(depth);
      return node(c.equal(x, y));
    }
    case 3: {
      const Expr x = relation(depth), y = relation(depth);
      return node(c.equal(x, y));
    }
    case 4: {
      const Expr x = integer(depth), y = integer(depth);
      return node(c.less(x, y));
    }
    case 5: {
      const Expr x = integer(depth), y = integer(depth);
      return node(c.lessEqual(x, y));
    }
    case 6: {
      const Expr x = integerSet(depth), y = integerSet(depth);
      return node(c.equal(x, y));
    }
    case 7: {
      const Expr x = integer(depth), y = integer(depth);
      return node(c.equal(x, y));
    }
    case 8: return node(c.some(set(depth)));
    case 9: return node(c.no(relation(depth)));
    case 10: return node(c.one(set(depth)));
    default: return node(c.lone(set(depth)));
  }
}

Formula RandomFormulas::formula(int depth) {
  Context& c = *context_;
  --depth;
  if (depth <= 0 || pick(2) == 0) return comparison(depth);
  switch (pick(8)) {
    case 0: return node(c.negate(formula(depth)));
    case 1: {
      const Formula x = formula(depth), y = formula(depth);
      return node(c.conjoin(x, y));
    }
    case 2: {
      const Formula x = formula(depth), y = formula(depth);
      return node(c.disjoin(x, y));
    }
    case 3: {
      const Formula x = formula(depth), y = formula(depth);
      return node(c.implies(x, y));
    }
    case 4: {
      const Formula x = formula(depth), y = formula(depth);
      return node(c.iff(x, y));
    }
    case 5: {
      const Formula x = formula(depth), y = formula(depth), z = formula(depth);
      return node(c.ifElse(x, y, z));
    }
    default: {
      const bool is_all = pick(2) == 0;
      const int count = 1 + pick(2);
      std::vector<Decl> decls;
      for (int i = 0; i < count; ++i) decls.push_back(declare(depth, true));
      const Formula body = formula(depth);
      leaveScope(count);
      return node(is_all ? c.forAll(decls, body) : c.exists(decls, body));
    }
  }
}

}  // namespace weir::test_support
