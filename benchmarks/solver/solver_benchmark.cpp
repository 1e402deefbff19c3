// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The model finder at rising scopes: share of translation and search, size, engines side by side, with and without
// symmetry breaking; and what one more labelled formula costs in a problem that has been solved.
//
//   solver_benchmark --benchmark_format=json        for machines
//   solver_benchmark --benchmark_filter=reverse     a table on the console
#include <benchmark/benchmark.h>

#include <string>

#include "benchmarks/solver/problems.h"

namespace weir::benchmarks {
namespace {

constexpr double kSecondsOfOneSearch = 60;

void solveProblem(benchmark::State& state, const ProblemKind& kind, int scope, const solver::Options& options) {
  for (auto _ : state) {
    LoadedProblem problem = kind.load(scope, options);
    const solver::Answer answer = problem.finder->solve({}, {.seconds = kSecondsOfOneSearch});
    const solver::Statistics statistics = problem.finder->statistics();
    if (answer == solver::Answer::Unknown)
      state.SkipWithError("over the time limit");
    else if (answer != kind.expected)
      state.SkipWithError("wrong answer");
    state.counters["translate_ms"] = statistics.translation_seconds * 1000;
    state.counters["search_ms"] = statistics.sat_seconds * 1000;
    state.counters["variables"] = static_cast<double>(statistics.variables);
    state.counters["clauses"] = static_cast<double>(statistics.clauses);
  }
}

// A solved problem of about `clauses` clauses, then one labelled formula and a query that needs it.
void addOneFormula(benchmark::State& state) {
  const int nodes = static_cast<int>(state.range(0));
  solver::Options options;
  options.back_end = solver::BackEnd::Cadical;
  LoadedProblem problem = loadBrokenReverse(nodes, options);
  problem.finder->solve();
  logic::Context& c = *problem.context;
  int label = 0;
  double search = 0;
  for (auto _ : state) {
    const double before = problem.finder->statistics().sat_seconds;
    problem.finder->assertLabelled(
        c.equal(c.count(c.relation(c.relations().front())), c.integer(label % (nodes - 2))), label);
    state.PauseTiming();
    problem.finder->solve({label}, {.seconds = 10});
    search += problem.finder->statistics().sat_seconds - before;
    state.ResumeTiming();
    ++label;
  }
  state.counters["clauses"] = static_cast<double>(problem.finder->statistics().clauses);
  state.counters["search_ms"] = search * 1000 / static_cast<double>(label);
}

void registerAll() {
  struct Variant {
    const char* name;
    solver::BackEnd back_end;
    bool break_symmetry;
  };
  for (const ProblemKind& kind : problemKinds())
    for (const Variant& variant : {Variant{"cadical", solver::BackEnd::Cadical, true},
                                   Variant{"cadical, no symmetry breaking", solver::BackEnd::Cadical, false},
                                   Variant{"z3", solver::BackEnd::Z3, true}, Variant{"auto", solver::BackEnd::Auto, true}})
      for (const int scope : kind.scopes) {
        solver::Options options;
        options.back_end = variant.back_end;
        options.break_symmetry = variant.break_symmetry;
        const std::string name = kind.name + "/" + std::to_string(scope) + "/" + variant.name;
        benchmark::RegisterBenchmark(name.c_str(), [&kind, scope, options](benchmark::State& state) {
          solveProblem(state, kind, scope, options);
        })->Iterations(1)->Unit(benchmark::kMillisecond)->UseRealTime();
      }
  benchmark::RegisterBenchmark("one more formula", addOneFormula)
      ->Arg(6)->Arg(12)->Arg(18)->Arg(24)->Iterations(20)->Unit(benchmark::kMillisecond)->UseRealTime();
}

}  // namespace
}  // namespace weir::benchmarks

int main(int argc, char** argv) {
  weir::benchmarks::registerAll();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
