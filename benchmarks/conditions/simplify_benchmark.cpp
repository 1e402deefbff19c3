// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What deciding and simplifying conditions costs, and what simplification brings.
//
//   build/simplify_benchmark --benchmark_filter=Simplify/
//
// Formulas are conditions of generated functions: branches over a few parameters, fields and lengths, at whose ends the
// function fails or not, written down as they stand. `before` and `after` are leaves, `queries` those of the decider,
// `z3` the ones that Z3 had to answer, all a formula; `solves` is the time as a multiple of that of deciding the same
// formula once, `solves/log` the same divided by log(before): 2.7 was published.
#include <benchmark/benchmark.h>

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <ctime>
#include <random>

#include "conditions/decide/simplify.h"

namespace weir::conditions {
namespace {

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

class Generated {
 public:
  Generated(Terms& terms, unsigned seed) : terms_(terms), random_(seed) {
    const Integer bound = Integer(1) << 31;
    for (const char* name : {"i", "n", "op", "size"}) {
      values_.push_back(terms.of(terms.symbol(name, {-bound, bound - 1}, false)));
    }
    const Interval addresses{0, (Integer(1) << 64) - 1};
    std::vector<Term> pointers = {terms.of(terms.symbol("p", addresses, false)),
                                  terms.of(terms.symbol("q", addresses, false))};
    const Function* next = terms.function({.name = "next", .range = addresses});
    const Function* length = terms.function({.name = "length", .range = {-bound, bound - 1}});
    pointers_ = pointers;
    for (Term each : pointers) {
      pointers_.push_back(terms.apply(next, {each}));
      values_.push_back(terms.apply(length, {each}));
    }
  }

  Formula test() {
    const Term value = values_[pick(values_.size())];
    const Term number = terms_.constant(static_cast<Integer>(pick(5)));
    switch (pick(8)) {
      case 0: return terms_.equal(pointers_[pick(pointers_.size())], terms_.constant(0));
      case 1: return terms_.equal(pointers_[pick(pointers_.size())], pointers_[pick(pointers_.size())]);
      case 2:
      case 3: return terms_.equal(value, number);
      case 4: return terms_.less(value, values_[pick(values_.size())]);
      case 5: return terms_.lessEqual(terms_.add(value, values_[pick(values_.size())]), number);
      default: return terms_.less(value, number);
    }
  }

  /// What leads to failures in branches `depth` deep, each alternative with its whole path.
  Formula paths(int depth) {
    std::vector<Formula> alternatives;
    addPaths(depth, terms_.yes(), alternatives);
    return terms_.disjoin(std::move(alternatives));
  }

  /// Of about so many leaves.
  Formula formula(long leaves) {
    for (;;) {
      const Formula made = paths(2 + static_cast<int>(pick(9)));
      if (5 * made->leaves >= 4 * leaves && 5 * made->leaves <= 6 * leaves) return made;
    }
  }

 private:
  size_t pick(size_t bound) { return random_() % bound; }

  void addPaths(int depth, Formula path, std::vector<Formula>& alternatives) {
    if (depth == 0 || path == terms_.no() || pick(5) == 0) {
      if (pick(2) == 0) alternatives.push_back(path);
      return;
    }
    const Formula condition = test();
    addPaths(depth - 1, terms_.conjoin(path, condition), alternatives);
    addPaths(depth - 1, terms_.conjoin(path, terms_.negate(condition)), alternatives);
  }

  Terms& terms_;
  std::mt19937 random_;
  std::vector<Term> values_;
  std::vector<Term> pointers_;
};

void Simplify(benchmark::State& state) {
  Terms terms;
  Decider decider(terms);
  Decider plain(terms, 0);
  Simplifier simplifier(terms, decider);
  Generated generated(terms, 1);
  double solving = 0;
  double simplifying = 0;
  long solved = 0;
  for (auto each : state) {
    const Formula formula = generated.formula(state.range(0));
    const double start = seconds();
    benchmark::DoNotOptimize(plain.satisfiable(formula));
    const double middle = seconds();
    const long asked = decider.solved();
    benchmark::DoNotOptimize(simplifier.simplify(formula));
    const double end = seconds();
    solved += decider.solved() - asked;
    solving += middle - start;
    simplifying += end - middle;
    state.SetIterationTime(end - middle);
  }
  const SimplifyStatistics& statistics = simplifier.statistics();
  const auto mean = [&](long total) { return static_cast<double>(total) / static_cast<double>(statistics.formulas); };
  state.counters["before"] = mean(statistics.leaves_before);
  state.counters["after"] = mean(statistics.leaves_after);
  state.counters["queries"] = mean(statistics.queries);
  state.counters["z3"] = mean(solved);
  state.counters["solves"] = simplifying / solving;
  state.counters["solves/log"] = simplifying / solving / std::log(mean(statistics.leaves_before));
}
BENCHMARK(Simplify)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(50)
    ->Arg(5)
    ->Arg(10)
    ->Arg(20)
    ->Arg(50)
    ->Arg(100)
    ->Arg(200)
    ->Arg(380);

/// Small questions one after another, each about another formula: what an analysis asks at joins and calls.
void Decide(benchmark::State& state) {
  Terms terms;
  Decider decider(terms);
  Generated generated(terms, 2);
  std::vector<std::pair<Formula, Formula>> questions;
  for (int i = 0; i < 10'000; ++i) {
    questions.emplace_back(generated.paths(static_cast<int>(state.range(0))),
                           generated.paths(static_cast<int>(state.range(0))));
  }
  size_t next = 0;
  long implied = 0;
  for (auto each : state) {
    const auto& [a, b] = questions[next++ % questions.size()];
    implied += decider.implies(a, b) ? 1 : 0;
  }
  state.counters["z3"] = static_cast<double>(decider.solved()) / static_cast<double>(state.iterations());
  state.counters["implied"] = static_cast<double>(implied) / static_cast<double>(state.iterations());
  state.counters["queries/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(Decide)->Unit(benchmark::kMicrosecond)->Iterations(5000)->Arg(2)->Arg(3)->Arg(4);

/// Memory after many questions, each of which is put to Z3: resident megabytes after the first tenth and at the end.
void Memory(benchmark::State& state) {
  Terms terms;
  Decider decider(terms, 0);
  Generated generated(terms, 3);
  std::vector<Formula> formulas;
  for (int i = 0; i < 2'000; ++i) formulas.push_back(generated.paths(3));
  const auto megabytes = [] {
    long pages = 0;
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
      if (std::fscanf(file, "%*d %ld", &pages) != 1) pages = 0;
      std::fclose(file);
    }
    return static_cast<double>(pages * sysconf(_SC_PAGESIZE)) / 1e6;
  };
  for (auto each : state) {
    for (long i = 0; i < state.range(0); ++i) {
      if (i == state.range(0) / 10) state.counters["MB_first"] = megabytes();
      const size_t first = static_cast<size_t>(i) % formulas.size();
      const size_t second = static_cast<size_t>(i) / formulas.size();
      benchmark::DoNotOptimize(decider.implies(formulas[first], formulas[(first + second + 1) % formulas.size()]));
    }
  }
  state.counters["MB_last"] = megabytes();
  state.counters["z3"] = static_cast<double>(decider.solved());
  state.counters["contexts"] = static_cast<double>(decider.contexts());
}
BENCHMARK(Memory)->Unit(benchmark::kSecond)->Iterations(1)->Arg(100'000);

}  // namespace
}  // namespace weir::conditions

BENCHMARK_MAIN();
