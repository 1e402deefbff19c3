// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remembers the clauses that go to another solver, so that a query can be written in DIMACS.
#pragma once

#include <iosfwd>
#include <memory>

#include "solver/sat/sat_solver.h"

namespace weir::solver {

class RecordingSolver final : public SatSolver {
 public:
  explicit RecordingSolver(std::unique_ptr<SatSolver> solver) : solver_(std::move(solver)) {}

  Literal newVariable() override { return variables_ = solver_->newVariable(); }
  void addClause(std::span<const Literal> clause) override;
  /// A query in DIMACS needs the meaning of words in bits, whether or not the engine does.
  Readers readers() const override {
    return intersect(Readers::Words, solver_->readers()) ? Readers::All : Readers::Bits;
  }
  void addClauseFor(Readers readers, std::span<const Literal> clause) override;
  void addTerm(const BitVectorTerm& term) override { solver_->addTerm(term); }
  void addAtom(const BitVectorAtom& atom) override { solver_->addAtom(atom); }
  Answer solve(std::span<const Literal> assumptions, const Limits& limits) override {
    return solver_->solve(assumptions, limits);
  }
  bool value(Literal literal) const override { return solver_->value(literal); }
  std::vector<Literal> failedAssumptions() const override { return solver_->failedAssumptions(); }
  Stop stop() const override { return solver_->stop(); }
  std::int64_t conflicts() const override { return solver_->conflicts(); }
  void interrupt() override { solver_->interrupt(); }
  void resume() override { solver_->resume(); }
  std::string_view name() const override { return solver_->name(); }

  /// The clauses, and the assumptions as clauses of one literal.
  void writeDimacs(std::ostream& out, std::span<const Literal> assumptions) const;

 private:
  void record(std::span<const Literal> clause);

  std::unique_ptr<SatSolver> solver_;
  std::vector<Literal> clauses_;  // each ended by 0
  std::size_t count_ = 0;
  int variables_ = 0;
};

}  // namespace weir::solver
