// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/circuit/circuit.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "solver/circuit/cnf.h"

namespace weir::solver {
namespace {

TEST(CircuitTest, EqualGatesAreTheSameGate) {
  Circuit circuit;
  const Gate a = circuit.variable();
  const Gate b = circuit.variable();
  const Gate c = circuit.variable();
  EXPECT_EQ(circuit.conjunction({a, b, c}), circuit.conjunction({c, a, b, a}));
  EXPECT_EQ(circuit.exclusiveOr(a, !b), !circuit.exclusiveOr(b, a));
  EXPECT_EQ(circuit.choice(!a, b, c), circuit.choice(a, c, b));
  EXPECT_EQ(circuit.majority(a, b, c), !circuit.majority(!c, !a, !b));
}

TEST(CircuitTest, TwoLevelsAreSimplified) {
  Circuit circuit;
  const Gate a = circuit.variable();
  const Gate b = circuit.variable();
  const Gate c = circuit.variable();
  EXPECT_EQ(circuit.conjunction(a, circuit.conjunction(!a, b)), kFalse);
  EXPECT_EQ(circuit.conjunction(a, circuit.conjunction(a, b)), circuit.conjunction(a, b));
  EXPECT_EQ(circuit.conjunction(a, circuit.disjunction(a, b)), a);
  EXPECT_EQ(circuit.conjunction(a, circuit.disjunction(!a, b)), circuit.conjunction(a, b));
  EXPECT_EQ(circuit.choice(a, circuit.choice(a, b, c), c), circuit.choice(a, b, c));
  EXPECT_EQ(circuit.choice(a, b, !b), circuit.equivalence(a, b));
}

TEST(CircuitTest, CountersAreExactAtEverySize) {
  for (std::uint32_t size = 0; size <= 9; ++size) {
    Circuit circuit;
    std::vector<Gate> gates;
    for (std::uint32_t i = 0; i < size; ++i) gates.push_back(circuit.variable());
    std::vector<Gate> at_least;
    for (std::size_t count = 0; count <= size + 1; ++count) at_least.push_back(circuit.atLeast(count, gates));
    for (unsigned assignment = 0; assignment < (1U << size); ++assignment) {
      Valuation valuation(circuit, [&](std::uint32_t node) { return ((assignment >> (node - 2)) & 1) != 0; });
      for (std::size_t count = 0; count < at_least.size(); ++count)
        ASSERT_EQ(valuation(at_least[count]), std::popcount(assignment) >= static_cast<int>(count)) << size;
    }
  }
}

// Random circuits over few variables, built twice: as gates and as truth tables.
class RandomCircuit {
 public:
  static constexpr int kVariables = 5;
  using Table = std::uint32_t;

  RandomCircuit(Circuit& circuit, std::uint64_t seed) : random_(seed) {
    gates_ = {kTrue};
    tables_ = {~Table{0}};
    for (int i = 0; i < kVariables; ++i) {
      gates_.push_back(circuit.variable());
      Table table = 0;
      for (int assignment = 0; assignment < 32; ++assignment) table |= Table((assignment >> i) & 1) << assignment;
      tables_.push_back(table);
    }
    for (int i = 0; i < 60; ++i) grow(circuit);
  }

  std::vector<Gate> gates_;
  std::vector<Table> tables_;

 private:
  void grow(Circuit& circuit) {
    std::vector<Gate> g;
    std::vector<Table> t;
    for (int i = 0; i < 4; ++i) {
      const std::size_t at = random_() % gates_.size();
      const bool negate = random_() % 2 == 0;
      g.push_back(negate ? !gates_[at] : gates_[at]);
      t.push_back(negate ? ~tables_[at] : tables_[at]);
    }
    switch (random_() % 8) {
      case 0: add(circuit.conjunction(g[0], g[1]), t[0] & t[1]); break;
      case 1: add(circuit.conjunction(g), t[0] & t[1] & t[2] & t[3]); break;
      case 2: add(circuit.disjunction(g), t[0] | t[1] | t[2] | t[3]); break;
      case 3: add(circuit.exclusiveOr(g[0], g[1]), t[0] ^ t[1]); break;
      case 4: add(circuit.choice(g[0], g[1], g[2]), (t[0] & t[1]) | (~t[0] & t[2])); break;
      case 5: add(circuit.majority(g[0], g[1], g[2]), (t[0] & t[1]) | (t[0] & t[2]) | (t[1] & t[2])); break;
      case 6: add(circuit.atMostOne(g), holding(t, [](int held) { return held <= 1; })); break;
      default: {
        const int least = static_cast<int>(random_() % 6);
        add(circuit.atLeast(static_cast<std::size_t>(least), g), holding(t, [&](int held) { return held >= least; }));
      }
    }
  }
  // Where so many of the tables hold as the condition wants.
  template <class Condition>
  static Table holding(const std::vector<Table>& tables, Condition condition) {
    Table result = 0;
    for (int i = 0; i < 32; ++i) {
      int held = 0;
      for (const Table table : tables) held += static_cast<int>((table >> i) & 1);
      if (condition(held)) result |= Table{1} << i;
    }
    return result;
  }
  void add(Gate gate, Table table) {
    gates_.push_back(gate);
    tables_.push_back(table);
  }

  std::mt19937_64 random_;
};

TEST(CircuitTest, RandomCircuitsHaveTheValuesOfTheirTruthTables) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Circuit circuit;
    const RandomCircuit random(circuit, seed);
    for (unsigned assignment = 0; assignment < 32; ++assignment) {
      Valuation valuation(circuit, [&](std::uint32_t node) { return ((assignment >> (node - 2)) & 1) != 0; });
      for (std::size_t i = 0; i < random.gates_.size(); ++i)
        ASSERT_EQ(valuation(random.gates_[i]), ((random.tables_[i] >> assignment) & 1) != 0) << seed;
    }
  }
}

// One emitter for all gates of a circuit, each asked for in both polarities in random order: halves that were emitted
// earlier must suffice together with those that are added.
TEST(CnfEmitterTest, AssumedGatesHaveTheModelsOfTheirTruthTables) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Circuit circuit;
    const RandomCircuit random(circuit, seed);
    const auto sat = makeSatSolver(BackEnd::Cadical);
    const Words words;
    CnfEmitter emitter(circuit, *sat, words);
    std::mt19937_64 order(seed);
    RandomCircuit::Table asserted = ~RandomCircuit::Table{0};
    for (int round = 0; round < 40; ++round) {
      const std::size_t i = order() % random.gates_.size();
      const bool negated = order() % 2 == 0;
      const Gate gate = negated ? !random.gates_[i] : random.gates_[i];
      const RandomCircuit::Table table = negated ? ~random.tables_[i] : random.tables_[i];
      if (round % 10 == 9 && (asserted & table) != 0) {
        emitter.assertTrue(gate);
        asserted &= table;
      }
      const bool possible = (asserted & table) != 0;
      ASSERT_EQ(sat->solve({emitter.literalImplying(gate)}, {}),
                possible ? Answer::Satisfiable : Answer::Unsatisfiable);
      if (!possible) continue;
      unsigned assignment = 0;
      for (std::uint32_t v = 0; v < RandomCircuit::kVariables; ++v)
        if (emitter.modelValue(v + 2)) assignment |= 1U << v;
      ASSERT_TRUE(((asserted & table) >> assignment) & 1) << "the model should make the gates true";
    }
  }
}

TEST(CnfEmitterTest, NestedConjunctionsAndDisjunctionsNeedNoVariables) {
  Circuit circuit;
  std::vector<Gate> v;
  for (int i = 0; i < 6; ++i) v.push_back(circuit.variable());
  const auto sat = makeSatSolver(BackEnd::Cadical);
  const Words words;
  CnfEmitter emitter(circuit, *sat, words);
  emitter.assertTrue(circuit.conjunction(
      {v[0], circuit.disjunction({v[1], v[2], v[3]}), circuit.conjunction(v[4], circuit.disjunction(v[5], v[1]))}));
  EXPECT_EQ(emitter.clauses(), 5);  // one of them for the constant
}

}  // namespace
}  // namespace weir::solver
