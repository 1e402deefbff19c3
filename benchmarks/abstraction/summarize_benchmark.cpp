// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What summaries cost: generated programs of 100 to 20,000 statements and 5 to 500 fields.
//
//   build/summarize_benchmark        a table, and how time grows with statements times fields
//
// A program is procedures of some forty statements each: loads, stores, branches, a list traversal, an allocation, a
// search, and calls of two procedures before it.
#include <cmath>
#include <cstdio>
#include <ctime>
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

int run() {
  std::printf("%10s %7s %10s %22s\n", "statements", "fields", "seconds", "ns a statement x field");
  double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  int count = 0;
  for (const int statements : {100, 500, 2000, 8000, 20000}) {
    for (const int fields : {5, 50, 500}) {
      const Generated generated(statements, fields);
      const double seconds = secondsFor(generated);
      const double product = static_cast<double>(generated.statements) * fields;
      std::printf("%10d %7d %10.3f %22.1f\n", generated.statements, fields, seconds, seconds / product * 1e9);
      std::fflush(stdout);
      const double x = std::log(product), y = std::log(seconds);
      sum_x += x, sum_y += y, sum_xx += x * x, sum_xy += x * y, ++count;
    }
  }
  const double exponent = (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x);
  std::printf("time grows as (statements x fields)^%.2f\n", exponent);
  return 0;
}

}  // namespace
}  // namespace weir

int main() { return weir::run(); }
