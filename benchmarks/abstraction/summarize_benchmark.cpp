// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What summaries cost: generated programs of 100 to 20,000 statements and 5 to 500 fields.
//
//   build/summarize_benchmark            a table, and how time grows with statements and with fields
//   build/summarize_benchmark 20000 5    one row of it, for a profiler
//
// A program is procedures of some forty statements each: loads, stores, branches, a list traversal, an allocation, a
// search, and calls of two procedures before it.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <random>

#include "abstraction/summarizer.h"
#include "ir/program/walk.h"
#include "tests/support/build_program.h"

namespace weir {
namespace {

using namespace program::build;

struct Generated : ProgramBuilder {
  std::vector<const program::Procedure*> procedures;
  int statements = 0;

  Generated(int wanted, int fields) {
    std::mt19937 random(1);
    const auto pick = [&](std::size_t bound) { return random() % bound; };
    program::ClassDecl* node = addClass("Node");
    const auto type = pointer(node);
    std::vector<const program::Field*> links, numbers;
    for (int i = 0; i < fields; ++i) {
      if (i % 2 == 0) {
        links.push_back(field(node, "link" + std::to_string(i), type));
      } else {
        numbers.push_back(field(node, "number" + std::to_string(i), int32()));
      }
    }
    while (statements < wanted) {
      auto f = procedure("f" + std::to_string(procedures.size()), type);
      std::vector<Var> locals = {f.parameter("a", type), f.parameter("b", type)};
      for (int i = 0; i < 4; ++i) locals.push_back(f.local("x" + std::to_string(i), type));
      auto n = f.local("n", int32());
      const auto any = [&] { return locals[pick(locals.size())]; };
      const auto link = [&] { return links[pick(links.size())]; };
      const auto number = [&] { return numbers[pick(numbers.size())]; };
      program::Body body;
      for (std::size_t i = 2; i < locals.size(); ++i) body.push_back(assign(locals[i], locals[i % 2]));
      for (int i = 0; i < 8; ++i) {
        body.push_back(load(locals[2 + pick(4)], any(), link()));
        body.push_back(store(any(), link(), any()));
        body.push_back(load(n, any(), number()));
        body.push_back(store(any(), number(), n + 1));
      }
      const auto* next = link();
      body.push_back(
          branch(any() != null(type), seq(store(locals[0], link(), any())), seq(load(locals[3], locals[1], link()))));
      body.push_back(loop("L", locals[2] != null(type),
                          seq(store(locals[2], numbers[0], integer(0)), load(locals[2], locals[2], next))));
      body.push_back(allocate(locals[4], node));
      body.push_back(store(locals[4], link(), any()));
      for (int i = 0; i < 2 && !procedures.empty(); ++i) {
        body.push_back(call(locals[5], procedures[pick(procedures.size())], {any(), any()}));
      }
      body.push_back(give(any()));
      f.get()->body = std::move(body);
      program::forEachStmt(f.get()->body, [&](const program::Stmt&) { ++statements; });
      procedures.push_back(f.get());
    }
    finish();
  }
};

double secondsFor(const Generated& generated) {
  logic::Context context;
  program::Vocabulary vocabulary(generated.program, context);
  abstraction::Summarizer summarizer(vocabulary);
  const std::clock_t start = std::clock();  // of the processor: other work on the machine does not count
  for (const program::Procedure* procedure : generated.procedures) summarizer.of(*procedure);
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// The exponent of seconds = c * x^exponent, by least squares on logarithms.
struct Fit {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;

  void add(double size, double seconds) {
    const double s = std::log(size), t = std::log(seconds);
    n += 1, x += s, y += t, xx += s * s, xy += s * t;
  }
  double exponent() const { return (n * xy - x * y) / (n * xx - x * x); }
};

int run(int only_statements, int only_fields) {
  std::printf("%10s %7s %10s %22s\n", "statements", "fields", "seconds", "ns a statement x field");
  Fit all;
  std::map<int, Fit> by_fields;
  for (const int statements : {100, 500, 2000, 8000, 20000}) {
    if (only_statements != 0 && statements != only_statements) continue;
    for (const int fields : {5, 50, 500}) {
      if (only_fields != 0 && fields != only_fields) continue;
      const Generated generated(statements, fields);
      const double seconds = secondsFor(generated);
      const double product = static_cast<double>(generated.statements) * fields;
      std::printf("%10d %7d %10.3f %22.1f\n", generated.statements, fields, seconds, seconds / product * 1e9);
      std::fflush(stdout);
      all.add(product, seconds);
      by_fields[fields].add(generated.statements, seconds);
    }
  }
  if (only_statements != 0 || only_fields != 0) return 0;
  std::printf("time grows as (statements x fields)^%.2f\n", all.exponent());
  for (const auto& [fields, fit] : by_fields) {
    std::printf("with %d fields as statements^%.2f\n", fields, fit.exponent());
  }
  return 0;
}

}  // namespace
}  // namespace weir

int main(int argc, char** argv) {
  return weir::run(argc > 1 ? std::atoi(argv[1]) : 0, argc > 2 ? std::atoi(argv[2]) : 0);
}
