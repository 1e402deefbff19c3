// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses for gates, each half of a definition only when it is needed (Plaisted and Greenbaum 1986).
//
//   assertTrue(a and (b or c))      gives the clauses (a) and (b or c): no auxiliary variable
//   assertTrue(x or (b and c))      gives (x or g), (not g or b), (not g or c): g need not follow from b and c
//
// A gate that was needed in one polarity and later is needed in the other gets the missing half then, so emission is
// incremental: what has been emitted is never looked at again. A literal given out here implies its gate; the
// converse is not promised, so a model is read through the variables of the circuit (see Valuation), never through
// the literals of inner gates.
//
// An engine that knows words gets the meaning of a gate in words, where there is one, instead of its clauses; then the
// literal is true exactly where the gate is, and what the words are made of is emitted in both polarities.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/circuit/circuit.h"
#include "solver/circuit/word_emitter.h"
#include "solver/sat/sat_solver.h"

namespace weir::solver {

class CnfEmitter {
 public:
  CnfEmitter(const Circuit& circuit, SatSolver& sat, const Words& words);

  /// The gate holds in every model from now on.
  void assertTrue(Gate gate);
  /// The gate holds in every model in which `premise` does.
  void assertImplied(Literal premise, Gate gate);
  /// A literal that implies the gate: to be assumed, or to be used as a disjunct.
  Literal literalImplying(Gate gate);
  /// The value of a circuit variable in the solver's model; false if no clause has needed it.
  bool modelValue(std::uint32_t variable) const;

  std::int64_t clauses() const { return clauses_; }
  std::int64_t variables() const { return variables_; }

 private:
  Literal literalOf(Gate gate);
  Literal need(Gate gate);
  void drain();
  void emitHalf(std::uint32_t node, bool positive);
  Literal exactly(Gate gate);
  bool isConjunction(Gate gate) const;
  void assertUnder(std::span<const Literal> premises, Gate gate);
  void flattened(Gate gate, std::vector<Gate>& into) const;
  void clause(std::initializer_list<Literal> literals);
  void clause(std::span<const Literal> literals);

  struct Half {
    std::uint32_t node;
    bool positive;
    Readers readers;
  };

  const Circuit& circuit_;
  SatSolver& sat_;
  const Words& words_;
  WordEmitter word_emitter_;
  const Readers all_;                  // whom the solver stands for
  Readers readers_;                    // whom clauses are emitted for at the moment
  std::vector<Literal> literal_;       // of each node, 0 if it has none yet
  std::vector<std::uint8_t> emitted_;  // of each node: for whom the negative half and, two bits higher, the positive
  std::vector<Half> pending_;
  std::vector<Gate> parts_;
  std::vector<Literal> wide_;
  std::int64_t clauses_ = 0;
  std::int64_t variables_ = 0;
};

}  // namespace weir::solver
