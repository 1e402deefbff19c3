// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every back end passes the same tests.
#include "solver/sat/sat_solver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <malloc.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <random>
#include <thread>

#include "solver/sat/racing_solver.h"

namespace weir::solver {
namespace {

using std::chrono::steady_clock;

struct Engine {
  const char* name;
  std::unique_ptr<SatSolver> (*make)();
  bool needs_less = false;  // a smaller problem fills as much memory
  int threads = 1;
};

class SatSolverTest : public testing::TestWithParam<Engine> {
 protected:
  std::unique_ptr<SatSolver> sat_ = GetParam().make();

  std::vector<Literal> variables(int count) {
    std::vector<Literal> result;
    for (int i = 0; i < count; ++i) result.push_back(sat_->newVariable());
    return result;
  }

  // `pigeons` into one hole fewer: unsatisfiable, and hard from about 11 on.
  void addPigeonhole(int pigeons, Literal guard) {
    const int holes = pigeons - 1;
    std::vector<std::vector<Literal>> in;
    for (int p = 0; p < pigeons; ++p) {
      in.push_back(variables(holes));
      std::vector<Literal> somewhere = in.back();
      somewhere.push_back(-guard);
      sat_->addClause(somewhere);
    }
    for (int h = 0; h < holes; ++h)
      for (int p = 0; p < pigeons; ++p)
        for (int q = 0; q < p; ++q)
          sat_->addClause({-in[static_cast<std::size_t>(p)][static_cast<std::size_t>(h)],
                           -in[static_cast<std::size_t>(q)][static_cast<std::size_t>(h)]});
  }
};

TEST_P(SatSolverTest, NoClausesAreSatisfiable) { EXPECT_EQ(sat_->solve({}, {}), Answer::Satisfiable); }

TEST_P(SatSolverTest, EmptyClauseIsUnsatisfiable) {
  sat_->addClause(std::span<const Literal>());
  EXPECT_EQ(sat_->solve({}, {}), Answer::Unsatisfiable);
  EXPECT_TRUE(sat_->failedAssumptions().empty());
}

TEST_P(SatSolverTest, AssumptionsHoldForOneCallOnly) {
  const auto v = variables(3);
  sat_->addClause({v[0], v[1]});
  EXPECT_EQ(sat_->solve({-v[0], -v[1], v[2]}, {}), Answer::Unsatisfiable);
  EXPECT_THAT(sat_->failedAssumptions(), testing::UnorderedElementsAre(-v[0], -v[1]));
  EXPECT_EQ(sat_->solve({-v[0]}, {}), Answer::Satisfiable);
  EXPECT_TRUE(sat_->value(v[1]));
  EXPECT_FALSE(sat_->value(-v[1]));
}

TEST_P(SatSolverTest, ModelStaysReadableWhileClausesAreAdded) {
  const auto v = variables(2);
  sat_->addClause({v[0]});
  ASSERT_EQ(sat_->solve({}, {}), Answer::Satisfiable);
  sat_->addClause({-v[0], v[1]});
  EXPECT_TRUE(sat_->value(v[0]));
  ASSERT_EQ(sat_->solve({}, {}), Answer::Satisfiable);
  EXPECT_TRUE(sat_->value(v[1]));
}

TEST_P(SatSolverTest, RandomClausesAgreeWithEnumeration) {
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    auto solver = GetParam().make();
    constexpr int kVariables = 8;
    for (int i = 0; i < kVariables; ++i) solver->newVariable();
    std::vector<std::vector<Literal>> clauses;
    for (int step = 0; step < 12; ++step) {
      for (int i = 0; i < 4; ++i) {
        std::vector<Literal> clause;
        for (int j = 0; j < 3; ++j) {
          const int variable = static_cast<int>(random() % kVariables) + 1;
          clause.push_back(random() % 2 ? variable : -variable);
        }
        clauses.push_back(clause);
        solver->addClause(clause);
      }
      const Literal assumed = random() % 2 ? 1 : -2;
      bool satisfiable = false;
      for (unsigned assignment = 0; assignment < (1U << kVariables) && !satisfiable; ++assignment) {
        const auto holds = [&](Literal l) { return (((assignment >> (std::abs(l) - 1)) & 1U) != 0) == (l > 0); };
        satisfiable = holds(assumed);
        for (const auto& clause : clauses)
          satisfiable = satisfiable && std::any_of(clause.begin(), clause.end(), holds);
      }
      const Answer answer = solver->solve({assumed}, {});
      ASSERT_EQ(answer, satisfiable ? Answer::Satisfiable : Answer::Unsatisfiable);
      if (answer == Answer::Satisfiable) {
        for (const auto& clause : clauses)
          ASSERT_TRUE(std::any_of(clause.begin(), clause.end(), [&](Literal l) { return solver->value(l); }));
      }
    }
  }
}

TEST_P(SatSolverTest, ConflictLimitIsKeptAndTheSolverStaysUsable) {
  const Literal guard = sat_->newVariable();
  addPigeonhole(9, guard);
  std::int64_t before = 0;
  for (const std::int64_t conflicts : {1, 50, 200}) {
    EXPECT_EQ(sat_->solve({guard}, {.conflicts = conflicts}), Answer::Unknown);
    EXPECT_EQ(sat_->stop(), Stop::Conflicts);
    EXPECT_GE(sat_->conflicts() - before, conflicts);
    EXPECT_LE(sat_->conflicts() - before, 2 * conflicts + 20);  // simplifying between two conflicts meets some more
    before = sat_->conflicts();
  }
  EXPECT_EQ(sat_->solve({-guard}, {.conflicts = 1000}), Answer::Satisfiable);
  EXPECT_EQ(sat_->solve({guard}, {}), Answer::Unsatisfiable);
}

/// Of all threads of this process.
double processorSeconds() {
  timespec spent = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
  return static_cast<double>(spent.tv_sec) + 1e-9 * static_cast<double>(spent.tv_nsec);
}

TEST_P(SatSolverTest, TimeLimitIsKeptAndTheSolverStaysUsable) {
  const Literal guard = sat_->newVariable();
  addPigeonhole(13, guard);
  for (const double seconds : {0.3, 0.6}) {
    // A machine that is busy with other tests delays a thread, for as long as it likes; nobody computes meanwhile.
    const auto start = steady_clock::now();
    const double spent_before = processorSeconds();
    EXPECT_EQ(sat_->solve({guard}, {.seconds = seconds}), Answer::Unknown);
    const double elapsed = std::chrono::duration<double>(steady_clock::now() - start).count();
    EXPECT_EQ(sat_->stop(), Stop::Time);
    EXPECT_GE(elapsed, seconds * 0.9);
    EXPECT_LE(processorSeconds() - spent_before, GetParam().threads * (seconds * 1.1 + 0.05));
  }
  EXPECT_EQ(sat_->solve({-guard}, {}), Answer::Satisfiable);
}

// The most that was resident since the last call, in megabytes.
double peakMegabytes() {
  std::ifstream status("/proc/self/status");
  double peak = 0;
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) peak = std::atof(line.c_str() + 6) / 1024;
  std::ofstream("/proc/self/clear_refs") << "5";
  return peak;
}

// A large problem of few chances: the search wants half as much again as the clauses, or several times as much.
TEST_P(SatSolverTest, MemoryLimitIsKeptAndTheSolverStaysUsable) {
  malloc_trim(0);
  const int count = GetParam().needs_less ? 40'000 : 150'000;
  const Literal guard = sat_->newVariable();
  const auto v = variables(count);
  std::mt19937 random(3);
  for (int i = 0; i < 4 * count; ++i) {
    const auto literal = [&] {
      const Literal variable = v[random() % v.size()];
      return random() % 2 == 0 ? variable : -variable;
    };
    sat_->addClause({-guard, literal(), literal(), literal()});
  }
  const auto limit = static_cast<std::size_t>(residentMegabytes() * 1.12);
  peakMegabytes();
  EXPECT_EQ(sat_->solve({guard}, {.seconds = 120, .memory_megabytes = limit}), Answer::Unknown);
  EXPECT_EQ(sat_->stop(), Stop::Memory);
  EXPECT_LE(peakMegabytes(), 1.1 * static_cast<double>(limit));
  EXPECT_EQ(sat_->solve({-guard}, {}), Answer::Satisfiable);
}

TEST(LimitsTest, AProcessHoldsLessThanTheMachineHas) { EXPECT_LT(residentMegabytes(), machineMegabytes()); }

TEST_P(SatSolverTest, InterruptFromAnotherThreadLeavesTheSolverUsable) {
  const Literal guard = sat_->newVariable();
  addPigeonhole(13, guard);
  std::thread other([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    sat_->interrupt();
  });
  EXPECT_EQ(sat_->solve({guard}, {.seconds = 600}), Answer::Unknown);
  EXPECT_EQ(sat_->stop(), Stop::Interrupted);
  other.join();
  EXPECT_EQ(sat_->solve({-guard}, {}), Answer::Unknown) << "an interrupt stays in force until resume()";
  sat_->resume();
  EXPECT_EQ(sat_->solve({-guard}, {}), Answer::Satisfiable);
  EXPECT_EQ(sat_->solve({guard, -guard}, {}), Answer::Unsatisfiable);
}

// An engine that puts a handler of its own in place of the program's while it searches makes Ctrl-C go unheard.
TEST_P(SatSolverTest, SignalsDuringASearchReachTheProgram) {
  static volatile sig_atomic_t heard;
  heard = 0;
  struct sigaction ours = {};
  struct sigaction before = {};
  ours.sa_handler = [](int) { heard = 1; };
  sigaction(SIGINT, &ours, &before);
  const Literal guard = sat_->newVariable();
  addPigeonhole(13, guard);
  std::thread other([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    kill(getpid(), SIGINT);
  });
  EXPECT_EQ(sat_->solve({guard}, {.seconds = 1}), Answer::Unknown);
  EXPECT_EQ(sat_->stop(), Stop::Time) << "nobody but the program decides what a signal means";
  other.join();
  EXPECT_EQ(heard, 1);
  sigaction(SIGINT, &before, nullptr);
}

INSTANTIATE_TEST_SUITE_P(BackEnds, SatSolverTest,
                         testing::Values(Engine{"cadical", [] { return makeSatSolver(BackEnd::Cadical); }},
                                         Engine{"z3", [] { return makeSatSolver(BackEnd::Z3); }, true},
                                         Engine{"auto", [] { return makeSatSolver(BackEnd::Auto); }, false, 2},
                                         Engine{"raceFromTheStart", [] { return makeRacingSolver(0); }, false, 2},
                                         Engine{"raceAfterAMoment", [] { return makeRacingSolver(0.05); }, false, 2}),
                         [](const auto& engine) { return std::string(engine.param.name); });

}  // namespace
}  // namespace weir::solver
