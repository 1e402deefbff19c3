// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/circuit/cnf.h"

#include "support/invariant.h"

namespace weir::solver {

namespace {

// Beside the four halves in `emitted_`: words define both polarities at once.
constexpr std::uint8_t kDefinedByWords = 16;

}  // namespace

CnfEmitter::CnfEmitter(const Circuit& circuit, SatSolver& sat, const Words& words)
    : circuit_(circuit),
      sat_(sat),
      words_(words),
      word_emitter_(words, sat, [this](Gate gate) { return exactly(gate); }),
      all_(sat.readers()),
      readers_(all_) {}

void CnfEmitter::clause(std::span<const Literal> literals) {
  ++clauses_;
  if (readers_ == all_)
    sat_.addClause(literals);
  else
    sat_.addClauseFor(readers_, literals);
}

void CnfEmitter::clause(std::initializer_list<Literal> literals) {
  clause(std::span(literals.begin(), literals.size()));
}

Literal CnfEmitter::literalOf(Gate gate) {
  if (literal_.size() <= circuit_.size()) {
    literal_.resize(circuit_.size() + 1, 0);
    emitted_.resize(circuit_.size() + 1, 0);
  }
  Literal& literal = literal_[gate.node()];
  if (literal == 0) {
    literal = sat_.newVariable();
    ++variables_;
    if (circuit_.kind(gate.node()) == Circuit::Kind::Constant) {
      const Literal unit[] = {literal};
      ++clauses_;
      sat_.addClause(unit);
    }
  }
  return gate.isPositive() ? literal : -literal;
}

// The literal of the gate, with the half of its definition that makes the literal imply the gate on its way.
Literal CnfEmitter::need(Gate gate) {
  const Literal literal = literalOf(gate);
  std::uint8_t& emitted = emitted_[gate.node()];
  const int shift = gate.isPositive() ? 2 : 0;
  const auto missing = static_cast<std::uint8_t>(static_cast<std::uint8_t>(readers_) & ~(emitted >> shift));
  if (missing != 0) {
    emitted = static_cast<std::uint8_t>(emitted | (missing << shift));
    pending_.push_back({gate.node(), gate.isPositive(), static_cast<Readers>(missing)});
  }
  return literal;
}

Literal CnfEmitter::exactly(Gate gate) {
  need(!gate);
  return need(gate);
}

bool CnfEmitter::isConjunction(Gate gate) const {
  return circuit_.kind(gate.node()) == Circuit::Kind::Conjunction && words_.meaningOf(gate.node()) == nullptr;
}

void CnfEmitter::drain() {
  while (!pending_.empty()) {
    const Half half = pending_.back();
    pending_.pop_back();
    readers_ = half.readers;
    emitHalf(half.node, half.positive);
  }
  readers_ = all_;
}

// The conjuncts of a gate. A conjunction inside that nobody else uses needs no variable of its own.
void CnfEmitter::flattened(Gate gate, std::vector<Gate>& into) const {
  for (const Gate operand : circuit_.operands(gate.node())) {
    const bool inner = operand.isPositive() && isConjunction(operand) && circuit_.uses(operand.node()) == 1 &&
                       (operand.node() >= literal_.size() || literal_[operand.node()] == 0);
    if (inner)
      flattened(operand, into);
    else
      into.push_back(operand);
  }
}

void CnfEmitter::emitHalf(std::uint32_t node, bool positive) {
  const Literal g = literal_[node];
  if (intersect(readers_, Readers::Words) && words_.meaningOf(node) != nullptr) {
    const bool for_bits_too = intersect(readers_, Readers::Bits);
    readers_ = Readers::Words;
    if ((emitted_[node] & kDefinedByWords) == 0) {
      emitted_[node] |= kDefinedByWords;
      word_emitter_.define(g, *words_.meaningOf(node));
    }
    if (!for_bits_too) return;
    readers_ = Readers::Bits;
  }
  const auto operands = circuit_.operands(node);
  switch (circuit_.kind(node)) {
    case Circuit::Kind::Constant:
    case Circuit::Kind::Variable: return;
    case Circuit::Kind::Conjunction: {
      parts_.clear();
      flattened(Gate{static_cast<std::int32_t>(node)}, parts_);
      if (positive) {
        for (const Gate part : parts_) clause({-g, need(part)});
      } else {
        wide_.assign({g});
        for (const Gate part : parts_) wide_.push_back(need(!part));
        clause(wide_);
      }
      return;
    }
    case Circuit::Kind::ExclusiveOr: {
      const Gate a = operands[0];
      const Gate b = operands[1];
      if (positive) {
        clause({-g, need(a), need(b)});
        clause({-g, need(!a), need(!b)});
      } else {
        clause({g, need(a), need(!b)});
        clause({g, need(!a), need(b)});
      }
      return;
    }
    case Circuit::Kind::Choice: {
      const Gate c = operands[0];
      const Gate t = positive ? operands[1] : !operands[1];
      const Gate e = positive ? operands[2] : !operands[2];
      const Literal result = positive ? -g : g;
      clause({result, need(!c), need(t)});
      clause({result, need(c), need(e)});
      clause({result, need(t), need(e)});  // redundant, and what lets equal branches propagate
      return;
    }
    case Circuit::Kind::Majority: {
      const Literal result = positive ? -g : g;
      const auto side = [&](std::size_t i) { return need(positive ? operands[i] : !operands[i]); };
      clause({result, side(0), side(1)});
      clause({result, side(0), side(2)});
      clause({result, side(1), side(2)});
      return;
    }
  }
  UNREACHABLE("a node should have one of the kinds");
}

void CnfEmitter::assertUnder(std::span<const Literal> premises, Gate gate) {
  if (gate == kTrue) return;
  literalOf(kTrue);  // sizes the tables
  std::vector<Gate> conjuncts;
  if (gate.isPositive() && isConjunction(gate))
    flattened(gate, conjuncts);
  else
    conjuncts.push_back(gate);
  std::vector<Gate> disjuncts;
  std::vector<Literal> literals;
  for (const Gate conjunct : conjuncts) {
    literals.assign(premises.begin(), premises.end());
    if (!conjunct.isPositive() && isConjunction(conjunct)) {
      disjuncts.clear();
      flattened(conjunct, disjuncts);
      for (const Gate disjunct : disjuncts) literals.push_back(need(!disjunct));
    } else if (conjunct != kFalse) {
      literals.push_back(need(conjunct));
    }
    clause(literals);
  }
  drain();
}

void CnfEmitter::assertTrue(Gate gate) { assertUnder({}, gate); }

void CnfEmitter::assertImplied(Literal premise, Gate gate) {
  const Literal premises[] = {-premise};
  assertUnder(premises, gate);
}

Literal CnfEmitter::literalImplying(Gate gate) {
  const Literal literal = need(gate);
  drain();
  return literal;
}

bool CnfEmitter::modelValue(std::uint32_t variable) const {
  if (variable >= literal_.size() || literal_[variable] == 0) return false;
  return sat_.value(literal_[variable]);
}

}  // namespace weir::solver
