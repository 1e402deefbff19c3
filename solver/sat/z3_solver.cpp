// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/sat/z3_solver.h"

#include <z3.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "support/invariant.h"

namespace weir::solver {

namespace {

// Z3 has no callback to ask for limits: a second thread interrupts it. An interrupt that arrives before the search
// has begun is lost, so it is repeated until the search has ended.
class Watchdog {
 public:
  Watchdog(Z3_context context, const std::atomic<bool>& interrupted, const Limits& limits)
      : budget_(limits), thread_([this, context, &interrupted] {
          std::unique_lock lock(mutex_);
          while (!done_) {
            if (stop_ == Stop::None) stop_ = interrupted.load() ? Stop::Interrupted : budget_.check();
            if (stop_ != Stop::None) Z3_interrupt(context);
            wake_.wait_for(lock, std::chrono::milliseconds(5), [this] { return done_; });
          }
        }) {}

  Stop finish() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    wake_.notify_one();
    thread_.join();
    return stop_;
  }

 private:
  Budget budget_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  Stop stop_ = Stop::None;
  std::thread thread_;
};

class Z3Solver final : public SatSolver {
 public:
  Z3Solver() {
    Z3_config config = Z3_mk_config();
    context_ = Z3_mk_context(config);
    Z3_del_config(config);
    // An interrupt is reported as an error on the call that it ends: the answer already says Unknown.
    Z3_set_error_handler(context_, [](Z3_context, Z3_error_code) {});
    solver_ = Z3_mk_solver_for_logic(context_, Z3_mk_string_symbol(context_, "QF_FD"));
    Z3_solver_inc_ref(context_, solver_);
    bool_ = Z3_mk_bool_sort(context_);
    atoms_.push_back(nullptr);
    negations_.push_back(nullptr);
  }
  ~Z3Solver() override {
    Z3_solver_dec_ref(context_, solver_);
    Z3_del_context(context_);
  }

  Literal newVariable() override {
    const int variable = static_cast<int>(atoms_.size());
    atoms_.push_back(Z3_mk_const(context_, Z3_mk_int_symbol(context_, variable), bool_));
    negations_.push_back(nullptr);
    return variable;
  }

  void addClause(std::span<const Literal> clause) override {
    scratch_.clear();
    for (const Literal literal : clause) scratch_.push_back(term(literal));
    const Z3_ast disjunction = scratch_.size() == 1
                                   ? scratch_.front()
                                   : Z3_mk_or(context_, static_cast<unsigned>(scratch_.size()), scratch_.data());
    Z3_solver_assert(context_, solver_, disjunction);
  }

  Answer solve(std::span<const Literal> assumptions, const Limits& limits) override {
    answer_ = Answer::Unknown;
    stop_ = Stop::None;
    failed_.clear();
    if (interrupted_.load()) {
      stop_ = Stop::Interrupted;
      return answer_;
    }
    std::vector<Z3_ast> assumed;
    assumed.reserve(assumptions.size());
    for (const Literal literal : assumptions) assumed.push_back(term(literal));
    Watchdog watchdog(context_, interrupted_, limits);
    const Z3_lbool result =
        Z3_solver_check_assumptions(context_, solver_, static_cast<unsigned>(assumed.size()), assumed.data());
    const Stop stopped = watchdog.finish();
    if (result == Z3_L_TRUE) {
      answer_ = Answer::Satisfiable;
      keepModel();
    } else if (result == Z3_L_FALSE) {
      answer_ = Answer::Unsatisfiable;
      keepCore(assumptions);
    } else {
      stop_ = stopped == Stop::None ? Stop::Interrupted : stopped;
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
  void interrupt() override { interrupted_.store(true); }
  void resume() override { interrupted_.store(false); }
  std::string_view name() const override { return "z3"; }

 private:
  Z3_ast term(Literal literal) {
    const auto variable = static_cast<std::size_t>(std::abs(literal));
    INVARIANT(variable != 0 && variable < atoms_.size(), "a clause should use variables of this solver");
    if (literal > 0) return atoms_[variable];
    if (negations_[variable] == nullptr) negations_[variable] = Z3_mk_not(context_, atoms_[variable]);
    return negations_[variable];
  }

  void keepModel() {
    model_.assign(atoms_.size(), false);
    Z3_model model = Z3_solver_get_model(context_, solver_);
    Z3_model_inc_ref(context_, model);
    const unsigned constants = Z3_model_get_num_consts(context_, model);
    for (unsigned i = 0; i < constants; ++i) {
      const Z3_func_decl declaration = Z3_model_get_const_decl(context_, model, i);
      const Z3_symbol symbol = Z3_get_decl_name(context_, declaration);
      if (Z3_get_symbol_kind(context_, symbol) != Z3_INT_SYMBOL) continue;
      const Z3_ast interpretation = Z3_model_get_const_interp(context_, model, declaration);
      if (interpretation == nullptr) continue;
      model_[static_cast<std::size_t>(Z3_get_symbol_int(context_, symbol))] =
          Z3_get_bool_value(context_, interpretation) == Z3_L_TRUE;
    }
    Z3_model_dec_ref(context_, model);
  }

  void keepCore(std::span<const Literal> assumptions) {
    const Z3_ast_vector core = Z3_solver_get_unsat_core(context_, solver_);
    Z3_ast_vector_inc_ref(context_, core);
    std::vector<unsigned> identities;
    for (unsigned i = 0; i < Z3_ast_vector_size(context_, core); ++i)
      identities.push_back(Z3_get_ast_id(context_, Z3_ast_vector_get(context_, core, i)));
    Z3_ast_vector_dec_ref(context_, core);
    std::sort(identities.begin(), identities.end());
    for (const Literal literal : assumptions)
      if (std::binary_search(identities.begin(), identities.end(), Z3_get_ast_id(context_, term(literal))))
        failed_.push_back(literal);
  }

  Z3_context context_ = nullptr;
  Z3_solver solver_ = nullptr;
  Z3_sort bool_ = nullptr;
  std::vector<Z3_ast> atoms_;
  std::vector<Z3_ast> negations_;
  std::vector<Z3_ast> scratch_;
  std::atomic<bool> interrupted_ = false;
  Answer answer_ = Answer::Unknown;
  Stop stop_ = Stop::None;
  std::vector<bool> model_;
  std::vector<Literal> failed_;
};

}  // namespace

std::unique_ptr<SatSolver> makeZ3Solver() { return std::make_unique<Z3Solver>(); }

}  // namespace weir::solver
