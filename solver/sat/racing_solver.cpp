// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/sat/racing_solver.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "solver/sat/cadical_solver.h"
#include "solver/sat/z3_solver.h"
#include "support/invariant.h"

namespace weir::solver {

namespace {

// Words are what Z3 is better at.
constexpr double kHeadStartWithWords = 0.1;

// Measured on clauses of three literals: what Z3 keeps of each literal, and needs while it takes it in.
constexpr double kBytesOfALiteral = 300;

class RacingSolver final : public SatSolver {
 public:
  explicit RacingSolver(double head_start_seconds)
      : head_start_(head_start_seconds), first_(makeCadicalSolver()), winner_(first_.get()) {}

  Literal newVariable() override {
    ++variables_;
    return first_->newVariable();
  }

  void addClause(std::span<const Literal> clause) override { addClauseFor(Readers::All, clause); }

  Readers readers() const override { return Readers::All; }
  void addClauseFor(Readers readers, std::span<const Literal> clause) override {
    if (intersect(readers, first_->readers())) first_->addClause(clause);
    if (!intersect(readers, Readers::Words)) return;
    clauses_.insert(clauses_.end(), clause.begin(), clause.end());
    clauses_.push_back(0);
  }
  void addTerm(const BitVectorTerm& term) override { terms_.push_back(term); }
  void addAtom(const BitVectorAtom& atom) override { atoms_.push_back(atom); }

  Answer solve(std::span<const Literal> assumptions, const Limits& limits) override {
    winner_ = first_.get();
    const Budget budget(limits);
    const std::int64_t conflicts_before = first_->conflicts();
    const double head_start = atoms_.empty() ? head_start_ : std::min(head_start_, kHeadStartWithWords);
    if (head_start > 0) {
      Limits alone = limits;
      alone.seconds = std::min(head_start, limits.seconds);
      const Answer answer = first_->solve(assumptions, alone);
      const bool head_start_used_up = first_->stop() == Stop::Time && limits.seconds > head_start;
      if (answer != Answer::Unknown || !head_start_used_up) return answer;
    }
    Limits rest = limits;
    rest.seconds = limits.seconds - budget.elapsedSeconds();
    rest.conflicts = limits.conflicts - (first_->conflicts() - conflicts_before);
    return fits(limits) ? race(assumptions, rest) : first_->solve(assumptions, rest);
  }

  bool value(Literal literal) const override { return winner_->value(literal); }
  std::vector<Literal> failedAssumptions() const override { return winner_->failedAssumptions(); }
  Stop stop() const override { return winner_->stop(); }
  std::int64_t conflicts() const override { return first_->conflicts(); }

  void interrupt() override {
    const std::lock_guard lock(mutex_);
    interrupted_ = true;
    first_->interrupt();
    if (second_) second_->interrupt();
  }
  void resume() override {
    const std::lock_guard lock(mutex_);
    interrupted_ = false;
    first_->resume();
    if (second_) second_->resume();
  }
  std::string_view name() const override { return "auto"; }

 private:
  // Whether Z3 could catch up within the limit: if not, its attempt would only end the search of the other.
  bool fits(const Limits& limits) const {
    const double megabytes =
        kBytesOfALiteral * static_cast<double>(clauses_.size() - second_clauses_) / (1024.0 * 1024.0);
    return residentMegabytes() + megabytes < static_cast<double>(limits.memory_megabytes);
  }

  Answer race(std::span<const Literal> assumptions, const Limits& limits) {
    Answer second_answer = Answer::Unknown;
    std::atomic<SatSolver*> first_done = nullptr;
    std::atomic<bool> over = false;  // the first has ended, with an answer or without
    std::thread thread([&] {
      if (!prepareSecond(over)) return;
      second_answer = second_->solve(assumptions, limits);
      SatSolver* nobody = nullptr;
      if (second_answer != Answer::Unknown && first_done.compare_exchange_strong(nobody, second_.get()))
        first_->interrupt();
    });
    const Answer first_answer = first_->solve(assumptions, limits);
    over.store(true);
    SatSolver* nobody = nullptr;
    const bool limit_reached = first_answer == Answer::Unknown && first_->stop() != Stop::Interrupted;
    if ((first_answer != Answer::Unknown || limit_reached) &&
        first_done.compare_exchange_strong(nobody, first_.get())) {
      const std::lock_guard lock(mutex_);
      if (second_) second_->interrupt();
    }
    thread.join();
    {
      const std::lock_guard lock(mutex_);
      if (!interrupted_) {
        first_->resume();
        if (second_) second_->resume();
      }
    }
    winner_ = first_done.load() == nullptr ? first_.get() : first_done.load();
    return winner_ == first_.get() ? first_answer : second_answer;
  }

  // False if the race was over before Z3 was ready for it.
  bool prepareSecond(const std::atomic<bool>& over) {
    if (!second_) {
      auto solver = makeZ3Solver();
      const std::lock_guard lock(mutex_);
      second_ = std::move(solver);
      if (interrupted_ || over.load()) second_->interrupt();
    }
    for (; second_variables_ < variables_; ++second_variables_) second_->newVariable();
    for (; second_terms_ < terms_.size(); ++second_terms_) second_->addTerm(terms_[second_terms_]);
    for (; second_atoms_ < atoms_.size(); ++second_atoms_) {
      if (over.load()) return false;
      second_->addAtom(atoms_[second_atoms_]);
    }
    while (second_clauses_ < clauses_.size()) {
      if (over.load()) return false;
      const auto begin = clauses_.begin() + static_cast<std::ptrdiff_t>(second_clauses_);
      const auto end = std::find(begin, clauses_.end(), 0);
      second_->addClause(std::span(begin, end));
      second_clauses_ = static_cast<std::size_t>(end - clauses_.begin()) + 1;
    }
    return true;
  }

  double head_start_;
  std::unique_ptr<SatSolver> first_;
  std::unique_ptr<SatSolver> second_;
  SatSolver* winner_;
  std::mutex mutex_;  // guards interrupted_ and the creation of second_
  bool interrupted_ = false;
  int variables_ = 0;
  int second_variables_ = 0;
  std::vector<Literal> clauses_;  // each ended by 0, for Z3 to catch up
  std::size_t second_clauses_ = 0;
  std::vector<BitVectorTerm> terms_;
  std::size_t second_terms_ = 0;
  std::vector<BitVectorAtom> atoms_;
  std::size_t second_atoms_ = 0;
};

}  // namespace

std::unique_ptr<SatSolver> makeRacingSolver(double head_start_seconds) {
  return std::make_unique<RacingSolver>(head_start_seconds);
}

}  // namespace weir::solver
