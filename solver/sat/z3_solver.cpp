// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/sat/z3_solver.h"

#include <z3.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

#include "solver/sat/engine.h"
#include "support/invariant.h"

namespace weir::solver {

namespace {

// Z3 has no callback to ask for limits: a second thread interrupts it. An interrupt that arrives before the search
// has begun is lost, so it is repeated until the search has ended. The thread waits for the next search rather than
// being made for each, of which there can be thousands.
class Watchdog {
 public:
  Watchdog(Z3_context context, std::function<bool()> must_stop)
      : thread_([this, context, must_stop = std::move(must_stop)] {
          std::unique_lock lock(mutex_);
          while (!quit_) {
            if (watching_ && must_stop()) Z3_interrupt(context);
            if (watching_)
              wake_.wait_for(lock, std::chrono::milliseconds(5));
            else
              wake_.wait(lock, [this] { return quit_ || watching_; });
          }
        }) {}

  ~Watchdog() {
    set(quit_, true);
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  void begin() { set(watching_, true); }
  /// Afterwards no interrupt is under way.
  void end() { set(watching_, false); }

 private:
  void set(bool& flag, bool value) {
    {
      const std::lock_guard lock(mutex_);
      flag = value;
    }
    if (value) wake_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  bool watching_ = false;
  bool quit_ = false;
  std::thread thread_;
};

// How many clauses Z3 takes in at a time: some hundredths of a second, some megabytes.
constexpr std::size_t kPortion = 2000;

// The rules that make equal polynomials equal terms: signs and choices are factored out of products, products and sums
// are flattened and ordered, sums of products are multiplied out as long as that stays small.
Z3_params rewritingOfWords(Z3_context context) {
  constexpr unsigned kSteps = 200'000;
  const Z3_params params = Z3_mk_params(context);
  Z3_params_inc_ref(context, params);
  for (const char* rule : {"flat", "som", "push_ite_bv", "pull_cheap_ite", "local_ctx"})
    Z3_params_set_bool(context, params, Z3_mk_string_symbol(context, rule), true);
  Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "max_steps"), kSteps);
  return params;
}

class Z3Solver final : public Engine {
 public:
  Z3Solver() {
    Z3_config config = Z3_mk_config();
    context_ = Z3_mk_context(config);
    Z3_del_config(config);
    // An interrupt is reported as an error on the call that it ends: the answer already says Unknown.
    Z3_set_error_handler(context_, [](Z3_context, Z3_error_code) {});
    solver_ = Z3_mk_solver_for_logic(context_, Z3_mk_string_symbol(context_, "QF_FD"));
    Z3_solver_inc_ref(context_, solver_);
    leaveSignalsAlone();
    bool_ = Z3_mk_bool_sort(context_);
    rewriting_ = rewritingOfWords(context_);
    atoms_.push_back(nullptr);
    negations_.push_back(nullptr);
  }
  ~Z3Solver() override {
    watchdog_.reset();
    Z3_params_dec_ref(context_, rewriting_);
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
    pending_.push_back(disjunction);
  }

  Readers readers() const override { return Readers::Words; }
  void addTerm(const BitVectorTerm& term) override { words_.push_back(word(term)); }
  void addAtom(const BitVectorAtom& atom) override {
    const Z3_ast meaning = predicate(atom);
    const Z3_ast rewritten = Z3_simplify_ex(context_, meaning, rewriting_);  // null if that takes too many steps
    pending_.push_back(Z3_mk_iff(context_, term(atom.literal), rewritten == nullptr ? meaning : rewritten));
    has_large_ = true;
  }

  std::string_view name() const override { return "z3"; }

 private:
  // While it searches, Z3 would put its own handler for Ctrl-C in place of the program's, which then never hears of it.
  void leaveSignalsAlone() {
    const Z3_params params = Z3_mk_params(context_);
    Z3_params_inc_ref(context_, params);
    Z3_params_set_bool(context_, params, Z3_mk_string_symbol(context_, "ctrl_c"), false);
    Z3_solver_set_params(context_, solver_, params);
    INVARIANT(Z3_get_error_code(context_) == Z3_OK, "Z3 should know the parameter ctrl_c");
    Z3_params_dec_ref(context_, params);
  }

  Answer search(std::span<const Literal> assumptions) override {
    std::vector<Z3_ast> assumed;
    assumed.reserve(assumptions.size());
    for (const Literal literal : assumptions) assumed.push_back(term(literal));
    if (!takeIn()) return Answer::Unknown;
    limitConflicts();
    if (!watchdog_) watchdog_.emplace(context_, [this] { return reached() != Stop::None; });
    watchdog_->begin();
    const Z3_lbool result =
        Z3_solver_check_assumptions(context_, solver_, static_cast<unsigned>(assumed.size()), assumed.data());
    watchdog_->end();
    countConflicts();
    if (result == Z3_L_TRUE) keepModel();
    if (result == Z3_L_FALSE) keepCore(assumptions);
    return result == Z3_L_TRUE ? Answer::Satisfiable : result == Z3_L_FALSE ? Answer::Unsatisfiable : Answer::Unknown;
  }

  void limitConflicts() {
    constexpr std::int64_t kNoLimit = std::numeric_limits<unsigned>::max();
    const Z3_params params = Z3_mk_params(context_);
    Z3_params_inc_ref(context_, params);
    Z3_params_set_uint(context_, params, Z3_mk_string_symbol(context_, "max_conflicts"),
                       static_cast<unsigned>(std::min(kNoLimit, limits().conflicts)));
    Z3_solver_set_params(context_, solver_, params);
    Z3_params_dec_ref(context_, params);
  }

  // Z3 takes in what was asserted when it is asked next, all at once and deaf to interrupts: for a large problem that
  // is seconds and hundreds of megabytes. So it is asked in between, for something that cannot be. False if a limit is
  // reached; the rest then waits.
  bool takeIn() {
    const std::size_t portion = has_large_ ? 1 : kPortion;
    Z3_ast impossible = Z3_mk_false(context_);
    std::size_t taken = 0;
    bool stopped = false;
    while (taken < pending_.size() && !stopped) {
      const std::size_t end = std::min(pending_.size(), taken + portion);
      for (; taken < end; ++taken) Z3_solver_assert(context_, solver_, pending_[taken]);
      if (taken == pending_.size()) break;
      Z3_solver_check_assumptions(context_, solver_, 1, &impossible);
      stopped = reached() != Stop::None;
    }
    pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(taken));
    if (pending_.empty()) has_large_ = false;
    return !stopped;
  }

  // Its statistics are of all its searches. At its limit it stops without saying why: the count does.
  void countConflicts() {
    const Z3_stats statistics = Z3_solver_get_statistics(context_, solver_);
    Z3_stats_inc_ref(context_, statistics);
    std::int64_t all = 0;
    for (unsigned i = 0; i < Z3_stats_size(context_, statistics); ++i)
      if (std::string_view(Z3_stats_get_key(context_, statistics, i)).ends_with("conflicts") &&
          Z3_stats_is_uint(context_, statistics, i))
        all += Z3_stats_get_uint_value(context_, statistics, i);
    Z3_stats_dec_ref(context_, statistics);
    conflicts_ = all - counted_;
    counted_ = all;
  }

  Z3_ast term(Literal literal) {
    const auto variable = static_cast<std::size_t>(std::abs(literal));
    INVARIANT(variable != 0 && variable < atoms_.size(), "a clause should use variables of this solver");
    if (literal > 0) return atoms_[variable];
    if (negations_[variable] == nullptr) negations_[variable] = Z3_mk_not(context_, atoms_[variable]);
    return negations_[variable];
  }

  // A word of its own, whose bits are the literals: the rewriter then sees a variable of a polynomial.
  Z3_ast wordOfBits(const std::vector<Literal>& bits) {
    const Z3_ast result =
        Z3_mk_fresh_const(context_, "word", Z3_mk_bv_sort(context_, static_cast<unsigned>(bits.size())));
    for (unsigned i = 0; i < bits.size(); ++i) pending_.push_back(Z3_mk_iff(context_, term(bits[i]), bitOf(result, i)));
    return result;
  }

  Z3_ast bitOf(Z3_ast word, unsigned i) {
    const Z3_ast one = Z3_mk_int(context_, 1, Z3_mk_bv_sort(context_, 1));
    return Z3_mk_eq(context_, Z3_mk_extract(context_, i, i, word), one);
  }

  Z3_ast constant(const std::vector<bool>& value) {
    const auto bits = std::make_unique<bool[]>(value.size());
    std::copy(value.begin(), value.end(), bits.get());
    return Z3_mk_bv_numeral(context_, static_cast<unsigned>(value.size()), bits.get());
  }

  Z3_ast word(const BitVectorTerm& term_) {
    using Kind = BitVectorTerm::Kind;
    const auto operand = [&](BitVector at) { return words_.at(static_cast<std::size_t>(at)); };
    const auto widening = [&] {
      const Z3_sort sort = Z3_get_sort(context_, operand(term_.a));
      return static_cast<unsigned>(term_.width) - Z3_get_bv_sort_size(context_, sort);
    };
    switch (term_.kind) {
      case Kind::Bits: return wordOfBits(term_.bits);
      case Kind::Constant: return constant(term_.value);
      case Kind::Add: return Z3_mk_bvadd(context_, operand(term_.a), operand(term_.b));
      case Kind::Subtract: return Z3_mk_bvsub(context_, operand(term_.a), operand(term_.b));
      case Kind::Multiply: return Z3_mk_bvmul(context_, operand(term_.a), operand(term_.b));
      case Kind::Divide: return Z3_mk_bvsdiv(context_, operand(term_.a), operand(term_.b));
      case Kind::Remainder: return Z3_mk_bvsrem(context_, operand(term_.a), operand(term_.b));
      case Kind::Choice: return Z3_mk_ite(context_, term(term_.condition), operand(term_.a), operand(term_.b));
      case Kind::SignExtend: return Z3_mk_sign_ext(context_, widening(), operand(term_.a));
      case Kind::ZeroExtend: return Z3_mk_zero_ext(context_, widening(), operand(term_.a));
      case Kind::Low: return Z3_mk_extract(context_, static_cast<unsigned>(term_.width) - 1, 0, operand(term_.a));
    }
    UNREACHABLE("a bit-vector term should have one of the kinds");
  }

  Z3_ast predicate(const BitVectorAtom& atom) {
    const Z3_ast a = words_.at(static_cast<std::size_t>(atom.a));
    const auto b = [&] { return words_.at(static_cast<std::size_t>(atom.b)); };
    switch (atom.kind) {
      case BitVectorAtom::Kind::Equal: return Z3_mk_eq(context_, a, b());
      case BitVectorAtom::Kind::Less: return Z3_mk_bvslt(context_, a, b());
      case BitVectorAtom::Kind::LessEqual: return Z3_mk_bvsle(context_, a, b());
      case BitVectorAtom::Kind::Bit: return bitOf(a, static_cast<unsigned>(atom.bit));
    }
    UNREACHABLE("a bit-vector atom should have one of the kinds");
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
  Z3_params rewriting_ = nullptr;
  std::vector<Z3_ast> atoms_;
  std::vector<Z3_ast> negations_;
  std::vector<Z3_ast> scratch_;
  std::vector<Z3_ast> words_;
  std::vector<Z3_ast> pending_;  // not yet asserted
  std::int64_t counted_ = 0;     // conflicts of the searches so far
  bool has_large_ = false;       // whether one of these is more than a clause
  std::optional<Watchdog> watchdog_;
};

}  // namespace

std::unique_ptr<SatSolver> makeZ3Solver() { return std::make_unique<Z3Solver>(); }

}  // namespace weir::solver
