// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver/check/check_core.h"

#include <algorithm>

#include "solver/model_finder.h"
#include "solver/translate/translator.h"

namespace weir::solver {

std::string checkCore(logic::Context& context, const logic::Universe& universe, const Problem& problem,
                      std::span<const int> core, const Limits& limits) {
  Options options;
  options.back_end = BackEnd::Z3;
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
