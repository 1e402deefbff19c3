// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/sat/recording_solver.h"

#include <ostream>

namespace weir::solver {

void RecordingSolver::record(std::span<const Literal> clause) {
  clauses_.insert(clauses_.end(), clause.begin(), clause.end());
  clauses_.push_back(0);
  ++count_;
}

void RecordingSolver::addClause(std::span<const Literal> clause) {
  record(clause);
  solver_->addClause(clause);
}

void RecordingSolver::addClauseFor(Readers readers, std::span<const Literal> clause) {
  if (intersect(readers, Readers::Bits)) record(clause);
  solver_->addClauseFor(readers, clause);
}

void RecordingSolver::writeDimacs(std::ostream& out, std::span<const Literal> assumptions) const {
  out << "p cnf " << variables_ << ' ' << count_ + assumptions.size() << '\n';
  for (const Literal literal : clauses_) out << literal << (literal == 0 ? '\n' : ' ');
  for (const Literal literal : assumptions) out << literal << " 0\n";
}

}  // namespace weir::solver
