// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One small interface for all SAT engines.
//
//   auto sat = makeSatSolver(BackEnd::Cadical);
//   Literal a = sat->newVariable(), b = sat->newVariable();
//   sat->addClause({a, b});
//   sat->solve({-a, -b}, {});       // Unsatisfiable
//   sat->failedAssumptions();       // {-a, -b}
//   sat->solve({-a}, {});           // Satisfiable: assumptions hold for one call only
//   sat->value(b);                  // true
//
// Some engines reason about words: they are given bit-vector terms and of literals that stand for atoms over them.
// What such a literal means in bits is then of no use to them, and goes to the others only.
//
// Clauses may be added after any answer. The model and the failed assumptions of an answer stay readable until the
// next solve. After an interrupt or a limit the solver is as usable as before the call.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "solver/sat/bit_vector.h"
#include "solver/sat/limits.h"

namespace weir::solver {

enum class BackEnd { Cadical, Z3, Auto };

const char* toString(BackEnd back_end);

/// The engines that a clause is for: those that know bits only, those that know words, or all.
enum class Readers : std::uint8_t { Bits = 1, Words = 2, All = 3 };

constexpr bool intersect(Readers a, Readers b) {
  return (static_cast<std::uint8_t>(a) & static_cast<std::uint8_t>(b)) != 0;
}

class SatSolver {
 public:
  virtual ~SatSolver() = default;

  virtual Literal newVariable() = 0;
  virtual void addClause(std::span<const Literal> clause) = 0;
  void addClause(std::initializer_list<Literal> clause) { addClause(std::span(clause.begin(), clause.size())); }

  /// Which kinds of engines are behind this interface.
  virtual Readers readers() const { return Readers::Bits; }
  virtual void addClauseFor(Readers readers, std::span<const Literal> clause) {
    if (intersect(readers, this->readers())) addClause(clause);
  }
  /// Terms are numbered from 0 in the order in which they are added. Only for readers of words.
  virtual void addTerm(const BitVectorTerm&) {}
  virtual void addAtom(const BitVectorAtom&) {}

  virtual Answer solve(std::span<const Literal> assumptions, const Limits& limits) = 0;
  Answer solve(std::initializer_list<Literal> assumptions, const Limits& limits) {
    return solve(std::span(assumptions.begin(), assumptions.size()), limits);
  }

  /// Requires that the last answer is Satisfiable. A variable that no clause constrains may have either value.
  virtual bool value(Literal literal) const = 0;

  /// Requires that the last answer is Unsatisfiable. The assumptions that suffice for it, not always a minimal set;
  /// empty if the clauses alone are unsatisfiable.
  virtual std::vector<Literal> failedAssumptions() const = 0;

  /// Why the last answer is Unknown.
  virtual Stop stop() const = 0;

  /// How many conflicts all searches have met so far.
  virtual std::int64_t conflicts() const = 0;

  /// From any thread: the running search, and every later one, ends with Unknown until resume() is called.
  virtual void interrupt() = 0;
  virtual void resume() = 0;

  virtual std::string_view name() const = 0;
};

std::unique_ptr<SatSolver> makeSatSolver(BackEnd back_end);

}  // namespace weir::solver
