// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A hash-consed boolean circuit that simplifies while it is built.
//
//   Circuit circuit;
//   Gate a = circuit.variable(), b = circuit.variable();
//   circuit.conjunction(a, circuit.disjunction(!a, b)) == circuit.conjunction(a, b)    // true: the same gate
//
// Negation is a sign, so it costs nothing and !(!g) is g. Conjunctions are n-ary (a disjunction is a negated one);
// exclusive or, choice and majority have their own nodes, because their clauses are fewer and propagate better than
// those of a tree of conjunctions. Equal gates are the same gate, whichever formula asked for them: this is where
// formulas that are translated one after the other share their parts.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <vector>

namespace weir::solver {

/// A node of a circuit, or its negation (a negative code). Default: false.
struct Gate {
  std::int32_t code = -1;

  constexpr Gate operator!() const { return Gate{-code}; }
  constexpr bool isPositive() const { return code > 0; }
  constexpr std::uint32_t node() const { return static_cast<std::uint32_t>(code > 0 ? code : -code); }
  constexpr bool isConstant() const { return code == 1 || code == -1; }
  constexpr auto operator<=>(const Gate&) const = default;
};

inline constexpr Gate kTrue{1};
inline constexpr Gate kFalse{-1};

constexpr Gate constantGate(bool value) { return value ? kTrue : kFalse; }

class Circuit {
 public:
  enum class Kind : std::uint8_t { Constant, Variable, Conjunction, ExclusiveOr, Choice, Majority };

  Circuit();
  Circuit(const Circuit&) = delete;
  Circuit& operator=(const Circuit&) = delete;

  Gate variable();

  Gate conjunction(std::span<const Gate> gates);
  Gate conjunction(std::initializer_list<Gate> gates) { return conjunction(std::span(gates.begin(), gates.size())); }
  Gate conjunction(Gate a, Gate b);
  Gate disjunction(std::span<const Gate> gates);
  Gate disjunction(std::initializer_list<Gate> gates) { return disjunction(std::span(gates.begin(), gates.size())); }
  Gate disjunction(Gate a, Gate b) { return !conjunction(!a, !b); }
  Gate implication(Gate a, Gate b) { return !conjunction(a, !b); }
  Gate exclusiveOr(Gate a, Gate b);
  Gate equivalence(Gate a, Gate b) { return !exclusiveOr(a, b); }
  /// `then` where `condition` holds and `otherwise` where not.
  Gate choice(Gate condition, Gate then, Gate otherwise);
  /// True where at least two of the three are: the carry of an adder.
  Gate majority(Gate a, Gate b, Gate c);

  /// True where at most one of the gates is.
  Gate atMostOne(std::span<const Gate> gates);
  /// True where at least `count` of the gates are, by a sequential counter (Sinz 2005), whose clauses propagate: with
  /// `count` of them true it is true, with too many of them false it is false. Its size is the number of gates times
  /// the distance of `count` from the nearer end.
  Gate atLeast(std::size_t count, std::span<const Gate> gates);

  Kind kind(std::uint32_t node) const { return nodes_[node].kind; }
  std::span<const Gate> operands(std::uint32_t node) const {
    return {operands_.data() + nodes_[node].first, nodes_[node].count};
  }
  /// How many nodes use this one.
  std::uint32_t uses(std::uint32_t node) const { return uses_[node]; }
  /// Nodes are numbered from 1 (the constant) to size().
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()) - 1; }
  std::uint32_t variables() const { return variables_; }

 private:
  struct Node {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    Kind kind = Kind::Constant;
  };

  std::uint32_t addNode(Kind kind, std::span<const Gate> operands);
  Gate shared(Kind kind, std::span<const Gate> operands);
  Gate simplifiedConjunction(std::vector<Gate>& gates);
  bool isMarked(Gate gate) const;
  void mark(std::span<const Gate> gates);
  void growTable();

  std::vector<Node> nodes_;
  std::vector<Gate> operands_;
  std::vector<std::uint32_t> uses_;
  std::vector<std::uint32_t> table_;  // open addressing; 0 is empty
  std::size_t entries_ = 0;
  std::uint32_t variables_ = 0;

  // Which literals are operands of the conjunction at hand: a stamp for each sign of each node.
  std::vector<std::uint32_t> marks_;
  std::uint32_t stamp_ = 0;
  std::vector<Gate> scratch_;
};

/// The values of gates under an assignment of the variables, each gate computed once.
class Valuation {
 public:
  Valuation(const Circuit& circuit, std::function<bool(std::uint32_t)> variable)
      : circuit_(circuit), variable_(std::move(variable)) {}
  bool operator()(Gate gate);

 private:
  enum : std::int8_t { kUnknown = -1 };
  bool compute(std::uint32_t node) const;

  const Circuit& circuit_;
  std::function<bool(std::uint32_t)> variable_;
  std::vector<std::int8_t> values_;
  std::vector<std::uint32_t> pending_;
};

}  // namespace weir::solver

template <>
struct std::hash<weir::solver::Gate> {
  std::size_t operator()(weir::solver::Gate gate) const noexcept {
    return static_cast<std::size_t>(static_cast<std::uint32_t>(gate.code)) * 0x9E3779B97F4A7C15ULL;
  }
};
