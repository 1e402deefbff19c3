// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The model finder at rising scopes: share of translation and search, size, engines side by side, with and without
// symmetry breaking; and what one more labelled formula costs in a problem that has been solved.
//
//   solver_benchmark --benchmark_format=json        for machines
//   solver_benchmark --benchmark_filter=reverse     a table on the console
#include <benchmark/benchmark.h>

#include <atomic>
#include <chrono>
#include <ctime>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "benchmarks/solver/problems.h"

namespace weir::benchmarks {
namespace {

constexpr double kSecondsOfOneSearch = 10;

// Ends a search after so much processor time, which a busy machine does not change.
class ProcessorLimit {
 public:
  ProcessorLimit(solver::ModelFinder& finder, double seconds)
      : finder_(finder), thread_([this, seconds, start = std::clock()] {
          while (!done_.load()) {
            const double used = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
            if (used > seconds) finder_.interrupt();
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
          }
        }) {}
  ~ProcessorLimit() {
    done_.store(true);
    thread_.join();
    finder_.resume();
  }
  ProcessorLimit(const ProcessorLimit&) = delete;
  ProcessorLimit& operator=(const ProcessorLimit&) = delete;

 private:
  solver::ModelFinder& finder_;
  std::atomic<bool> done_ = false;
  std::thread thread_;
};

void solveProblem(benchmark::State& state, const ProblemKind& kind, int scope, const solver::Options& options) {
  for (auto _ : state) {
    LoadedProblem problem = kind.load(scope, options);
    solver::Answer answer = solver::Answer::Unknown;
    {
      const ProcessorLimit limit(*problem.finder, kSecondsOfOneSearch);
      answer = problem.finder->solve();
    }
    const solver::Statistics statistics = problem.finder->statistics();
    if (answer == solver::Answer::Unknown)
      state.SkipWithError("over the time limit");
    else if (answer != kind.expected)
      state.SkipWithError("wrong answer");
    const double total = statistics.translation_seconds + statistics.sat_seconds;
    state.SetIterationTime(total);
    state.counters["translate_ms"] = statistics.translation_seconds * 1000;
    state.counters["search_ms"] = statistics.sat_seconds * 1000;
    state.counters["translate_share"] = total == 0 ? 0 : statistics.translation_seconds / total;
    state.counters["variables"] = static_cast<double>(statistics.variables);
    state.counters["clauses"] = static_cast<double>(statistics.clauses);
  }
}

// A problem that has been solved, then formulas of so many parts one by one, each under a label of its own and new to
// the finder: only the time of adding them counts, a query after each shows that it is there.
void addOneFormula(benchmark::State& state) {
  const int cells = static_cast<int>(state.range(0));
  const int parts = static_cast<int>(state.range(1));
  solver::Options options;
  options.back_end = solver::BackEnd::Cadical;
  LoadedProblem problem = loadBrokenReverse(cells, options);
  problem.finder->solve();
  const auto before = static_cast<double>(problem.finder->statistics().clauses);
  logic::Context& c = *problem.context;
  const logic::Expr next = c.relation(c.relations().front());
  std::mt19937 random(1);
  const auto cell = [&] { return c.atom(static_cast<int>(random() % static_cast<unsigned>(cells))); };
  int label = 0;
  for (auto _ : state) {
    std::vector<logic::Formula> all;
    for (int i = 0; i < parts; ++i)
      all.push_back(c.lone(c.unite(c.join(cell(), next), c.unite(c.join(cell(), next), c.join(next, cell())))));
    const logic::Formula formula = c.disjoin(all);
    const double start = problem.finder->statistics().translation_seconds;
    problem.finder->assertLabelled(formula, label);
    state.SetIterationTime(problem.finder->statistics().translation_seconds - start);
    if (problem.finder->solve({label}) == solver::Answer::Unsatisfiable) state.SkipWithError("wrong answer");
    ++label;
  }
  const auto after = static_cast<double>(problem.finder->statistics().clauses);
  state.counters["clauses_before"] = before;
  state.counters["clauses_added"] = (after - before) / label;
}

void registerAll() {
  struct Variant {
    const char* name;
    solver::BackEnd back_end;
    bool break_symmetry;
  };
  for (const ProblemKind& kind : problemKinds())
    for (const Variant& variant :
         {Variant{"cadical", solver::BackEnd::Cadical, true},
          Variant{"cadical, no symmetry breaking", solver::BackEnd::Cadical, false},
          Variant{"z3", solver::BackEnd::Z3, true}, Variant{"auto", solver::BackEnd::Auto, true}})
      for (const int scope : kind.scopes) {
        solver::Options options;
        options.back_end = variant.back_end;
        options.break_symmetry = variant.break_symmetry;
        const std::string name = kind.name + "/" + std::to_string(scope) + "/" + variant.name;
        benchmark::RegisterBenchmark(
            name.c_str(),
            [&kind, scope, options](benchmark::State& state) { solveProblem(state, kind, scope, options); })
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond)
            ->UseManualTime();
      }
  for (const int cells : {6, 12, 18, 24})
    for (const int parts : {1, 4, 16})
      benchmark::RegisterBenchmark("one more formula", addOneFormula)
          ->Args({cells, parts})
          ->Iterations(20)
          ->Unit(benchmark::kMicrosecond)
          ->UseManualTime();
}

}  // namespace
}  // namespace weir::benchmarks

int main(int argc, char** argv) {
  weir::benchmarks::registerAll();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
