// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "prove/list_structure.h"

#include "support/invariant.h"

namespace weir::prove {

using solver::Gate;
using solver::kFalse;
using solver::kTrue;
using Kind = FormulaNode::Kind;

Structure::Structure(const ListProgram& program, int cells)
    : cells_(cells),
      sat_(solver::makeSatSolver(solver::BackEnd::Cadical)),
      emitter_(circuit_, *sat_, words_),
      makes_(program.makes) {
  for (int a = 0; a < cells_; ++a) exists_.push_back(circuit_.variable());
  for (int a = 1; a < cells_; ++a) assertTrue(circuit_.implication(exists(a), exists(a - 1)));
  for (int a = 0; a < cells_; ++a) {
    live_at_entry_.push_back(makes_ ? circuit_.variable() : exists(a));
    assertTrue(circuit_.implication(live_at_entry_.back(), exists(a)));
  }
  at_entry_ = anyRelation();
  assertLists(at_entry_, live_at_entry_);
  for (const program::Field* key : program.keys) {
    order_[key] = anyRelation();
    assertOrder(order_[key]);
  }
}

Structure::Relation Structure::anyRelation() {
  Relation relation(at(cells_), std::vector<Gate>(at(cells_)));
  for (auto& row : relation)
    for (Gate& gate : row) gate = circuit_.variable();
  for (int a = 0; a < cells_; ++a) relation[at(a)][at(a)] = kTrue;
  return relation;
}

void Structure::startAnywhere() {
  live_ = live_at_entry_;
  if (makes_)
    for (int a = 0; a < cells_; ++a) {
      live_[at(a)] = circuit_.variable();
      assertTrue(circuit_.implication(live_[at(a)], exists(a)));
      assertTrue(circuit_.implication(live_at_entry_[at(a)], live_[at(a)]));
    }
  now_ = anyRelation();
  assertLists(now_, live_);
}

void Structure::startAtEntry() {
  now_ = at_entry_;
  live_ = live_at_entry_;
}

void Structure::assumeLive(const Pointer& pointer, bool at_entry) {
  if (!makes_) return;
  for (int a = 0; a < cells_; ++a)
    assertTrue(circuit_.implication(pointer.at[at(a)], at_entry ? live_at_entry_[at(a)] : live_[at(a)]));
}

void Structure::assertLists(const Relation& r, const std::vector<Gate>& live) {
  for (int a = 0; a < cells_; ++a)
    for (int b = 0; b < cells_; ++b) {
      if (a == b) continue;
      const Gate ab = r[at(a)][at(b)];
      assertTrue(circuit_.implication(ab, circuit_.conjunction(live[at(a)], live[at(b)])));
      assertTrue(!circuit_.conjunction(ab, r[at(b)][at(a)]));
      for (int c = 0; c < cells_; ++c) {
        if (c == a || c == b) continue;
        assertTrue(circuit_.disjunction({!ab, !r[at(b)][at(c)], r[at(a)][at(c)]}));
        assertTrue(circuit_.disjunction({!ab, !r[at(a)][at(c)], r[at(b)][at(c)], r[at(c)][at(b)]}));
      }
    }
}

void Structure::assertOrder(const Relation& r) {
  for (int a = 0; a < cells_; ++a)
    for (int b = 0; b < cells_; ++b) {
      assertTrue(circuit_.disjunction(r[at(a)][at(b)], r[at(b)][at(a)]));
      for (int c = 0; c < cells_; ++c)
        assertTrue(circuit_.disjunction({!r[at(a)][at(b)], !r[at(b)][at(c)], r[at(a)][at(c)]}));
    }
}

Structure::Pointer Structure::none() const { return {std::vector<Gate>(at(cells_), kFalse), kTrue}; }

Structure::Pointer Structure::cell(int index) const {
  Pointer pointer{std::vector<Gate>(at(cells_), kFalse), kFalse};
  pointer.at[at(index)] = kTrue;
  return pointer;
}

Structure::Pointer Structure::name() {
  INVARIANT(names_.size() < at(cells_), "there should be a cell for each name");
  Pointer pointer;
  for (int a = 0; a < cells_; ++a) {
    pointer.at.push_back(circuit_.variable());
    assertTrue(circuit_.implication(pointer.at.back(), exists(a)));
    for (int b = 0; b < a; ++b) assertTrue(!circuit_.conjunction(pointer.at[at(a)], pointer.at[at(b)]));
    if (a == 0) continue;
    std::vector<Gate> before{!pointer.at.back()};
    for (const Pointer& earlier : names_) before.push_back(earlier.at[at(a - 1)]);
    assertTrue(any(before));
  }
  pointer.null = !any(pointer.at);
  names_.push_back(pointer);
  return pointer;
}

void Structure::close() {
  for (int a = 0; a < cells_; ++a) {
    std::vector<Gate> named{!exists(a)};
    for (const Pointer& pointer : names_) named.push_back(pointer.at[at(a)]);
    assertTrue(any(named));
  }
}

Gate Structure::same(const Pointer& a, const Pointer& b) {
  std::vector<Gate> where{circuit_.conjunction(a.null, b.null)};
  for (int i = 0; i < cells_; ++i) where.push_back(circuit_.conjunction(a.at[at(i)], b.at[at(i)]));
  return any(where);
}

std::vector<Gate> Structure::from(const Relation& relation, const Pointer& pointer) {
  std::vector<Gate> reached;
  for (int b = 0; b < cells_; ++b) {
    std::vector<Gate> ways;
    for (int a = 0; a < cells_; ++a) ways.push_back(circuit_.conjunction(pointer.at[at(a)], relation[at(a)][at(b)]));
    reached.push_back(any(ways));
  }
  return reached;
}

std::vector<Gate> Structure::to(const Relation& relation, const Pointer& pointer) {
  std::vector<Gate> reaching;
  for (int a = 0; a < cells_; ++a) {
    std::vector<Gate> ways;
    for (int b = 0; b < cells_; ++b) ways.push_back(circuit_.conjunction(pointer.at[at(b)], relation[at(a)][at(b)]));
    reaching.push_back(any(ways));
  }
  return reaching;
}

Gate Structure::reach(const Relation& relation, const Pointer& a, const Pointer& b) {
  std::vector<Gate> ways;
  for (int i = 0; i < cells_; ++i)
    for (int j = 0; j < cells_; ++j)
      ways.push_back(circuit_.conjunction({a.at[at(i)], b.at[at(j)], relation[at(i)][at(j)]}));
  return any(ways);
}

Gate Structure::atMost(const program::Field* key, const Pointer& a, const Pointer& b) {
  return reach(order_.at(key), a, b);
}

Gate Structure::keepsEnding(const Pointer& object, const Pointer& value) { return !reach(now_, value, object); }

void Structure::store(const Pointer& object, const Pointer& value) {
  // First the object ends its list …
  std::vector<Gate> before = to(now_, object);
  std::vector<Gate> after = from(now_, object);
  for (int a = 0; a < cells_; ++a)
    for (int b = 0; b < cells_; ++b)
      if (a != b)
        now_[at(a)][at(b)] = circuit_.conjunction(
            now_[at(a)][at(b)], !circuit_.conjunction({before[at(a)], after[at(b)], !object.at[at(b)]}));
  // … then it leads to the value, and everything before it does.
  before = to(now_, object);
  after = from(now_, value);
  for (int a = 0; a < cells_; ++a)
    for (int b = 0; b < cells_; ++b)
      if (a != b)
        now_[at(a)][at(b)] =
            circuit_.disjunction(now_[at(a)][at(b)], circuit_.conjunction(before[at(a)], after[at(b)]));
}

Structure::Pointer Structure::load(const Pointer& object) {
  const Pointer next = name();
  const std::vector<Gate> after = from(now_, object);
  for (int b = 0; b < cells_; ++b) {
    const Gate is_next = next.at[at(b)];
    assertTrue(circuit_.implication(is_next, circuit_.conjunction(after[at(b)], !object.at[at(b)])));
    for (int c = 0; c < cells_; ++c)
      assertTrue(circuit_.disjunction({!is_next, !after[at(c)], object.at[at(c)], now_[at(b)][at(c)]}));
    assertTrue(circuit_.disjunction({!next.null, !after[at(b)], object.at[at(b)]}));
  }
  return next;
}

Structure::Pointer Structure::allocate() {
  Pointer made = name();
  assertTrue(!made.null);
  for (int a = 0; a < cells_; ++a) {
    assertTrue(!circuit_.conjunction(made.at[at(a)], live_[at(a)]));
    live_[at(a)] = circuit_.disjunction(live_[at(a)], made.at[at(a)]);
  }
  return made;
}

Gate Structure::wasLiveAtEntry(const Pointer& a) {
  std::vector<Gate> ways;
  for (int i = 0; i < cells_; ++i) ways.push_back(circuit_.conjunction(a.at[at(i)], live_at_entry_[at(i)]));
  return any(ways);
}

Gate Structure::meaning(const Formula& formula, const std::vector<Pointer>& names) {
  std::map<int, Pointer> bound;
  return meaning(formula, names, bound);
}

Gate Structure::meaning(const Formula& formula, const std::vector<Pointer>& names, std::map<int, Pointer>& bound) {
  const auto term = [&](const Term& one) -> const Pointer& {
    return one.variable >= 0 ? bound.at(one.variable) : names.at(at(one.name));
  };
  std::vector<Gate> parts;
  switch (formula->kind) {
    case Kind::True: return kTrue;
    case Kind::False: return kFalse;
    case Kind::Null: return term(formula->a).null;
    case Kind::Same: return same(term(formula->a), term(formula->b));
    case Kind::Reach: return reach(formula->at_entry ? at_entry_ : now_, term(formula->a), term(formula->b));
    case Kind::Result: return result_;
    case Kind::Made: {
      const Pointer& made = term(formula->a);
      std::vector<Gate> ways;
      for (int a = 0; a < cells_; ++a)
        ways.push_back(circuit_.conjunction({made.at[at(a)], live_[at(a)], !live_at_entry_[at(a)]}));
      return any(ways);
    }
    case Kind::AtMost: return atMost(formula->key, term(formula->a), term(formula->b));
    case Kind::Not: return !meaning(formula->parts.front(), names, bound);
    case Kind::And:
    case Kind::Or:
      for (const Formula& part : formula->parts) parts.push_back(meaning(part, names, bound));
      return formula->kind == Kind::And ? circuit_.conjunction(parts) : circuit_.disjunction(parts);
    case Kind::ForAll:
      for (int a = 0; a < cells_; ++a) {
        bound[formula->variable] = cell(a);
        parts.push_back(circuit_.implication(exists(a), meaning(formula->parts.front(), names, bound)));
      }
      bound.erase(formula->variable);
      return circuit_.conjunction(parts);
    case Kind::Exists: {
      const Pointer witness = name();
      bound[formula->variable] = witness;
      const Gate body = meaning(formula->parts.front(), names, bound);
      bound.erase(formula->variable);
      return circuit_.conjunction(!witness.null, body);
    }
  }
  UNREACHABLE("a formula should be of a known kind");
}

solver::Valuation Structure::model() const {
  return solver::Valuation(circuit_, [this](std::uint32_t variable) { return emitter_.modelValue(variable); });
}

}  // namespace weir::prove
