// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/sat/cadical_solver.h"

#include <atomic>
#include <algorithm>
#include <cadical.hpp>
#include <cstdlib>
#include <optional>

#include "support/invariant.h"

namespace weir::solver {

namespace {

class CadicalSolver final : public SatSolver, private CaDiCaL::Terminator {
 public:
  CadicalSolver() {
    solver_.set("quiet", 1);
    // Measured on lists, trees and merges as relations: backtracking in order and starting from false, which in a sparse
    // relation is nearly always right, halve the time; no other option has an effect above the noise.
    solver_.set("chrono", 0);
    solver_.set("phase", 0);
    solver_.connect_terminator(this);
  }
  ~CadicalSolver() override { solver_.disconnect_terminator(); }

  Literal newVariable() override { return ++variables_; }

  void addClause(std::span<const Literal> clause) override {
    for (const Literal literal : clause) {
      INVARIANT(literal != 0 && std::abs(literal) <= variables_, "a clause should use variables of this solver");
      solver_.add(literal);
    }
    solver_.add(0);
  }

  Answer solve(std::span<const Literal> assumptions, const Limits& limits) override {
    answer_ = Answer::Unknown;
    stop_ = Stop::None;
    failed_.clear();
    budget_.emplace(limits);
    // The engine asks its terminator only now and then: a limit that is already reached is seen here.
    if (terminate()) return answer_;
    for (const Literal literal : assumptions) solver_.assume(literal);
    const int status = solver_.solve();
    if (status == 10) {
      answer_ = Answer::Satisfiable;
      stop_ = Stop::None;
      keepModel();
    } else if (status == 20) {
      answer_ = Answer::Unsatisfiable;
      stop_ = Stop::None;
      for (const Literal literal : assumptions)
        if (solver_.failed(literal)) failed_.push_back(literal);
    } else if (stop_ == Stop::None) {
      stop_ = Stop::Interrupted;
    }
    return answer_;
  }

  bool value(Literal literal) const override {
    INVARIANT(answer_ == Answer::Satisfiable, "a model should only be read after a satisfiable answer");
    const auto variable = static_cast<std::size_t>(std::abs(literal));
    const bool positive = variable < model_.size() && model_[variable];
    return positive == (literal > 0);
  }

  std::vector<Literal> failedAssumptions() const override {
    INVARIANT(answer_ == Answer::Unsatisfiable, "failed assumptions should only be read after an unsatisfiable answer");
    return failed_;
  }

  Stop stop() const override { return stop_; }
  void interrupt() override { interrupted_.store(true, std::memory_order_relaxed); }
  void resume() override { interrupted_.store(false, std::memory_order_relaxed); }
  std::string_view name() const override { return "cadical"; }

 private:
  bool terminate() override {
    if (interrupted_.load(std::memory_order_relaxed)) {
      stop_ = Stop::Interrupted;
      return true;
    }
    const Stop reached = budget_->check();
    if (reached == Stop::None) return false;
    stop_ = reached;
    return true;
  }

  // CaDiCaL forgets its model when a clause is added, the interface keeps it until the next solve.
  void keepModel() {
    const int known = std::min(variables_, solver_.vars());
    model_.assign(static_cast<std::size_t>(known) + 1, false);
    for (int variable = 1; variable <= known; ++variable)
      model_[static_cast<std::size_t>(variable)] = solver_.val(variable) > 0;
  }

  CaDiCaL::Solver solver_;
  std::atomic<bool> interrupted_ = false;
  std::optional<Budget> budget_;
  int variables_ = 0;
  Answer answer_ = Answer::Unknown;
  Stop stop_ = Stop::None;
  std::vector<bool> model_;
  std::vector<Literal> failed_;
};

}  // namespace

std::unique_ptr<SatSolver> makeCadicalSolver() { return std::make_unique<CadicalSolver>(); }

}  // namespace weir::solver
