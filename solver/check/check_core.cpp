// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/check/check_core.h"

#include <algorithm>

#include "solver/model_finder.h"
#include "solver/translate/translator.h"

namespace weir::solver {

namespace {

// Z3 takes long to read a large problem, however short the search is: for the 123 cores of
// tests/verify/owners/shared_tree.weir, of 10,000 to 200,000 gates, 63 s and CaDiCaL 9 s (with its checker of proofs
// 35 s). What is checked of a large core is the translation; the engine is checked by the many small ones.
constexpr std::int64_t kGatesForZ3 = 10'000;

}  // namespace

std::string checkCore(logic::Context& context, const logic::Universe& universe, const Problem& problem,
                      std::span<const int> core, std::int64_t gates, const Limits& limits) {
  Options options;
  options.back_end = gates <= kGatesForZ3 ? BackEnd::Z3 : BackEnd::Cadical;
  options.break_symmetry = false;
  options.skolemise = false;
  ModelFinder fresh(context, universe, options);
  for (const auto& [relation, bound] : problem.bounded) fresh.addRelation(relation, bound);
  for (const auto& [relation, expr] : problem.defined) fresh.define(relation, expr);
  for (const auto& [formula, label] : problem.asserted)
    if (!label || std::find(core.begin(), core.end(), *label) != core.end()) fresh.assertFormula(formula);
  try {
    if (fresh.solve({}, limits) != Answer::Satisfiable) return "";
  } catch (const TranslationError&) {
    return "";  // without witnesses a range may be too large to be listed: nothing is known
  }
  return "a fresh solver satisfies the core";
}

}  // namespace weir::solver
