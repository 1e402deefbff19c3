// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/sat/cadical_solver.h"

#include <algorithm>
#include <cadical.hpp>
#include <cstdlib>

#include "solver/sat/engine.h"
#include "support/invariant.h"

namespace weir::solver {

namespace {

class CadicalSolver final : public Engine, private CaDiCaL::Terminator, private CaDiCaL::Learner {
 public:
  CadicalSolver() {
    solver_.set("quiet", 1);
    // Measured on lists, trees and merges as relations: backtracking in order and starting from false, which in a
    // sparse relation is nearly always right, halve the time; no other option has an effect above the noise.
    solver_.set("chrono", 0);
    solver_.set("phase", 0);
    solver_.connect_terminator(this);
    solver_.connect_learner(this);
  }
  ~CadicalSolver() override {
    solver_.disconnect_learner();
    solver_.disconnect_terminator();
  }

  Literal newVariable() override { return ++variables_; }

  using SatSolver::addClause;
  void addClause(std::span<const Literal> clause) override {
    for (const Literal literal : clause) {
      INVARIANT(literal != 0 && std::abs(literal) <= variables_, "a clause should use variables of this solver");
      solver_.add(literal);
    }
    solver_.add(0);
  }

  std::string_view name() const override { return "cadical"; }

 private:
  Answer search(std::span<const Literal> assumptions) override {
    const Answer answer = find(assumptions);
    // The engine undoes its assignments, one for each variable, when the next clause arrives. That is part of this
    // search and not of that clause, so let a clause that says nothing arrive now.
    if (variables_ > 0) addClause(std::initializer_list<Literal>{1, -1});
    return answer;
  }

  Answer find(std::span<const Literal> assumptions) {
    for (const Literal literal : assumptions) solver_.assume(literal);
    const int status = solver_.solve();
    if (status == 10) {
      keepModel();
      return Answer::Satisfiable;
    }
    if (status != 20) return Answer::Unknown;
    for (const Literal literal : assumptions)
      if (solver_.failed(literal)) failed_.push_back(literal);
    return Answer::Unsatisfiable;
  }

  bool terminate() override { return reached() != Stop::None; }

  // A conflict teaches one clause. The clauses themselves are not wanted.
  bool learning(int) override {
    ++conflicts_;
    return false;
  }
  void learn(int) override {}

  void keepModel() {
    const int known = std::min(variables_, solver_.vars());
    model_.assign(static_cast<std::size_t>(known) + 1, false);
    for (int variable = 1; variable <= known; ++variable)
      model_[static_cast<std::size_t>(variable)] = solver_.val(variable) > 0;
  }

  CaDiCaL::Solver solver_;
  int variables_ = 0;
};

}  // namespace

std::unique_ptr<SatSolver> makeCadicalSolver() { return std::make_unique<CadicalSolver>(); }

}  // namespace weir::solver
