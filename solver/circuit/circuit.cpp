// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each simplification is listed with its pattern; the choice and majority rules follow from case distinction.
#include "solver/circuit/circuit.h"

#include <algorithm>

#include "support/invariant.h"

namespace weir::solver {

namespace {

// Conjunctions wider than this are not searched for operands that absorb or contradict each other.
constexpr std::size_t kInspectedWidth = 16;

std::size_t hashOf(Circuit::Kind kind, std::span<const Gate> operands) {
  std::uint64_t hash = static_cast<std::uint64_t>(kind) * 0x9E3779B97F4A7C15ULL;
  for (const Gate gate : operands) {
    hash ^= static_cast<std::uint32_t>(gate.code);
    hash *= 0xff51afd7ed558ccdULL;
    hash ^= hash >> 32;
  }
  return static_cast<std::size_t>(hash);
}

}  // namespace

Circuit::Circuit() : nodes_(1), uses_(1), table_(1024, 0), marks_(2, 0) {
  addNode(Kind::Constant, {});
  INVARIANT(size() == kTrue.node(), "the first node should be the constant");
}

std::uint32_t Circuit::addNode(Kind kind, std::span<const Gate> operands) {
  INVARIANT(nodes_.size() < (1U << 31) - 1, "a circuit should have fewer than two thousand million gates");
  nodes_.push_back({static_cast<std::uint32_t>(operands_.size()), static_cast<std::uint32_t>(operands.size()), kind});
  operands_.insert(operands_.end(), operands.begin(), operands.end());
  for (const Gate gate : operands) ++uses_[gate.node()];
  uses_.push_back(0);
  marks_.resize(marks_.size() + 2, 0);
  return size();
}

Gate Circuit::variable() {
  ++variables_;
  return Gate{static_cast<std::int32_t>(addNode(Kind::Variable, {}))};
}

void Circuit::growTable() {
  std::vector<std::uint32_t> old(table_.size() * 2, 0);
  old.swap(table_);
  for (const std::uint32_t node : old) {
    if (node == 0) continue;
    std::size_t slot = hashOf(kind(node), operands(node)) & (table_.size() - 1);
    while (table_[slot] != 0) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = node;
  }
}

Gate Circuit::shared(Kind kind, std::span<const Gate> wanted) {
  if (2 * (entries_ + 1) > table_.size()) growTable();
  std::size_t slot = hashOf(kind, wanted) & (table_.size() - 1);
  for (; table_[slot] != 0; slot = (slot + 1) & (table_.size() - 1)) {
    const std::uint32_t node = table_[slot];
    if (nodes_[node].kind == kind && std::ranges::equal(operands(node), wanted))
      return Gate{static_cast<std::int32_t>(node)};
  }
  table_[slot] = addNode(kind, wanted);
  ++entries_;
  return Gate{static_cast<std::int32_t>(table_[slot])};
}

bool Circuit::isMarked(Gate gate) const { return marks_[2 * gate.node() + (gate.isPositive() ? 1 : 0)] == stamp_; }

void Circuit::mark(std::span<const Gate> gates) {
  ++stamp_;
  for (const Gate gate : gates) marks_[2 * gate.node() + (gate.isPositive() ? 1 : 0)] = stamp_;
}

Gate Circuit::conjunction(Gate a, Gate b) {
  if (a == b || b == kTrue) return a;
  if (a == kTrue) return b;
  if (a == kFalse || b == kFalse || a == !b) return kFalse;
  scratch_.assign({a, b});
  return simplifiedConjunction(scratch_);
}

Gate Circuit::conjunction(std::span<const Gate> gates) {
  scratch_.clear();
  for (const Gate gate : gates) {
    if (gate == kFalse) return kFalse;
    if (gate != kTrue) scratch_.push_back(gate);
  }
  return simplifiedConjunction(scratch_);
}

Gate Circuit::disjunction(std::span<const Gate> gates) {
  scratch_.clear();
  for (const Gate gate : gates) {
    if (gate == kTrue) return kTrue;
    if (gate != kFalse) scratch_.push_back(!gate);
  }
  return !simplifiedConjunction(scratch_);
}

Gate Circuit::simplifiedConjunction(std::vector<Gate>& gates) {
  const auto by_node = [](Gate a, Gate b) { return a.node() != b.node() ? a.node() < b.node() : a.code < b.code; };
  for (bool again = true; again;) {
    again = false;
    std::sort(gates.begin(), gates.end(), by_node);
    gates.erase(std::unique(gates.begin(), gates.end()), gates.end());
    for (std::size_t i = 1; i < gates.size(); ++i)
      if (gates[i] == !gates[i - 1]) return kFalse;  // a and not a
    if (gates.empty()) return kTrue;
    if (gates.size() == 1) return gates.front();
    if (gates.size() > kInspectedWidth) break;
    mark(gates);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < gates.size(); ++i) {
      Gate gate = gates[i];
      bool drop = false;
      if (kind(gate.node()) == Kind::Conjunction && operands(gate.node()).size() <= kInspectedWidth) {
        const auto parts = operands(gate.node());
        if (gate.isPositive()) {
          for (const Gate part : parts)
            if (isMarked(!part)) return kFalse;  // (a and b) and not a
        } else if (std::any_of(parts.begin(), parts.end(), [&](Gate part) { return isMarked(!part); })) {
          drop = true;  // (a or b) and a  =  a
        } else if (parts.size() == 2 && (isMarked(parts[0]) || isMarked(parts[1]))) {
          gate = isMarked(parts[0]) ? !parts[1] : !parts[0];  // (not a or b) and a  =  a and b
          again = true;
        }
      }
      if (!drop) gates[kept++] = gate;
    }
    gates.resize(kept);
    if (again) continue;
    // (a and b) and a  =  a and b: only after the above, whose marks must stand for operands that stay.
    mark({});
    for (const Gate gate : gates)
      if (gate.isPositive() && kind(gate.node()) == Kind::Conjunction &&
          operands(gate.node()).size() <= kInspectedWidth)
        for (const Gate part : operands(gate.node())) marks_[2 * part.node() + (part.isPositive() ? 1 : 0)] = stamp_;
    std::erase_if(gates, [&](Gate gate) { return isMarked(gate); });
    if (gates.size() == 1) return gates.front();
  }
  return shared(Kind::Conjunction, gates);
}

Gate Circuit::exclusiveOr(Gate a, Gate b) {
  if (a.isConstant()) return a == kTrue ? !b : b;
  if (b.isConstant()) return b == kTrue ? !a : a;
  const bool negated = a.isPositive() != b.isPositive();
  if (!a.isPositive()) a = !a;
  if (!b.isPositive()) b = !b;
  if (a == b) return constantGate(negated);
  if (b < a) std::swap(a, b);
  if (kind(b.node()) == Kind::ExclusiveOr) {
    const auto parts = operands(b.node());
    if (parts[0] == a) return negated ? !parts[1] : parts[1];  // a xor (a xor b)  =  b
    if (parts[1] == a) return negated ? !parts[0] : parts[0];
  }
  const Gate operands[] = {a, b};
  const Gate gate = shared(Kind::ExclusiveOr, operands);
  return negated ? !gate : gate;
}

Gate Circuit::choice(Gate c, Gate t, Gate e) {
  if (c.isConstant()) return c == kTrue ? t : e;
  if (t == e) return t;
  if (!c.isPositive()) {
    c = !c;
    std::swap(t, e);
  }
  if (t == kTrue || t == c) return disjunction(c, e);
  if (t == kFalse || t == !c) return conjunction(!c, e);
  if (e == kTrue || e == !c) return disjunction(!c, t);
  if (e == kFalse || e == c) return conjunction(c, t);
  if (t == !e) return equivalence(c, t);
  if (!t.isPositive()) return !choice(c, !t, !e);
  if (kind(t.node()) == Kind::Choice) {
    const auto parts = operands(t.node());
    if (parts[0] == c) return choice(c, parts[1], e);  // c ? (c ? a : b) : e  =  c ? a : e
  }
  if (kind(e.node()) == Kind::Choice) {
    const auto parts = operands(e.node());
    const Gate condition = parts[0];
    const Gate then = e.isPositive() ? parts[1] : !parts[1];
    const Gate otherwise = e.isPositive() ? parts[2] : !parts[2];
    if (condition == c) return choice(c, t, otherwise);                      // c ? a : (c ? b : e)  =  c ? a : e
    if (then == t) return choice(disjunction(c, condition), t, otherwise);   // c ? a : (d ? a : e)
    if (otherwise == t) return choice(disjunction(c, !condition), t, then);  // c ? a : (d ? e : a)
  }
  const Gate operands[] = {c, t, e};
  return shared(Kind::Choice, operands);
}

Gate Circuit::majority(Gate a, Gate b, Gate c) {
  Gate gates[] = {a, b, c};
  std::sort(std::begin(gates), std::end(gates), [](Gate x, Gate y) { return x.node() < y.node(); });
  if (gates[0].isConstant())
    return gates[0] == kTrue ? disjunction(gates[1], gates[2]) : conjunction(gates[1], gates[2]);
  if (gates[0] == gates[1] || gates[1] == gates[2]) return gates[1];
  if (gates[0] == !gates[1]) return gates[2];
  if (gates[1] == !gates[2]) return gates[0];
  const int negative = !gates[0].isPositive() + !gates[1].isPositive() + !gates[2].isPositive();
  if (negative < 2) return shared(Kind::Majority, gates);
  for (Gate& gate : gates) gate = !gate;
  return !shared(Kind::Majority, gates);
}

Gate Circuit::atMostOne(std::span<const Gate> gates) {
  // Pairwise up to a handful; beyond, `some` is a running disjunction, which is linear.
  constexpr std::size_t kPairwise = 6;
  std::vector<Gate> parts;
  if (gates.size() <= kPairwise) {
    for (std::size_t i = 0; i < gates.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) parts.push_back(!conjunction(gates[i], gates[j]));
  } else {
    Gate some = gates[0];
    for (std::size_t i = 1; i < gates.size(); ++i) {
      parts.push_back(!conjunction(some, gates[i]));
      some = disjunction(some, gates[i]);
    }
  }
  return conjunction(parts);
}

Gate Circuit::atLeast(std::size_t count, std::span<const Gate> gates) {
  std::vector<Gate> unknown;
  for (const Gate gate : gates) {
    if (gate == kTrue && count > 0) --count;
    if (!gate.isConstant()) unknown.push_back(gate);
  }
  if (count == 0) return kTrue;
  if (count > unknown.size()) return kFalse;
  // At least k of n hold unless n - k + 1 do not: count whichever is fewer.
  const bool negated = count > (unknown.size() + 1) / 2;
  if (negated) {
    count = unknown.size() - count + 1;
    for (Gate& gate : unknown) gate = !gate;
  }
  std::vector<Gate> reached(count + 1, kFalse);  // of those seen so far, at least so many
  reached[0] = kTrue;
  for (const Gate gate : unknown)
    for (std::size_t i = count; i > 0; --i) reached[i] = disjunction(reached[i], conjunction(gate, reached[i - 1]));
  return negated ? !reached[count] : reached[count];
}

bool Valuation::compute(std::uint32_t node) const {
  const auto value = [&](Gate gate) { return (values_[gate.node()] != 0) == gate.isPositive(); };
  const auto operands = circuit_.operands(node);
  switch (circuit_.kind(node)) {
    case Circuit::Kind::Constant: return true;
    case Circuit::Kind::Variable: return variable_(node);
    case Circuit::Kind::Conjunction: return std::all_of(operands.begin(), operands.end(), value);
    case Circuit::Kind::ExclusiveOr: return value(operands[0]) != value(operands[1]);
    case Circuit::Kind::Choice: return value(operands[0]) ? value(operands[1]) : value(operands[2]);
    case Circuit::Kind::Majority: return value(operands[0]) + value(operands[1]) + value(operands[2]) >= 2;
  }
  UNREACHABLE("a node should have one of the kinds");
}

bool Valuation::operator()(Gate gate) {
  if (values_.size() <= circuit_.size()) values_.resize(circuit_.size() + 1, kUnknown);
  pending_.push_back(gate.node());
  while (!pending_.empty()) {
    const std::uint32_t node = pending_.back();
    if (values_[node] != kUnknown) {
      pending_.pop_back();
      continue;
    }
    const std::size_t before = pending_.size();
    for (const Gate operand : circuit_.operands(node))
      if (values_[operand.node()] == kUnknown) pending_.push_back(operand.node());
    if (pending_.size() != before) continue;
    values_[node] = compute(node) ? 1 : 0;
    pending_.pop_back();
  }
  return (values_[gate.node()] != 0) == gate.isPositive();
}

}  // namespace weir::solver
