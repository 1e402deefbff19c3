// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/circuit/cnf.h"

#include "support/invariant.h"

namespace weir::solver {

void CnfEmitter::clause(std::span<const Literal> literals) {
  ++clauses_;
  sat_.addClause(literals);
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
    if (circuit_.kind(gate.node()) == Circuit::Kind::Constant) clause({literal});
  }
  return gate.isPositive() ? literal : -literal;
}

// The literal of the gate, with the half of its definition that makes the literal imply the gate on its way.
Literal CnfEmitter::need(Gate gate) {
  const Literal literal = literalOf(gate);
  const std::uint8_t half = gate.isPositive() ? 2 : 1;
  if ((emitted_[gate.node()] & half) == 0) {
    emitted_[gate.node()] |= half;
    pending_.push_back({gate.node(), gate.isPositive()});
  }
  return literal;
}

void CnfEmitter::drain() {
  while (!pending_.empty()) {
    const Half half = pending_.back();
    pending_.pop_back();
    emitHalf(half.node, half.positive);
  }
}

// The conjuncts of a gate. A conjunction inside that nobody else uses needs no variable of its own.
void CnfEmitter::flattened(Gate gate, std::vector<Gate>& into) const {
  for (const Gate operand : circuit_.operands(gate.node())) {
    const bool inner = operand.isPositive() && circuit_.kind(operand.node()) == Circuit::Kind::Conjunction &&
                       circuit_.uses(operand.node()) == 1 &&
                       (operand.node() >= literal_.size() || literal_[operand.node()] == 0);
    if (inner)
      flattened(operand, into);
    else
      into.push_back(operand);
  }
}

void CnfEmitter::emitHalf(std::uint32_t node, bool positive) {
  const Literal g = literal_[node];
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
  if (gate.isPositive() && circuit_.kind(gate.node()) == Circuit::Kind::Conjunction)
    flattened(gate, conjuncts);
  else
    conjuncts.push_back(gate);
  std::vector<Gate> disjuncts;
  std::vector<Literal> literals;
  for (const Gate conjunct : conjuncts) {
    literals.assign(premises.begin(), premises.end());
    if (!conjunct.isPositive() && circuit_.kind(conjunct.node()) == Circuit::Kind::Conjunction) {
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
